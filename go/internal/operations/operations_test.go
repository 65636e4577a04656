package operations_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/bazelbuild/rules_go/go/runfiles"

	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/program"
)

// variable says where the programs are: runfiles in one folder, with blanks between.
const variable = "OPERATORS_PROGRAMS"

// endTimeout is how long a program of a machine may take to end.
const endTimeout = 10 * time.Second

var (
	cluster postgrestest.Cluster

	// proxyTLS is what the proxies show.
	proxyTLS tls.Certificate

	addresses atomic.Int32 // that were given
)

func TestMain(m *testing.M) {
	programs := strings.Fields(os.Getenv(variable))
	if len(programs) == 0 {
		fmt.Println("Bazel looks for the programs, and runs these tests with them: ./tools/bazel test //go/internal/operations:operations_test")
		os.Exit(0)
	}
	path, err := runfiles.Rlocation(programs[0])
	if err != nil {
		panic(err)
	}
	os.Setenv("PATH", filepath.Dir(path)+":"+os.Getenv("PATH"))

	// All clients here trust the certificate that httptest has, which is for this name.
	server := httptest.NewTLSServer(nil)
	proxyTLS = server.TLS.Certificates[0]
	transport := server.Client().Transport.(*http.Transport).Clone()
	transport.TLSClientConfig.ServerName = "example.com"
	http.DefaultTransport = transport
	server.Close()
	os.Exit(cluster.Run(m))
}

// newAddress returns an address of this machine that no other test here gets, in a network that is the
// sandbox's own. A port that is free now may be somebody's in a moment.
func newAddress() string { return fmt.Sprintf("127.0.1.%d:8080", addresses.Add(1)) }

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

// write writes a file in the machine's home and returns its path.
func (m *machine) write(name, content string) string {
	m.t.Helper()
	if err := os.WriteFile(m.path(name), []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
	return m.path(name)
}

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
	ctx, end := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = m.env
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = endTimeout
	var output strings.Builder
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		end()
		cmd.Wait()
		if m.t.Failed() {
			m.t.Logf("%s said:\n%s", name, output.String())
		}
	})
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
