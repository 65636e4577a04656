package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/mail"
)

// Outbox is the mail.Outbox in Postgres.
type Outbox struct {
	db *sqlx.DB
}

// NewOutbox returns an outbox on top of db.
func NewOutbox(db *sqlx.DB) *Outbox { return &Outbox{db: db} }

var _ mail.Outbox = (*Outbox)(nil)

// Claim implements mail.Outbox. Workers skip the rows that others are claiming, so several
// replicas can drain one outbox.
func (o *Outbox) Claim(ctx context.Context, lease time.Duration) (mail.Queued, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var q mail.Queued
	err := o.db.QueryRowContext(ctx, `
		UPDATE outbox
		SET due_at = now() + make_interval(secs => $1), attempts = attempts + 1
		FROM waitlist_entries
		WHERE outbox.id = (
			SELECT id FROM outbox
			WHERE sent_at IS NULL AND dead_at IS NULL AND due_at <= now()
			ORDER BY due_at
			LIMIT 1
			FOR UPDATE SKIP LOCKED)
		  AND waitlist_entries.id = outbox.entry_id
		RETURNING outbox.id, outbox.entry_id, outbox.kind, outbox.attempts,
			coalesce(outbox.recipient, waitlist_entries.email)`,
		lease.Seconds()).Scan(&q.ID, &q.EntryID, &q.Kind, &q.Attempts, &q.Email)
	if errors.Is(err, sql.ErrNoRows) {
		return mail.Queued{}, false, nil
	}
	return q, err == nil, translate(err)
}

// MarkSent implements mail.Outbox.
func (o *Outbox) MarkSent(ctx context.Context, id int64) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := o.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id)
	return translate(err)
}

// Retry implements mail.Outbox.
func (o *Outbox) Retry(ctx context.Context, id int64, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := o.db.ExecContext(ctx,
		`UPDATE outbox SET due_at = now() + make_interval(secs => $2) WHERE id = $1`, id, wait.Seconds())
	return translate(err)
}

// Bury implements mail.Outbox.
func (o *Outbox) Bury(ctx context.Context, id int64, reason string) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := o.db.ExecContext(ctx,
		`UPDATE outbox SET dead_at = now(), dead_reason = $2 WHERE id = $1`, id, reason)
	return translate(err)
}
