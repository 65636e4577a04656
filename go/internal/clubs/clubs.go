// Package clubs proposes book clubs: groups of six men who live near each other.
package clubs

import (
	"cmp"
	"slices"
	"time"
)

const (
	// Size is the number of men in a club.
	Size = 6

	// MaxMiles is the greatest distance between two men of a club. Every man hosts in his turn, so
	// it holds between any two. Denver and Boulder, where one club may meet, are 26 miles apart.
	MaxMiles = 30
)

// Man is somebody who waits for a club. Nil texts are absent.
type Man struct {
	ID          string    `json:"id" db:"id"`
	Name        *string   `json:"name" db:"name"`
	Email       string    `json:"email" db:"email"`
	PhoneNumber *string   `json:"phone_number" db:"phone_number"`
	ZIPCode     *string   `json:"zip_code" db:"zip_code"`
	Willing     bool      `json:"club_captain_interest" db:"club_captain_interest"` // to be the captain
	JoinedAt    time.Time `json:"created_at" db:"created_at"`
}

// Club is six men.
type Club struct {
	// Miles is the greatest distance between two members.
	Miles float64
	// Members begin with the captain if one of them is willing.
	Members []Man
}

// HasCaptain reports whether one of the members is willing to be the captain.
func (c Club) HasCaptain() bool { return c.Members[0].Willing }

// Proposal has every man exactly once.
type Proposal struct {
	Clubs []Club
	// Leftovers have too few men near them who are in no club.
	Leftovers []Man
	// Unlocated have no ZIP, or one whose place is not known.
	Unlocated []Man
}

// Propose forms clubs. The same men give the same clubs, in whatever order they come. A hundred
// thousand take less than a second in one city, and a few in the whole country. An error means that
// the program was built with bad data.
//
// It is the MDAV heuristic (maximum distance to average vector) for groups of a fixed size: the
// man farthest from the middle of all who are free, whose choice is the smallest, gathers the
// nearest ones around him; then the next. Working from the outside in leaves few men stranded.
// Men whom nobody can join stay free for those who come later. Of men with the same ZIP, the one
// who has waited longest comes first.
//
// Captains are spread. A club gets the nearest one who fits even if others are nearer, and a second
// one only if there are more of them around than clubs to be formed, or no six without.
func Propose(men []Man) (Proposal, error) {
	centroids, err := loadCentroids()
	if err != nil {
		return Proposal{}, err
	}
	men = slices.Clone(men)
	slices.SortFunc(men, func(a, b Man) int {
		return cmp.Or(a.JoinedAt.Compare(b.JoinedAt), cmp.Compare(a.ID, b.ID))
	})

	var proposal Proposal
	var areas []*area
	byZIP := make(map[string]*area)
	for turn, man := range men {
		place, known := point{}, false
		if man.ZIPCode != nil {
			place, known = centroids[*man.ZIPCode]
		}
		if !known {
			proposal.Unlocated = append(proposal.Unlocated, man)
			continue
		}
		home := byZIP[*man.ZIPCode]
		if home == nil {
			home = &area{place: place}
			byZIP[*man.ZIPCode] = home
			areas = append(areas, home)
		}
		queue := home.queue(man.Willing)
		*queue = append(*queue, &candidate{Man: man, home: home, turn: turn})
	}

	for {
		seed := farthest(areas)
		if seed == nil {
			break
		}
		members := gather(seed, areas)
		if members == nil {
			seed.passedOver = true
			continue
		}
		proposal.Clubs = append(proposal.Clubs, newClub(members))
		for _, m := range members { // Each is the first in his queue by now.
			queue := m.home.queue(m.Willing)
			*queue = (*queue)[1:]
		}
		areas = slices.DeleteFunc(areas, func(a *area) bool { return a.free() == 0 })
	}

	var leftovers []*candidate
	for _, a := range areas {
		leftovers = append(append(leftovers, a.captains...), a.others...)
	}
	slices.SortFunc(leftovers, func(a, b *candidate) int { return cmp.Compare(a.turn, b.turn) })
	for _, c := range leftovers {
		proposal.Leftovers = append(proposal.Leftovers, c.Man)
	}
	return proposal, nil
}

// candidate is a man whose place is known.
type candidate struct {
	Man
	home *area
	turn int // in the order of joining
}

// area is a ZIP area with the men who are in no club yet. They count as living at one place: with
// far fewer areas than men, no step has to look at every man. Clubs take men from the front of the
// queues, in which the longest waiting comes first.
type area struct {
	place      point
	captains   []*candidate // who are willing to be
	others     []*candidate
	passedOver bool // Nobody here can gather a club, but may be gathered into one.
}

