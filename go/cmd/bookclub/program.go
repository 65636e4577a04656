package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const usage = `Usage: bookclub COMMAND [flags]

Commands:
  serve    run the site and the API on a Postgres of yours
  dev      the same with a Postgres of its own, and mails written to files
  migrate  bring the database's tables up to date, and exit
  export   print the waitlist as CSV or JSON
  stats    print counts of entries and mails
  erase    remove a person from the waitlist
  clubs    propose clubs of six men who live near each other
  version  print which release this is

"bookclub COMMAND -h" lists the flags of a command.
`

// Exit codes.
const (
	exitFault   = 1 // something failed while running
	exitSetting = 2 // a setting or the command line is wrong
)

// program is what commands need of the world around them.
type program struct {
	getenv func(string) string
	stdout io.Writer
	stderr io.Writer
	site   []byte // the packed site; nil for none
}

// runProgram is all of the main function.
func runProgram(site []byte) {
	p := program{getenv: os.Getenv, stdout: os.Stdout, stderr: os.Stderr, site: site}
	os.Exit(p.main(os.Args[1:]))
}

// main runs the command that args name, and returns the exit code.
func (p program) main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The second signal ends the program at once.
	context.AfterFunc(ctx, stop)

	commands := map[string]func(context.Context, []string) error{
		"serve":   p.serve,
		"dev":     p.dev,
		"migrate": p.migrate,
		"export":  p.export,
		"stats":   p.stats,
		"erase":   p.erase,
		"clubs":   p.clubs,
		"version": p.version,
	}
	if len(args) == 0 {
		fmt.Fprint(p.stderr, usage)
		return exitSetting
	}
	if args[0] == "-h" || args[0] == "--help" || args[0] == "help" {
		fmt.Fprint(p.stdout, usage)
		return 0
	}
	run, found := commands[args[0]]
	if !found {
		fmt.Fprintf(p.stderr, "bookclub: there is no command %q; see bookclub help\n", args[0])
		return exitSetting
	}

	err := run(ctx, args[1:])
	var setting *settingError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &setting):
		fmt.Fprintln(p.stderr, "bookclub:", err)
		return exitSetting
	default:
		fmt.Fprintln(p.stderr, "bookclub:", err)
		return exitFault
	}
}
