package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"text/tabwriter"
)

// A report says how often each line of code ran: by the path of the source file, then by the line's number. Functions
// and branches, which LCOV can also count, are left out, because Go has none of them.
type report map[string]map[int]int

func (r report) addFile(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := r.add(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// add adds the counts of a report in LCOV.
func (r report) add(lcov io.Reader) error {
	var lines map[int]int
	scanner := bufio.NewScanner(lcov)
	for scanner.Scan() {
		kind, value, _ := strings.Cut(scanner.Text(), ":")
		switch kind {
		case "SF":
			if r[value] == nil {
				r[value] = make(map[int]int)
			}
			lines = r[value]
		case "DA":
			var line, count int
			if _, err := fmt.Sscanf(value, "%d,%d", &line, &count); err != nil || lines == nil {
				return fmt.Errorf("not LCOV: %q", scanner.Text())
			}
			lines[line] += count
		}
	}
	return scanner.Err()
}

// lcov is the report in LCOV, the same bytes for the same counts.
func (r report) lcov() []byte {
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(r)) {
		lines := r[name]
		fmt.Fprintf(&out, "SF:%s\n", name)
		for _, line := range slices.Sorted(maps.Keys(lines)) {
			fmt.Fprintf(&out, "DA:%d,%d\n", line, lines[line])
		}
		var t total
		t.add(lines)
		fmt.Fprintf(&out, "LF:%d\nLH:%d\nend_of_record\n", t.lines, t.covered)
	}
	return out.Bytes()
}

// figures prints a table: each folder, then the trees that they stand in, then all.
func (r report) figures(out io.Writer) error {
	folders, trees, all := make(map[string]*total), make(map[string]*total), new(total)
	for name, lines := range r {
		if len(lines) == 0 {
			continue // Bazel lists what no test has loaded, too, without its lines.
		}
		folder := path.Dir(name)
		tree, _, _ := strings.Cut(name, "/")
		totalOf(folders, folder).add(lines)
		totalOf(trees, tree).add(lines)
		all.add(lines)
	}

	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "folder\tlines\tcovered")
	for _, group := range []map[string]*total{folders, trees, {"all": all}} {
		for _, name := range slices.Sorted(maps.Keys(group)) {
			t := group[name]
			fmt.Fprintf(table, "%s\t%d\t%.1f %%\n", name, t.lines, t.percent())
		}
	}
	return table.Flush()
}

// A total counts lines of code.
type total struct{ lines, covered int }

func totalOf(totals map[string]*total, name string) *total {
	if totals[name] == nil {
		totals[name] = new(total)
	}
	return totals[name]
}

func (t *total) add(lines map[int]int) {
	for _, count := range lines {
		t.lines++
		if count > 0 {
			t.covered++
		}
	}
}

func (t *total) percent() float64 {
	if t.lines == 0 {
		return 0
	}
	return 100 * float64(t.covered) / float64(t.lines)
}
