package mail_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	netmail "net/mail"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// A smtpServer is a real SMTP server on a loopback address that stays the same when it goes down
// and comes back. A test says how it answers.
type smtpServer struct {
	t       *testing.T
	addr    string
	tls     *tls.Config // nil for a server without TLS
	server  *smtp.Server
	port    net.Listener
	arrived chan *received // each mail that was taken

	password string // what it takes; empty for no login
	hangUp   bool   // as soon as it has taken a mail

	mu     sync.Mutex
	onRcpt func(to string) error
	onData func() error
}

// received is a mail as it came over the wire.
type received struct {
	netmail.Message
	from, to string // of the envelope
	body     string
	secure   bool // came over TLS
}

func (r *received) id() string { return r.Header.Get("Message-Id") }

// newSMTPServer returns a server that is up and takes everything.
func newSMTPServer(t *testing.T, options ...func(*smtpServer)) *smtpServer {
	t.Helper()
	s := &smtpServer{t: t, addr: "127.0.0.1:0", arrived: make(chan *received, 100)}
	for _, option := range options {
		option(s)
	}
	s.up()
	t.Cleanup(s.down)
	return s
}

// up starts the server.
func (s *smtpServer) up() {
	s.t.Helper()
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.port, s.addr = listener, listener.Addr().String()
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{smtpServer: s, conn: c}, nil
	}))
	s.server.Domain = "mail.example"
	s.server.TLSConfig = s.tls
	s.server.AllowInsecureAuth = true // It is up to the client to keep the password to itself.
	s.server.ErrorLog = quiet{}
	go s.server.Serve(listener)
}

// down stops the server in the middle of whatever it does.
func (s *smtpServer) down() {
	s.port.Close() // The server knows it only once it has begun to serve.
	s.server.Close()
}

// answer sets how the server answers to recipients and to contents. Nil takes them.
func (s *smtpServer) answer(onRcpt func(to string) error, onData func() error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.onRcpt, s.onData = onRcpt, onData
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// session is one connection to the server.
type session struct {
	*smtpServer
	conn     *smtp.Conn
	loggedIn bool
	taken    bool // a mail
	from, to string
}

func (s *session) AuthMechanisms() []string {
	if s.password == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, password string) error {
		if password != s.password {
			return smtp.ErrAuthFailed
		}
		s.loggedIn = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.password != "" && !s.loggedIn {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mu.Lock()
	onRcpt := s.onRcpt
	s.mu.Unlock()
	if onRcpt != nil {
		if err := onRcpt(to); err != nil {
			return err
		}
	}
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	onData := s.onData
	s.mu.Unlock()
	if onData != nil {
		if err := onData(); err != nil {
			return err
		}
	}
	message, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		return err
	}
	body, err := io.ReadAll(message.Body)
	if err != nil {
		return err
	}
	s.taken = true
	_, secure := s.conn.TLSConnectionState()
	s.arrived <- &received{Message: *message, from: s.from, to: s.to, body: string(body), secure: secure}
	return nil
}

// Reset is called after the server has said that it takes a mail, among others.
func (s *session) Reset() {
	if s.hangUp && s.taken {
		s.conn.Conn().Close()
	}
}

func (s *session) Logout() error { return nil }

// refuse is an answer that repeats the address, as servers like to.
func refuse(code int, enhanced smtp.EnhancedCode) func(to string) error {
	return func(to string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: enhanced, Message: "no <" + to + "> today"}
	}
}

// testCertificate returns a server's certificate for 127.0.0.1, and who trusts it.
func testCertificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return &tls.Config{Certificates: server.TLS.Certificates}, roots
}
