package faults

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

var cluster postgrestest.Cluster

// dataVariable is the directory of a new server's data, set in a process that a test has started so
// that it need not make one.
const dataVariable = "FAULTS_TEST_DATA"

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// database is a Postgres that keeps what it has confirmed, and that a test may break.
type database struct {
	t      *testing.T
	config embeddedpg.Config
	server *embeddedpg.Server
}

// startDatabase returns a running Postgres, which is stopped when the test ends.
func startDatabase(t *testing.T) *database {
	t.Helper()
	return startDatabaseIn(t, t.TempDir())
}

// startDatabaseIn is startDatabase with its data in a directory.
func startDatabaseIn(t *testing.T, dir string) *database {
	t.Helper()
	pkg, err := postgrestest.Package()
	if err != nil {
		t.Fatal(err)
	}
	if from := os.Getenv(dataVariable); from != "" {
		if err := postgrestest.CopyData(dir, from); err != nil {
			t.Fatal(err)
		}
	} else {
		cluster.NewData(t, dir)
	}
	d := &database{t: t, config: embeddedpg.Config{Package: pkg, Dir: dir}}
	d.start()
	t.Cleanup(func() { d.stop() })
	return d
}

// start starts Postgres, again after stop or crash. Its data and its address are the same.
func (d *database) start() {
	d.t.Helper()
	server, err := embeddedpg.Start(d.t.Context(), d.config)
	if err != nil {
		d.t.Fatal(err)
	}
	d.server = server
}

// stop shuts Postgres down.
func (d *database) stop() { d.server.Stop() }

// crash ends all processes of Postgres where they are (an immediate shutdown).
func (d *database) crash() {
	d.t.Helper()
	content, err := os.ReadFile(filepath.Join(d.config.Dir, "data", "postmaster.pid"))
	if err != nil {
		d.t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		d.t.Fatal(err)
	}
	<-d.server.Exited()
	d.server.Stop() // Gives the directory free.
}

func (d *database) url() string { return d.server.URL("postgres") }

// open returns a pool of connections of the test's own, closed when the test ends.
func (d *database) open() *sqlx.DB {
	d.t.Helper()
	db, err := postgres.Open(d.url())
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { db.Close() })
	return db
}

// entries returns what is in the tables, by id.
func (d *database) entries() map[string]programtest.Entry {
	d.t.Helper()
	return programtest.Entries(d.t, d.open())
}
