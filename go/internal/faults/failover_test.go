package faults

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// As docs/operations.md says.
func TestFailover(t *testing.T) {
	t.Parallel()
	primary := startDatabase(t)
	standby := primary.startStandby()
	p := programtest.Serve(t, eitherURL(t, primary, standby))
	load := programtest.StartLoad(t, p.URL, 0)
	load.WaitFor(100, 0)

	primary.crash()
	load.WaitFor(0, 2*programtest.Clients)
	if a := programtest.Send(http.DefaultClient, "GET", p.URL+"/readyz", ""); !a.IsUnavailable() {
		t.Errorf("/readyz with a standby alone: %v", a)
	}
	standby.open().MustExec(`SELECT pg_promote()`)
	load.WaitFor(100, 0)
	load.Stop()

	load.AssertKept(standby.entries())
	load.AssertUnavailable()
}

// While nobody confirms that a standby has a change, the change is not acknowledged, even though this
// server has it.
func TestStandbyIsAway(t *testing.T) {
	t.Parallel()
	primary := startDatabase(t)
	standby := primary.startStandby()
	p := programtest.Serve(t, primary.url())
	join := func(email string) programtest.Answer {
		return programtest.Send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"`+email+`"}`)
	}
	before := join("before@example.com")
	if before.Status != http.StatusCreated {
		t.Fatalf("with the standby: %v", before)
	}

	standby.stop()
	var meanwhile sync.WaitGroup
	for name, change := range map[string]func() programtest.Answer{
		"joining": func() programtest.Answer { return join("meanwhile@example.com") },
		"step 2": func() programtest.Answer {
			return programtest.Send(http.DefaultClient, "PATCH", p.URL+"/api/v1/waitlist/"+before.ID, `{"name":"Sam"}`)
		},
	} {
		meanwhile.Go(func() {
			if a := change(); !a.IsUnavailable() {
				t.Errorf("%s without the standby: %v", name, a)
			}
		})
	}
	meanwhile.Wait()

	standby.start()
	if a := join("after@example.com"); a.Status != http.StatusCreated {
		t.Errorf("with the standby again: %v", a)
	}
}

// startStandby returns a second Postgres that has what the first has: this one from now on confirms
// nothing before its standby has it, too.
func (d *database) startStandby() *database {
	d.t.Helper()
	d.stop()
	standby := &database{t: d.t, config: d.config}
	standby.config.Dir = d.t.TempDir()
	if err := postgrestest.CopyData(standby.config.Dir, d.config.Dir); err != nil {
		d.t.Fatal(err)
	}
	d.start()
	for name, content := range map[string]string{
		"standby.signal":       "",
		"postgresql.auto.conf": "primary_conninfo = 'user=postgres host=" + postgrestest.SocketDir(d.t, d.url()) + "'\n",
	} {
		if err := os.WriteFile(filepath.Join(standby.config.Dir, "data", name), []byte(content), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	standby.start()
	d.t.Cleanup(func() { standby.stop() })

	admin := d.open()
	admin.MustExec(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
	admin.MustExec(`SELECT pg_reload_conf()`)
	programtest.WaitUntil(d.t, "the standby has all of it", func() bool {
		var synchronous bool
		err := admin.Get(&synchronous, `SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')`)
		return err == nil && synchronous
	})
	return standby
}

// eitherURL returns the connection string of whichever of two servers takes writes.
func eitherURL(t *testing.T, a, b *database) string {
	t.Helper()
	u, err := url.Parse(a.url())
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("host", postgrestest.SocketDir(t, a.url())+","+postgrestest.SocketDir(t, b.url()))
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = query.Encode()
	return u.String()
}
