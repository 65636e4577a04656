package waitlist

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a person reads when a field breaks its rule.
const (
	MessageEmail             = "Please enter a valid email"
	MessageZIPCode           = "Please enter a valid 5-digit ZIP code"
	MessageRequired          = "Required."
	MessageControlCharacters = "Must not contain control characters."
)

// MessageTooLong is what a person reads when a text has more than limit characters.
func MessageTooLong(limit int) string { return fmt.Sprintf("At most %d characters.", limit) }

// The most characters (Unicode code points) that a text may have.
const (
	maxName   = 200
	maxEmail  = 254
	maxPhone  = 40
	maxAnswer = 5000
)

var (
	// An address has a dot in its domain and no empty labels. The same pattern is in the contract.
	emailPattern = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*" +
		`@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)
	zipPattern = regexp.MustCompile(`^[0-9]{5}$`)
)

// Trim removes the blanks around a text: what either Go or JavaScript calls white space, so that
// the form and the server agree.
func Trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

// validate returns a *ValidationError if the entry breaks a rule.
func (e NewEntry) validate() error {
	var v validator
	v.line("name", e.Name, maxName)
	v.email(e.Email)
	v.line("phone_number", e.PhoneNumber, maxPhone)
	v.zipCode(e.ZIPCode)
	v.answer("book_conversation_story", e.BookConversationStory)
	v.answer("how_did_you_hear", e.HowDidYouHear)
	v.answer("anything_else", e.AnythingElse)
	return v.err()
}

// validate returns a *ValidationError if the change breaks a rule.
func (c Change) validate() error {
	var v validator
	v.line("name", c.Name.Value, maxName)
	if c.Email.IsSet {
		v.email(c.Email.Value)
	}
	v.line("phone_number", c.PhoneNumber.Value, maxPhone)
	v.zipCode(c.ZIPCode.Value)
	v.requiredAnswer("book_conversation_story", c.BookConversationStory)
	v.requiredAnswer("how_did_you_hear", c.HowDidYouHear)
	v.answer("anything_else", c.AnythingElse.Value)
	return v.err()
}

// validator collects what is wrong.
type validator struct {
	fields []FieldError
}

func (v *validator) err() error {
	if len(v.fields) == 0 {
		return nil
	}
	return &ValidationError{Fields: v.fields}
}

func (v *validator) refuse(field, message string) {
	v.fields = append(v.fields, FieldError{Field: field, Message: message})
}

func (v *validator) email(s string) {
	if len(s) > maxEmail || !emailPattern.MatchString(s) {
		v.refuse("email", MessageEmail)
	}
}

func (v *validator) zipCode(s *string) {
	if s != nil && !zipPattern.MatchString(*s) {
		v.refuse("zip_code", MessageZIPCode)
	}
}

// line checks an optional text of one line.
func (v *validator) line(field string, s *string, limit int) {
	if s == nil {
		return
	}
	isControl := func(r rune) bool { return r < 0x20 || r == 0x7f }
	switch {
	case utf8.RuneCountInString(*s) > limit:
		v.refuse(field, MessageTooLong(limit))
	case strings.ContainsFunc(*s, isControl):
		v.refuse(field, MessageControlCharacters)
	}
}

// answer checks an optional text that may have several lines.
func (v *validator) answer(field string, s *string) {
	if s == nil {
		return
	}
	switch {
	case utf8.RuneCountInString(*s) > maxAnswer:
		v.refuse(field, MessageTooLong(maxAnswer))
	case strings.ContainsRune(*s, 0):
		v.refuse(field, MessageControlCharacters)
	}
}

func (v *validator) requiredAnswer(field string, s Field[string]) {
	if s.IsSet && s.Value == "" {
		v.refuse(field, MessageRequired)
		return
	}
	v.answer(field, &s.Value)
}
