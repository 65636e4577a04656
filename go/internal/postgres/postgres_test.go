package postgres_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

var cluster postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

func newStore(t *testing.T) (*postgres.WaitlistStore, *sqlx.DB) {
	db := cluster.Open(t)
	return postgres.NewWaitlistStore(db), db
}

// join inserts an entry and returns its id.
func join(t *testing.T, store *postgres.WaitlistStore, e waitlist.NewEntry) uuid.UUID {
	t.Helper()
	id := uuid.New()
	if err := store.Insert(t.Context(), id, e); err != nil {
		t.Fatal(err)
	}
	return id
}

// row is an entry as it is stored.
type row struct {
	Name                  *string   `db:"name"`
	Email                 string    `db:"email"`
	PhoneNumber           *string   `db:"phone_number"`
	ZIPCode               *string   `db:"zip_code"`
	BookConversationStory *string   `db:"book_conversation_story"`
	HowDidYouHear         *string   `db:"how_did_you_hear"`
	AnythingElse          *string   `db:"anything_else"`
	ClubCaptainInterest   bool      `db:"club_captain_interest"`
	CreatedAt             time.Time `db:"created_at"`
	UpdatedAt             time.Time `db:"updated_at"`
}

func stored(t *testing.T, db *sqlx.DB, id uuid.UUID) row {
	t.Helper()
	var r row
	if err := db.Get(&r, `SELECT name, email, phone_number, zip_code, book_conversation_story, how_did_you_hear,
		anything_else, club_captain_interest, created_at, updated_at FROM waitlist_entries WHERE id = $1`, id); err != nil {
		t.Fatal(err)
	}
	return r
}

func count(t *testing.T, db *sqlx.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.Get(&n, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

func text(s string) *string { return &s }

func TestInsertStoresEveryField(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{
		Name: text("Sam"), Email: "sam@example.com", PhoneNumber: text("303"), ZIPCode: text("80302"),
		BookConversationStory: text("story"), HowDidYouHear: text("friend"), AnythingElse: text("else"),
		ClubCaptainInterest: true,
	})
	r := stored(t, db, id)
	if *r.Name != "Sam" || r.Email != "sam@example.com" || *r.PhoneNumber != "303" || *r.ZIPCode != "80302" ||
		*r.BookConversationStory != "story" || *r.HowDidYouHear != "friend" || *r.AnythingElse != "else" || !r.ClubCaptainInterest {
		t.Errorf("stored %+v", r)
	}
	if !r.CreatedAt.Equal(r.UpdatedAt) || time.Since(r.CreatedAt).Abs() > time.Minute {
		t.Errorf("created at %v, updated at %v", r.CreatedAt, r.UpdatedAt)
	}
}

func TestAbsentFieldsAreNull(t *testing.T) {
	store, db := newStore(t)
	r := stored(t, db, join(t, store, waitlist.NewEntry{Email: "sam@example.com"}))
	if r.Name != nil || r.PhoneNumber != nil || r.ZIPCode != nil || r.BookConversationStory != nil ||
		r.HowDidYouHear != nil || r.AnythingElse != nil || r.ClubCaptainInterest {
		t.Errorf("stored %+v", r)
	}
}

func TestAddressIsUniqueWithoutCase(t *testing.T) {
	store, _ := newStore(t)
	join(t, store, waitlist.NewEntry{Email: "sam@example.com"})
	other := join(t, store, waitlist.NewEntry{Email: "other@example.com"})

	if err := store.Insert(t.Context(), uuid.New(), waitlist.NewEntry{Email: "SAM@Example.com"}); !errors.Is(err, waitlist.ErrDuplicateEmail) {
		t.Errorf("Insert: %v", err)
	}
	change := waitlist.Change{Email: waitlist.Set("Sam@example.com")}
	if err := store.Update(t.Context(), other, change, time.Hour); !errors.Is(err, waitlist.ErrDuplicateEmail) {
		t.Errorf("Update: %v", err)
	}
	// A duplicate id is a fault, not a duplicate address.
	if err := store.Insert(t.Context(), other, waitlist.NewEntry{Email: "new@example.com"}); err == nil || errors.Is(err, waitlist.ErrDuplicateEmail) {
		t.Errorf("Insert under a used id: %v", err)
	}
}

func TestParallelInsertsOfOneAddress(t *testing.T) {
	store, db := newStore(t)
	errs := make([]error, 50)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			errs[i] = store.Insert(context.Background(), uuid.New(), waitlist.NewEntry{Email: "sam@example.com"})
		})
	}
	group.Wait()
	inserted := 0
	for _, err := range errs {
		switch {
		case err == nil:
			inserted++
		case !errors.Is(err, waitlist.ErrDuplicateEmail):
			t.Error(err)
		}
	}
	if rows := count(t, db, `SELECT count(*) FROM waitlist_entries`); inserted != 1 || rows != 1 {
		t.Errorf("%d inserts succeeded and left %d rows", inserted, rows)
	}
}

