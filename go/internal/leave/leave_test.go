package leave_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/leave"
)

var id = uuid.MustParse("3f0c8a52-6d0e-4b9b-9a55-0b1f6f2f7c11")

func TestTokenNamesItsEntry(t *testing.T) {
	tokens := leave.NewTokens("secret")
	if got, ok := tokens.Verify(tokens.Token(id)); !ok || got != id {
		t.Errorf("Verify = %v, %v", got, ok)
	}
}

func TestTokensSurviveAChangeOfTheKey(t *testing.T) {
	before, during, after := leave.NewTokens("old"), leave.NewTokens("new", "old"), leave.NewTokens("new")
	if got, ok := during.Verify(before.Token(id)); !ok || got != id {
		t.Errorf("a token of the old key: %v, %v", got, ok)
	}
	if during.Token(id) != after.Token(id) {
		t.Error("the first key does not sign")
	}
	if _, ok := after.Verify(before.Token(id)); ok {
		t.Error("a token of a key that is not listed any more is taken for a good one")
	}
}

func TestTokenKeepsToTheContract(t *testing.T) {
	spec, err := api.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	schema := spec.Components.Schemas["LeaveRequest"].Value.Properties["token"].Value
	if err := schema.VisitJSON(leave.NewTokens("secret").Token(id)); err != nil {
		t.Error(err)
	}
}

func TestOtherTokensAreRefused(t *testing.T) {
	tokens := leave.NewTokens("secret")
	good := tokens.Token(id)
	idPart, macPart, _ := strings.Cut(good, ".")
	otherID, otherMAC, _ := strings.Cut(tokens.Token(uuid.New()), ".")
	for name, token := range map[string]string{
		"empty":                  "",
		"no dot":                 idPart + macPart,
		"another entry's id":     otherID + "." + macPart,
		"another entry's hash":   idPart + "." + otherMAC,
		"another key":            leave.NewTokens("other").Token(id),
		"no hash":                idPart + ".",
		"a shorter hash":         good[:len(good)-4],
		"something behind it":    good + "AAAA",
		"spelled otherwise":      good[:len(good)-1] + string(good[len(good)-1]+1),
		"padding":                idPart + "==." + macPart,
		"an id that is too long": idPart + "AAAA." + macPart,
	} {
		if _, ok := tokens.Verify(token); ok {
			t.Errorf("%s: the token %q is taken for a good one", name, token)
		}
	}
}
