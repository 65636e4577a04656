// Package operations holds the tests that do what docs/operations.md says with programs that are not
// ours, and with its configurations as they stand there.
package operations

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/bazelbuild/rules_go/go/runfiles"

	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// variable says where the programs are, under Bazel: runfiles in one folder, with blanks between. Else
// they are on the PATH.
const variable = "OPERATORS_PROGRAMS"

var (
	cluster postgrestest.Cluster

	// proxyTLS is what the proxies show.
	proxyTLS tls.Certificate
)

func TestMain(m *testing.M) {
	if programs := strings.Fields(os.Getenv(variable)); len(programs) > 0 {
		path, err := runfiles.Rlocation(programs[0])
		if err != nil {
			panic(err)
		}
		os.Setenv("PATH", filepath.Dir(path)+":"+os.Getenv("PATH"))
	}
	// All clients here trust the certificate that httptest has.
	server := httptest.NewTLSServer(nil)
	proxyTLS = server.TLS.Certificates[0]
	http.DefaultTransport = server.Client().Transport
	server.Close()
	os.Exit(cluster.Run(m))
}

// machine is where an operator types commands.
type machine struct {
	t    *testing.T
	home string // the folder to be in, whose bin is first on the PATH
	env  []string
}

// newMachine returns a machine on which bookclub is installed.
func newMachine(t *testing.T, databaseURL string) *machine {
	t.Helper()
	bookclub, err := program.Command(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, home: t.TempDir()}
	if err := os.Mkdir(m.path("bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bookclub.Path, m.path("bin/bookclub")); err != nil {
		t.Fatal(err)
	}
	m.env = append(bookclub.Env, "PATH="+m.path("bin")+":"+os.Getenv("PATH"))
	return m
}

// path returns the path of a file in the machine's home.
func (m *machine) path(name string) string { return filepath.Join(m.home, name) }

// run types commands, the first of which may ask something. It returns what they print.
func (m *machine) run(commands, answers string) string {
	m.t.Helper()
	shell := exec.Command("sh", "-e", "-c", commands)
	shell.Dir, shell.Env = m.home, m.env
	shell.Stdin = strings.NewReader(answers)
	// Without a terminal, questions are asked on stdin.
	shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stderr strings.Builder
	shell.Stderr = &stderr
	output, err := shell.Output()
	if err != nil {
		m.t.Fatalf("%s\n%s%s%v", commands, output, stderr.String(), err)
	}
	return string(output)
}

// start starts a program that runs until the test ends.
func (m *machine) start(name string, args ...string) {
	m.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = m.env
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if m.t.Failed() {
			m.t.Logf("%s said:\n%s", name, output.String())
		}
	})
}

// write writes a file in the machine's home and returns its path.
func (m *machine) write(name, content string) string {
	m.t.Helper()
	if err := os.WriteFile(m.path(name), []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	return m.path(name)
}

// replaced returns a text with others in place of some of it, which must be in there.
func replaced(t *testing.T, text string, oldNew ...string) string {
	t.Helper()
	for pair := range slices.Chunk(oldNew, 2) {
		if !strings.Contains(text, pair[0]) {
			t.Fatalf("%q is not in\n%s", pair[0], text)
		}
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	return text
}

// freeAddress returns an address on which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// as returns a connection string for another database and role.
func as(t *testing.T, role, database, databaseURL string) string {
	t.Helper()
	u := parsed(t, databaseURL)
	u.Path = "/" + database
	query := u.Query()
	query.Set("user", role)
	u.RawQuery = query.Encode()
	return u.String()
}

// socketDir returns where the server of a connection string has its socket.
func socketDir(t *testing.T, databaseURL string) string {
	t.Helper()
	return parsed(t, databaseURL).Query().Get("host")
}

func databaseName(t *testing.T, databaseURL string) string {
	t.Helper()
	return strings.TrimPrefix(parsed(t, databaseURL).Path, "/")
}

func parsed(t *testing.T, databaseURL string) *url.URL {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// code returns the only block of code in a section of docs/operations.md that is in a language.
func code(t *testing.T, section, language string) string {
	t.Helper()
	return programtest.OperationsCode(t, section, language, 1)[0]
}
