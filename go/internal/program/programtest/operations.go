package programtest

import (
	"os"
	"strings"
	"testing"
)

// Operations returns a section of docs/operations.md, for tests that do what it says. Their package is
// three folders below the repository's root.
func Operations(t *testing.T, section string) string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "\n## "+section+"\n")
	if !found {
		t.Fatalf("the operations page has no section %q", section)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// OperationsCode returns the blocks of code in a section of docs/operations.md that are in a language.
// There must be as many as are wanted.
func OperationsCode(t *testing.T, section, language string, wanted int) []string {
	t.Helper()
	var blocks []string
	for i, part := range strings.Split(Operations(t, section), "\n```") {
		if code, found := strings.CutPrefix(part, language+"\n"); found && i%2 == 1 {
			blocks = append(blocks, code+"\n")
		}
	}
	if len(blocks) != wanted {
		t.Fatalf("in %q, the operations page has %d blocks of %s, not %d", section, len(blocks), language, wanted)
	}
	return blocks
}
