package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// FuzzNormalizeJSON compares the strict reader with encoding/json: what it takes means the same to
// both, but for the blanks around texts.
func FuzzNormalizeJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { } `, `null`, `[]`, ``, `{"a":1}x`, `{"a":1}{}`, "\ufeff{}",
		`{"email":" sam@example.com ","name":null,"club_captain_interest":true}`,
		`{"a":"","b":" \n ","c":"\u0085a\ufeff","d":"\u0000"}`,
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a\ud800":1,"a\ud801":2}`, "{\"\xff\":1,\"\xfe\":2}",
		`{"a":"\ud83d\udcda","b":"\\ud800","c":"\ud800","d":"\udc00\ud800","e":"\ud800\u0041"}`,
		"{\"a\":\"\xc3\x28\"}", `{"a":{"b":[1,{"c":" x "}]},"d":1e400,"e":-0.0}`, `{"a":12345678901234567890}`,
		`{"a":"<b>&\u2028"}`, `{"":""}`, `{"a":"\`, `{"a":"\u12`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		normal, err := normalizeJSON(bytes.Clone(body))
		if err != nil {
			var invalid *waitlist.ValidationError
			if !errors.As(err, &invalid) || len(invalid.Fields) == 0 {
				t.Fatalf("refused with %v", err)
			}
			return
		}
		if !json.Valid(normal) {
			t.Fatalf("the normal form %q is no JSON", normal)
		}
		again, err := normalizeJSON(bytes.Clone(normal))
		if err != nil || !bytes.Equal(again, normal) {
			t.Fatalf("the normal form %q becomes %q, %v", normal, again, err)
		}
		if got, want := decoded(t, normal), trimmed(decoded(t, body)); !reflect.DeepEqual(got, want) {
			t.Fatalf("read %v, want %v", got, want)
		}
	})
}

func decoded(t *testing.T, object []byte) map[string]any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		t.Fatalf("encoding/json refuses %q: %v", object, err)
	}
	return fields
}

func trimmed(fields map[string]any) map[string]any {
	for name, value := range fields {
		text, isText := value.(string)
		if !isText {
			continue
		}
		if text = waitlist.Trim(text); text != "" {
			fields[name] = text
		} else {
			fields[name] = nil
		}
	}
	return fields
}
