// Package operations reads docs/operations.md, for tests that do what it says. The tests of this
// package do so with programs that are not ours.
package operations

import (
	"os"
	"strings"
	"testing"
)

// Section returns a section of the page. The package whose test it is must be three folders below the
// repository's root.
func Section(t *testing.T, section string) string {
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

// Code returns the blocks of code in a section that are in a language. There must be as many as are
// wanted.
func Code(t *testing.T, section, language string, wanted int) []string {
	t.Helper()
	var blocks []string
	for i, part := range strings.Split(Section(t, section), "\n```") {
		if code, found := strings.CutPrefix(part, language+"\n"); found && i%2 == 1 {
			blocks = append(blocks, code+"\n")
		}
	}
	if len(blocks) != wanted {
		t.Fatalf("in %q, the operations page has %d blocks of %s, not %d", section, len(blocks), language, wanted)
	}
	return blocks
}
