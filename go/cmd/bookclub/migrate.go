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
	if err := applyMigrations(ctx, *databaseURL); err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, "The tables are up to date.")
	return nil
}

func applyMigrations(ctx context.Context, databaseURL string) error {
	db, err := openDatabase(databaseURL, postgres.Open)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := postgres.Migrate(ctx, db); err != nil {
		return fmt.Errorf("cannot apply the migrations: %w", err)
	}
	return nil
}
