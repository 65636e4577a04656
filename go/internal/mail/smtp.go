package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

const (
	// connectTimeout bounds reaching the server, with the TLS handshake of smtps.
	connectTimeout = 10 * time.Second

	// dialogTimeout bounds each half of the talk with the server: up to the login, and the mail. RFC
	// 5321 asks for ten minutes after a mail's last line: a server that is given up while it looks
	// for spam delivers the mail all the same, at every try.
	dialogTimeout = 10 * time.Minute
)

// SMTPSender hands mails to an SMTP server, each over a connection of its own.
type SMTPSender struct {
	host     string
	port     int
	user     string
	password string
	implicit bool           // TLS from the start instead of STARTTLS
	roots    *x509.CertPool // whom to trust; nil for the system's
}

// NewSMTPSender returns a sender to the server that a URL names:
//
//	smtp://user:password@host:port   STARTTLS; needed with a user, else used when offered
//	smtps://user:password@host:port  TLS from the start
//
// The ports default to 587 and 465. The server's certificate must be good. Errors do not repeat
// the URL, which may hold a password.
func NewSMTPSender(rawURL string) (*SMTPSender, error) {
	form := errors.New("not like smtp://user:password@host:port or smtps://user:password@host:port")
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, form
	}
	s := &SMTPSender{host: u.Hostname(), user: u.User.Username()}
	s.password, _ = u.User.Password()
	if u.User != nil && (s.user == "" || s.password == "") {
		return nil, form // Half a login is a mistake, and would be noticed with the first mail only.
	}
	switch u.Scheme {
	case "smtp":
		s.port = gomail.DefaultPortTLS
	case "smtps":
		s.port, s.implicit = gomail.DefaultPortSSL, true
	default:
		return nil, form
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil || s.port < 1 || s.port > 65535 {
			return nil, form
		}
	}
	return s, nil
}

// Send implements Sender. It returns soon after ctx is done. A mail whose acceptance is lost with
// the connection counts as not sent.
func (s *SMTPSender) Send(ctx context.Context, m *gomail.Msg) error {
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTimeout(dialogTimeout),
		gomail.WithTLSConfig(s.tlsConfig()),
		gomail.WithTLSPolicy(s.tlsPolicy()),
		gomail.WithDialContextFunc(s.dial(ctx)),
	}
	if s.user != "" {
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	client, err := gomail.NewClient(s.host, options...)
	if err != nil {
		return errors.New("the SMTP client cannot be set up") // Its errors may repeat settings.
	}
	err = client.DialAndSendWithContext(ctx, m)
	if err == nil || m.IsDelivered() { // What goes wrong after the server has taken the mail is of no interest.
		return nil
	}
	return failure(ctx, err)
}

func (s *SMTPSender) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12, RootCAs: s.roots}
}

// tlsPolicy says when to use STARTTLS. A password never travels in the clear.
func (s *SMTPSender) tlsPolicy() gomail.TLSPolicy {
	switch {
	case s.implicit:
		return gomail.NoTLS
	case s.user != "":
		return gomail.TLSMandatory
	default:
		return gomail.TLSOpportunistic
	}
}

// dial returns a function that connects, and closes the connection as soon as sending is done:
// the client itself does not notice that while it waits for the server.
func (s *SMTPSender) dial(sending context.Context) gomail.DialContextFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, connectTimeout)
		defer cancel()
		dial := new(net.Dialer).DialContext
		if s.implicit {
			dial = (&tls.Dialer{Config: s.tlsConfig()}).DialContext
		}
		connection, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(sending, func() { connection.Close() })
		return connection, nil
	}
}

// failure says why a mail was not sent without any text of the server's: servers like to repeat
// the address.
func failure(ctx context.Context, err error) error {
	var send *gomail.SendError
	var answer *textproto.Error
	var certificate *tls.CertificateVerificationError
	var dial *net.OpError
	var timeout net.Error
	switch {
	case errors.As(err, &send) && send.ErrorCode() != 0:
		return refusal(send)
	case errors.As(err, &answer):
		return fmt.Errorf("the SMTP server refuses the session or the login with status %d", answer.Code)
	case errors.As(err, &certificate):
		return errors.New("the SMTP server's certificate is not good")
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return errors.New("the SMTP server takes too long")
	case errors.As(err, &dial) && dial.Op == "dial":
		return errors.New("the SMTP server cannot be reached")
	case errors.As(err, &send):
		return errors.New("the connection to the SMTP server broke")
	default:
		return errors.New("the SMTP session failed: the connection broke, or STARTTLS or a way to log in is missing")
	}
}

// refusal is the error for an answer of the server's to the mail itself. Only a lasting refusal
// of the recipient is final. Of the sender, the content or the server's policy (5.7.x, such as
// relaying denied) an operator may mend something.
func refusal(e *gomail.SendError) error {
	status := strings.TrimSpace(fmt.Sprintf("%d %s", e.ErrorCode(), e.EnhancedStatusCode()))
	switch {
	case e.Reason == gomail.ErrSMTPRcptTo && e.ErrorCode() >= 500 && !strings.HasPrefix(e.EnhancedStatusCode(), "5.7."):
		return fmt.Errorf("%w with status %s", ErrRefused, status)
	case e.Reason == gomail.ErrSMTPRcptTo:
		return fmt.Errorf("the SMTP server refuses the recipient with status %s", status)
	case e.Reason == gomail.ErrSMTPMailFrom:
		return fmt.Errorf("the SMTP server refuses the sender with status %s", status)
	default:
		return fmt.Errorf("the SMTP server refuses the mail with status %s", status)
	}
}
