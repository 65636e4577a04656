// Package mail sends the mails that wait in the outbox.
package mail

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

const (
	// lease is how long a claimed mail is kept from other workers. A worker that dies leaves the
	// mail to the others when the lease is over, so it is longer than any try takes.
	lease = 15 * time.Minute

	// sendTimeout bounds one try.
	sendTimeout = 12 * time.Minute

	// recordTimeout bounds writing down how a try went, while the database is away. With it a try is
	// over before its lease is.
	recordTimeout = 2 * time.Minute

	// recordInterval is how soon that is tried again.
	recordInterval = time.Second

	// pollInterval is how soon mails are noticed that other replicas queued or that are due for
	// another try.
	pollInterval = 5 * time.Second

	// stopGrace is how long a mail that is being sent may go on when the worker is stopped.
	stopGrace = 3 * time.Second

	firstRetry = 10 * time.Second
	lastRetry  = time.Hour

	// maxAttempts is how often a mail is tried: for three days or longer, so that a weekend
	// without a mail server loses nothing.
	maxAttempts = 100
)

// Kind is what a mail is about.
type Kind string

const (
	KindConfirmation Kind = "confirmation" // to the person, once an entry is complete
	KindNotice       Kind = "notice"       // to the operator, of a complete entry
)

// Queued is a mail in the outbox.
type Queued struct {
	ID       int64
	EntryID  uuid.UUID
	Kind     Kind
	Email    string // where it goes
	Attempts int    // how often it was claimed, this time included
}

// Outbox holds the mails that are to be sent.
type Outbox interface {
	// Claim takes the mail that has been due longest, and keeps it from other workers for the
	// length of the lease. It returns false when no mail is due.
	Claim(ctx context.Context, lease time.Duration) (Queued, bool, error)

	// MarkSent ends the work on a mail.
	MarkSent(ctx context.Context, id int64) error

	// Retry makes a claimed mail due again after the wait.
	Retry(ctx context.Context, id int64, wait time.Duration) error

	// Bury gives a claimed mail up, for a reason that holds no address.
	Bury(ctx context.Context, id int64, reason string) error
}

// ErrRefused says that the recipient is refused for good.
var ErrRefused = errors.New("the recipient is refused for good")

// Sender hands a mail on to where it is delivered.
type Sender interface {
	// Send returns an error when the mail was not sent: one that is ErrRefused when there is no
	// use in trying again. Errors are logged, so they never hold the address.
	Send(ctx context.Context, m *gomail.Msg) error
}

// Worker drains an outbox. Several may work on the same one.
type Worker struct {
	outbox   Outbox
	composer Composer
	sender   Sender
	logger   *slog.Logger
	wake     chan struct{}
}

// NewWorker returns a worker that takes mails from outbox, and gives them to sender as composer
// words them.
func NewWorker(outbox Outbox, composer Composer, sender Sender, logger *slog.Logger) *Worker {
	return &Worker{outbox: outbox, composer: composer, sender: sender, logger: logger, wake: make(chan struct{}, 1)}
}

// Wake makes the worker look at the outbox now instead of at the next poll. It never blocks.
func (w *Worker) Wake() {
	select {
	case w.wake <- struct{}{}:
	default: // It is going to look anyway.
	}
}

// Run works until ctx is done. A mail that is being sent then is finished first, or cut off a few
// seconds later.
func (w *Worker) Run(ctx context.Context) {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		w.drain(ctx)
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		case <-poll.C:
		}
	}
}

// drain sends every mail that is due.
func (w *Worker) drain(ctx context.Context) {
	for ctx.Err() == nil {
		q, found, err := w.outbox.Claim(ctx, lease)
		if err != nil {
			if ctx.Err() == nil {
				w.logger.Warn("cannot read the outbox", "error", err)
			}
			return
		}
		if !found {
			return
		}
		w.deliver(ctx, q)
	}
}

// deliver sends one claimed mail, and records how that went.
func (w *Worker) deliver(ctx context.Context, q Queued) {
	err := w.send(ctx, q)
	attributes := []any{"mail", q.ID, "kind", q.Kind, "attempt", q.Attempts}
	switch {
	case err == nil:
		w.record(ctx, q, func(ctx context.Context) error { return w.outbox.MarkSent(ctx, q.ID) })
		w.logger.Info("mail sent", attributes...)
	case errors.Is(err, ErrRefused) || q.Attempts >= maxAttempts:
		w.record(ctx, q, func(ctx context.Context) error { return w.outbox.Bury(ctx, q.ID, err.Error()) })
		w.logger.Error("mail given up", append(attributes, "error", err)...)
	default:
		wait := jittered(retryWait(q.Attempts))
		w.record(ctx, q, func(ctx context.Context) error { return w.outbox.Retry(ctx, q.ID, wait) })
		w.logger.Warn("mail not sent", append(attributes, "retry_in", wait.String(), "error", err)...)
	}
}

// record updates the outbox, once at least when the worker is stopped, and else again until it
// works or the time is up. If the record is lost the mail is sent again after the lease, under the
// same Message-ID.
func (w *Worker) record(ctx context.Context, q Queued, update func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	for {
		err := update(context.WithoutCancel(ctx))
		if err == nil {
			return
		}
		w.logger.Warn("cannot update the outbox", "mail", q.ID, "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(recordInterval):
		}
	}
}

// send tries to send a mail. When ctx is done it goes on for the grace time: a mail that is cut
// off may have arrived, and would be sent again later.
func (w *Worker) send(ctx context.Context, q Queued) error {
	m, err := w.composer.compose(q)
	if err != nil {
		return err
	}
	sending, cut := context.WithTimeout(context.WithoutCancel(ctx), sendTimeout)
	defer cut()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, cut) })()
	return w.sender.Send(sending, m)
}

// retryWait is the longest wait after a number of failed attempts: it doubles up to an hour.
func retryWait(attempts int) time.Duration {
	wait := firstRetry
	for range attempts - 1 {
		wait = min(2*wait, lastRetry)
	}
	return wait
}

// jittered is a random part of a wait, at least half, so that mails that failed together do not
// come back together.
func jittered(wait time.Duration) time.Duration {
	return wait/2 + rand.N(wait/2)
}
