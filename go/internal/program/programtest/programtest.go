// Package programtest runs the built bookclub for the length of a test, joins its list, and takes its mails.
package programtest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/program"
)

// deadline bounds each wait for something that must happen.
const deadline = 30 * time.Second

// Serve runs the program on a database. It is killed when the test ends.
func Serve(t *testing.T, databaseURL string, flags ...string) *program.Process {
	t.Helper()
	p, err := program.Serve(databaseURL, filepath.Join(t.TempDir(), "log"), flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Kill()
		if t.Failed() {
			t.Logf("the log of the program ends with:\n%s", p.LogEnd())
		}
	})
	return p
}

// WaitUntil returns when the condition holds.
func WaitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	timeout := time.After(deadline)
	for !holds() {
		select {
		case <-poll.C:
		case <-timeout:
			t.Fatalf("waited too long until %s", what)
		}
	}
}

// Entry is a person in the tables.
type Entry struct {
	ID, Email string
	Queued    bool // a mail, in the outbox
	Counted   bool // that mail, among those of the last 24 hours
}

// Entries returns what is in the tables, by id.
func Entries(t *testing.T, db *sqlx.DB) map[string]Entry {
	t.Helper()
	var rows []Entry
	if err := db.Select(&rows, `
		SELECT id, email,
			EXISTS (SELECT FROM outbox WHERE entry_id = e.id) AS queued,
			EXISTS (SELECT FROM confirmed_addresses
				WHERE address_hash = sha256(convert_to(lower(e.email), 'UTF8'))) AS counted
		FROM waitlist_entries e`); err != nil {
		t.Fatal(err)
	}
	entries := make(map[string]Entry, len(rows))
	for _, row := range rows {
		entries[row.ID] = row
	}
	return entries
}
