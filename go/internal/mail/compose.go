package mail

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	htmltemplate "html/template"
	netmail "net/mail"
	"strings"
	texttemplate "text/template"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"

	"github.com/goodlifebookclub/platform/go/internal/leave"
)

//go:embed confirmation.txt.tmpl
var confirmationText string

//go:embed confirmation.html.tmpl
var confirmationHTML string

// Composer words the mails. They hold no text that a visitor has typed.
type Composer struct {
	from      *netmail.Address
	domain    string // of from
	publicURL string
	tokens    leave.Tokens
	text      *texttemplate.Template
	html      *htmltemplate.Template
}

// NewComposer returns a Composer of mails from the given address ("Name <a@b.example>") whose
// links start with publicURL and carry tokens.
func NewComposer(from, publicURL string, tokens leave.Tokens) (Composer, error) {
	address, err := netmail.ParseAddress(from)
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

// Confirmation returns the mail that confirms an entry, to the given address. Its Message-ID is
// always the same for an entry, so that a mail that was sent twice can be recognised.
func (c Composer) Confirmation(entry uuid.UUID, to string) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(c.from)
	m.ToMailAddress(&netmail.Address{Address: to})
	m.Subject("You're on the list")
	m.SetMessageIDWithValue(fmt.Sprintf("%s@%s", messageID("confirmation", entry), c.domain))
	m.SetDate()
	// RFC 3834: no out-of-office notes in answer to this.
	m.SetGenHeader("Auto-Submitted", "auto-generated")

	data := struct{ LeaveURL, SiteURL string }{
		LeaveURL: c.publicURL + "/leave?token=" + c.tokens.Token(entry),
		SiteURL:  c.publicURL + "/about",
	}
	if err := m.SetBodyTextTemplate(c.text, data); err != nil {
		return nil, err
	}
	if err := m.AddAlternativeHTMLTemplate(c.html, data); err != nil {
		return nil, err
	}
	return m, nil
}

// messageID is a hash because an entry's id is a key that mail servers on the way need not see.
func messageID(kind string, entry uuid.UUID) string {
	sum := sha256.Sum256([]byte(kind + ":" + entry.String()))
	return kind + "." + hex.EncodeToString(sum[:16])
}
