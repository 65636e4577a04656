package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// operator has the program's commands on a database of its own.
type operator struct {
	t           *testing.T
	databaseURL string
	db          *sqlx.DB
}

func newOperator(t *testing.T) operator {
	t.Helper()
	databaseURL := cluster.NewDatabase(t)
	db, err := postgres.Open(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return operator{t: t, databaseURL: databaseURL, db: db}
}

// try runs a command and returns its exit code, and what it has printed.
func (o operator) try(args ...string) (code int, stdout, stderr string) {
	var out, errors bytes.Buffer
	code = o.program(&out, &errors).main(args)
	return code, out.String(), errors.String()
}

func (o operator) program(stdout, stderr io.Writer) program {
	getenv := func(name string) string { return map[string]string{"DATABASE_URL": o.databaseURL}[name] }
	return program{getenv: getenv, stdout: stdout, stderr: stderr}
}

// run runs a command that succeeds, and returns what it has printed.
func (o operator) run(args ...string) string {
	o.t.Helper()
	code, stdout, stderr := o.try(args...)
	if code != 0 || stderr != "" {
		o.t.Fatalf("%v: exit %d, %q", args, code, stderr)
	}
	return stdout
}

// insert adds an entry. Columns and values are SQL; the address may be among them.
func (o operator) insert(columns, values string) {
	o.t.Helper()
	if _, err := o.db.Exec("INSERT INTO waitlist_entries (id, " + columns + ") VALUES (gen_random_uuid(), " + values + ")"); err != nil {
		o.t.Fatal(err)
	}
}

// insertTwo adds an entry with every column and one with the least.
func (o operator) insertTwo() {
	o.t.Helper()
	o.db.MustExec(`INSERT INTO waitlist_entries VALUES
		('00000000-0000-4000-8000-000000000001', 'Zoë "Z", Ω', '=sam@example.com', '+1 303', '00501',
		 E'@story\n"two", lines\r\n', '-hear', E'\tbook 📚 <&>', true, '2026-03-01 12:00:00+01', '2026-03-02 00:00:00.5Z')`)
	o.db.MustExec(`INSERT INTO waitlist_entries (id, email, created_at, updated_at) VALUES
		('00000000-0000-4000-8000-000000000002', 'eve@example.com', '2026-02-01Z', '2026-02-01Z')`)
}

func TestExportCSV(t *testing.T) {
	o := newOperator(t)
	header := "id,name,email,phone_number,zip_code,book_conversation_story,how_did_you_hear,anything_else,club_captain_interest,created_at,updated_at\n"
	if got := o.run("export"); got != header {
		t.Errorf("an empty list is %q", got)
	}
	o.insertTwo()
	// The oldest first; quotes doubled, line ends as they are, formulas with an apostrophe.
	want := header +
		"00000000-0000-4000-8000-000000000002,,eve@example.com,,,,,,false,2026-02-01T00:00:00Z,2026-02-01T00:00:00Z\n" +
		`00000000-0000-4000-8000-000000000001,"Zoë ""Z"", Ω",'=sam@example.com,'+1 303,00501,"'@story` + "\n" +
		`""two"", lines` + "\r\n" + `",'-hear,'` + "\t" + `book 📚 <&>,true,2026-03-01T11:00:00Z,2026-03-02T00:00:00.5Z` + "\n"
	if got := o.run("export", "--format", "csv"); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestExportCSVHasNoFormulas(t *testing.T) {
	o := newOperator(t)
	for _, begin := range []string{"=", "+", "-", "@", "\t", "\r"} {
		o.db.MustExec(`INSERT INTO waitlist_entries (id, name, email, phone_number, anything_else) VALUES
			(gen_random_uuid(), $1, 'a' || ascii($1) || '@example.com', $1, $1)`, begin+"1+1")
	}
	records, err := csv.NewReader(strings.NewReader(o.run("export"))).ReadAll()
	if err != nil || len(records) != 7 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, record := range records[1:] {
		for _, column := range []int{1, 3, 7} {
			if !strings.HasPrefix(record[column], "'") {
				t.Errorf("cell %q", record[column])
			}
		}
	}
}

func TestExportJSON(t *testing.T) {
	o := newOperator(t)
	if got := o.run("export", "--format", "json"); got != "[]\n" {
		t.Errorf("an empty list is %q", got)
	}
	o.insertTwo()
	var got []map[string]any
	if err := json.Unmarshal([]byte(o.run("export", "--format=json")), &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{{
		"id": "00000000-0000-4000-8000-000000000002", "name": nil, "email": "eve@example.com", "phone_number": nil,
		"zip_code": nil, "book_conversation_story": nil, "how_did_you_hear": nil, "anything_else": nil,
		"club_captain_interest": false, "created_at": "2026-02-01T00:00:00Z", "updated_at": "2026-02-01T00:00:00Z",
	}, {
		"id": "00000000-0000-4000-8000-000000000001", "name": `Zoë "Z", Ω`, "email": "=sam@example.com", "phone_number": "+1 303",
		"zip_code": "00501", "book_conversation_story": "@story\n\"two\", lines\r\n", "how_did_you_hear": "-hear", "anything_else": "\tbook 📚 <&>",
		"club_captain_interest": true, "created_at": "2026-03-01T11:00:00Z", "updated_at": "2026-03-02T00:00:00.5Z",
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// insertLong adds n entries with a text of 5,000 characters each.
func (o operator) insertLong(n int) {
	o.t.Helper()
	o.db.MustExec(`INSERT INTO waitlist_entries (id, email, anything_else)
		SELECT gen_random_uuid(), n || '@example.com', repeat('x', 5000) FROM generate_series(1, $1) AS n`, n)
}

// A reader such as head ends the program as it ends others: by SIGPIPE, and without a word.
func TestExportToAReaderThatHasSeenEnough(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	o.insertLong(1000)
	for _, format := range []string{"csv", "json"} {
		cmd := exec.Command(os.Args[0], "export", "--format", format)
		cmd.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL="+o.databaseURL)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := stdout.Read(make([]byte, 1)); err != nil {
			t.Error(err)
		}
		stdout.Close()
		cmd.Wait()
		if signal := cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(); signal != syscall.SIGPIPE || stderr.Len() > 0 {
			t.Errorf("%s: %v, %q", format, cmd.ProcessState, &stderr)
		}
	}
}

func TestExportThatFailsHalfwaySaysSo(t *testing.T) {
	t.Parallel()
	server := cluster.StartOwnServer(t)
	o := operator{t: t, databaseURL: server.URL(), db: server.DB}
	o.insertLong(2_000)
	p := start(t, []string{"DATABASE_URL=" + o.databaseURL}, "export")
	if _, err := p.stdout.ReadString('\n'); err != nil { // It has begun, and waits for the reader.
		t.Fatal(err)
	}
	server.Stop()
	if _, err := io.Copy(io.Discard, p.stdout); err != nil {
		t.Error(err)
	}
	stderr, err := io.ReadAll(p.log)
	if err != nil || !strings.HasPrefix(string(stderr), "bookclub: the export is not complete: ") || bytes.Count(stderr, []byte("\n")) != 1 {
		t.Errorf("stderr %q, %v", stderr, err)
	}
	p.ended()
	if code := p.cmd.ProcessState.ExitCode(); code != exitFault {
		t.Errorf("exit %d", code)
	}
}

func TestExportThatCannotBeWrittenSaysSo(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	var stderr bytes.Buffer
	code := newOperator(t).program(file, &stderr).main([]string{"export"})
	if code != exitFault || !strings.Contains(stderr.String(), "already closed") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("exit %d, %q", code, &stderr)
	}
}

func TestStats(t *testing.T) {
	o := newOperator(t)
	o.insertTwo()
	o.insert("email, zip_code, club_captain_interest", "'a@example.com', '80302', true")
	o.insert("email, zip_code, book_conversation_story", "'b@example.com', '80303', 'half'")
	o.db.MustExec(`INSERT INTO outbox (entry_id, kind, sent_at)
		SELECT id, 'confirmation', CASE WHEN zip_code = '80302' THEN now() END FROM waitlist_entries WHERE zip_code IS NOT NULL`)
	o.db.MustExec(`UPDATE outbox SET dead_at = now(), dead_reason = 'refused' WHERE id = (
		SELECT min(id) FROM outbox WHERE sent_at IS NULL)`)
	want := `entries               4
complete              1
captains              2
ZIP 005xx             1
ZIP 803xx             2
without ZIP           1
mails waiting         1
mails sent            1
mails dead            1
`
	if got := o.run("stats"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	var stats map[string]any
	if err := json.Unmarshal([]byte(o.run("stats", "--format", "json")), &stats); err != nil {
		t.Fatal(err)
	}
	areas := stats["zip_areas"].([]any)
	if stats["entries"] != 4. || stats["mails_waiting"] != 1. || len(areas) != 3 ||
		!reflect.DeepEqual(areas[2], map[string]any{"zip_area": nil, "entries": 1.}) {
		t.Errorf("JSON %v", stats)
	}
}

func TestErase(t *testing.T) {
	o := newOperator(t)
	o.insert("email", "'Sam@Example.com'")
	o.insert("email", "'eve@example.com'")
	o.db.MustExec(`INSERT INTO outbox (entry_id, kind) SELECT id, 'confirmation' FROM waitlist_entries`)
	if got := o.run("erase", " sAM@example.COM\n"); got != "Removed 1 entry.\n" {
		t.Errorf("it says %q", got)
	}
	if left := o.run("export"); strings.Count(left, "\n") != 2 || !strings.Contains(left, "eve@example.com") {
		t.Errorf("left: %q", left)
	}
	var mails int
	if err := o.db.Get(&mails, `SELECT count(*) FROM outbox`); err != nil || mails != 1 {
		t.Errorf("%d mails left, %v", mails, err)
	}

	code, stdout, stderr := o.try("erase", "sam@example.com")
	if code != exitFault || stdout != "" || stderr != "bookclub: nobody with that address is on the waitlist\n" {
		t.Errorf("again: exit %d, %q, %q", code, stdout, stderr)
	}
}

// insertClubs adds enough for one club in Boulder, and one man for each of the other lists.
func (o operator) insertClubs() {
	o.t.Helper()
	for i, zip := range []string{"80302", "80302", "80302", "80302", "80302", "80303", "60601", "00000"} {
		o.insert("name, email, phone_number, zip_code, book_conversation_story, how_did_you_hear, club_captain_interest, created_at",
			"'Man "+strconv.Itoa(i)+"', '"+strconv.Itoa(i)+"@example.com', '303', '"+zip+"', 's', 'h', "+
				strconv.FormatBool(i == 2 || i == 6)+", '2026-01-0"+strconv.Itoa(i+1)+"Z'")
	}
	o.insert("email, zip_code", "'incomplete@example.com', '80302'")
	o.insert("email, book_conversation_story, how_did_you_hear", "'nozip@example.com', 's', 'h'")
}

func TestClubs(t *testing.T) {
	o := newOperator(t)
	o.insertClubs()
	before := o.run("export")
	want := `Club 1: at most 9 miles apart
  captain  Man 2  2@example.com  303  80302
           Man 0  0@example.com  303  80302
           Man 1  1@example.com  303  80302
           Man 3  3@example.com  303  80302
           Man 4  4@example.com  303  80302
           Man 5  5@example.com  303  80303

Too few others near:
  captain  Man 6  6@example.com  303  60601

No ZIP, or one that is not known:
    Man 7  7@example.com      303  00000
    -      nozip@example.com  -    -

1 club, 1 left over, 2 without a known ZIP.
`
	if got := o.run("clubs"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if o.run("export") != before {
		t.Error("clubs has changed the waitlist")
	}
}

func TestClubsJSON(t *testing.T) {
	o := newOperator(t)
	if got := strings.Join(strings.Fields(o.run("clubs", "--format", "json")), ""); got != `{"clubs":[],"leftovers":[],"without_known_zip":[]}` {
		t.Errorf("an empty list gives %s", got)
	}
	o.insertClubs()
	type man struct {
		ID        string
		Email     string
		CreatedAt string `json:"created_at"`
	}
	var got struct {
		Clubs []struct {
			CaptainID string  `json:"captain_id"`
			Miles     float64 `json:"greatest_distance_miles"`
			Members   []man
		}
		Leftovers []man
		Unlocated []man `json:"without_known_zip"`
	}
	var name string
	if err := o.db.Get(&name, `SELECT current_database()`); err != nil {
		t.Fatal(err)
	}
	o.db.MustExec(`ALTER DATABASE ` + name + ` SET timezone = 'America/Denver'`) // Times are UTC all the same.
	if err := json.Unmarshal([]byte(o.run("clubs", "--format", "json")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Clubs) != 1 || len(got.Clubs[0].Members) != 6 || len(got.Leftovers) != 1 || len(got.Unlocated) != 2 {
		t.Fatalf("%+v", got)
	}
	if club := got.Clubs[0]; club.CaptainID != club.Members[0].ID || club.Members[0].Email != "2@example.com" ||
		club.Members[0].CreatedAt != "2026-01-03T00:00:00Z" || club.Miles < 8 || club.Miles > 9 {
		t.Errorf("%+v", club)
	}
}

func TestClubsShowsNothingThatConfusesATerminal(t *testing.T) {
	o := newOperator(t)
	o.insert("email, name, book_conversation_story, how_did_you_hear", `'sam@example.com', U&'a\009B31mb\202Ec', 's', 'h'`)
	if got := o.run("clubs"); !strings.Contains(got, "a\uFFFD31mb\uFFFDc") {
		t.Errorf("%q", got)
	}
}

func TestCommandsWithoutADatabaseSaySo(t *testing.T) {
	withoutTables := operator{t: t, databaseURL: cluster.NewEmptyDatabase(t)}
	unreachable := operator{t: t, databaseURL: "postgres://127.0.0.1:1/bookclub?sslmode=disable"}
	for _, args := range [][]string{{"export"}, {"export", "--format", "json"}, {"stats"}, {"clubs"}, {"erase", "sam@example.com"}} {
		for _, test := range []struct {
			operator
			want string
		}{{withoutTables, "bookclub migrate"}, {unreachable, "refused"}} {
			code, stdout, stderr := test.try(args...)
			if code != exitFault || stdout != "" || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 ||
				strings.Contains(stderr, "sam") {
				t.Errorf("%v: exit %d, %q, %q; want %q", args, code, stdout, stderr, test.want)
			}
		}
	}
}
