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

// Propose forms clubs. The same men give the same clubs, in whatever order they come. Ten thousand
// of one city take about three seconds. An error means that the program was built with bad data.
//
// It is the MDAV heuristic (maximum distance to average vector) for groups of a fixed size: the
// man farthest from the middle of all who are free, whose choice is the smallest, gathers the
// nearest ones around him; then the next. Working from the outside in leaves few men stranded.
// Men whom nobody can join stay free for those who come later. Of men at the same distance, the
// one who has waited longest comes first.
//
// Captains are spread. A club gets the nearest one within reach even if others are nearer, and a
// second one only if there are more of them around than clubs to be formed, or no six without.
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
	var free []*candidate
	for _, man := range men {
		place, known := point{}, false
		if man.ZIPCode != nil {
			place, known = centroids[*man.ZIPCode]
		}
		if known {
			free = append(free, &candidate{Man: man, place: place})
		} else {
			proposal.Unlocated = append(proposal.Unlocated, man)
		}
	}

	for {
		seed := farthest(free)
		if seed == nil {
			break
		}
		members := gather(seed, free)
		if members == nil {
			seed.passedOver = true
			continue
		}
		proposal.Clubs = append(proposal.Clubs, newClub(members))
		free = slices.DeleteFunc(free, func(c *candidate) bool { return slices.Contains(members, c) })
	}
	for _, c := range free {
		proposal.Leftovers = append(proposal.Leftovers, c.Man)
	}
	return proposal, nil
}

// candidate is a man who is in no club yet.
type candidate struct {
	Man
	place      point
	passedOver bool // He cannot gather a club, but may be gathered into one.
}

// farthest returns the man farthest from the middle of all, or nil if everybody was passed over.
func farthest(free []*candidate) *candidate {
	var middle point
	for _, c := range free {
		middle.x += c.place.x / float64(len(free))
		middle.y += c.place.y / float64(len(free))
		middle.z += c.place.z / float64(len(free))
	}
	var found *candidate
	var distance float64
	for _, c := range free {
		if c.passedOver {
			continue
		}
		if d := c.place.squaredChord(middle); found == nil || d > distance {
			found, distance = c, d
		}
	}
	return found
}

// gather returns a club around seed, who is its first member, or nil if there is none.
func gather(seed *candidate, free []*candidate) []*candidate {
	near, captains := neighbours(seed, free)
	if len(near)+1 < Size {
		return nil
	}
	start := []*candidate{seed}
	willing := len(captains)
	if seed.Willing {
		willing++
	} else if willing > 0 {
		start = append(start, captains[0])
	}
	clubs := (len(near) + Size) / Size // that the men around can form, rounded up
	spare := max(0, willing-clubs)

	if members := fill(start, near, 1+spare); members != nil {
		return members
	}
	if members := fill(start, near, Size); members != nil {
		return members
	}
	return fill(start[:1], near, Size)
}

// neighbours returns the men within reach of seed, the nearest first, and those of them who are
// willing to be captain.
func neighbours(seed *candidate, free []*candidate) (near, captains []*candidate) {
	type neighbour struct {
		*candidate
		distance float64
	}
	var found []neighbour
	for _, c := range free {
		if d := c.place.squaredChord(seed.place); c != seed && d <= reach {
			found = append(found, neighbour{c, d})
		}
	}
	slices.SortStableFunc(found, func(a, b neighbour) int { return cmp.Compare(a.distance, b.distance) })
	for _, n := range found {
		near = append(near, n.candidate)
		if n.Willing {
			captains = append(captains, n.candidate)
		}
	}
	return near, captains
}

// fill adds men to start until it is a club with no more than so many who are willing to be
// captain. It returns nil if there are too few.
func fill(start, near []*candidate, maxWilling int) []*candidate {
	members := slices.Clone(start)
	willing := 0
	for _, m := range members {
		if m.Willing {
			willing++
		}
	}
	for _, c := range near {
		if len(members) == Size {
			break
		}
		if c.Willing && willing >= maxWilling || slices.Contains(members, c) || !c.isNearAll(members) {
			continue
		}
		members = append(members, c)
		if c.Willing {
			willing++
		}
	}
	if len(members) < Size {
		return nil
	}
	return members
}

// reach is MaxMiles as a squared chord.
var reach = squaredChordOf(MaxMiles)

func (c *candidate) isNearAll(members []*candidate) bool {
	return !slices.ContainsFunc(members, func(m *candidate) bool { return c.place.squaredChord(m.place) > reach })
}

func newClub(members []*candidate) Club {
	var club Club
	for i, m := range members {
		for _, other := range members[:i] {
			club.Miles = max(club.Miles, m.place.miles(other.place))
		}
		if m.Willing && (i == 0 || !club.HasCaptain()) {
			club.Members = slices.Insert(club.Members, 0, m.Man)
		} else {
			club.Members = append(club.Members, m.Man)
		}
	}
	return club
}
