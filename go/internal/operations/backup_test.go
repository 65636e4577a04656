package operations

import (
	"net/http"
	"strings"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

func TestBackupIsRestored(t *testing.T) {
	t.Parallel()
	server := postgrestest.StartOwnServer(t)
	databaseURL := as(t, "bookclub", "bookclub", server.URL())
	m := newMachine(t, databaseURL)
	m.env = append(m.env, "PGHOST="+socketDir(t, databaseURL), "PGUSER=postgres")
	m.run(programtest.OperationsCode(t, "Installing", "sh", 2)[0], "a password\na password\n")
	commands := programtest.OperationsCode(t, "Backup and restore", "sh", 2)

	p := programtest.Serve(t, databaseURL)
	list := joinAndBackUp(t, m, p.URL, commands[0])
	p.Kill()
	list.assertRestored(m.run(commands[1], ""), databaseURL)
}

func TestBackupIsRestoredWithTwoRoles(t *testing.T) {
	t.Parallel()
	server := postgrestest.StartOwnServer(t)
	databaseURL := as(t, "bookclub_owner", "bookclub", server.URL())
	m := newMachine(t, databaseURL)
	m.env = append(m.env, "PGHOST="+socketDir(t, databaseURL), "PGUSER=postgres")
	roles := programtest.OperationsCode(t, "Installing", "sql", 1)[0]
	m.run("psql --set=ON_ERROR_STOP=1", roles)
	m.run("bookclub migrate", "")
	commands := programtest.OperationsCode(t, "Backup and restore", "sh", 2)

	servingURL := as(t, "bookclub", "bookclub", server.URL())
	p := programtest.Serve(t, servingURL, "--migrate=false")
	list := joinAndBackUp(t, m, p.URL, commands[0])
	p.Kill()
	recreate, restore, _ := strings.Cut(commands[1], "pg_restore")
	m.run(replaced(t, recreate, "--owner=bookclub", "--owner=bookclub_owner"), "")
	_, rights, _ := strings.Cut(roles, `\connect bookclub`)
	m.run("psql --set=ON_ERROR_STOP=1 bookclub", rights)
	list.assertRestored(m.run("pg_restore"+restore, ""), servingURL, "--migrate=false")
}

// list is a waitlist of which there is a backup.
type list struct {
	t      *testing.T
	load   *programtest.Load // what the clients know of it
	export string
}

// joinAndBackUp has the program at url take people, makes a backup, and has it take one more.
func joinAndBackUp(t *testing.T, m *machine, url, backup string) list {
	t.Helper()
	load := programtest.StartLoad(t, url, 0)
	load.WaitFor(50, 0)
	load.Stop()
	export := m.run("bookclub export --format json", "")
	m.run(backup, "")
	joinLate(t, url)
	return list{t: t, load: load, export: export}
}

// joinLate has somebody join, in two steps, who is in no backup.
func joinLate(t *testing.T, url string) {
	t.Helper()
	joined := programtest.Send(http.DefaultClient, "POST", url+"/api/v1/waitlist", `{"email":"late@example.com"}`)
	if joined.Status != http.StatusCreated {
		t.Fatalf("joining after the backup: %v", joined)
	}
	a := programtest.Send(http.DefaultClient, "PATCH", url+"/api/v1/waitlist/"+joined.ID,
		`{"book_conversation_story":"On a hike.","how_did_you_hear":"A friend."}`)
	if a.Status != http.StatusNoContent {
		t.Errorf("step 2 after the backup: %v", a)
	}
}

// assertRestored fails the test unless the database is as it was, by the output of the commands that
// restored it and by its tables, and the program works with it.
func (l list) assertRestored(output, databaseURL string, flags ...string) {
	l.t.Helper()
	if !strings.HasSuffix(output, l.export) {
		l.t.Errorf("exported before:\n%s\nand after restoring:\n%s", l.export, output)
	}
	db, err := postgres.Open(databaseURL)
	if err != nil {
		l.t.Fatal(err)
	}
	defer db.Close()
	entries := programtest.Entries(l.t, db)
	l.load.AssertKept(entries)
	l.load.AssertAnswered(entries)

	p := programtest.Serve(l.t, databaseURL, flags...)
	for _, email := range l.load.Acknowledged {
		a := programtest.Send(http.DefaultClient, "POST", p.URL+"/api/v1/waitlist", `{"email":"`+email+`"}`)
		if a.Code != "duplicate_email" {
			l.t.Errorf("%s joins again: %v", email, a)
		}
	}
	joinLate(l.t, p.URL)
	newMachine(l.t, databaseURL).run("bookclub erase late@example.com", "")
}