func TestUpdateChangesOnlyWhatIsSet(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Name: text("Sam"), Email: "sam@example.com", PhoneNumber: text("303"), ClubCaptainInterest: true})
	change := waitlist.Change{
		PhoneNumber:           waitlist.Set[*string](nil),
		BookConversationStory: waitlist.Set("story"),
	}
	for range 2 { // A retry succeeds.
		if err := store.Update(t.Context(), id, change, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	r := stored(t, db, id)
	if *r.Name != "Sam" || r.Email != "sam@example.com" || r.PhoneNumber != nil || *r.BookConversationStory != "story" ||
		r.HowDidYouHear != nil || !r.ClubCaptainInterest {
		t.Errorf("stored %+v", r)
	}
	if !r.UpdatedAt.After(r.CreatedAt) {
		t.Errorf("updated at %v, created at %v", r.UpdatedAt, r.CreatedAt)
	}
}

func TestUpdateOfEveryField(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Email: "sam@example.com"})
	err := store.Update(t.Context(), id, waitlist.Change{
		Name: waitlist.Set(text("Sam")), Email: waitlist.Set("new@example.com"), PhoneNumber: waitlist.Set(text("303")),
		ZIPCode: waitlist.Set(text("80302")), BookConversationStory: waitlist.Set("story"), HowDidYouHear: waitlist.Set("friend"),
		AnythingElse: waitlist.Set(text("else")), ClubCaptainInterest: waitlist.Set(true),
	}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	r := stored(t, db, id)
	if *r.Name != "Sam" || r.Email != "new@example.com" || *r.PhoneNumber != "303" || *r.ZIPCode != "80302" ||
		*r.BookConversationStory != "story" || *r.HowDidYouHear != "friend" || *r.AnythingElse != "else" || !r.ClubCaptainInterest {
		t.Errorf("stored %+v", r)
	}
}

func TestUpdateEndsWithTheWindow(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Email: "sam@example.com"})
	change := waitlist.Change{Name: waitlist.Set(text("Sam"))}

	db.MustExec(`UPDATE waitlist_entries SET created_at = now() - interval '59 minutes'`)
	if err := store.Update(t.Context(), id, change, time.Hour); err != nil {
		t.Errorf("within the window: %v", err)
	}
	db.MustExec(`UPDATE waitlist_entries SET created_at = now() - interval '61 minutes', name = NULL`)
	if err := store.Update(t.Context(), id, change, time.Hour); !errors.Is(err, waitlist.ErrNotFound) {
		t.Errorf("after the window: %v", err)
	}
	if r := stored(t, db, id); r.Name != nil {
		t.Error("the entry was changed after the window")
	}
	if err := store.Update(t.Context(), uuid.New(), change, time.Hour); !errors.Is(err, waitlist.ErrNotFound) {
		t.Errorf("unknown id: %v", err)
	}
}

func TestConfirmationIsQueuedOncePerCompleteEntry(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Email: "sam@example.com"})
	join(t, store, waitlist.NewEntry{Email: "half@example.com", HowDidYouHear: text("friend")})

	queue := func(email string, want bool) {
		t.Helper()
		if got, err := store.QueueConfirmation(t.Context(), email); err != nil || got != want {
			t.Errorf("QueueConfirmation(%q) = %v, %v; want %v", email, got, err, want)
		}
	}
	queue("sam@example.com", false) // Step 2 is missing.
	queue("half@example.com", false)
	queue("nobody@example.com", false)

	answers := waitlist.Change{BookConversationStory: waitlist.Set("story"), HowDidYouHear: waitlist.Set("friend")}
	if err := store.Update(t.Context(), id, answers, time.Hour); err != nil {
		t.Fatal(err)
	}
	queue("SAM@example.com", true)
	queue("sam@example.com", false)
	db.MustExec(`UPDATE outbox SET sent_at = now()`)
	queue("sam@example.com", false) // Sent already.
	if n := count(t, db, `SELECT count(*) FROM outbox`); n != 1 {
		t.Errorf("%d mails in the outbox", n)
	}
}

