// Package waitlist is the domain of the product: what an entry on the waitlist is, which rules
// it obeys and what can be done with it. It knows neither HTTP nor SQL.
package waitlist

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// NewEntry is what a person leaves when joining. Nil texts are absent.
type NewEntry struct {
	Name                  *string
	Email                 string
	PhoneNumber           *string
	ZIPCode               *string
	BookConversationStory *string
	HowDidYouHear         *string
	AnythingElse          *string
	ClubCaptainInterest   bool
}

// Change is what happens to an existing entry: fields that are not set stay as they are.
type Change struct {
	Name                  Field[*string]
	Email                 Field[string]
	PhoneNumber           Field[*string]
	ZIPCode               Field[*string]
	BookConversationStory Field[string]
	HowDidYouHear         Field[string]
	AnythingElse          Field[*string]
	ClubCaptainInterest   Field[bool]
}

// Field is the new value of one field of a Change. The zero Field changes nothing.
type Field[T any] struct {
	IsSet bool
	Value T
}

// Set is a Field that changes the value to v.
func Set[T any](v T) Field[T] { return Field[T]{IsSet: true, Value: v} }

// Store keeps the entries. Its errors are ErrDuplicateEmail, ErrNotFound, ErrUnavailable (each
// possibly wrapped) or a fault.
type Store interface {
	// Insert adds an entry under the given id, or returns ErrDuplicateEmail.
	Insert(ctx context.Context, id uuid.UUID, e NewEntry) error

	// Update changes the entry if it was made less than window ago, else returns ErrNotFound.
	// A new address that another entry has is ErrDuplicateEmail.
	Update(ctx context.Context, id uuid.UUID, c Change, window time.Duration) error

	// QueueConfirmation queues the confirmation mail of the entry with this address, and says
	// whether it did. It does so once per entry, ever, and only when the two required answers
	// are there.
	QueueConfirmation(ctx context.Context, email string) (bool, error)

	// Erase removes the entry and everything derived from it. An unknown id is no error.
	Erase(ctx context.Context, id uuid.UUID) error

	// Ping returns nil when the store can be reached.
	Ping(ctx context.Context) error
}

// Service is what can be done with the waitlist. Texts given to it are trimmed already: see Trim.
type Service struct {
	store      Store
	editWindow time.Duration
	mailQueued func()
}

// NewService returns a Service on top of store. Entries can be changed for editWindow after they
// were made. mailQueued is called each time a mail was queued; it must not block.
func NewService(store Store, editWindow time.Duration, mailQueued func()) *Service {
	return &Service{store: store, editWindow: editWindow, mailQueued: mailQueued}
}

// Join puts a person on the list and returns the new entry's id, which is random because it is
// the only key to Update. Errors: *ValidationError, ErrDuplicateEmail, ErrUnavailable.
func (s *Service) Join(ctx context.Context, e NewEntry) (uuid.UUID, error) {
	if err := e.validate(); err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.NewRandom()
	if err != nil {
		return uuid.Nil, err
	}
	return id, s.store.Insert(ctx, id, e)
}

// Update changes an entry. Doing it again succeeds. Errors: *ValidationError, ErrNotFound (also
// when the time to change the entry is over), ErrDuplicateEmail, ErrUnavailable.
func (s *Service) Update(ctx context.Context, id uuid.UUID, c Change) error {
	if err := c.validate(); err != nil {
		return err
	}
	return s.store.Update(ctx, id, c, s.editWindow)
}

// RequestConfirmation asks for the confirmation mail to the entry with this address. The answer
// does not depend on whether there is such an entry. Errors: ErrUnavailable.
func (s *Service) RequestConfirmation(ctx context.Context, email string) error {
	queued, err := s.store.QueueConfirmation(ctx, email)
	if queued {
		s.mailQueued()
	}
	return err
}

// Leave erases an entry. The answer does not depend on whether there was one. Errors:
// ErrUnavailable.
func (s *Service) Leave(ctx context.Context, id uuid.UUID) error {
	return s.store.Erase(ctx, id)
}

// Ready returns nil when the waitlist can be used.
func (s *Service) Ready(ctx context.Context) error {
	return s.store.Ping(ctx)
}
