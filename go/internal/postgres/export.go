package postgres

import (
	"context"
	"time"

	"github.com/jmoiron/sqlx"
)

// Entry is a row of the waitlist. Nil texts are absent.
type Entry struct {
	ID                    string    `db:"id" json:"id"`
	Name                  *string   `db:"name" json:"name"`
	Email                 string    `db:"email" json:"email"`
	PhoneNumber           *string   `db:"phone_number" json:"phone_number"`
	ZIPCode               *string   `db:"zip_code" json:"zip_code"`
	BookConversationStory *string   `db:"book_conversation_story" json:"book_conversation_story"`
	HowDidYouHear         *string   `db:"how_did_you_hear" json:"how_did_you_hear"`
	AnythingElse          *string   `db:"anything_else" json:"anything_else"`
	ClubCaptainInterest   bool      `db:"club_captain_interest" json:"club_captain_interest"`
	CreatedAt             time.Time `db:"created_at" json:"created_at"`
	UpdatedAt             time.Time `db:"updated_at" json:"updated_at"`
}

// EachEntry calls yield with each entry, the oldest first, as the list was at one moment. Times are
// in UTC. One entry is in memory at a time, and the next one overwrites it. It ends with the first
// error, yield's included.
func (s *WaitlistStore) EachEntry(ctx context.Context, yield func(*Entry) error) error {
	return s.read(ctx, func(tx *sqlx.Tx) error {
		rows, err := tx.QueryxContext(ctx, `
			SELECT id, name, email, phone_number, zip_code,
				book_conversation_story, how_did_you_hear, anything_else, club_captain_interest,
				created_at, updated_at
			FROM waitlist_entries
			ORDER BY created_at, id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		var entry Entry
		for rows.Next() {
			if err := rows.StructScan(&entry); err != nil {
				return err
			}
			entry.CreatedAt, entry.UpdatedAt = entry.CreatedAt.UTC(), entry.UpdatedAt.UTC()
			if err := yield(&entry); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}
