package mail_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	gomail "github.com/wneessen/go-mail"

	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/mail"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

var cluster postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

var tokens = leave.NewTokens("secret")

func newComposer(t *testing.T) mail.Composer {
	t.Helper()
	composer, err := mail.NewComposer("Good Life Book Club <hello@books.example>", "https://books.example", tokens)
	if err != nil {
		t.Fatal(err)
	}
	return composer
}

// parts returns the texts of a message as a mail program shows them.
func parts(t *testing.T, m *gomail.Msg) (text, html string) {
	t.Helper()
	for _, part := range m.GetParts() {
		content, err := part.GetContent()
		if err != nil {
			t.Fatal(err)
		}
		switch part.GetContentType() {
		case gomail.TypeTextPlain:
			text = string(content)
		case gomail.TypeTextHTML:
			html = string(content)
		}
	}
	return text, html
}

func TestConfirmation(t *testing.T) {
	composer, entry := newComposer(t), uuid.New()
	m, err := composer.Confirmation(entry, "sam@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if to := m.GetToString(); len(to) != 1 || to[0] != "<sam@example.com>" {
		t.Errorf("to %q", to)
	}
	if from := m.GetFromString(); len(from) != 1 || from[0] != `"Good Life Book Club" <hello@books.example>` {
		t.Errorf("from %q", from)
	}
	text, html := parts(t, m)
	for _, body := range []string{text, html} {
		for _, want := range []string{"Thanks for joining", "What happens next", "six men", "every six weeks", "Denver and Boulder"} {
			if !strings.Contains(body, want) {
				t.Errorf("the mail lacks %q:\n%s", want, body)
			}
		}
		link := regexp.MustCompile(`https://books\.example/leave\?token=([\w.-]+)`).FindStringSubmatch(body)
		if link == nil {
			t.Fatalf("the mail lacks the link to leave:\n%s", body)
		}
		if id, ok := tokens.Verify(link[1]); !ok || id != entry {
			t.Errorf("the link is for %v", id)
		}
	}
}

func TestMessageIDIsStableAndHidesTheEntry(t *testing.T) {
	composer, entry := newComposer(t), uuid.New()
	id := func(entry uuid.UUID) string {
		m, err := composer.Confirmation(entry, "sam@example.com")
		if err != nil {
			t.Fatal(err)
		}
		return m.GetMessageID()
	}
	first := id(entry)
	if first != id(entry) || first == id(uuid.New()) {
		t.Errorf("Message-ID %q", first)
	}
	if strings.Contains(first, entry.String()) || !strings.HasSuffix(first, "@books.example>") {
		t.Errorf("Message-ID %q", first)
	}
}

func TestFileSender(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mail")
	sender, err := mail.NewFileSender(dir)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newComposer(t).Confirmation(uuid.New(), "sam@example.com")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // The same mail again is the same file.
		if err := sender.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || filepath.Ext(files[0].Name()) != ".eml" {
		t.Fatalf("files %v, %v", files, err)
	}
	written, err := gomail.EMLToMsgFromFile(filepath.Join(dir, files[0].Name()))
	if err != nil {
		t.Fatal(err)
	}
	wantText, wantHTML := parts(t, m)
	if text, html := parts(t, written); strings.ReplaceAll(text, "\r\n", "\n") != wantText || strings.ReplaceAll(html, "\r\n", "\n") != wantHTML {
		t.Errorf("the file holds other texts:\n%s\n%s", text, html)
	}
}

// recorder is a mail.Sender that tells the test of each mail and answers what the test says.
type recorder struct {
	sent   chan string // recipients
	answer chan error
}

func (r recorder) Send(_ context.Context, m *gomail.Msg) error {
	r.sent <- m.GetToString()[0]
	return <-r.answer
}

// queue adds a complete entry and the mail to it.
func queue(t *testing.T, db *sqlx.DB, email string) {
	t.Helper()
	store, answer := postgres.NewWaitlistStore(db), "answer"
	entry := waitlist.NewEntry{Email: email, BookConversationStory: &answer, HowDidYouHear: &answer}
	if err := store.Insert(t.Context(), uuid.New(), entry); err != nil {
		t.Fatal(err)
	}
	if queued, err := store.QueueConfirmation(t.Context(), email); err != nil || !queued {
		t.Fatal(queued, err)
	}
}

// The database is away at the moment when a mail has been sent.
func TestMailIsNotSentAgainForAnOutage(t *testing.T) {
	server := cluster.StartOwnServer(t)
	queue(t, server.DB, "first@example.com")
	sender := recorder{sent: make(chan string), answer: make(chan error)}
	worker, log, _ := runWorker(t, server.DB, sender)
	<-sender.sent
	server.Stop()
	sender.answer <- nil
	log.wait(t, "cannot update the outbox")
	server.Start()

	queue(t, server.DB, "second@example.com")
	worker.Wake()
	if to := <-sender.sent; to != "<second@example.com>" {
		t.Errorf("sent to %s", to)
	}
	sender.answer <- nil
	if n := count(t, server.DB, `SELECT count(*) FROM outbox WHERE sent_at IS NULL AND recipient LIKE 'first@%'`); n != 0 {
		t.Error("the first mail would be sent again after the lease")
	}
}

func TestWorkerSendsWhatIsQueuedAndTriesAgain(t *testing.T) {
	db := cluster.Open(t)
	queue(t, db, "first@example.com")
	sender := recorder{sent: make(chan string), answer: make(chan error)}
	worker := mail.NewWorker(postgres.NewOutbox(db), newComposer(t), sender, slog.New(slog.NewTextHandler(io.Discard, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		worker.Run(ctx)
		close(done)
	}()

	// What waited before the worker started.
	if to := <-sender.sent; to != "<first@example.com>" {
		t.Errorf("sent to %s", to)
	}
	sender.answer <- nil

	// What is queued while it waits.
	queue(t, db, "second@example.com")
	worker.Wake()
	if to := <-sender.sent; to != "<second@example.com>" {
		t.Errorf("sent to %s", to)
	}
	sender.answer <- errors.New("not today")

	// The retry is due later: a third mail overtakes it.
	queue(t, db, "third@example.com")
	worker.Wake()
	if to := <-sender.sent; to != "<third@example.com>" {
		t.Errorf("sent to %s", to)
	}
	sender.answer <- nil

	db.MustExec(`UPDATE outbox SET due_at = now() WHERE sent_at IS NULL`)
	worker.Wake()
	if to := <-sender.sent; to != "<second@example.com>" {
		t.Errorf("sent to %s", to)
	}
	// A mail that is being sent when the worker is stopped counts.
	cancel()
	sender.answer <- nil
	<-done
	var unsent int
	if err := db.Get(&unsent, `SELECT count(*) FROM outbox WHERE sent_at IS NULL`); err != nil || unsent != 0 {
		t.Errorf("%d mails unsent, %v", unsent, err)
	}
}
