package postgrestest

import (
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// OwnServer is a Postgres server of a single test, which may stop it and start it again.
type OwnServer struct {
	// DB is a pool of connections to a migrated database on the server.
	DB *sqlx.DB

	t      testing.TB
	config embeddedpg.Config
	server *embeddedpg.Server
}

// StartOwnServer returns a running server, which is stopped when the test ends.
func (c *Cluster) StartOwnServer(t testing.TB) *OwnServer {
	t.Helper()
	pkg, err := Package()
	if err != nil {
		t.Fatal(err)
	}
	s := &OwnServer{t: t, config: embeddedpg.Config{Package: pkg, Dir: t.TempDir(), Ephemeral: true}}
	c.NewData(t, s.config.Dir)
	s.Start()
	if s.DB, err = postgres.Open(s.server.URL("postgres")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.DB.Close() })
	if err := postgres.Migrate(t.Context(), s.DB); err != nil {
		t.Fatal(err)
	}
	return s
}

// Start starts the server again after Stop. Its data and its address are the same.
func (s *OwnServer) Start() {
	s.t.Helper()
	server, err := embeddedpg.Start(s.t.Context(), s.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(server.Stop)
	s.server = server
}

// Stop stops the server.
func (s *OwnServer) Stop() { s.server.Stop() }

// URL returns the connection string of the server's database.
func (s *OwnServer) URL() string { return s.server.URL("postgres") }