func TestEraseLeavesNothing(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Email: "sam@example.com", BookConversationStory: text("s"), HowDidYouHear: text("h")})
	join(t, store, waitlist.NewEntry{Email: "other@example.com"})
	if queued, err := store.QueueConfirmation(t.Context(), "sam@example.com"); err != nil || !queued {
		t.Fatal(queued, err)
	}
	for range 2 { // An unknown id is no error.
		if err := store.Erase(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if entries, mails := count(t, db, `SELECT count(*) FROM waitlist_entries`), count(t, db, `SELECT count(*) FROM outbox`); entries != 1 || mails != 0 {
		t.Errorf("%d entries and %d mails are left", entries, mails)
	}
}

// The table keeps the rules by itself, whoever writes to it.
func TestTableRefusesBadValues(t *testing.T) {
	_, db := newStore(t)
	for column, bad := range map[string][]string{
		"name":                    {"", strings.Repeat("é", 201)},
		"email":                   {"", "sam", "sam@localhost", "sam rivers@example.com", strings.Repeat("a", 251) + "@b.c"},
		"phone_number":            {"", strings.Repeat("1", 41)},
		"zip_code":                {"", "8030", "803021", "8030a", "80302\n"},
		"book_conversation_story": {"", strings.Repeat("é", 5001)},
		"how_did_you_hear":        {"", strings.Repeat("é", 5001)},
		"anything_else":           {"", strings.Repeat("é", 5001)},
	} {
		for _, value := range bad {
			columns := []string{"id", "email"}
			values := []any{uuid.New(), "sam@example.com"}
			if column == "email" {
				values[1] = value
			} else {
				columns, values = append(columns, column), append(values, value)
			}
			placeholders := []string{"$1", "$2", "$3"}[:len(values)]
			_, err := db.Exec(`INSERT INTO waitlist_entries (`+strings.Join(columns, ", ")+`) VALUES (`+strings.Join(placeholders, ", ")+`)`, values...)
			if err == nil || !strings.Contains(err.Error(), column+"_check") {
				t.Errorf("%s = %.20q: %v", column, value, err)
			}
		}
	}
	if _, err := db.Exec(`INSERT INTO waitlist_entries (id) VALUES ($1)`, uuid.New()); err == nil {
		t.Error("an entry without an address was stored")
	}
}

func TestMigrateByTwoAtOnce(t *testing.T) {
	dsn := cluster.NewEmptyDatabase(t)
	errs := make([]error, 2)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			db, err := postgres.Open(dsn)
			if err != nil {
				errs[i] = err
				return
			}
			defer db.Close()
			errs[i] = postgres.Migrate(context.Background(), db)
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	db, err := postgres.Open(dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	join(t, postgres.NewWaitlistStore(db), waitlist.NewEntry{Email: "sam@example.com"})
}

func TestOutboxGivesEachMailToOneWorker(t *testing.T) {
	store, db := newStore(t)
	const mails = 20
	for i := range mails {
		email := string(rune('a'+i)) + "@example.com"
		join(t, store, waitlist.NewEntry{Email: email, BookConversationStory: text("s"), HowDidYouHear: text("h")})
		if queued, err := store.QueueConfirmation(t.Context(), email); err != nil || !queued {
			t.Fatal(queued, err)
		}
	}

	var mu sync.Mutex
	var claimed []string
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			outbox := postgres.NewOutbox(db)
			for {
				q, found, err := outbox.Claim(context.Background(), time.Hour)
				if err != nil {
					t.Error(err)
				}
				if !found {
					return
				}
				mu.Lock()
				claimed = append(claimed, q.Email)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	slices.Sort(claimed)
	if len(claimed) != mails || len(slices.Compact(claimed)) != mails {
		t.Errorf("claimed %v", claimed)
	}
}

func TestOutboxLeaseAndRetry(t *testing.T) {
	store, db := newStore(t)
	id := join(t, store, waitlist.NewEntry{Email: "sam@example.com", BookConversationStory: text("s"), HowDidYouHear: text("h")})
	if queued, err := store.QueueConfirmation(t.Context(), "sam@example.com"); err != nil || !queued {
		t.Fatal(queued, err)
	}
	outbox := postgres.NewOutbox(db)
	claim := func(wantAttempts int) int64 {
		t.Helper()
		q, found, err := outbox.Claim(t.Context(), time.Hour)
		if err != nil || !found || q.EntryID != id || q.Email != "sam@example.com" || q.Attempts != wantAttempts {
			t.Fatalf("Claim = %+v, %v, %v", q, found, err)
		}
		return q.ID
	}
	nothing := func(when string) {
		t.Helper()
		if q, found, err := outbox.Claim(t.Context(), time.Hour); err != nil || found {
			t.Fatalf("%s: Claim = %+v, %v, %v", when, q, found, err)
		}
	}

	claim(1)
	nothing("leased")
	db.MustExec(`UPDATE outbox SET due_at = now()`) // The lease is over: its worker has died.
	mail := claim(2)
	if err := outbox.Retry(t.Context(), mail, time.Hour); err != nil {
		t.Fatal(err)
	}
	nothing("waiting for the retry")
	if err := outbox.Retry(t.Context(), mail, 0); err != nil {
		t.Fatal(err)
	}
	claim(3)
	if err := outbox.MarkSent(t.Context(), mail); err != nil {
		t.Fatal(err)
	}
	db.MustExec(`UPDATE outbox SET due_at = now()`)
	nothing("sent")
}

func TestReadOnlyDatabaseIsUnavailable(t *testing.T) {
	store, db := newStore(t)
	db.SetMaxOpenConns(1)
	db.MustExec(`SET default_transaction_read_only = on`)
	err := store.Insert(t.Context(), uuid.New(), waitlist.NewEntry{Email: "sam@example.com"})
	if !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("Insert: %v", err)
	}
	db.MustExec(`SET default_transaction_read_only = off`)
	join(t, store, waitlist.NewEntry{Email: "sam@example.com"})
}

func TestStoppedServerIsUnavailableUntilItIsBack(t *testing.T) {
	server := cluster.StartOwnServer(t)
	store := postgres.NewWaitlistStore(server.DB)
	join(t, store, waitlist.NewEntry{Email: "before@example.com"})

	server.Stop()
	for range 2 { // On a connection of the pool, and on a new one.
		if err := store.Insert(t.Context(), uuid.New(), waitlist.NewEntry{Email: "while@example.com"}); !errors.Is(err, waitlist.ErrUnavailable) {
			t.Errorf("while stopped: %v", err)
		}
	}
	if err := store.Ping(t.Context()); !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("Ping while stopped: %v", err)
	}

	server.Start()
	join(t, store, waitlist.NewEntry{Email: "after@example.com"})
	if n := count(t, server.DB, `SELECT count(*) FROM waitlist_entries`); n != 2 {
		t.Errorf("%d entries", n)
	}
}

func TestUnreachableServerIsUnavailable(t *testing.T) {
	db, err := postgres.Open("postgres://127.0.0.1:1/bookclub?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := postgres.NewWaitlistStore(db).Ping(t.Context()); !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("Ping: %v", err)
	}
}

// The server answers, and lets nobody in.
func TestDatabaseThatRefusesConnectionsIsUnavailable(t *testing.T) {
	store, db := newStore(t)
	var name string
	if err := db.Get(&name, `SELECT current_database()`); err != nil {
		t.Fatal(err)
	}
	db.SetMaxIdleConns(0) // Each statement connects.
	cluster.Open(t).MustExec(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS false`)
	if err := store.Ping(t.Context()); !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("Ping: %v", err)
	}
	if err := store.Insert(t.Context(), uuid.New(), waitlist.NewEntry{Email: "sam@example.com"}); !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("Insert: %v", err)
	}
}

func TestConnectionStringErrorsDoNotRepeatIt(t *testing.T) {
	_, err := postgres.Open("postgres://sam:hunter2@%zz/bookclub")
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("Open: %v", err)
	}
}
