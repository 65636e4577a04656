package faults

import (
	"context"
	"fmt"
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

// newCluster is a directory with a cluster as initdb makes it, which takes longer than most tests
// here. They get copies. A process that a test has started again takes its parent's.
var newCluster = os.Getenv(clusterVariable)

const clusterVariable = "FAULTS_TEST_CLUSTER"

func TestMain(m *testing.M) {
	if newCluster != "" {
		os.Exit(m.Run())
	}
	code := 1
	if err := makeCluster(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	os.RemoveAll(newCluster)
	os.Exit(code)
}

func makeCluster() error {
	pkg, err := postgrestest.Package()
	if err != nil {
		return err
	}
	if newCluster, err = os.MkdirTemp("", "pg"); err != nil {
		return err
	}
	server, err := embeddedpg.Start(context.Background(), embeddedpg.Config{Package: pkg, Dir: newCluster})
	if err != nil {
		return err
	}
	server.Stop()
	return nil
}

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
	copyCluster(t, dir, newCluster)
	d := &database{t: t, config: embeddedpg.Config{Package: pkg, Dir: dir}}
	d.start()
	t.Cleanup(func() { d.stop() })
	return d
}

// copyCluster copies what a stopped server keeps.
func copyCluster(t *testing.T, to, from string) {
	t.Helper()
	data := filepath.Join(to, "data")
	if err := os.CopyFS(data, os.DirFS(filepath.Join(from, "data"))); err != nil {
		t.Fatal(err)
	}
	// Postgres insists, and CopyFS gives directories the usual rights.
	if err := os.Chmod(data, 0o700); err != nil {
		t.Fatal(err)
	}
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
