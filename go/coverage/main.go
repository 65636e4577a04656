// Coverage merges what tests covered into one LCOV file, and prints its figures.
//
// Bazel calls it (see .bazelrc) after each test with --coverage_dir, which holds the test's reports, and after all tests
// with --reports_file, which lists one report for each test. Called by hand, it prints the figures of the last
// `bazel coverage`:
//
//	./tools/bazel run //go/coverage
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	output := flag.String("output_file", "", "the merged `report` to write; without it, figures are printed")
	dir := flag.String("coverage_dir", "", "a `folder` with reports")
	list := flag.String("reports_file", "", "a `file` with the names of reports")
	// Bazel also says which sources count. Tests report no others: what is instrumented, .bazelrc says.
	for _, name := range []string{"filter_sources", "source_file_manifest"} {
		flag.Func(name, "ignored", func(string) error { return nil })
	}
	flag.Parse()

	run := func() error { return printFigures(os.Getenv("BUILD_WORKSPACE_DIRECTORY")) }
	if *output != "" {
		run = func() error { return merge(*output, *dir, *list) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}

func merge(output, dir, list string) error {
	names, err := reportsOfOneTest(dir)
	if list != "" {
		names, err = reportsOfAllTests(list)
	}
	if err != nil {
		return err
	}
	merged := make(report)
	for _, name := range names {
		if err := merged.addFile(name); err != nil {
			return err
		}
	}
	return os.WriteFile(output, merged.lcov(), 0o644)
}

func reportsOfOneTest(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, "*.dat"))
}

func reportsOfAllTests(list string) ([]string, error) {
	names, err := os.ReadFile(list)
	return strings.Fields(string(names)), err
}

func printFigures(workspace string) error {
	last := make(report)
	err := last.addFile(filepath.Join(workspace, "bazel-out/_coverage/_coverage_report.dat"))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no report yet; ./tools/bazel coverage //... makes it")
	}
	if err != nil {
		return err
	}
	return last.figures(os.Stdout)
}
