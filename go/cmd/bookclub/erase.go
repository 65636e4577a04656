package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// erase removes a person.
func (p program) erase(ctx context.Context, args []string) error {
	s := p.newSettings("erase")
	s.argument = "EMAIL"
	s.about = `Removes the entry with this address, and all that comes from it. Blanks around the
address and upper or lower case do not matter. Backups and exports are not touched.

`
	databaseURL := s.databaseURL()
	if err := s.parse(args); err != nil {
		return err
	}
	db, err := openDatabase(*databaseURL, postgres.Open)
	if err != nil {
		return err
	}
	defer db.Close()
	removed, err := postgres.NewWaitlistStore(db).EraseByEmail(ctx, waitlist.Trim(s.Arg(0)))
	if err != nil {
		return fmt.Errorf("cannot erase: %w", err)
	}
	if removed == 0 {
		return errors.New("nobody with that address is on the waitlist")
	}
	fmt.Fprintf(p.stdout, "Removed %d %s.\n", removed, plural(int(removed), "entry", "entries"))
	return nil
}
