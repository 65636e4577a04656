package programtest

import (
	"bytes"
	"io"
	"net"
	netmail "net/mail"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Mailbox is a real SMTP server that keeps what arrives.
type Mailbox struct {
	Addr    string
	arrived chan *netmail.Message
}

// NewMailbox returns a server that takes everything until the test ends.
func NewMailbox(t *testing.T) Mailbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	box := Mailbox{Addr: listener.Addr().String(), arrived: make(chan *netmail.Message, 1000)}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return delivery(box), nil }))
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := server.Serve(listener); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		_ = listener.Close() // The server knows it only once it serves.
		serving.Wait()
	})
	return box
}

// Next returns the next mail, and waits for it.
func (m Mailbox) Next(t *testing.T) *netmail.Message {
	t.Helper()
	select {
	case message := <-m.arrived:
		return message
	case <-time.After(deadline):
		t.Fatal("waited too long for a mail")
		return nil
	}
}

// delivery is a session with a Mailbox.
type delivery Mailbox

func (delivery) Mail(string, *smtp.MailOptions) error { return nil }
func (delivery) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (delivery) Reset()                               {}
func (delivery) Logout() error                        { return nil }

func (d delivery) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		return err
	}
	d.arrived <- message
	return nil
}
