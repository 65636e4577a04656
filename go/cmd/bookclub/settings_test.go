package main

import (
	"bytes"
	"io"
	"maps"
	"regexp"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/operations"
)

// The table of settings in the operations page is what the commands' help says: no setting is
// missing there, and none is made up.
func TestOperationsPageHasAllSettings(t *testing.T) {
	documented := make(map[string]string) // variable by flag
	row := regexp.MustCompile("(?m)^\\| (?:`([A-Z_]+)` )?\\| `--([a-z-]+)` \\|")
	for _, match := range row.FindAllStringSubmatch(operations.Section(t, "Settings"), -1) {
		documented[match[2]] = match[1]
	}

	known := make(map[string]string)
	flags := regexp.MustCompile(`(?m)^  -([a-z-]+).*\n.*?(?:\[([A-Z_]+)\]|$)`)
	for _, command := range []string{"serve", "dev", "migrate", "export", "stats", "erase", "clubs"} {
		var help bytes.Buffer
		p := program{getenv: func(string) string { return "" }, stdout: &help, stderr: io.Discard}
		p.main([]string{command, "-h"})
		for _, match := range flags.FindAllStringSubmatch(help.String(), -1) {
			known[match[1]] = match[2]
		}
	}
	delete(known, "format") // The page names it beside its commands.

	if len(known) == 0 || !maps.Equal(documented, known) {
		t.Errorf("the page has %v,\nthe program    %v", documented, known)
	}
}
