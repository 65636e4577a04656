package waitlist

import (
	"errors"
	"strings"
	"testing"
)

func TestTrim(t *testing.T) {
	for text, want := range map[string]string{
		"  a b\t\r\n":               "a b",
		"\u00a0\u2003a\u2029\u3000": "a",
		"\ufeffa\ufeff":             "a", // JavaScript's trim removes it, Go's TrimSpace does not.
		"\u0085a":                   "a", // The other way round.
		" \n ":                      "",
		"\u200ba":                   "\u200ba", // Invisible, but no white space.
	} {
		if got := Trim(text); got != want {
			t.Errorf("Trim(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEmail(t *testing.T) {
	label := strings.Repeat("a", 63)
	longest := strings.Repeat("a", 254-len("@example.com")) + "@example.com"
	for _, good := range []string{
		"sam@example.com",
		"SAM@EXAMPLE.COM",
		"first.last+books@mail.example.co.uk",
		"o'brien@example.com",
		"_@a.b",
		"sam@" + label + ".com",
		longest,
	} {
		if err := (NewEntry{Email: good}).validate(); err != nil {
			t.Errorf("%q is refused: %v", good, err)
		}
	}
	for _, bad := range []string{
		"",
		"sam",
		"@example.com",
		"sam@",
		"sam@localhost", // no dot in the domain
		"sam@example..com",
		"sam@.example.com",
		"sam@example.com.",
		".sam@example.com",
		"sam.@example.com",
		"sam..rivers@example.com",
		"sam@-example.com",
		"sam@example-.com",
		"sam@" + label + "a.com",
		"sam rivers@example.com",
		"sam@exam ple.com",
		"sam@example.com\r\nBcc: all@example.com",
		"sam@example.com\x00",
		"sam@example.com,eve@example.com",
		"Sam <sam@example.com>",
		"sam@exämple.com",
		"a" + longest,
	} {
		assertInvalid(t, NewEntry{Email: bad}.validate(), FieldError{"email", "Please enter a valid email"})
	}
}

func TestZIPCode(t *testing.T) {
	for _, good := range []string{"80302", "00501"} {
		if err := (NewEntry{Email: "sam@example.com", ZIPCode: &good}).validate(); err != nil {
			t.Errorf("%q is refused: %v", good, err)
		}
	}
	for _, bad := range []string{"", "8030", "803021", "8030a", "80302-1234", "٨٠٣٠٢", "80302\n"} {
		assertInvalid(t, NewEntry{Email: "sam@example.com", ZIPCode: &bad}.validate(),
			FieldError{"zip_code", "Please enter a valid 5-digit ZIP code"})
	}
}

func TestLengths(t *testing.T) {
	for field, limit := range map[string]int{
		"name":                    200,
		"phone_number":            40,
		"book_conversation_story": 5000,
		"how_did_you_hear":        5000,
		"anything_else":           5000,
	} {
		entry := func(text string) NewEntry {
			e := NewEntry{Email: "sam@example.com"}
			*map[string]**string{
				"name":                    &e.Name,
				"phone_number":            &e.PhoneNumber,
				"book_conversation_story": &e.BookConversationStory,
				"how_did_you_hear":        &e.HowDidYouHear,
				"anything_else":           &e.AnythingElse,
			}[field] = &text
			return e
		}
		// Characters count, not bytes or UTF-16 units.
		if err := entry(strings.Repeat("📚", limit)).validate(); err != nil {
			t.Errorf("%s with %d characters is refused: %v", field, limit, err)
		}
		assertInvalid(t, entry(strings.Repeat("📚", limit+1)).validate(), FieldError{field, MessageTooLong(limit)})
		assertInvalid(t, entry("a\x00b").validate(), FieldError{field, "Must not contain control characters."})
	}
}

func TestEveryBadFieldIsListed(t *testing.T) {
	zip, name := "1", "a\nb"
	assertInvalid(t, NewEntry{Name: &name, ZIPCode: &zip}.validate(),
		FieldError{"name", "Must not contain control characters."},
		FieldError{"email", "Please enter a valid email"},
		FieldError{"zip_code", "Please enter a valid 5-digit ZIP code"})
}

func TestChange(t *testing.T) {
	if err := (Change{}).validate(); err != nil {
		t.Errorf("a change of nothing is refused: %v", err)
	}
	if err := (Change{Name: Set[*string](nil), AnythingElse: Set[*string](nil)}).validate(); err != nil {
		t.Errorf("clearing optional fields is refused: %v", err)
	}
	assertInvalid(t, Change{
		Email:                 Set(""),
		BookConversationStory: Set(""),
		HowDidYouHear:         Set(""),
	}.validate(),
		FieldError{"email", "Please enter a valid email"},
		FieldError{"book_conversation_story", "Required."},
		FieldError{"how_did_you_hear", "Required."})
}

func assertInvalid(t *testing.T, err error, want ...FieldError) {
	t.Helper()
	var invalid *ValidationError
	if !errors.As(err, &invalid) {
		t.Errorf("got error %v, want %v", err, want)
		return
	}
	if len(invalid.Fields) != len(want) {
		t.Errorf("got %v, want %v", invalid.Fields, want)
		return
	}
	for i := range want {
		if invalid.Fields[i] != want[i] {
			t.Errorf("got %v, want %v", invalid.Fields[i], want[i])
		}
	}
}
