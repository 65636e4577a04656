package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

func TestViolatedConstraintIsToldWithoutTheRow(t *testing.T) {
	db := cluster.Open(t)
	db.MustExec(`ALTER TABLE waitlist_entries ADD CONSTRAINT not_zed CHECK (name <> 'zed')`)
	name := "zed"
	err := postgres.NewWaitlistStore(db).Insert(t.Context(), uuid.New(), waitlist.NewEntry{Name: &name, Email: "zed@example.com"})
	if err == nil || err.Error() != "postgres: SQLSTATE 23514 waitlist_entries not_zed" {
		t.Errorf("told as %v", err)
	}
	var cause *pq.Error
	if !errors.As(err, &cause) || !strings.Contains(cause.Detail, "zed@example.com") {
		t.Errorf("Postgres did not send the row, so this test shows nothing: %v", err)
	}
}

func TestBacklog(t *testing.T) {
	db := cluster.Open(t)
	outbox, store := postgres.NewOutbox(db), postgres.NewWaitlistStore(db)
	check := func(wantWaiting int, wantSeconds float64) {
		t.Helper()
		waiting, oldest, err := outbox.Backlog(t.Context())
		if err != nil || waiting != wantWaiting || oldest.Seconds() < wantSeconds || oldest.Seconds() > wantSeconds+60 {
			t.Errorf("%d mails, the oldest from %v ago, %v; want %d, %v s", waiting, oldest, err, wantWaiting, wantSeconds)
		}
	}
	check(0, 0)
	answer := "a"
	for _, email := range []string{"old@example.com", "new@example.com", "sent@example.com"} {
		entry := waitlist.NewEntry{Email: email, BookConversationStory: &answer, HowDidYouHear: &answer}
		if err := store.Insert(t.Context(), uuid.New(), entry); err != nil {
			t.Fatal(err)
		}
		if _, err := store.QueueConfirmation(t.Context(), email); err != nil {
			t.Fatal(err)
		}
	}
	const ofAddress = ` FROM waitlist_entries e WHERE e.id = entry_id AND email = `
	db.MustExec(`UPDATE outbox SET created_at = now() - interval '1 hour'` + ofAddress + `'old@example.com'`)
	db.MustExec(`UPDATE outbox SET created_at = now() - interval '1 day', sent_at = now()` + ofAddress + `'sent@example.com'`)
	check(2, 3600)
}
