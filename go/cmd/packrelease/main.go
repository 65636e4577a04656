// Packrelease makes the parts of a release:
//
//	packrelease sbom     -o FILE -packages FILE -go-mod FILE -npm FILE
//	packrelease tarballs -o DIR -sbom FILE -program ARCH=FILE... FILE...
//	packrelease image    -o DIR -program ARCH=FILE...
//
// The same input gives the same bytes. The version and the commit are those that Bazel was stamped
// with.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
)

// build says which release it is.
type build struct {
	version string
	commit  string // empty in development
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "packrelease:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what: sbom, tarballs or image")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	output := flags.String("o", "", "the `file` or directory to write")
	packages := flags.String("packages", "", "a `file` with the import paths of the program's packages")
	goMod := flags.String("go-mod", "", "the program's go.mod `file`")
	npm := flags.String("npm", "", "the `file` in which Vite lists the packages of the site")
	sbom := flags.String("sbom", "", "the `file` that the command sbom wrote")
	var programs []program
	flags.Func("program", "the program for an architecture, as `ARCH=FILE`", func(value string) error {
		arch, path, _ := strings.Cut(value, "=")
		content, err := os.ReadFile(path)
		programs = append(programs, program{arch, content})
		return err
	})
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	b, err := readBuild(os.Getenv("BAZEL_STABLE_STATUS_FILE"))
	if err != nil {
		return err
	}
	switch args[0] {
	case "sbom":
		return writeSBOM(*output, b, *packages, *goMod, *npm)
	case "tarballs":
		return writeTarballs(*output, programs, *sbom, flags.Args())
	case "image":
		return writeImage(*output, b, programs)
	}
	return fmt.Errorf("there is no %q", args[0])
}

// readBuild reads the file that Bazel writes for tools/workspace_status. There is none in
// development.
func readBuild(path string) (build, error) {
	b := build{version: "development"}
	if path == "" {
		return b, nil
	}
	status, err := os.Open(path)
	if err != nil {
		return b, err
	}
	defer status.Close()
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		switch key, value, _ := strings.Cut(lines.Text(), " "); key {
		case "STABLE_VERSION":
			b.version = value
		case "STABLE_COMMIT":
			b.commit = value
		}
	}
	return b, lines.Err()
}
