// Package faults holds the tests of what happens to the built program and its Postgres when things
// go wrong: whatever a client was told, holds.
package faults

import (
	"errors"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/program"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

func TestKilledProgramLosesNothing(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	p := programtest.Serve(t, db.url())
	load := programtest.StartLoad(t, p.URL, 0)
	load.WaitFor(200, 0)
	p.Kill()
	load.Wait() // Every client has noticed.

	restarted := programtest.Serve(t, db.url())
	entries := db.entries()
	load.AssertKept(entries)
	if unanswered := len(entries) - len(load.Acknowledged); unanswered > programtest.Clients {
		t.Errorf("%d entries were not acknowledged, of %d clients", unanswered, programtest.Clients)
	}
	if a := programtest.Send(http.DefaultClient, "POST", restarted.URL+"/api/v1/waitlist", `{"email":"after@example.com"}`); a.Status != http.StatusCreated {
		t.Errorf("after the restart: %v", a)
	}
}

func TestPostgresOutage(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*database){"stopped": (*database).stop, "crashed": (*database).crash} {
		t.Run(name, func(t *testing.T) {
			db := startDatabase(t)
			p := programtest.Serve(t, db.url())
			ready := func() programtest.Answer { return programtest.Send(http.DefaultClient, "GET", p.URL+"/readyz", "") }
			load := programtest.StartLoad(t, p.URL, 0)
			load.WaitFor(100, 0)

			end(db)
			load.WaitFor(0, 2*programtest.Clients)
			if a := ready(); !a.IsUnavailable() {
				t.Errorf("/readyz without Postgres: %v", a)
			}

			db.start()
			load.WaitFor(100, 0)
			if a := ready(); a.Status != http.StatusOK {
				t.Errorf("/readyz with Postgres again: %v", a)
			}
			load.Stop()
			load.AssertKept(db.entries())
			load.AssertUnavailable()
		})
	}
}

func TestShutdownUnderLoad(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	admin := db.open()
	p := programtest.Serve(t, db.url())
	load := programtest.StartLoad(t, p.URL, programtest.Steady)
	load.WaitFor(5*programtest.Clients, 0)

	signalled := time.Now()
	p.Signal(syscall.SIGTERM)
	probe := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	programtest.WaitUntil(t, "/readyz says 503", func() bool {
		a := programtest.Send(probe, "GET", p.URL+"/readyz", "")
		if a.Err != nil {
			t.Fatalf("no answer before /readyz said 503: %v", a)
		}
		return a.IsUnavailable()
	})
	load.WaitFor(2*programtest.Clients, 0) // It still works.
	// But it leaves no connection open, or it would close them while clients send something.
	keeper := &http.Client{Transport: &http.Transport{}}
	for range 2 {
		if a := programtest.Send(keeper, "GET", p.URL+"/healthz", ""); a.Status != http.StatusOK || a.Reused {
			t.Errorf("/healthz at the end: %v, on a used connection: %v", a, a.Reused)
		}
	}
	// All clients are let in and wait, until nobody new can come.
	gate := admin.MustBegin()
	gate.MustExec(`LOCK TABLE waitlist_entries`)
	programtest.WaitUntil(t, "it takes no connections", func() bool {
		return programtest.Send(probe, "GET", p.URL+"/healthz", "").Err != nil
	})
	gate.Rollback()

	if err := p.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if took := time.Since(signalled); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	load.Wait()
	entries := db.entries()
	load.AssertKept(entries)
	load.AssertAnswered(entries) // What was accepted was answered.
	for _, a := range load.Others {
		// Whoever was let in was answered.
		if !errors.Is(a.Err, syscall.ECONNREFUSED) {
			t.Errorf("a client got %v", a)
		}
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
	programtest.WaitUntil(t, "both wait, for the table or for each other", func() bool {
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

	p := programtest.Serve(t, db.url(), "--migrate=false")
	joined := programtest.Send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	if joined.Status != http.StatusCreated {
		t.Fatalf("POST: %v", joined)
	}
	again := programtest.Send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"SAM@example.com"}`)
	if again.Code != "duplicate_email" {
		t.Errorf("POST of the same address: %v", again)
	}
	answers := `{"book_conversation_story":"a","how_did_you_hear":"b"}`
	if a := programtest.Send(http.DefaultClient, "PATCH", p.URL+"/api/v1/waitlist/"+joined.ID, answers); a.Status != http.StatusNoContent {
		t.Errorf("PATCH: %v", a)
	}
}

func TestParallelInsertsOfOneAddress(t *testing.T) {
	t.Parallel()
	const visitors = 200
	db := startDatabase(t)
	p := programtest.Serve(t, db.url())
	answers := make([]programtest.Answer, visitors)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			answers[i] = programtest.Send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
		})
	}
	group.Wait()
	created := 0
	for _, a := range answers {
		switch {
		case a.Status == http.StatusCreated:
			created++
		case a.Status != http.StatusConflict || a.Code != "duplicate_email":
			t.Errorf("a visitor got %v", a)
		}
	}
	if entries := db.entries(); created != 1 || len(entries) != 1 {
		t.Errorf("%d of %d were told that they joined, %d are in the table", created, visitors, len(entries))
	}
}

func TestDatabaseThatRefusesChanges(t *testing.T) {
	t.Parallel()
	db := startDatabase(t)
	p := programtest.Serve(t, db.url())
	admin := db.open()
	load := programtest.StartLoad(t, p.URL, 0)
	load.WaitFor(50, 0)
	for _, setting := range []string{
		"default_transaction_read_only = on",
		// Some of them: those that would succeed a moment later.
		"default_transaction_isolation = serializable",
	} {
		admin.MustExec("ALTER SYSTEM SET " + setting)
		admin.MustExec("SELECT pg_reload_conf()")
		load.WaitFor(0, programtest.Clients)
		admin.MustExec("ALTER SYSTEM RESET ALL")
		admin.MustExec("SELECT pg_reload_conf()")
		load.WaitFor(50, 0)
	}
	load.Stop()

	entries := db.entries()
	load.AssertKept(entries)
	load.AssertAnswered(entries)
	load.AssertUnavailable()
}
