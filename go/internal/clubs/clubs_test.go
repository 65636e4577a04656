package clubs

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// waiting returns men who joined one after the other, named 0, 1, 2 and so on. Each is given by
// his ZIP, with a star if he is willing to be captain; "-" is none.
func waiting(zips ...string) []Man {
	var men []Man
	for i, zip := range zips {
		man := Man{
			ID:       fmt.Sprint(i),
			Email:    fmt.Sprintf("%d@example.com", i),
			JoinedAt: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC),
		}
		zip, man.Willing = strings.CutSuffix(zip, "*")
		if zip != "-" {
			man.ZIPCode = &zip
		}
		men = append(men, man)
	}
	return men
}

func propose(t *testing.T, men []Man) Proposal {
	t.Helper()
	proposal, err := Propose(men)
	if err != nil {
		t.Fatal(err)
	}
	return proposal
}

// ids are the sorted numbers of men.
func ids(men []Man) string {
	var list []string
	for _, man := range men {
		list = append(list, man.ID)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestMenOfTwoCitiesMeetInTheirOwn(t *testing.T) {
	boulder, chicago := "80302", "60601"
	proposal := propose(t, waiting(boulder, chicago, boulder, chicago, boulder, chicago, boulder, chicago, boulder, chicago, boulder, chicago))
	if len(proposal.Clubs) != 2 || len(proposal.Leftovers) != 0 {
		t.Fatalf("%+v", proposal)
	}
	got := []string{ids(proposal.Clubs[0].Members), ids(proposal.Clubs[1].Members)}
	slices.Sort(got)
	if want := []string{"0 10 2 4 6 8", "1 11 3 5 7 9"}; !slices.Equal(got, want) {
		t.Errorf("clubs %q, want %q", got, want)
	}
}

func TestDistances(t *testing.T) {
	for _, test := range []struct {
		zip  string // of one man; the five others are in Denver 80202
		want string // the greatest distance in miles
	}{
		{"80202", "0.0"},
		{"80302", "26.5"}, // Boulder; the ZIP area reaches into the mountains
		{"80303", "19.0"}, // Boulder, its east
	} {
		proposal := propose(t, waiting(test.zip, "80202", "80202", "80202", "80202", "80202"))
		if len(proposal.Clubs) != 1 {
			t.Errorf("%s: %+v", test.zip, proposal)
			continue
		}
		if got := fmt.Sprintf("%.1f", proposal.Clubs[0].Miles); got != test.want {
			t.Errorf("%s: %s miles, want %s", test.zip, got, test.want)
		}
	}
}

func TestNoTwoMenAreTooFarApart(t *testing.T) {
	// Longmont is within reach of Fort Collins and of Denver, which are too far from each other.
	proposal := propose(t, waiting("80521", "80501", "80501", "80501", "80501", "80202"))
	if len(proposal.Clubs) != 0 || ids(proposal.Leftovers) != "0 1 2 3 4 5" {
		t.Errorf("four between: %+v", proposal)
	}
	proposal = propose(t, waiting("80521", "80501", "80501", "80501", "80501", "80202", "80501"))
	if len(proposal.Clubs) != 1 || len(proposal.Leftovers) != 1 {
		t.Errorf("five between: %+v", proposal)
	}
}

func TestLeftoversAndMenWithoutAPlaceAreListed(t *testing.T) {
	proposal := propose(t, waiting("80302", "80302", "80302", "80302", "80302", "60601", "-", "00000"))
	if len(proposal.Clubs) != 0 || ids(proposal.Leftovers) != "0 1 2 3 4 5" || ids(proposal.Unlocated) != "6 7" {
		t.Errorf("%+v", proposal)
	}
	if empty := propose(t, nil); len(empty.Clubs)+len(empty.Leftovers)+len(empty.Unlocated) != 0 {
		t.Errorf("nobody gives %+v", empty)
	}
}

func TestOfMenAtOnePlaceTheLongestWaitingGoFirst(t *testing.T) {
	proposal := propose(t, waiting("80302", "80302", "80302", "80302", "80302", "80302", "80302"))
	if len(proposal.Clubs) != 1 || ids(proposal.Leftovers) != "6" {
		t.Errorf("%+v", proposal)
	}
}

func TestCaptains(t *testing.T) {
	for name, test := range map[string]struct {
		zips string
		want []int // captains by club, in any order
	}{
		"one for each, though both are in one place":    {"80302* 80302* 80302 80302 80302 80302 80303 80303 80303 80303 80303 80303", []int{1, 1}},
		"one for each, though they come first":          {"80302* 80302* 80302 80302 80302 80302 80302 80302 80302 80302 80302 80302", []int{1, 1}},
		"one for two clubs":                             {"80302* 80302 80302 80302 80302 80302 80303 80303 80303 80303 80303 80303", []int{0, 1}},
		"one in a club though six are nearer":           {"80302 80302 80302 80302 80302 80302 80303*", []int{1}},
		"one in each place though the other has plenty": {"80302* 80302* 80302* 80302 80302 80302 60601* 60601 60601 60601 60601 60601", []int{1, 3}},
		"all":  {"80302* 80302* 80302* 80302* 80302* 80302*", []int{6}},
		"none": {"80302 80302 80302 80302 80302 80302", []int{0}},
	} {
		proposal := propose(t, waiting(strings.Fields(test.zips)...))
		var got []int
		for _, club := range proposal.Clubs {
			n := 0
			for _, man := range club.Members {
				if man.Willing {
					n++
				}
			}
			if club.HasCaptain() != (n > 0) {
				t.Errorf("%s: the captain is not the first of %v", name, club.Members)
			}
			got = append(got, n)
		}
		slices.Sort(got)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v captains, want %v", name, got, test.want)
		}
	}
}

// scattered returns n men at random ZIPs with the given beginning. One in so many is willing to be
// captain.
func scattered(tb testing.TB, n int, prefix string, oneIn int) []Man {
	tb.Helper()
	centroids, err := loadCentroids()
	if err != nil {
		tb.Fatal(err)
	}
	var known []string
	for zip := range centroids {
		if strings.HasPrefix(zip, prefix) {
			known = append(known, zip)
		}
	}
	slices.Sort(known)
	random := rand.New(rand.NewPCG(1, 2))
	var zips []string
	for range n {
		zip := known[random.IntN(len(known))]
		if random.IntN(oneIn) == 0 {
			zip += "*"
		}
		zips = append(zips, zip)
	}
	return waiting(zips...)
}

func TestEveryManOnceInClubsOfSix(t *testing.T) {
	men := append(scattered(t, 1000, "80", 5), waiting("-")...)
	proposal := propose(t, men)
	seen := slices.Concat(proposal.Leftovers, proposal.Unlocated)
	captains := 0
	for _, club := range proposal.Clubs {
		if len(club.Members) != 6 {
			t.Errorf("a club of %d", len(club.Members))
		}
		if club.Miles > MaxMiles {
			t.Errorf("a club is %v miles wide", club.Miles)
		}
		if club.HasCaptain() {
			captains++
		}
		seen = append(seen, club.Members...)
	}
	if ids(seen) != ids(men) {
		t.Error("not every man is in the proposal once")
	}
	t.Logf("%d clubs, %d with a captain, %d left over, %d without a place", len(proposal.Clubs), captains, len(proposal.Leftovers), len(proposal.Unlocated))
	if len(proposal.Clubs) < 140 || captains < len(proposal.Clubs)*9/10 {
		t.Errorf("only %d clubs, %d with a captain", len(proposal.Clubs), captains)
	}
}

func TestManyCaptainsDoNotDragMenFromFarAway(t *testing.T) {
	width := func(men []Man) float64 {
		proposal := propose(t, men)
		sum := 0.0
		for _, club := range proposal.Clubs {
			sum += club.Miles
		}
		return sum / float64(len(proposal.Clubs))
	}
	half := width(scattered(t, 600, "80", 2))
	men := scattered(t, 600, "80", 2)
	for i := range men {
		men[i].Willing = false
	}
	none := width(men)
	t.Logf("clubs are %.1f miles wide, without captains %.1f", half, none)
	if half > none*1.2 {
		t.Errorf("clubs are %.1f miles wide, without captains %.1f", half, none)
	}
}

func TestTheOrderOfTheMenDoesNotMatter(t *testing.T) {
	men := scattered(t, 500, "80", 5)
	want := propose(t, men)
	random := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		random.Shuffle(len(men), func(i, j int) { men[i], men[j] = men[j], men[i] })
		before := slices.Clone(men)
		if got := propose(t, men); !reflect.DeepEqual(got, want) {
			t.Error("another order gives other clubs")
		}
		if !reflect.DeepEqual(men, before) {
			t.Error("Propose has changed its input")
		}
	}
}

// A step that looked at every man for each club would take minutes.
func TestAHundredThousandMen(t *testing.T) {
	for _, prefix := range []string{"802", "80202"} {
		if proposal := propose(t, scattered(t, 100_000, prefix, 5)); len(proposal.Clubs) != 16_666 || len(proposal.Leftovers) != 4 {
			t.Errorf("ZIP %s: %d clubs, %d left over", prefix, len(proposal.Clubs), len(proposal.Leftovers))
		}
	}
}

func BenchmarkPropose(b *testing.B) {
	for name, prefix := range map[string]string{"the country": "", "Denver": "802"} {
		men := scattered(b, 100_000, prefix, 5)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Propose(men); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
