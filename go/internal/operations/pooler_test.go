package operations

import (
	"net"
	"strings"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// Everything but migrating works through PgBouncer with transaction pooling: two replicas on five
// connections, and the operator's commands.
func TestThroughPgBouncer(t *testing.T) {
	t.Parallel()
	databaseURL := cluster.NewDatabase(t)
	listen := freeAddress(t)
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		t.Fatal(err)
	}
	pooledURL := "postgres://" + listen + "/bookclub?user=postgres&sslmode=disable"
	m := newMachine(t, pooledURL)
	config := m.write("pgbouncer.ini", `
[databases]
bookclub = host=`+socketDir(t, databaseURL)+` dbname=`+databaseName(t, databaseURL)+` user=postgres pool_size=5
[pgbouncer]
pool_mode = transaction
listen_addr = `+host+`
listen_port = `+port+`
unix_socket_dir =
auth_type = any
`)
	m.start("pgbouncer", config)
	programtest.WaitUntil(t, "the pooler works", func() bool {
		db, err := postgres.Open(pooledURL)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		return db.Ping() == nil
	})

	box := programtest.NewMailbox(t)
	flags := []string{
		"--migrate=false", "--smtp-url", "smtp://" + box.Addr,
		"--mail-from", "hello@books.example", "--public-url", "https://books.example",
	}
	p := programtest.Serve(t, pooledURL, flags...)
	programtest.Serve(t, pooledURL, flags...) // It sends mails, too.
	load := programtest.StartLoad(t, p.URL, 0)
	load.WaitFor(50, 0)
	load.Stop()
	for _, a := range load.Others {
		t.Errorf("a client got %v", a)
	}
	mailed := make(map[string]bool)
	for range load.Promised {
		message := <-box.Arrived
		to := strings.Trim(message.Header.Get("To"), "<>")
		if mailed[to] {
			t.Errorf("%s was mailed twice", to)
		}
		mailed[to] = true
	}

	export := m.run("bookclub export", "")
	for _, email := range load.Acknowledged {
		if !strings.Contains(export, email) {
			t.Errorf("%s joined, but is not exported", email)
		}
	}
	m.run("bookclub stats", "")
	m.run("bookclub clubs", "")
	m.run("bookclub erase sam-0-0@example.com", "")
	if strings.Contains(m.run("bookclub export", ""), "sam-0-0@example.com") {
		t.Error("who was erased is still exported")
	}
}
