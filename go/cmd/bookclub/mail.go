package main

import (
	"context"
	"log/slog"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/mail"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// mailSettings are the settings about mail.
type mailSettings struct {
	smtpURL  string
	from     string
	noticeTo string
}

func (s *settings) mail() *mailSettings {
	m := new(mailSettings)
	s.StringVar(&m.smtpURL, "smtp-url", "", "the SMTP server, a `URL` like smtp://user:password@host:port or smtps://...; "+
		"without one, mails wait in the database")
	s.variable("smtp-url", "BOOKCLUB_SMTP_URL")
	s.StringVar(&m.from, "mail-from", "", "the `address` that mails come from, such as \"Name <name@books.example>\"")
	s.variable("mail-from", "BOOKCLUB_MAIL_FROM")
	s.StringVar(&m.noticeTo, "notify-email", "", "the `address` that is told of each complete entry")
	s.variable("notify-email", "BOOKCLUB_NOTIFY_EMAIL")
	return m
}

// post is how serve gets its mails out.
type post struct {
	worker   *mail.Worker // nil when mails are to wait
	noticeTo string       // empty for no notices
}

// newPost checks the settings and returns what they ask for.
func newPost(m *mailSettings, publicURL string, tokens leave.Tokens, db *sqlx.DB, logger *slog.Logger) (post, error) {
	var p post
	if m.noticeTo != "" {
		address, err := mail.ParseAddress(m.noticeTo)
		if err != nil {
			return post{}, wrong("BOOKCLUB_NOTIFY_EMAIL", "is "+err.Error())
		}
		p.noticeTo = address.Address
	}
	if m.smtpURL == "" {
		return p, nil
	}
	sender, err := mail.NewSMTPSender(m.smtpURL)
	if err != nil {
		return post{}, wrong("BOOKCLUB_SMTP_URL", "is "+err.Error())
	}
	if m.from == "" {
		return post{}, wrong("BOOKCLUB_MAIL_FROM", "is not set: BOOKCLUB_SMTP_URL needs it")
	}
	if publicURL == "" {
		return post{}, wrong("BOOKCLUB_PUBLIC_URL", "is not set: BOOKCLUB_SMTP_URL needs it for the links in mails")
	}
	composer, err := mail.NewComposer(m.from, publicURL, tokens)
	if err != nil {
		return post{}, wrong("BOOKCLUB_MAIL_FROM", "is "+err.Error())
	}
	p.worker = mail.NewWorker(postgres.NewOutbox(db), composer, sender, logger)
	return p, nil
}

// wake says that there is a new mail.
func (p post) wake() {
	if p.worker != nil {
		p.worker.Wake()
	}
}

// start lets the worker run until ctx is done or the returned function is called, which waits for
// its end.
func (p post) start(ctx context.Context) (stop func()) {
	if p.worker == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.worker.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}
