package mail_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/mail"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

func newSMTPSender(t *testing.T, url string, roots *x509.CertPool) *mail.SMTPSender {
	t.Helper()
	sender, err := mail.NewSMTPSender(url)
	if err != nil {
		t.Fatal(err)
	}
	sender.Trust(roots)
	return sender
}

// logBuffer is a log that can be read while others write it.
type logBuffer struct {
	mu    sync.Mutex
	text  bytes.Buffer
	lines chan string
}

func newLog() *logBuffer { return &logBuffer{lines: make(chan string, 1000)} }

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines <- string(b)
	return l.text.Write(b)
}

// wait returns the next line with the text in it.
func (l *logBuffer) wait(t *testing.T, text string) string {
	t.Helper()
	for {
		select {
		case line := <-l.lines:
			if strings.Contains(line, text) {
				return line
			}
		case <-time.After(30 * time.Second):
			l.mu.Lock()
			defer l.mu.Unlock()
			t.Fatalf("the log does not say %q:\n%s", text, &l.text)
		}
	}
}

// runWorker lets a worker send the mails of db by SMTP until the test ends or stop is called.
func runWorker(t *testing.T, db *sqlx.DB, sender mail.Sender) (worker *mail.Worker, log *logBuffer, stop func()) {
	t.Helper()
	log = newLog()
	worker = mail.NewWorker(postgres.NewOutbox(db), newComposer(t), sender, slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		worker.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return worker, log, stop
}

// due makes all mails due that wait for another try.
func due(db *sqlx.DB, worker *mail.Worker) {
	db.MustExec(`UPDATE outbox SET due_at = now()`)
	worker.Wake()
}

func count(t *testing.T, db *sqlx.DB, query string) int {
	t.Helper()
	var n int
	if err := db.Get(&n, query); err != nil {
		t.Fatal(err)
	}
	return n
}

func send(t *testing.T, sender mail.Sender) error {
	t.Helper()
	m, err := newComposer(t).Confirmation(uuid.New(), "sam@example.com")
	if err != nil {
		t.Fatal(err)
	}
	return sender.Send(t.Context(), m)
}

func TestMailOnTheWire(t *testing.T) {
	server := newSMTPServer(t)
	entry := uuid.New()
	m, err := newComposer(t).Confirmation(entry, "sam@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := newSMTPSender(t, "smtp://"+server.addr, nil).Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	got := <-server.arrived
	if got.from != "hello@books.example" || got.to != "sam@example.com" {
		t.Errorf("envelope from %q to %q", got.from, got.to)
	}
	link := "https://books.example/leave?token=" + tokens.Token(entry)
	for header, want := range map[string]string{
		"From":                  `"Good Life Book Club" <hello@books.example>`,
		"To":                    "<sam@example.com>",
		"List-Unsubscribe":      "<" + link + ">",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"Auto-Submitted":        "auto-generated",
		"Message-Id":            m.GetMessageID(),
	} {
		if values := got.Header[header]; len(values) != 1 || values[0] != want {
			t.Errorf("%s: %q, want %q", header, values, want)
		}
	}
}

func TestNoticeHoldsNothingOfThePerson(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	store, answer, name := postgres.NewWaitlistStore(db).WithNotices("owner@books.example"), "a very private answer", "Sam Rivers"
	entry := waitlist.NewEntry{Name: &name, Email: "sam@example.com", BookConversationStory: &answer, HowDidYouHear: &answer}
	if err := store.Insert(t.Context(), uuid.New(), entry); err != nil {
		t.Fatal(err)
	}
	for range 2 { // Once per entry.
		if _, err := store.QueueConfirmation(t.Context(), entry.Email); err != nil {
			t.Fatal(err)
		}
	}
	_, log, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	mails := make(map[string]*received)
	for range 2 {
		log.wait(t, "mail sent")
		got := <-server.arrived
		mails[got.to] = got
	}
	notice := mails["owner@books.example"]
	if len(mails) != 2 || notice == nil || mails["sam@example.com"] == nil {
		t.Fatalf("mails to %v", mails)
	}
	whole := fmt.Sprint(notice.Header, notice.body)
	for _, private := range []string{answer, "Sam", "Rivers", "sam@", "token="} {
		if strings.Contains(whole, private) {
			t.Errorf("the notice holds %q: %s", private, whole)
		}
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE sent_at IS NULL`); n != 0 {
		t.Errorf("%d mails are left", n)
	}
}

func TestTLS(t *testing.T) {
	config, roots := testCertificate(t)
	withTLS := func(s *smtpServer) { s.tls = config }
	withPassword := func(s *smtpServer) { s.password = "hunter2" }
	starttls := newSMTPServer(t, withTLS, withPassword)
	open := newSMTPServer(t, withTLS)
	clear := newSMTPServer(t, withPassword)

	for _, test := range []struct {
		name   string
		server *smtpServer
		user   string
		roots  *x509.CertPool
		want   string // in the error; empty when the mail arrives
	}{
		{"STARTTLS with a login", starttls, "club:hunter2@", roots, ""},
		{"STARTTLS when it is offered", open, "", roots, ""},
		{"a wrong password", starttls, "club:hunter3@", roots, "status 535"},
		{"a certificate of somebody else's", starttls, "club:hunter2@", x509.NewCertPool(), "certificate"},
		{"a login without TLS", clear, "club:hunter2@", roots, "STARTTLS"},
	} {
		err := send(t, newSMTPSender(t, "smtp://"+test.user+test.server.addr, test.roots))
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			} else if got := <-test.server.arrived; !got.secure {
				t.Errorf("%s: the mail came in the clear", test.name)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, mail.ErrRefused) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if strings.Contains(fmt.Sprint(err), "hunter") {
			t.Errorf("%s: the error tells the password: %v", test.name, err)
		}
	}
}

func TestTLSFromTheStart(t *testing.T) {
	config, roots := testCertificate(t)
	server := newSMTPServer(t, func(s *smtpServer) { s.password = "hunter2" })
	// The same server behind TLS.
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	go server.server.Serve(listener)
	if err := send(t, newSMTPSender(t, "smtps://club:hunter2@"+listener.Addr().String(), roots)); err != nil {
		t.Fatal(err)
	}
	if got := <-server.arrived; !got.secure {
		t.Error("the mail came in the clear")
	}
	if err := send(t, newSMTPSender(t, "smtps://"+server.addr, roots)); err == nil {
		t.Error("a server without TLS was talked to")
	}
}

func TestEachMailLeavesOnceWhateverTheServerDoes(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	server.down()
	queue(t, db, "sam@example.com")
	worker, log, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	log.wait(t, "cannot be reached")

	server.answer(refuse(450, smtp.EnhancedCode{4, 2, 1}), nil)
	server.up()
	due(db, worker)
	log.wait(t, "status 450 4.2.1")

	server.answer(refuse(554, smtp.EnhancedCode{5, 7, 1}), nil) // Relaying denied: of the server's making.
	due(db, worker)
	log.wait(t, "status 554 5.7.1")

	server.answer(nil, func() error { return &smtp.SMTPError{Code: 554, Message: "no"} })
	due(db, worker)
	log.wait(t, "refuses the mail with status 554")

	// Down in the middle of a mail.
	gone := make(chan struct{})
	server.answer(nil, func() error {
		go func() {
			defer close(gone)
			server.down()
		}()
		<-t.Context().Done() // It never gets to an answer.
		return errors.New("gone")
	})
	due(db, worker)
	<-gone
	log.wait(t, "mail not sent")

	server.answer(nil, nil)
	server.up()
	queue(t, db, "alex@example.com")
	due(db, worker)
	got := map[string]int{}
	for range 2 {
		log.wait(t, "mail sent")
		got[(<-server.arrived).to]++
	}
	due(db, worker) // What is sent stays sent.
	queue(t, db, "last@example.com")
	worker.Wake()
	got[(<-server.arrived).to]++
	if got["sam@example.com"] != 1 || got["alex@example.com"] != 1 || got["last@example.com"] != 1 {
		t.Errorf("arrived %v", got)
	}
	log.wait(t, "mail sent")
	log.mu.Lock()
	defer log.mu.Unlock()
	if strings.Contains(log.text.String(), "@") {
		t.Errorf("the log holds an address:\n%s", &log.text)
	}
}

func TestMailIsSentOnceTheServerHasTakenIt(t *testing.T) {
	server := newSMTPServer(t, func(s *smtpServer) { s.hangUp = true })
	if err := send(t, newSMTPSender(t, "smtp://"+server.addr, nil)); err != nil {
		t.Errorf("the mail would be sent again: %v", err)
	}
	<-server.arrived
}

func TestRecipientThatIsRefusedForGood(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	server.answer(refuse(550, smtp.EnhancedCode{5, 1, 1}), nil)
	queue(t, db, "sam@example.com")
	worker, log, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	log.wait(t, "mail given up")

	server.answer(nil, nil)
	queue(t, db, "alex@example.com")
	due(db, worker)
	log.wait(t, "mail sent")
	if got := <-server.arrived; got.to != "alex@example.com" {
		t.Errorf("arrived at %s", got.to)
	}
	var reason string
	if err := db.Get(&reason, `SELECT dead_reason FROM outbox WHERE dead_at IS NOT NULL AND sent_at IS NULL`); err != nil ||
		!strings.Contains(reason, "550 5.1.1") || strings.Contains(reason, "@") {
		t.Errorf("reason %q, %v", reason, err)
	}
}

func TestMailIsGivenUpAfterItsLastAttempt(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	server.answer(refuse(450, smtp.EnhancedCode{4, 2, 1}), nil)
	queue(t, db, "sam@example.com")
	db.MustExec(`UPDATE outbox SET attempts = $1`, mail.MaxAttempts-2)
	worker, log, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	log.wait(t, "mail not sent")
	due(db, worker)
	log.wait(t, "mail given up")
}

// silentServer takes connections, greets, and answers nothing. It tells of each client that has
// begun to talk, and so waits for an answer.
func silentServer(t *testing.T, greeting string) (addr string, waiting <-chan struct{}) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	calls := make(chan struct{}, 10)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { connection.Close() })
			connection.Write([]byte(greeting))
			connection.Read(make([]byte, 1))
			calls <- struct{}{}
		}
	}()
	return listener.Addr().String(), calls
}

func TestSlowServerIsLeftWhenTimeIsUp(t *testing.T) {
	for scheme, greeting := range map[string]string{"smtp": "220 mail.example\r\n", "smtps": ""} {
		addr, waiting := silentServer(t, greeting)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-waiting
			cancel()
		}()
		m := newComposer(t).Notice(uuid.New(), "owner@books.example")
		start := time.Now()
		err := newSMTPSender(t, scheme+"://"+addr, nil).Send(ctx, m)
		if err == nil || !strings.Contains(err.Error(), "takes too long") || time.Since(start) > 5*time.Second {
			t.Errorf("%s: %v after %v", scheme, err, time.Since(start))
		}
	}
}

func TestSlowServerDoesNotHoldUpTheEnd(t *testing.T) {
	db := cluster.Open(t)
	addr, waiting := silentServer(t, "220 mail.example\r\n")
	queue(t, db, "sam@example.com")
	_, _, stop := runWorker(t, db, newSMTPSender(t, "smtp://"+addr, nil))
	<-waiting
	start := time.Now()
	stop()
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("the worker ended after %v", took)
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE sent_at IS NULL AND dead_at IS NULL AND due_at < now() + interval '1 minute'`); n != 1 {
		t.Error("the mail does not wait for the next try")
	}
}

func TestTwoWorkersSendEachMailOnce(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	const mails = 30
	for i := range mails {
		queue(t, db, fmt.Sprintf("sam%d@example.com", i))
	}
	_, log1, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	_, log2, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	arrived := make(map[string]bool)
	for range mails {
		arrived[(<-server.arrived).to] = true
	}
	for range mails {
		select {
		case <-log1.lines:
		case <-log2.lines:
		}
	}
	if len(arrived) != mails || len(server.arrived) != 0 {
		t.Errorf("%d people got a mail, and %d mails came twice", len(arrived), len(server.arrived))
	}
	if n := count(t, db, `SELECT count(*) FROM outbox WHERE sent_at IS NULL`); n != 0 {
		t.Errorf("%d mails unsent", n)
	}
}

// The documented rare duplicate: a worker that dies after the server has taken the mail, and
// before that is written down.
func TestMailOfAWorkerThatDiedComesAgainUnderTheSameID(t *testing.T) {
	db, server := cluster.Open(t), newSMTPServer(t)
	queue(t, db, "sam@example.com")
	outbox := postgres.NewOutbox(db)
	q, found, err := outbox.Claim(t.Context(), time.Hour)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	m, err := newComposer(t).Confirmation(q.EntryID, q.Email)
	if err != nil {
		t.Fatal(err)
	}
	if err := newSMTPSender(t, "smtp://"+server.addr, nil).Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	first := <-server.arrived

	worker, log, _ := runWorker(t, db, newSMTPSender(t, "smtp://"+server.addr, nil))
	due(db, worker) // The lease is over.
	log.wait(t, "mail sent")
	if second := <-server.arrived; second.id() != first.id() || first.id() == "" {
		t.Errorf("Message-ID %q, then %q", first.id(), second.id())
	}
}

func TestHeadersCannotBeInjected(t *testing.T) {
	for _, from := range []string{
		"a@books.example\r\nBcc: all@example.com",
		"Club\r\nBcc: all@example.com <a@books.example>",
		"\"Club\r\n Bcc: all@example.com\" <a@books.example>",
		"=?utf-8?q?Club=0D=0ABcc:_all@example.com?= <a@books.example>",
		"a@books.example, b@books.example",
		"a",
	} {
		if address, err := mail.ParseAddress(from); err == nil {
			t.Errorf("ParseAddress(%q) = %v", from, address)
		}
		if _, err := mail.NewComposer(from, "https://books.example", tokens); err == nil {
			t.Errorf("NewComposer takes %q", from)
		}
	}
	// The address of an entry keeps to stricter rules; even if it did not, it stays in its place.
	m, err := newComposer(t).Confirmation(uuid.New(), "sam@example.com>\r\nBcc: <all@example.com")
	if err != nil {
		t.Fatal(err)
	}
	var wire bytes.Buffer
	if _, err := m.WriteTo(&wire); err != nil {
		t.Fatal(err)
	}
	message, err := netmail.ReadMessage(&wire)
	if err != nil {
		t.Fatal(err)
	}
	if _, injected := message.Header["Bcc"]; injected {
		t.Errorf("the mail has the header %v", message.Header)
	}
}

func TestServerURLsThatAreRefused(t *testing.T) {
	for _, url := range []string{
		"", "mail.example", "mail.example:25", "http://mail.example", "smtp://", "smtp://:25", "smtp://mail.example:0",
		"smtp://club@mail.example", "smtp://club:@mail.example", "smtp://:hunter2@mail.example",
		"smtp://mail.example:port", "smtp://mail.example/path", "smtp://mail.example?tls=no", "smtp://club:hunter2@%zz",
	} {
		if _, err := mail.NewSMTPSender(url); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("NewSMTPSender(%q): %v", url, err)
		}
	}
}
