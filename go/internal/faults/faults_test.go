// Package faults holds the tests of what happens to the built program and its Postgres when things
// go wrong: whatever a client was told, holds.
package faults

import (
	"errors"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/program"
)

// serve runs the program on a database. It is killed when the test ends.
func serve(t *testing.T, databaseURL string, flags ...string) *program.Process {
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

// waitUntil returns when the condition holds.
func waitUntil(t *testing.T, what string, holds func() bool) {
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

func TestKilledProgramLosesNothing(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	p := serve(t, db.url())
	load := startLoad(t, p.URL, 0)
	load.waitFor(200, 0)
	p.Kill()
	load.group.Wait() // Every client has noticed.

	restarted := serve(t, db.url())
	entries := db.entries()
	load.assertKept(entries)
	if unanswered := len(entries) - len(load.acknowledged); unanswered > clients {
		t.Errorf("%d entries were not acknowledged, of %d clients", unanswered, clients)
	}
	if a := send(http.DefaultClient, "POST", restarted.URL+"/api/v1/waitlist", `{"email":"after@example.com"}`); a.status != http.StatusCreated {
		t.Errorf("after the restart: %v", a)
	}
}

func TestPostgresOutage(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*database){"stopped": (*database).stop, "crashed": (*database).crash} {
		t.Run(name, func(t *testing.T) {
			db := startDatabase(t)
			p := serve(t, db.url())
			ready := func() answer { return send(http.DefaultClient, "GET", p.URL+"/readyz", "") }
			load := startLoad(t, p.URL, 0)
			load.waitFor(100, 0)

			end(db)
			load.waitFor(0, 2*clients)
			if a := ready(); !a.isUnavailable() {
				t.Errorf("/readyz without Postgres: %v", a)
			}

			db.start()
			load.waitFor(100, 0)
			if a := ready(); a.status != http.StatusOK {
				t.Errorf("/readyz with Postgres again: %v", a)
			}
			load.stop()
			load.assertKept(db.entries())
			load.assertUnavailable()
		})
	}
}

func TestShutdownUnderLoad(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	admin := db.open()
	p := serve(t, db.url())
	load := startLoad(t, p.URL, steady)
	load.waitFor(5*clients, 0)

	signalled := time.Now()
	p.Signal(syscall.SIGTERM)
	probe := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	waitUntil(t, "/readyz says 503", func() bool {
		a := send(probe, "GET", p.URL+"/readyz", "")
		if a.err != nil {
			t.Fatalf("no answer before /readyz said 503: %v", a)
		}
		return a.isUnavailable()
	})
	load.waitFor(2*clients, 0) // It still works.
	// But it leaves no connection open, or it would close them while clients send something.
	keeper := &http.Client{Transport: &http.Transport{}}
	for range 2 {
		if a := send(keeper, "GET", p.URL+"/healthz", ""); a.status != http.StatusOK || a.reused {
			t.Errorf("/healthz at the end: %v, on a used connection: %v", a, a.reused)
		}
	}
	// All clients are let in and wait, until nobody new can come.
	gate := admin.MustBegin()
	gate.MustExec(`LOCK TABLE waitlist_entries`)
	waitUntil(t, "it takes no connections", func() bool {
		return send(probe, "GET", p.URL+"/healthz", "").err != nil
	})
	gate.Rollback()

	if err := p.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if took := time.Since(signalled); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	load.group.Wait()
	entries := db.entries()
	load.assertKept(entries)
	load.assertAnswered(entries) // What was accepted was answered.
	for _, a := range load.others {
		// Whoever was let in was answered.
		if !errors.Is(a.err, syscall.ECONNREFUSED) {
			t.Errorf("a client got %v", a)
		}
	}
}

func TestReplicaIsReplacedUnnoticed(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	old, other := serve(t, db.url()), serve(t, db.url())
	proxy := startProxy(t, old, other)
	load := startLoad(t, proxy.URL, steady)
	load.waitFor(5*clients, 0)

	// As docs/operations.md says.
	old.Signal(syscall.SIGTERM)
	if err := old.Wait(); err != nil {
		t.Errorf("the old replica ended with %v", err)
	}
	proxy.replace(0, serve(t, db.url()))
	waitUntil(t, "the proxy uses the new replica", proxy.usesAll)
	load.waitFor(5*clients, 0)
	load.stop()

	entries := db.entries()
	load.assertKept(entries)
	load.assertAnswered(entries)
	for _, a := range load.others {
		t.Errorf("a client got %v", a)
	}
}

func TestTwoMigrationsAtOnce(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	admin := db.open()
	// Nobody can make this table before the transaction is over.
	gate := admin.MustBegin()
	gate.MustExec(`CREATE TABLE waitlist_entries ()`)
	var group sync.WaitGroup
	for range 2 {
		migrate, err := program.Command(db.url(), "migrate")
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			if output, err := migrate.CombinedOutput(); err != nil {
				t.Errorf("migrate: %v\n%s", err, output)
			}
		})
	}
	waitUntil(t, "both wait, for the table or for each other", func() bool {
		var waiting int
		if err := admin.Get(&waiting, `
			SELECT count(*) FROM pg_stat_activity
			WHERE pid <> pg_backend_pid() AND (wait_event_type = 'Lock' OR query LIKE '%advisory_lock%')`); err != nil {
			t.Fatal(err)
		}
		return waiting == 2
	})
	gate.Rollback()
	group.Wait()

	p := serve(t, db.url(), "--migrate=false")
	joined := send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	if joined.status != http.StatusCreated {
		t.Fatalf("POST: %v", joined)
	}
	again := send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"SAM@example.com"}`)
	if again.code != "duplicate_email" {
		t.Errorf("POST of the same address: %v", again)
	}
	answers := `{"book_conversation_story":"a","how_did_you_hear":"b"}`
	if a := send(http.DefaultClient, "PATCH", p.URL+"/api/v1/waitlist/"+joined.id, answers); a.status != http.StatusNoContent {
		t.Errorf("PATCH: %v", a)
	}
}

func TestParallelInsertsOfOneAddress(t *testing.T) {
	t.Parallel()
	const visitors = 200
	db := startDatabase(t)
	p := serve(t, db.url())
	answers := make([]answer, visitors)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			answers[i] = send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
		})
	}
	group.Wait()
	created := 0
	for _, a := range answers {
		switch {
		case a.status == http.StatusCreated:
			created++
		case a.status != http.StatusConflict || a.code != "duplicate_email":
			t.Errorf("a visitor got %v", a)
		}
	}
	if entries := db.entries(); created != 1 || len(entries) != 1 {
		t.Errorf("%d of %d were told that they joined, %d are in the table", created, visitors, len(entries))
	}
}

func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	p := serve(t, db.url())
	admin := db.open()
	setReadOnly := func(value string) {
		admin.MustExec(`ALTER SYSTEM SET default_transaction_read_only = ` + value)
		admin.MustExec(`SELECT pg_reload_conf()`)
	}
	load := startLoad(t, p.URL, 0)
	load.waitFor(100, 0)
	setReadOnly("on")
	load.waitFor(0, 2*clients)
	setReadOnly("off")
	load.waitFor(100, 0)
	load.stop()

	entries := db.entries()
	load.assertKept(entries)
	load.assertAnswered(entries)
	load.assertUnavailable()
}
