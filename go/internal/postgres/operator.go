package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"github.com/goodlifebookclub/platform/go/internal/clubs"
)

// ErrNoTables says that the database has not the tables that this program knows.
var ErrNoTables = errors.New("the tables are missing or out of date; bookclub migrate makes them")

// Stats are counts of everything that is kept.
type Stats struct {
	Entries  int `db:"entries" json:"entries"`
	Complete int `db:"complete" json:"complete"` // with both answers of step 2
	Captains int `db:"captains" json:"captains"`

	MailsWaiting int `db:"mails_waiting" json:"mails_waiting"`
	MailsSent    int `db:"mails_sent" json:"mails_sent"`
	MailsDead    int `db:"mails_dead" json:"mails_dead"` // given up

	ZIPAreas []ZIPArea `json:"zip_areas"`
}

// ZIPArea is the ZIPs that begin with the same three digits.
type ZIPArea struct {
	Digits  *string `db:"digits" json:"zip_area"` // nil for entries without a ZIP; they come last
	Entries int     `db:"entries" json:"entries"`
}

// Stats counts everything at one moment.
func (s *WaitlistStore) Stats(ctx context.Context) (Stats, error) {
	stats := Stats{ZIPAreas: []ZIPArea{}}
	err := s.read(ctx, func(tx *sqlx.Tx) error {
		if err := tx.GetContext(ctx, &stats, `
			SELECT
				count(*)                                                 AS entries,
				count(*) FILTER (WHERE book_conversation_story IS NOT NULL
				                   AND how_did_you_hear IS NOT NULL)     AS complete,
				count(*) FILTER (WHERE club_captain_interest)            AS captains
			FROM waitlist_entries`); err != nil {
			return err
		}
		if err := tx.GetContext(ctx, &stats, `
			SELECT
				count(*) FILTER (WHERE sent_at IS NULL AND dead_at IS NULL) AS mails_waiting,
				count(*) FILTER (WHERE sent_at IS NOT NULL)                 AS mails_sent,
				count(*) FILTER (WHERE dead_at IS NOT NULL)                 AS mails_dead
			FROM outbox`); err != nil {
			return err
		}
		return tx.SelectContext(ctx, &stats.ZIPAreas, `
			SELECT left(zip_code, 3) AS digits, count(*) AS entries
			FROM waitlist_entries
			GROUP BY digits
			ORDER BY digits NULLS LAST`)
	})
	return stats, err
}

// WaitingMen returns those who can be put into clubs: the entries that are complete, with both
// answers of step 2. Times are in UTC.
func (s *WaitlistStore) WaitingMen(ctx context.Context) ([]clubs.Man, error) {
	var men []clubs.Man
	err := s.read(ctx, func(tx *sqlx.Tx) error {
		return tx.SelectContext(ctx, &men, `
			SELECT id, name, email, phone_number, zip_code, club_captain_interest, created_at
			FROM waitlist_entries
			WHERE book_conversation_story IS NOT NULL
			  AND how_did_you_hear IS NOT NULL`)
	})
	for i := range men {
		men[i].JoinedAt = men[i].JoinedAt.UTC()
	}
	return men, err
}

// EraseByEmail removes the entry with this address, compared without case, and everything derived
// from it: its mails, and the traces of its addresses that limit their mails. It also removes what
// the address left elsewhere: its trace if the entry has gone before, and a mail that was asked for
// before the entry's address was changed; if that one waits, it goes to the new address. It returns
// how many entries it has removed.
func (s *WaitlistStore) EraseByEmail(ctx context.Context, email string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	result, err := s.db.ExecContext(ctx, `
		WITH entry AS (
			SELECT id FROM waitlist_entries WHERE lower(email) = lower($1)
		), address AS (
			SELECT lower($1) AS address
			UNION
			SELECT lower(recipient) FROM outbox JOIN entry ON entry_id = entry.id
			WHERE kind = 'confirmation' AND recipient IS NOT NULL
		), forgotten AS (
			DELETE FROM confirmed_addresses
			WHERE address_hash IN (SELECT sha256(convert_to(address, 'UTF8')) FROM address)
		), elsewhere AS (
			UPDATE outbox SET recipient = NULL
			WHERE kind = 'confirmation' AND lower(recipient) = lower($1) AND entry_id NOT IN (SELECT id FROM entry)
		)
		DELETE FROM waitlist_entries WHERE id IN (SELECT id FROM entry)`, email)
	if err != nil {
		return 0, forOperator(err)
	}
	removed, err := result.RowsAffected()
	return removed, forOperator(err)
}

// read runs f in a transaction that sees the database as it is at one moment and cannot change it.
// It takes as long as it takes.
func (s *WaitlistStore) read(ctx context.Context, f func(*sqlx.Tx) error) error {
	tx, err := s.db.BeginTxx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return forOperator(err)
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return forOperator(err)
	}
	return forOperator(tx.Commit())
}

// forOperator adds to an error what the operator can do about it.
func forOperator(err error) error {
	var pqErr *pq.Error
	if errors.As(err, &pqErr) && (pqErr.SQLState() == "42P01" || pqErr.SQLState() == "42703") { // undefined table, column
		return fmt.Errorf("%w (%w)", ErrNoTables, err)
	}
	return err
}
