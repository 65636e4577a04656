package waitlist

import (
	"strings"
	"testing"
	"unicode"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/goodlifebookclub/platform/go/internal/api"
)

// contractOf returns the contract's rule of a field of a new entry.
func contractOf(t testing.TB, field string) *openapi3.Schema {
	t.Helper()
	spec, err := api.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	return spec.Components.Schemas["WaitlistEntryCreate"].Value.Properties[field].Value
}

func FuzzEmail(f *testing.F) {
	for _, seed := range []string{
		"sam@example.com", "first.last+books@mail.example.co.uk", "o'brien@example.com", "_@a.b", "sam@1.2",
		"", "@", "sam", "a@b", "a@@b.c", "a@b@c.d", "a@b.c\n", "a@b.c\r\nBcc: x@y.z", "a@b.c\x00", "a b@c.d", "a@b..c",
		".a@b.c", "a.@b.c", "a..b@c.d", "a@.b.c", "a@b.c.", "a@-b.c", "a@b-.c", "é@b.c", "a@é.c", "\"a b\"@c.d", "<a@b.c>",
		strings.Repeat("a", 242) + "@example.com", strings.Repeat("a", 243) + "@example.com",
		"a@" + strings.Repeat("b", 63) + ".c", "a@" + strings.Repeat("b", 64) + ".c", "\xff@b.c",
	} {
		f.Add(seed)
	}
	contract := contractOf(f, "email")
	f.Fuzz(func(t *testing.T, email string) {
		accepted := NewEntry{Email: email}.validate() == nil
		if byContract := contract.VisitJSON(email) == nil; accepted != byContract {
			t.Errorf("%q: the domain says %v, the contract %v", email, accepted, byContract)
		}
		if !accepted {
			return
		}
		local, domain, _ := strings.Cut(email, "@")
		if local == "" || strings.Contains(domain, "@") || len(email) > 254 ||
			strings.ContainsFunc(email, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
			t.Errorf("%q is accepted", email)
		}
		labels := strings.Split(domain, ".")
		for _, label := range labels {
			if len(labels) < 2 || label == "" || len(label) > 63 {
				t.Errorf("%q is accepted with its domain", email)
			}
		}
	})
}

func FuzzZIPCode(f *testing.F) {
	for _, seed := range []string{"80302", "00501", "", "8030", "803022", "80302-1", "8030a", "80302\n", "-8030", "+8030", "8030٢", "８０３０２"} {
		f.Add(seed)
	}
	contract := contractOf(f, "zip_code")
	f.Fuzz(func(t *testing.T, zip string) {
		accepted := NewEntry{Email: "sam@example.com", ZIPCode: &zip}.validate() == nil
		if byContract := contract.VisitJSON(zip) == nil; accepted != byContract {
			t.Errorf("%q: the domain says %v, the contract %v", zip, accepted, byContract)
		}
		if fiveDigits := len(zip) == 5 && strings.Trim(zip, "0123456789") == ""; accepted != fiveDigits {
			t.Errorf("%q: accepted %v", zip, accepted)
		}
	})
}
