package operations_test

import (
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// Everything but migrating works through PgBouncer with transaction pooling: two replicas on five
// connections, and the operator's commands.
func TestThroughPgBouncer(t *testing.T) {
	t.Parallel()
	databaseURL := cluster.NewDatabase(t)
	listen := newAddress()
	pooledURL := at(t, listen, databaseURL)
	m := newMachine(t, pooledURL)
	startPgBouncer(t, m, listen, databaseURL)

	box := programtest.NewMailbox(t)
	var loads []*programtest.Load
	for range 2 {
		p := programtest.Serve(t, pooledURL, "--migrate=false", "--smtp-url", "smtp://"+box.Addr,
			"--mail-from", "hello@books.example", "--public-url", "https://books.example")
		loads = append(loads, programtest.StartLoad(t, p.URL, 0))
	}
	joined, unmailed := make(map[string]bool), make(map[string]bool)
	for _, load := range loads {
		load.WaitFor(25, 0)
		load.Stop()
		for _, a := range load.Others {
			t.Errorf("a client got %v", a)
		}
		for _, email := range load.Acknowledged {
			joined[email] = true
		}
		for _, id := range load.Promised {
			unmailed[load.Acknowledged[id]] = true
		}
	}
	for len(unmailed) > 0 {
		to := strings.Trim(box.Next(t).Header.Get("To"), "<>")
		if !unmailed[to] {
			t.Errorf("%s was mailed twice, or without having asked", to)
		}
		delete(unmailed, to)
	}

	export := m.run("bookclub export", "")
	for email := range joined {
		if !strings.Contains(export, email) {
			t.Errorf("%s joined, but is not exported", email)
		}
	}
	m.run("bookclub stats", "")
	m.run("bookclub clubs", "")
	for email := range joined {
		m.run("bookclub erase "+email, "")
		if strings.Contains(m.run("bookclub export", ""), email) {
			t.Errorf("%s was erased, and is still exported", email)
		}
		break
	}
}

// startPgBouncer starts a pooler in front of the server of a connection string, and returns when it works.
func startPgBouncer(t *testing.T, m *machine, listen, databaseURL string) {
	t.Helper()
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		t.Fatal(err)
	}
	m.start("pgbouncer", m.write("pgbouncer.ini", `
[databases]
* = host=`+postgrestest.SocketDir(t, databaseURL)+` user=postgres pool_size=5
[pgbouncer]
pool_mode = transaction
listen_addr = `+host+`
listen_port = `+port+`
unix_socket_dir =
auth_type = any
`))
	db, err := postgres.Open(at(t, listen, databaseURL))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	programtest.WaitUntil(t, "the pooler works", func() bool { return db.Ping() == nil })
}

// at returns a connection string for the same database by way of another address.
func at(t *testing.T, address, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = address
	query := u.Query()
	query.Del("host")
	u.RawQuery = query.Encode()
	return u.String()
}
