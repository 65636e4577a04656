package main

import (
	"context"
	"fmt"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// migrate brings the tables up to date.
func (p program) migrate(ctx context.Context, args []string) error {
	s := p.newSettings("migrate")
	databaseURL := s.databaseURL()
	if err := s.parse(args); err != nil {
		return err
	}
	db, err := openDatabase(*databaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := postgres.Migrate(ctx, db); err != nil {
		return fmt.Errorf("cannot apply the migrations: %w", err)
	}
	fmt.Fprintln(p.stdout, "The tables are up to date.")
	return nil
}
