package mail

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"strings"
	texttemplate "text/template"
	"unicode"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"github.com/goodlifebookclub/platform/go/internal/leave"
)

//go:embed confirmation.txt.tmpl
var confirmationText string

//go:embed confirmation.html.tmpl
var confirmationHTML string

const noticeText = `A person has joined the waitlist of the Good Life Book Club and answered the questions.

"bookclub stats" counts the entries, "bookclub export" lists them.
`

// Composer words the mails. They hold no text that a visitor has typed.
type Composer struct {
	from      *netmail.Address
	domain    string // of from
	publicURL string
	tokens    leave.Tokens
	text      *texttemplate.Template
	html      *htmltemplate.Template
}

// ParseAddress reads an address that a setting holds: "a@b.example" or "Name <a@b.example>". It
// refuses control characters, so that a setting cannot add lines to a mail.
func ParseAddress(s string) (*netmail.Address, error) {
	address, err := netmail.ParseAddress(s)
	if err != nil || strings.ContainsFunc(s, unicode.IsControl) || strings.ContainsFunc(address.Name, unicode.IsControl) {
		return nil, errors.New(`not an address such as "Name <name@books.example>"`)
	}
	return address, nil
}

// NewComposer returns a Composer of mails from the given address ("Name <a@b.example>") whose
// links start with publicURL and carry tokens.
func NewComposer(from, publicURL string, tokens leave.Tokens) (Composer, error) {
	address, err := ParseAddress(from)
	if err != nil {
		return Composer{}, err
	}
	_, domain, _ := strings.Cut(address.Address, "@")
	text, err := texttemplate.New("text").Parse(confirmationText)
	if err != nil {
		return Composer{}, err
	}
	html, err := htmltemplate.New("html").Parse(confirmationHTML)
	if err != nil {
		return Composer{}, err
	}
	return Composer{from: address, domain: domain, publicURL: publicURL, tokens: tokens, text: text, html: html}, nil
}

// compose words the mail that a row of the outbox stands for.
func (c Composer) compose(q Queued) (*gomail.Msg, error) {
	switch q.Kind {
	case KindConfirmation:
		return c.Confirmation(q.EntryID, q.Email)
	case KindNotice:
		return c.Notice(q.EntryID, q.Email), nil
	default:
		return nil, fmt.Errorf("a mail of the unknown kind %q", q.Kind)
	}
}

// Confirmation returns the mail that confirms an entry, to the given address. Its Message-ID is
// always the same for an entry, so that a mail that was sent twice can be recognised.
func (c Composer) Confirmation(entry uuid.UUID, to string) (*gomail.Msg, error) {
	m := c.newMail(KindConfirmation, entry, to)
	m.Subject("You're on the list")

	data := struct{ LeaveURL, SiteURL string }{
		LeaveURL: c.publicURL + "/leave?token=" + c.tokens.Token(entry),
		SiteURL:  c.publicURL + "/about",
	}
	m.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+data.LeaveURL+">")
	if strings.HasPrefix(data.LeaveURL, "https:") {
		// RFC 8058, which asks for https: mail programs show a button that posts to the link.
		m.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
	}
	if err := m.SetBodyTextTemplate(c.text, data); err != nil {
		return nil, err
	}
	if err := m.AddAlternativeHTMLTemplate(c.html, data); err != nil {
		return nil, err
	}
	return m, nil
}

// Notice returns the mail that tells the operator of a complete entry. It says nothing about the
// person. Its Message-ID is always the same for an entry.
func (c Composer) Notice(entry uuid.UUID, to string) *gomail.Msg {
	m := c.newMail(KindNotice, entry, to)
	m.Subject("A new entry on the waitlist")
	m.SetBodyString(gomail.TypeTextPlain, noticeText)
	return m
}

// newMail returns a mail with the headers that all mails have.
func (c Composer) newMail(kind Kind, entry uuid.UUID, to string) *gomail.Msg {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(c.from)
	m.ToMailAddress(&netmail.Address{Address: to})
	m.SetMessageIDWithValue(fmt.Sprintf("%s@%s", messageID(kind, entry), c.domain))
	m.SetDate()
	// RFC 3834: no out-of-office notes in answer to this.
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	return m
}

// messageID is a hash because an entry's id is a key that mail servers on the way need not see.
func messageID(kind Kind, entry uuid.UUID) string {
	sum := sha256.Sum256([]byte(string(kind) + ":" + entry.String()))
	return string(kind) + "." + hex.EncodeToString(sum[:16])
}
