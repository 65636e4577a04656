package waitlist

import "errors"

var (
	// ErrDuplicateEmail says that the address is on the list already.
	ErrDuplicateEmail = errors.New("the address is on the list already")

	// ErrNotFound says that there is no such entry, or that the time to change it is over.
	ErrNotFound = errors.New("no such entry, or the time to change it is over")

	// ErrUnavailable says that the store cannot be used right now; trying later may succeed.
	ErrUnavailable = errors.New("the store is not available")
)

// FieldError says what is wrong with one field. It never holds the field's value.
type FieldError struct {
	Field   string // the field's name in the API; empty when the input as a whole is meant
	Message string
}

// ValidationError lists every field that breaks a rule; there is at least one.
type ValidationError struct {
	Fields []FieldError
}

// Error is the message of the first bad field.
func (e *ValidationError) Error() string { return e.Fields[0].Message }
