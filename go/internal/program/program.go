// Package program runs the built bookclub as a process, for tests and the benchmark.
package program

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// variable says where the program is: a path or, under Bazel, a runfile.
const variable = "BOOKCLUB_BIN"

// Process is a running `bookclub serve`.
type Process struct {
	URL string // without a slash at its end

	cmd   *exec.Cmd
	log   tail
	ended func() error
}

// Command returns the call of a bookclub command on a database, not yet started.
func Command(databaseURL string, args ...string) (*exec.Cmd, error) {
	path := os.Getenv(variable)
	if path == "" {
		return nil, errors.New(variable + " must be the path of bookclub, which ./tools/bazel sets by itself")
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

// Serve runs `bookclub serve` on a database and a free port, and returns when it listens.
func Serve(databaseURL string, flags ...string) (*Process, error) {
	cmd, err := Command(databaseURL, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	if err != nil {
		return nil, err
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &Process{cmd: cmd}
	listening := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.readLog(stderr, listening)
	}()
	p.ended = sync.OnceValue(func() error {
		<-read // Wait closes the pipe.
		return cmd.Wait()
	})
	addr, ok := <-listening
	if !ok {
		return nil, fmt.Errorf("bookclub serve has ended: %w\n%s", p.Wait(), p.Log())
	}
	p.URL = "http://" + addr
	return p, nil
}

// readLog keeps the end of the log, and sends the address that is in it.
func (p *Process) readLog(stderr io.Reader, listening chan<- string) {
	lines := bufio.NewReader(stderr)
	for {
		line, err := lines.ReadBytes('\n')
		p.log.Write(line)
		if err != nil {
			close(listening)
			return
		}
		var entry struct{ Msg, Addr string }
		if json.Unmarshal(line, &entry) == nil && entry.Msg == "listening" {
			listening <- entry.Addr
			break
		}
	}
	io.Copy(&p.log, lines)
}

// PID is the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Log returns the end of what the program has written to its log.
func (p *Process) Log() string { return p.log.String() }

// Signal sends a signal. A process that has ended does not get it.
func (p *Process) Signal(s os.Signal) { p.cmd.Process.Signal(s) }

// Kill ends the program without warning. It does nothing to one that has ended.
func (p *Process) Kill() {
	p.cmd.Process.Kill()
	p.Wait()
}

// Wait returns when the program has ended, with an error unless its exit code is 0.
func (p *Process) Wait() error { return p.ended() }

// tail keeps the last bytes that were written to it.
type tail struct {
	mu    sync.Mutex
	bytes []byte
}

// tailSize is how much a tail keeps at least, once that much was written.
const tailSize = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes = append(t.bytes, b...)
	if len(t.bytes) > 2*tailSize {
		t.bytes = append(t.bytes[:0], t.bytes[len(t.bytes)-tailSize:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.bytes)
}
