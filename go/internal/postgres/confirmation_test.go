package postgres_test

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// rejoin adds a complete entry, asks for its confirmation, and says whether one was queued.
func rejoin(t *testing.T, store *postgres.WaitlistStore, email string) (id uuid.UUID, queued bool) {
	t.Helper()
	id = join(t, store, waitlist.NewEntry{Email: email, BookConversationStory: text("s"), HowDidYouHear: text("h")})
	queued, err := store.QueueConfirmation(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	return id, queued
}

func TestAddressIsNotMailedAgainAndAgain(t *testing.T) {
	store, db := newStore(t)
	again := func(email string, want bool) {
		t.Helper()
		id, queued := rejoin(t, store, email)
		if queued != want {
			t.Errorf("%s: queued %v, want %v", email, queued, want)
		}
		if err := store.Erase(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	again("sam@example.com", true)
	again("SAM@example.com", true)
	again("sam@Example.com", true)
	again("sam@example.com", false)
	again("alex@example.com", true) // Others are not concerned.

	db.MustExec(`UPDATE confirmed_addresses SET confirmed_at = now() - interval '23 hours 59 minutes'`)
	again("sam@example.com", false)
	db.MustExec(`UPDATE confirmed_addresses SET confirmed_at = now() - interval '24 hours 1 minute'`)
	again("sam@example.com", true)
	if n := count(t, db, `SELECT count(*) FROM confirmed_addresses`); n != 1 {
		t.Errorf("%d addresses are remembered, want that of the last day only", n)
	}
}

func TestForgottenAddressLeavesNothing(t *testing.T) {
	store, db := newStore(t)
	for _, email := range []string{"sam@example.com", "alex@example.com"} {
		if _, queued := rejoin(t, store, email); !queued {
			t.Fatal("not queued")
		}
	}
	if _, err := store.EraseByEmail(t.Context(), "Sam@Example.com"); err != nil {
		t.Fatal(err)
	}
	if n := count(t, db, `SELECT count(*) FROM confirmed_addresses`); n != 1 {
		t.Errorf("%d addresses are remembered, want the other one", n)
	}
}

func TestForgottenAddressIsNotLeftWithAChangedEntry(t *testing.T) {
	store, db := newStore(t)
	id, _ := rejoin(t, store, "typo@example.com")
	if err := store.Update(t.Context(), id, waitlist.Change{Email: waitlist.Set("sam@example.com")}, time.Hour); err != nil {
		t.Fatal(err)
	}
	// Whose address the typo was wants to be forgotten. Sam stays, and gets his mail.
	if removed, err := store.EraseByEmail(t.Context(), "Typo@example.com"); err != nil || removed != 0 {
		t.Errorf("EraseByEmail = %d, %v", removed, err)
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE recipient IS NOT NULL`); n != 0 {
		t.Error("the outbox holds the forgotten address")
	}
	q, found, err := postgres.NewOutbox(db).Claim(t.Context(), time.Hour)
	if err != nil || !found || q.Email != "sam@example.com" {
		t.Errorf("Claim = %+v, %v, %v", q, found, err)
	}
}

func TestForgottenEntryLeavesNoTraceOfAnEarlierAddress(t *testing.T) {
	store, db := newStore(t)
	id, _ := rejoin(t, store, "old@example.com")
	if err := store.Update(t.Context(), id, waitlist.Change{Email: waitlist.Set("new@example.com")}, time.Hour); err != nil {
		t.Fatal(err)
	}
	if removed, err := store.EraseByEmail(t.Context(), "new@example.com"); err != nil || removed != 1 {
		t.Errorf("EraseByEmail = %d, %v", removed, err)
	}
	if n := count(t, db, `SELECT (SELECT count(*) FROM confirmed_addresses) + (SELECT count(*) FROM outbox)`); n != 0 {
		t.Errorf("%d rows of the person are left", n)
	}
}

func TestPersonWhoLeavesMeanwhileIsNotMailed(t *testing.T) {
	store, db := newStore(t)
	join(t, store, waitlist.NewEntry{Email: "sam@example.com", BookConversationStory: text("s"), HowDidYouHear: text("h")})
	leaving := db.MustBegin()
	leaving.MustExec(`DELETE FROM waitlist_entries`)

	asked := make(chan error, 1)
	go func() {
		queued, err := store.QueueConfirmation(t.Context(), "sam@example.com")
		if queued {
			err = errors.New("a mail is queued")
		}
		asked <- err
	}()
	waiting := `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
	for count(t, db, waiting) == 0 {
		runtime.Gosched()
	}
	if err := leaving.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := <-asked; err != nil {
		t.Error(err)
	}
}

func TestMailGoesWhereItWasAskedFor(t *testing.T) {
	store, db := newStore(t)
	id, _ := rejoin(t, store, "sam@example.com")
	// Or a confirmation could be sent on to an address that has had its share.
	change := waitlist.Change{Email: waitlist.Set("victim@example.com")}
	if err := store.Update(t.Context(), id, change, time.Hour); err != nil {
		t.Fatal(err)
	}
	q, found, err := postgres.NewOutbox(db).Claim(t.Context(), time.Hour)
	if err != nil || !found || q.Email != "sam@example.com" {
		t.Errorf("Claim = %+v, %v, %v", q, found, err)
	}
}

func TestNoticeIsQueuedOncePerEntryAndOnlyWhenAsked(t *testing.T) {
	store, db := newStore(t)
	rejoin(t, store, "without@example.com")
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE kind = 'notice'`); n != 0 {
		t.Errorf("%d notices without an address", n)
	}
	noticing := store.WithNotices("owner@books.example")
	rejoin(t, noticing, "with@example.com")
	if queued, err := noticing.QueueConfirmation(t.Context(), "with@example.com"); err != nil || queued {
		t.Errorf("QueueConfirmation again = %v, %v", queued, err)
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE kind = 'notice' AND recipient = 'owner@books.example'`); n != 1 {
		t.Errorf("%d notices", n)
	}
}

func TestBuriedMailRests(t *testing.T) {
	store, db := newStore(t)
	rejoin(t, store, "sam@example.com")
	outbox := postgres.NewOutbox(db)
	q, _, err := outbox.Claim(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := outbox.Bury(t.Context(), q.ID, "refused with status 550"); err != nil {
		t.Fatal(err)
	}
	db.MustExec(`UPDATE outbox SET due_at = now()`)
	if q, found, err := outbox.Claim(t.Context(), time.Hour); err != nil || found {
		t.Errorf("Claim = %+v, %v, %v", q, found, err)
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE dead_at IS NOT NULL AND dead_reason = 'refused with status 550'`); n != 1 {
		t.Errorf("%d dead mails", n)
	}
}
