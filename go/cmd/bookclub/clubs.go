package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/goodlifebookclub/platform/go/internal/clubs"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

var clubsHelp = fmt.Sprintf(`Proposes clubs of %d men who live near each other, with one captain each where somebody nearby is
willing. It changes nothing, and gives the same clubs again while the waitlist stays the same.

It takes the entries that are complete, with both answers of step 2. No two men of a club live more
than %d miles apart, as the crow flies. Those who have too few others near them are listed after the
clubs, and so are those without a ZIP or with one that it does not know. All who are willing to be
captain are marked; where a club has several, the one to ask is listed first.

What it does not know: where in his ZIP area a man lives (it takes a point in the middle), roads,
traffic, mountains and water between them, schedules, ages, who knows whom and who is in a club
already, ZIPs that are only post office boxes or single buildings, and ZIPs newer than 2021. It is
one reasonable proposal, not the best of all.

`, clubs.Size, clubs.MaxMiles)

// clubs proposes clubs.
func (p program) clubs(ctx context.Context, args []string) error {
	s := p.newSettings("clubs")
	s.about = clubsHelp
	databaseURL := s.databaseURL()
	format := s.format("table", "json")
	if err := s.parse(args); err != nil {
		return err
	}
	db, err := openDatabase(*databaseURL, postgres.Open)
	if err != nil {
		return err
	}
	defer db.Close()
	men, err := postgres.NewWaitlistStore(db).WaitingMen(ctx)
	if err != nil {
		return fmt.Errorf("cannot read the waitlist: %w", err)
	}
	proposal, err := clubs.Propose(men)
	if err != nil {
		return err
	}
	if *format == "json" {
		return printJSON(p.stdout, newProposalJSON(proposal))
	}
	return printProposal(p.stdout, proposal)
}

func printProposal(w io.Writer, proposal clubs.Proposal) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	list := func(men []clubs.Man) {
		for _, man := range men {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", mark(man), printable(man.Name), printable(&man.Email),
				printable(man.PhoneNumber), printable(man.ZIPCode))
		}
		fmt.Fprintln(table)
	}
	for i, club := range proposal.Clubs {
		fmt.Fprintf(table, "Club %d: at most %.0f miles apart\n", i+1, math.Ceil(club.Miles))
		list(club.Members)
	}
	if len(proposal.Leftovers) > 0 {
		fmt.Fprintln(table, "Too few others near:")
		list(proposal.Leftovers)
	}
	if len(proposal.Unlocated) > 0 {
		fmt.Fprintln(table, "No ZIP, or one that is not known:")
		list(proposal.Unlocated)
	}
	fmt.Fprintf(table, "%d %s, %d left over, %d without a known ZIP.\n", len(proposal.Clubs),
		plural(len(proposal.Clubs), "club", "clubs"), len(proposal.Leftovers), len(proposal.Unlocated))
	return table.Flush()
}

// mark tells those apart who are willing to be captain.
func mark(man clubs.Man) string {
	if man.Willing {
		return "captain"
	}
	return ""
}

// printable is a text without characters that could confuse a terminal, or - if it is absent.
func printable(text *string) string {
	if text == nil {
		return "-"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, *text)
}

// proposalJSON is a clubs.Proposal as it is printed.
type proposalJSON struct {
	Clubs     []clubJSON  `json:"clubs"`
	Leftovers []clubs.Man `json:"leftovers"`
	Unlocated []clubs.Man `json:"without_known_zip"`
}

type clubJSON struct {
	CaptainID *string     `json:"captain_id"` // null if nobody is willing
	Miles     float64     `json:"greatest_distance_miles"`
	Members   []clubs.Man `json:"members"`
}

func newProposalJSON(proposal clubs.Proposal) proposalJSON {
	printed := proposalJSON{
		Clubs:     []clubJSON{},
		Leftovers: append([]clubs.Man{}, proposal.Leftovers...), // [] rather than null
		Unlocated: append([]clubs.Man{}, proposal.Unlocated...),
	}
	for _, club := range proposal.Clubs {
		c := clubJSON{Miles: math.Round(club.Miles*10) / 10, Members: club.Members}
		if club.HasCaptain() {
			c.CaptainID = &club.Members[0].ID
		}
		printed.Clubs = append(printed.Clubs, c)
	}
	return printed
}
