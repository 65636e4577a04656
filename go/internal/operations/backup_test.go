package operations_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/operations"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

func TestBackupIsRestored(t *testing.T) {
	t.Parallel()
	anyURL := cluster.NewEmptyDatabase(t)
	newAdmin := func(t *testing.T, role string) (admin *machine, databaseURL string) {
		databaseURL = postgrestest.As(t, role, "bookclub", anyURL)
		admin = newMachine(t, databaseURL)
		admin.env = append(admin.env, "PGHOST="+postgrestest.SocketDir(t, anyURL), "PGUSER=postgres")
		return admin, databaseURL
	}
	commands := operations.Code(t, "Backup and restore", "sh", 2)

	t.Run("one role", func(t *testing.T) {
		admin, databaseURL := newAdmin(t, "bookclub")
		admin.run(operations.Code(t, "Installing", "sh", 2)[0], "a password\na password\n")
		t.Cleanup(func() {
			admin.run(`psql -c "DROP DATABASE IF EXISTS bookclub WITH (FORCE)" -c "DROP ROLE IF EXISTS bookclub"`, "")
		})

		list := joinAndBackUp(t, admin, commands[0], databaseURL)
		list.assertRestored(admin.run(commands[1], ""), databaseURL)
	})

	t.Run("two roles", func(t *testing.T) {
		admin, ownerURL := newAdmin(t, "bookclub_owner")
		roles := operations.Code(t, "Installing", "sql", 1)[0]
		admin.run("psql --set=ON_ERROR_STOP=1", roles)
		admin.run("bookclub migrate", "")

		servingURL := postgrestest.As(t, "bookclub", "bookclub", ownerURL)
		list := joinAndBackUp(t, admin, commands[0], servingURL, "--migrate=false")
		recreate, restore, _ := strings.Cut(commands[1], "pg_restore")
		admin.run(replaced(t, recreate, "--owner=bookclub", "--owner=bookclub_owner"), "")
		_, rights, _ := strings.Cut(roles, `\connect bookclub`)
		admin.run("psql --set=ON_ERROR_STOP=1 bookclub", rights)
		list.assertRestored(admin.run("pg_restore"+restore, ""), servingURL, "--migrate=false")
	})
}

// list is a waitlist of which there is a backup.
type list struct {
	t      *testing.T
	load   *programtest.Load // what the clients know of it
	export string
}

// joinAndBackUp serves a database, has people join, makes a backup, and has one more join.
func joinAndBackUp(t *testing.T, admin *machine, backup, databaseURL string, flags ...string) list {
	t.Helper()
	p := programtest.Serve(t, databaseURL, flags...)
	defer p.Kill()
	load := programtest.StartLoad(t, p.URL, 0)
	load.WaitFor(50, 0)
	load.Stop()
	export := admin.run("bookclub export --format json", "")
	admin.run(backup, "")
	joinLate(t, p.URL)
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