func (a *area) free() int { return len(a.captains) + len(a.others) }

func (a *area) queue(willing bool) *[]*candidate {
	if willing {
		return &a.captains
	}
	return &a.others
}

// longestWaiting returns the first man of two queues, or nil if both are empty.
func longestWaiting(captains, others []*candidate) *candidate {
	switch {
	case len(captains) == 0 && len(others) == 0:
		return nil
	case len(others) == 0 || len(captains) > 0 && captains[0].turn < others[0].turn:
		return captains[0]
	default:
		return others[0]
	}
}

// farthest returns the area farthest from the middle of all who are free, or nil if every area was
// passed over.
func farthest(areas []*area) *area {
	var middle point
	var men float64
	for _, a := range areas {
		n := float64(a.free())
		middle.x += n * a.place.x
		middle.y += n * a.place.y
		middle.z += n * a.place.z
		men += n
	}
	middle = point{middle.x / men, middle.y / men, middle.z / men}
	var found *area
	var distance float64
	for _, a := range areas {
		if a.passedOver {
			continue
		}
		if d := a.place.squaredChord(middle); found == nil || d > distance {
			found, distance = a, d
		}
	}
	return found
}

// gather returns a club around the first man of seed, who is its first member, or nil if there is
// none.
func gather(seed *area, areas []*area) []*candidate {
	near := neighbours(seed, areas)
	men, willing := 0, 0
	var captains []*candidate // one of each area: where he does not fit, the others there do not
	for _, a := range near {
		men += a.free()
		willing += len(a.captains)
		if len(a.captains) > 0 {
			captains = append(captains, a.captains[0])
		}
	}
	if men < Size {
		return nil
	}
	first := longestWaiting(seed.captains, seed.others)
	if first.Willing {
		captains = []*candidate{first}
	}
	clubs := (men + Size - 1) / Size // that the men around can form, rounded up
	spare := max(0, willing-clubs)

	for _, captain := range captains {
		start := []*candidate{first}
		if captain != first {
			start = append(start, captain)
		}
		for _, maxWilling := range []int{1 + spare, Size} {
			if members := fill(start, near, maxWilling); members != nil {
				return members
			}
		}
	}
	return fill([]*candidate{first}, near, Size)
}

// neighbours returns the areas within reach of seed, the nearest first: seed itself.
func neighbours(seed *area, areas []*area) []*area {
	var near []*area
	for _, a := range areas {
		if a.place.squaredChord(seed.place) <= reach {
			near = append(near, a)
		}
	}
	slices.SortStableFunc(near, func(a, b *area) int {
		return cmp.Compare(a.place.squaredChord(seed.place), b.place.squaredChord(seed.place))
	})
	return near
}

// fill adds men of the areas to start until it is a club with no more than so many who are willing
// to be captain. It returns nil if there are too few.
func fill(start []*candidate, near []*area, maxWilling int) []*candidate {
	members := slices.Clone(start)
	willing := 0
	for _, m := range members {
		if m.Willing {
			willing++
		}
	}
	for _, a := range near {
		if !a.isNearAll(members) {
			continue
		}
		captains, others := a.captains, a.others
		for _, m := range start {
			switch {
			case m.home != a:
			case m.Willing:
				captains = captains[1:]
			default:
				others = others[1:]
			}
		}
		for len(members) < Size {
			if willing >= maxWilling {
				captains = nil
			}
			next := longestWaiting(captains, others)
			if next == nil {
				break
			}
			if next.Willing {
				captains = captains[1:]
				willing++
			} else {
				others = others[1:]
			}
			members = append(members, next)
		}
	}
	if len(members) < Size {
		return nil
	}
	return members
}

// reach is MaxMiles as a squared chord.
var reach = squaredChordOf(MaxMiles)

func (a *area) isNearAll(members []*candidate) bool {
	return !slices.ContainsFunc(members, func(m *candidate) bool { return a.place.squaredChord(m.home.place) > reach })
}

func newClub(members []*candidate) Club {
	var club Club
	for i, m := range members {
		for _, other := range members[:i] {
			club.Miles = max(club.Miles, m.home.place.miles(other.home.place))
		}
		if m.Willing && (i == 0 || !club.HasCaptain()) {
			club.Members = slices.Insert(club.Members, 0, m.Man)
		} else {
			club.Members = append(club.Members, m.Man)
		}
	}
	return club
}
