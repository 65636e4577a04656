// Package postgrestest gives each test a database of its own in a real Postgres.
package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// template is the migrated database that the tests' databases are copies of.
const template = "migrated"

// Cluster is the Postgres server of one test binary. It starts when the first test asks for a
// database. The zero value is ready; TestMain calls its Run.
type Cluster struct {
	mu        sync.Mutex // of what is below; also, a template can be copied by one at a time
	dir       string     // holds the data of a new server, and the server's own directory
	server    *embeddedpg.Server
	failed    error // of its start
	databases int
}

// Run runs the tests, then stops the server. It returns the exit code.
func (c *Cluster) Run(m *testing.M) int {
	code := m.Run()
	if c.server != nil {
		c.server.Stop()
	}
	os.RemoveAll(c.dir)
	return code
}

// NewDatabase returns the connection string of a new, migrated database.
func (c *Cluster) NewDatabase(t testing.TB) string {
	t.Helper()
	return c.newDatabase(t, template)
}

// NewEmptyDatabase returns the connection string of a new database without tables.
func (c *Cluster) NewEmptyDatabase(t testing.TB) string {
	t.Helper()
	return c.newDatabase(t, "template0")
}

func (c *Cluster) newDatabase(t testing.TB, template string) string {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server == nil && c.failed == nil {
		c.failed = c.start()
	}
	if c.failed != nil {
		t.Fatal(c.failed)
	}
	c.databases++
	name := fmt.Sprintf("test_%d", c.databases)
	if err := c.exec(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY file_copy", name, template)); err != nil {
		t.Fatal(err)
	}
	return c.server.URL(name)
}

// Open returns a pool of connections to a new, migrated database, closed when the test ends.
func (c *Cluster) Open(t testing.TB) *sqlx.DB {
	t.Helper()
	db, err := postgres.Open(c.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// NewData puts the data of a new server into its directory, for a test that runs one of its own. It is
// a copy, because initdb takes longer than most tests.
func (c *Cluster) NewData(t testing.TB, dir string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.init(); err != nil {
		t.Fatal(err)
	}
	if err := CopyData(dir, c.dir); err != nil {
		t.Fatal(err)
	}
}

// init makes, once, the data of a new server.
func (c *Cluster) init() error {
	if c.dir != "" {
		return nil
	}
	pkg, err := Package()
	if err != nil {
		return err
	}
	// Not in a test's own temp directory, whose path may be too long for a socket.
	dir, err := os.MkdirTemp("", "pg")
	if err != nil {
		return err
	}
	if err := embeddedpg.Init(embeddedpg.Config{Package: pkg, Dir: dir, Ephemeral: true}); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	c.dir = dir
	return nil
}

// CopyData copies what a server that does not run keeps, from its directory to another.
func CopyData(to, from string) error {
	data := filepath.Join(to, "data")
	if err := os.CopyFS(data, os.DirFS(filepath.Join(from, "data"))); err != nil {
		return err
	}
	// Postgres insists, and CopyFS gives directories the usual rights.
	return os.Chmod(data, 0o700)
}

// As returns a connection string for another database and role on the server.
func As(t testing.TB, role, database, databaseURL string) string {
	t.Helper()
	u := parse(t, databaseURL)
	u.Path = "/" + database
	query := u.Query()
	query.Set("user", role)
	u.RawQuery = query.Encode()
	return u.String()
}

// SocketDir returns where the server of a connection string has its socket.
func SocketDir(t testing.TB, databaseURL string) string {
	t.Helper()
	return parse(t, databaseURL).Query().Get("host")
}

func parse(t testing.TB, databaseURL string) *url.URL {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Package returns the directory of the npm package that holds Postgres.
func Package() (string, error) {
	dir := os.Getenv("BOOKCLUB_POSTGRES_DIR")
	if dir == "" {
		return "", errors.New("BOOKCLUB_POSTGRES_DIR is not set, so this test has no Postgres: " +
			"in the repository's root, . tools/env.sh sets it; under ./tools/bazel test it is set")
	}
	return dir, nil
}

func (c *Cluster) start() error {
	pkg, err := Package()
	if err != nil {
		return err
	}
	if err := c.init(); err != nil {
		return err
	}
	dir := filepath.Join(c.dir, "server")
	if err := CopyData(dir, c.dir); err != nil {
		return err
	}
	if c.server, err = embeddedpg.Start(context.Background(), embeddedpg.Config{Package: pkg, Dir: dir, Ephemeral: true}); err != nil {
		return err
	}
	if err := c.exec("CREATE DATABASE " + template); err != nil {
		return err
	}
	db, err := postgres.Open(c.server.URL(template))
	if err != nil {
		return err
	}
	defer db.Close()
	return postgres.Migrate(context.Background(), db)
}

func (c *Cluster) exec(statement string) error {
	db, err := postgres.Open(c.server.URL("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}
