package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// maxBody is the most bytes that a body may have.
const maxBody = 64 << 10

var (
	errNotJSON      = errors.New("the body is not application/json")
	errBodyTooLarge = errors.New("the body is too large")
)

// readBody reads a request's body strictly and puts the normalised one in its place. Its errors
// are errNotJSON, errBodyTooLarge and *waitlist.ValidationError.
func readBody(w http.ResponseWriter, r *http.Request) error {
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		return errNotJSON
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return errBodyTooLarge
	}
	if err != nil {
		return invalidBody("The body could not be read.")
	}
	body, err = normalizeJSON(body)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return nil
}

// normalizeJSON returns a JSON object with the blanks around its texts removed, and null in the
// place of texts that are empty then. It refuses what JSON decoders like to overlook: bytes behind
// the object, keys that come twice, texts that are no Unicode. Bodies of the contract are flat, so
// it does not look into nested values; they have the wrong type anyway.
func normalizeJSON(body []byte) ([]byte, error) {
	if !json.Valid(body) || bytes.TrimLeft(body, " \t\r\n")[0] != '{' {
		return nil, invalidBody("The body must be one JSON object.")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if _, err := decoder.Token(); err != nil { // The opening brace.
		return nil, err
	}
	fields := make(map[string]any)
	changed := false
	var refused []waitlist.FieldError
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return nil, err
		}
		field := key.(string)
		if _, twice := fields[field]; twice {
			refused = append(refused, waitlist.FieldError{Field: nameOf(field), Message: "Must be there only once."})
			continue
		}
		fields[field] = raw
		if raw[0] != '"' {
			continue
		}
		if !isUnicode(raw) {
			refused = append(refused, waitlist.FieldError{Field: nameOf(field), Message: "Must be valid Unicode text."})
			continue
		}
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, err
		}
		trimmed := waitlist.Trim(text)
		switch {
		case trimmed == "":
			fields[field] = nil
		case trimmed != text:
			fields[field] = trimmed
		default:
			continue
		}
		changed = true
	}
	if len(refused) > 0 {
		return nil, &waitlist.ValidationError{Fields: refused}
	}
	if !changed {
		return body, nil
	}
	return json.Marshal(fields)
}

// isUnicode reports whether a JSON string literal holds Unicode text. Go's decoder replaces
// invalid UTF-8 and lone surrogates without saying so.
func isUnicode(literal []byte) bool {
	if !utf8.Valid(literal) {
		return false
	}
	for {
		i := bytes.IndexByte(literal, '\\')
		if i < 0 {
			return true
		}
		literal = literal[i:]
		if literal[1] != 'u' {
			literal = literal[2:]
			continue
		}
		first := escapedRune(literal)
		literal = literal[len(`\uXXXX`):]
		if !utf16.IsSurrogate(first) {
			continue
		}
		if !bytes.HasPrefix(literal, []byte(`\u`)) || utf16.DecodeRune(first, escapedRune(literal)) == utf8.RuneError {
			return false
		}
		literal = literal[len(`\uXXXX`):]
	}
}

// escapedRune returns the code unit of the escape \uXXXX that a valid literal starts with.
func escapedRune(literal []byte) rune {
	unit, _ := strconv.ParseUint(string(literal[2:6]), 16, 16)
	return rune(unit)
}

// invalidBody is the error of a body that is wrong as a whole.
func invalidBody(message string) error {
	return &waitlist.ValidationError{Fields: []waitlist.FieldError{{Message: message}}}
}
