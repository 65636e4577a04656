// Package mail sends the mails that wait in the outbox.
package mail

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

const (
	// lease is how long a claimed mail is kept from other workers. A worker that dies leaves the
	// mail to the others when the lease is over, so it is longer than any try takes.
	lease = 2 * time.Minute

	// sendTimeout bounds one try.
	sendTimeout = time.Minute

	// pollInterval is how soon mails are noticed that other replicas queued or that are due for
	// another try.
	pollInterval = 5 * time.Second

	firstRetry = 10 * time.Second
	lastRetry  = time.Hour
)

// Queued is a mail in the outbox.
type Queued struct {
	ID       int64
	EntryID  uuid.UUID
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
}

// Sender hands a mail on to where it is delivered.
type Sender interface {
	// Send returns an error when the mail has to be tried again. Errors are logged, so they never
	// hold the address.
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

// Run works until ctx is done. A mail that is being sent then is finished first.
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
		// A mail half sent when the worker is stopped would be sent again later.
		w.deliver(context.WithoutCancel(ctx), q)
	}
}

// deliver sends one claimed mail, and records how that went. If the record is lost the mail is
// sent again after the lease, under the same Message-ID.
func (w *Worker) deliver(ctx context.Context, q Queued) {
	if err := w.send(ctx, q); err != nil {
		wait := retryWait(q.Attempts)
		w.logger.Warn("mail not sent", "mail", q.ID, "attempt", q.Attempts, "retry_in", wait.String(), "error", err)
		if err := w.outbox.Retry(ctx, q.ID, wait); err != nil {
			w.logger.Warn("cannot update the outbox", "mail", q.ID, "error", err)
		}
		return
	}
	if err := w.outbox.MarkSent(ctx, q.ID); err != nil {
		w.logger.Warn("cannot update the outbox", "mail", q.ID, "error", err)
		return
	}
	w.logger.Info("mail sent", "mail", q.ID, "attempt", q.Attempts)
}

func (w *Worker) send(ctx context.Context, q Queued) error {
	m, err := w.composer.Confirmation(q.EntryID, q.Email)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return w.sender.Send(ctx, m)
}

// retryWait is how long to wait after a number of failed attempts: it doubles up to an hour.
func retryWait(attempts int) time.Duration {
	wait := firstRetry
	for range attempts - 1 {
		wait = min(2*wait, lastRetry)
	}
	return wait
}
