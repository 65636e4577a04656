package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// WaitlistStore is the waitlist.Store in Postgres.
type WaitlistStore struct {
	db       *sqlx.DB
	noticeTo string // the operator's address; empty for no notices
}

// NewWaitlistStore returns a store on top of db.
func NewWaitlistStore(db *sqlx.DB) *WaitlistStore { return &WaitlistStore{db: db} }

// WithNotices returns a store that queues, with each confirmation, a notice to the operator's
// address. It queues none if the address is empty.
func (s *WaitlistStore) WithNotices(address string) *WaitlistStore {
	return &WaitlistStore{db: s.db, noticeTo: address}
}

// confirmationsPerDay is how many confirmations one address gets in 24 hours, however often it
// leaves and joins.
const confirmationsPerDay = 3

var _ waitlist.Store = (*WaitlistStore)(nil)

// Insert implements waitlist.Store.
func (s *WaitlistStore) Insert(ctx context.Context, id uuid.UUID, e waitlist.NewEntry) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx, `
		INSERT INTO waitlist_entries (id, name, email, phone_number, zip_code,
			book_conversation_story, how_did_you_hear, anything_else, club_captain_interest)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		id, e.Name, e.Email, e.PhoneNumber, e.ZIPCode,
		e.BookConversationStory, e.HowDidYouHear, e.AnythingElse, e.ClubCaptainInterest)
	return translate(confirmed(ctx, err))
}

// confirmed returns the error of a change that was made with ctx. A change that is cancelled while it
// waits for a synchronous standby succeeds as far as its statement tells, but no standby has it.
func confirmed(ctx context.Context, err error) error {
	if err == nil {
		return ctx.Err()
	}
	return err
}

// Update implements waitlist.Store. The database's clock decides whether the window is over.
func (s *WaitlistStore) Update(ctx context.Context, id uuid.UUID, c waitlist.Change, window time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	result, err := s.db.NamedExecContext(ctx, `
		UPDATE waitlist_entries SET
			name                    = CASE WHEN :set_name    THEN :name    ELSE name END,
			email                   = CASE WHEN :set_email   THEN :email   ELSE email END,
			phone_number            = CASE WHEN :set_phone   THEN :phone   ELSE phone_number END,
			zip_code                = CASE WHEN :set_zip     THEN :zip     ELSE zip_code END,
			book_conversation_story = CASE WHEN :set_story   THEN :story   ELSE book_conversation_story END,
			how_did_you_hear        = CASE WHEN :set_hear    THEN :hear    ELSE how_did_you_hear END,
			anything_else           = CASE WHEN :set_else    THEN :else    ELSE anything_else END,
			club_captain_interest   = CASE WHEN :set_captain THEN :captain ELSE club_captain_interest END,
			updated_at              = now()
		WHERE id = :id AND created_at > now() - make_interval(secs => :window)`,
		map[string]any{
			"id":       id,
			"window":   window.Seconds(),
			"set_name": c.Name.IsSet, "name": c.Name.Value,
			"set_email": c.Email.IsSet, "email": c.Email.Value,
			"set_phone": c.PhoneNumber.IsSet, "phone": c.PhoneNumber.Value,
			"set_zip": c.ZIPCode.IsSet, "zip": c.ZIPCode.Value,
			"set_story": c.BookConversationStory.IsSet, "story": c.BookConversationStory.Value,
			"set_hear": c.HowDidYouHear.IsSet, "hear": c.HowDidYouHear.Value,
			"set_else": c.AnythingElse.IsSet, "else": c.AnythingElse.Value,
			"set_captain": c.ClubCaptainInterest.IsSet, "captain": c.ClubCaptainInterest.Value,
		})
	if err := confirmed(ctx, err); err != nil {
		return translate(err)
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return translate(err)
	}
	if changed == 0 {
		return waitlist.ErrNotFound
	}
	return nil
}

// QueueConfirmation implements waitlist.Store. It queues nothing either while the address has
// had as many confirmations as it gets in a day. One statement, so that all of it happens or
// nothing.
func (s *WaitlistStore) QueueConfirmation(ctx context.Context, email string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var queued int
	err := s.db.GetContext(ctx, &queued, `
		WITH outdated AS (
			DELETE FROM confirmed_addresses WHERE confirmed_at <= now() - interval '24 hours'
		), entry AS (
			SELECT id, email, sha256(convert_to(lower(email), 'UTF8')) AS address_hash
			FROM waitlist_entries
			WHERE lower(email) = lower($1)
			  AND book_conversation_story IS NOT NULL
			  AND how_did_you_hear IS NOT NULL
		), confirmation AS (
			INSERT INTO outbox (entry_id, kind, recipient)
			SELECT id, 'confirmation', email
			FROM entry
			WHERE $2 > (
				SELECT count(*) FROM confirmed_addresses c
				WHERE c.address_hash = entry.address_hash AND c.confirmed_at > now() - interval '24 hours')
			ON CONFLICT (entry_id, kind) DO NOTHING
			RETURNING entry_id
		), confirmed AS (
			INSERT INTO confirmed_addresses (address_hash)
			SELECT address_hash FROM entry JOIN confirmation ON entry_id = id
		), notice AS (
			INSERT INTO outbox (entry_id, kind, recipient)
			SELECT entry_id, 'notice', $3 FROM confirmation WHERE $3 <> ''
		)
		SELECT count(*) FROM confirmation`, email, confirmationsPerDay, s.noticeTo)
	var pqErr *pq.Error
	if errors.As(err, &pqErr) && pqErr.Constraint == "outbox_entry_id_fkey" {
		return false, nil // The person has left in this moment.
	}
	return queued > 0, translate(confirmed(ctx, err))
}

// Erase implements waitlist.Store. The outbox rows go with the entry. That the address was mailed
// stays known for a day, or leaving and joining again would be a way around the limit.
func (s *WaitlistStore) Erase(ctx context.Context, id uuid.UUID) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx, `DELETE FROM waitlist_entries WHERE id = $1`, id)
	return translate(confirmed(ctx, err))
}

// Ping implements waitlist.Store.
func (s *WaitlistStore) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	return translate(s.db.PingContext(ctx))
}
