package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two tests ran main.go, one of them with a report in Vitest's words.
const (
	first = "SF:go/main.go\nDA:1,2\nDA:2,0\nLH:1\nLF:2\nend_of_record\n"
	both  = `TN:
SF:ts/site/src/app.ts
FN:3,(anonymous_0)
FNDA:1,(anonymous_0)
DA:3,1
BRDA:3,0,0,0
end_of_record
TN:
SF:go/main.go
DA:1,0
DA:2,5
DA:9,0
end_of_record
`
	merged = `SF:go/main.go
DA:1,2
DA:2,5
DA:9,0
LF:3
LH:2
end_of_record
SF:ts/site/src/app.ts
DA:3,1
LF:1
LH:1
end_of_record
`
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMergesTheReportsOfOneTest(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "go_coverage.1.dat", first)
	write(t, dir, "go_coverage.2.dat", both)
	write(t, dir, "coverage.cover", "mode: atomic\n") // Go's own, which is not LCOV.
	expectMerged(t, dir, "")
}

func TestMergesTheReportsOfAllTests(t *testing.T) {
	dir := t.TempDir()
	names := write(t, dir, "1.dat", first) + "\n" + write(t, dir, "2.dat", both) + "\n"
	expectMerged(t, "", write(t, dir, "reports", names))
}

func expectMerged(t *testing.T, dir, list string) {
	t.Helper()
	output := filepath.Join(t.TempDir(), "merged.dat")
	if err := merge(output, dir, list); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != merged {
		t.Errorf("got\n%s\nwanted\n%s", got, merged)
	}
}

func TestSaysWhichReportIsNotLCOV(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"SF:a.go\nDA:1,many\n", "DA:1,1\n"} {
		broken := write(t, dir, "broken.dat", text)
		err := merge(filepath.Join(dir, "merged"), dir, "")
		if err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("%q: got %v, wanted an error that names %s", text, err, broken)
		}
	}
}

func TestPrintsFoldersThenTreesThenAll(t *testing.T) {
	r := make(report)
	if err := r.add(strings.NewReader(both + "SF:docs/not-loaded.go\nend_of_record\n")); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	if err := r.figures(&table); err != nil {
		t.Fatal(err)
	}
	want := `folder       lines  covered
go           3      33.3 %
ts/site/src  1      100.0 %
go           3      33.3 %
ts           1      100.0 %
all          4      50.0 %
`
	if table.String() != want {
		t.Errorf("got\n%s\nwanted\n%s", table.String(), want)
	}
}

func TestAsksForAReport(t *testing.T) {
	err := printFigures(t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "./tools/bazel coverage //...") {
		t.Errorf("got %v, wanted the command that makes a report", err)
	}
}
