package leave_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/leave"
)

// FuzzVerify: each entry has one token, and only who has the key can make it.
func FuzzVerify(f *testing.F) {
	tokens := leave.NewTokens("secret")
	f.Add(tokens.Token(id))
	f.Add(tokens.Token(uuid.Nil))
	f.Add(leave.NewTokens("other").Token(id))
	for _, seed := range []string{"", ".", "..", "A.A", "AAAAAAAAAAAAAAAAAAAAAA.", "AAAAAAAAAAAAAAAAAAAAAA==.AA\n", "é.é"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, token string) {
		entry, ok := tokens.Verify(token)
		if !ok && entry != uuid.Nil {
			t.Errorf("%q is refused, and yet names %v", token, entry)
		}
		if ok && token != tokens.Token(entry) {
			t.Errorf("%q is taken for the token of %v", token, entry)
		}
	})
}
