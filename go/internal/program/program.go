// Package program runs the built bookclub as a process, for tests and the benchmark.
package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"time"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// variable says where the program is: a path or, under Bazel, a runfile.
const variable = "BOOKCLUB_BIN"

const (
	startTimeout = 30 * time.Second
	pollInterval = 10 * time.Millisecond
	logEnd       = 4 << 10 // bytes
)

var listening = regexp.MustCompile(`"msg":"listening","addr":"([^"]+)"`)

// Process is a running `bookclub serve`.
type Process struct {
	URL string // without a slash at its end

	cmd     *exec.Cmd
	logPath string
	ended   chan struct{} // closed when the process has ended
	err     error         // of the end
}

// Command returns the call of a bookclub command on a database, not yet started.
func Command(databaseURL string, args ...string) (*exec.Cmd, error) {
	path := os.Getenv(variable)
	if path == "" {
		return nil, errors.New(variable + " is not set, so there is no program to run: " +
			"set it with . tools/env.sh, in the repository's root, or use ./tools/bazel test or run")
	}
	if _, err := os.Stat(path); err != nil {
		if path, err = runfiles.Rlocation(path); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(),
		"DATABASE_URL="+databaseURL,
		"BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef",
		"BOOKCLUB_RATE=0", // All clients here have one address.
	)
	return cmd, nil
}

// Serve runs `bookclub serve` on a database and a free port, with its log in a new file, and
// returns when it listens.
func Serve(databaseURL, logPath string, flags ...string) (*Process, error) {
	cmd, err := Command(databaseURL, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	if err != nil {
		return nil, err
	}
	log, err := os.Create(logPath)
	if err != nil {
		return nil, err
	}
	defer log.Close() // The program has its own copy.
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd, logPath: logPath, ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		p.err = cmd.Wait()
	}()
	return p, p.waitListening()
}

// waitListening returns when the log tells the address, which goes into URL.
func (p *Process) waitListening() error {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	timeout := time.After(startTimeout)
	for {
		log, err := os.ReadFile(p.logPath)
		if err != nil {
			return err
		}
		if match := listening.FindSubmatch(log); match != nil {
			p.URL = "http://" + string(match[1])
			return nil
		}
		select {
		case <-poll.C:
		case <-p.ended:
			return fmt.Errorf("bookclub serve has ended: %w\n%s", p.err, log)
		case <-timeout:
			p.Kill()
			return fmt.Errorf("bookclub serve does not start:\n%s", log)
		}
	}
}

// PID is the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// LogEnd returns the last lines of the log.
func (p *Process) LogEnd() string {
	log, err := os.ReadFile(p.logPath)
	if err != nil {
		return err.Error()
	}
	return string(log[max(0, len(log)-logEnd):])
}

// Signal sends a signal. A process that has ended does not get it.
func (p *Process) Signal(s os.Signal) { p.cmd.Process.Signal(s) }

// Kill ends the program without warning. It does nothing to one that has ended.
func (p *Process) Kill() {
	p.cmd.Process.Kill()
	<-p.ended
}

// Wait returns when the program has ended, with an error unless its exit code is 0.
func (p *Process) Wait() error {
	<-p.ended
	return p.err
}
