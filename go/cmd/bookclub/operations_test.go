package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/operations"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
)

// execute runs statements, one after the other, until one fails.
func execute(t *testing.T, databaseURL, statements string) error {
	t.Helper()
	db, err := postgres.Open(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for statement := range strings.SplitSeq(statements, ";\n") {
		if _, err := db.Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func TestOneRoleMigratesAnotherServes(t *testing.T) {
	t.Parallel()
	admin := cluster.NewEmptyDatabase(t)
	t.Cleanup(func() {
		if err := execute(t, admin, "DROP DATABASE bookclub WITH (FORCE);\nDROP ROLE bookclub, bookclub_owner"); err != nil {
			t.Error(err)
		}
	})
	roles := operations.Code(t, "Installing", "sql", 1)[0]
	before, after, _ := strings.Cut(roles, "\\connect bookclub\n")
	if err := execute(t, admin, before); err != nil {
		t.Fatal(err)
	}
	if err := execute(t, postgrestest.As(t, "postgres", "bookclub", admin), after); err != nil {
		t.Fatal(err)
	}

	owner := operator{t: t, databaseURL: postgrestest.As(t, "bookclub_owner", "bookclub", admin)}
	server := operator{t: t, databaseURL: postgrestest.As(t, "bookclub", "bookclub", admin)}
	owner.run("migrate")
	if err := execute(t, server.databaseURL, "DROP TABLE outbox"); err == nil {
		t.Error("the serving role can change tables")
	}

	p := start(t, []string{"DATABASE_URL=" + server.databaseURL, "BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef"},
		"serve", "--addr", "127.0.0.1:0")
	site := "http://" + strings.TrimRight(p.after(p.log, `"listening","addr":"`), `"}`)
	const person = `{"email":"sam@example.com","book_conversation_story":"On a hike.","how_did_you_hear":"A friend."}`
	status, body := request(t, "POST", site+"/api/v1/waitlist", person)
	want(t, 201, status, body)
	status, body = request(t, "POST", site+"/api/v1/functions/send-waitlist-email", person)
	want(t, 202, status, body)
	p.kill()
	if export := server.run("export"); !strings.Contains(export, "sam@example.com") {
		t.Errorf("exported was %s", export)
	}
	server.run("stats")
	server.run("clubs")
	server.run("erase", "sam@example.com")
	if export := server.run("export"); strings.Contains(export, "sam@example.com") {
		t.Errorf("after erasing, exported was %s", export)
	}
}

func TestDeadMailsAreListedAndTriedAgain(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	o.insert("email", "'sam@example.com'")
	o.db.MustExec(`INSERT INTO outbox (entry_id, kind, attempts, dead_at, dead_reason, due_at)
		SELECT id, 'confirmation', 9, now(), '550', now() + interval '1 day' FROM waitlist_entries`)
	commands := regexp.MustCompile(`psql "\$DATABASE_URL" -c "(.*)"`).FindAllStringSubmatch(operations.Code(t, "Dead mails", "sh", 1)[0], -1)
	if len(commands) != 2 {
		t.Fatalf("the operations page has %d commands", len(commands))
	}
	var dead []struct {
		ID       int64
		Kind     string
		Attempts int
		DeadAt   time.Time `db:"dead_at"`
		Reason   string    `db:"dead_reason"`
	}
	if err := o.db.Select(&dead, commands[0][1]); err != nil {
		t.Fatal(err)
	}
	if len(dead) != 1 || dead[0].Reason != "550" || dead[0].Attempts != 9 {
		t.Errorf("listed as dead: %+v", dead)
	}

	o.db.MustExec(commands[1][1])
	if _, due, err := postgres.NewOutbox(o.db).Claim(t.Context(), time.Minute); err != nil || !due {
		t.Errorf("the mail is due: %v, %v", due, err)
	}
}
