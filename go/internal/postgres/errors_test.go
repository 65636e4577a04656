package postgres

import (
	"errors"
	"strings"
	"testing"

	"github.com/lib/pq"

	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

func TestTranslate(t *testing.T) {
	for _, test := range []struct {
		state, constraint string
		want              error // nil for a fault that stays as it is
	}{
		{"23505", "waitlist_entries_email_key", waitlist.ErrDuplicateEmail},
		{"23505", "", waitlist.ErrDuplicateEmail},                   // as told by a distributed database
		{"23505", "waitlist_entries_pkey", waitlist.ErrUnavailable}, // repeated by database/sql
		{"23514", "waitlist_entries_name_check", nil},
		{"42P01", "", nil}, // no such table
		{"08006", "", waitlist.ErrUnavailable},
		{"25006", "", waitlist.ErrUnavailable}, // read-only
		{"40001", "", waitlist.ErrUnavailable}, // serialization failure
		{"40P01", "", waitlist.ErrUnavailable}, // deadlock
		{"53100", "", waitlist.ErrUnavailable}, // disk full
		{"53300", "", waitlist.ErrUnavailable}, // too many connections
		{"55P03", "", waitlist.ErrUnavailable}, // lock timeout
		{"57014", "", waitlist.ErrUnavailable}, // statement timeout
		{"57P01", "", waitlist.ErrUnavailable}, // shutting down
		{"57P03", "", waitlist.ErrUnavailable}, // starting up
		{"58030", "", waitlist.ErrUnavailable}, // input or output failed
	} {
		fault := &pq.Error{Code: pq.ErrorCode(test.state), Constraint: test.constraint}
		got, want := translate(fault), test.want
		if want == nil {
			want = fault
		}
		if !errors.Is(got, want) || test.want == nil && errors.Is(got, waitlist.ErrUnavailable) {
			t.Errorf("%s %s: %v, want %v", test.state, test.constraint, got, want)
		}
	}
	if err := translate(nil); err != nil {
		t.Errorf("no error became %v", err)
	}
}

func TestTextOfAnErrorHoldsNoValues(t *testing.T) {
	fault := &pq.Error{
		Code:    "22P02",
		Message: `invalid input syntax for type uuid: "sam@example.com"`,
		Detail:  "Failing row contains (sam@example.com).",
	}
	if got := translate(fault).Error(); got != "postgres: SQLSTATE 22P02" {
		t.Errorf("a value that cannot be read is told as %q", got)
	}
	fault.Code = "53100"
	if got := translate(fault).Error(); strings.Contains(got, "sam") || !strings.Contains(got, "53100") {
		t.Errorf("a full disk is told as %q", got)
	}
}
