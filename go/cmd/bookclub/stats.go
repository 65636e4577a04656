package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// stats prints how much there is of everything.
func (p program) stats(ctx context.Context, args []string) error {
	s := p.newSettings("stats")
	s.about = `Prints counts. An entry is complete when both answers of step 2 are there; a ZIP area is the ZIPs
that begin with the same three digits.

`
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
	stats, err := postgres.NewWaitlistStore(db).Stats(ctx)
	if err != nil {
		return fmt.Errorf("cannot count: %w", err)
	}
	if *format == "json" {
		return printJSON(p.stdout, stats)
	}
	return printStats(p.stdout, stats)
}

func printStats(w io.Writer, stats postgres.Stats) error {
	var text strings.Builder
	line := func(label string, count int) { fmt.Fprintf(&text, "%-14s%9d\n", label, count) }
	line("entries", stats.Entries)
	line("complete", stats.Complete)
	line("captains", stats.Captains)
	for _, area := range stats.ZIPAreas {
		if area.Digits == nil {
			line("without ZIP", area.Entries)
		} else {
			line("ZIP "+*area.Digits+"xx", area.Entries)
		}
	}
	line("mails waiting", stats.MailsWaiting)
	line("mails sent", stats.MailsSent)
	line("mails dead", stats.MailsDead)
	_, err := io.WriteString(w, text.String())
	return err
}

// plural is the word for a number of things.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
