package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
)

// asProgram makes this test binary the program itself.
const asProgram = "BOOKCLUB_TEST_AS_PROGRAM"

var cluster postgrestest.Cluster

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		runProgram(nil)
		return
	}
	os.Exit(cluster.Run(m))
}

// process is the program, running.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	stdout *bufio.Reader
	log    *bufio.Reader
	ended  func() error // waits for the end, once
}

// start runs the program. It is killed when the test ends.
func start(t *testing.T, env []string, args ...string) *process {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(executable, args...)
	cmd.Env = append(os.Environ(), append(env, asProgram+"=1")...)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, cmd: cmd, stdout: bufio.NewReader(stdout), log: bufio.NewReader(stderr), ended: sync.OnceValue(cmd.Wait)}
	t.Cleanup(p.kill)
	return p
}

// kill ends the program without warning.
func (p *process) kill() {
	p.cmd.Process.Kill()
	p.ended()
}

// stop ends the program as an operator does.
func (p *process) stop() {
	p.t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	if _, err := io.Copy(io.Discard, p.log); err != nil {
		p.t.Error(err)
	}
	if err := p.ended(); err != nil {
		p.t.Errorf("the program ended with %v", err)
	}
}

// after returns the rest of the first line with the given text.
func (p *process) after(from *bufio.Reader, text string) string {
	p.t.Helper()
	var seen strings.Builder
	for {
		line, err := from.ReadString('\n')
		seen.WriteString(line)
		if _, rest, found := strings.Cut(line, text); found {
			return strings.TrimSpace(rest)
		}
		if err != nil {
			log, _ := io.ReadAll(p.log)
			p.t.Fatalf("the program has ended without saying %q:\n%s%s", text, &seen, log)
		}
	}
}

// request sends JSON and returns the status and the body.
func request(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("apikey", defaultClientKey)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

func want(t *testing.T, wantStatus int, status int, body string) {
	t.Helper()
	if status != wantStatus {
		t.Fatalf("status %d with %s, want %d", status, body, wantStatus)
	}
}

func TestSettingsThatAreMissingOrWrong(t *testing.T) {
	const database, secret = "DATABASE_URL=postgres:///x?host=/nowhere", "BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef"
	for _, test := range []struct {
		args string
		env  []string
		want string
	}{
		{"serve", nil, "DATABASE_URL is not set"},
		{"serve", []string{"DATABASE_URL=postgres://%zz"}, "DATABASE_URL is not a Postgres connection string"},
		{"serve", []string{database}, "BOOKCLUB_SECRET is not set"},
		{"serve", []string{database, "BOOKCLUB_SECRET=short"}, "BOOKCLUB_SECRET must have at least 16 characters"},
		{"serve", []string{database, "BOOKCLUB_SECRET=0123456789abcdef,short"}, "BOOKCLUB_SECRET must have at least 16 characters"},
		{"serve --smtp-url=mail.example", []string{database, secret}, "BOOKCLUB_SMTP_URL is not like smtp://"},
		{"serve --smtp-url=smtp://mail.example", []string{database, secret, "BOOKCLUB_PUBLIC_URL=https://books.example"}, "BOOKCLUB_MAIL_FROM is not set"},
		{"serve --smtp-url=smtp://mail.example --mail-from=a@books.example", []string{database, secret}, "BOOKCLUB_PUBLIC_URL is not set"},
		{"serve --smtp-url=smtp://mail.example --public-url=https://books.example", []string{database, secret, "BOOKCLUB_MAIL_FROM=a@books.example\r\nBcc: b@books.example"}, "BOOKCLUB_MAIL_FROM is not an address"},
		{"serve", []string{database, secret, "BOOKCLUB_NOTIFY_EMAIL=a@books.example\nBcc: b@books.example"}, "BOOKCLUB_NOTIFY_EMAIL is not an address"},
		{"serve --migrate=false --addr nowhere", []string{database, secret}, "BOOKCLUB_ADDR cannot be listened on"},
		{"serve", []string{"BOOKCLUB_CLIENT_KEY=two words"}, "BOOKCLUB_CLIENT_KEY must be"},
		{"serve --client-key=", nil, "BOOKCLUB_CLIENT_KEY must be"},
		{"serve", []string{"BOOKCLUB_EDIT_WINDOW=soon"}, "BOOKCLUB_EDIT_WINDOW is not valid"},
		{"serve --edit-window=-1h", nil, "BOOKCLUB_EDIT_WINDOW must be"},
		{"serve --public-url=books.example", nil, "BOOKCLUB_PUBLIC_URL must look like"},
		{"serve", []string{"BOOKCLUB_PUBLIC_URL=https://books.example/path"}, "BOOKCLUB_PUBLIC_URL must look like"},
		{"serve", []string{"BOOKCLUB_RATE=many"}, "BOOKCLUB_RATE is not valid"},
		{"serve --rate=-1", nil, "BOOKCLUB_RATE must be 0 or more"},
		{"serve", []string{"BOOKCLUB_TRUSTED_PROXIES=10.0.0.0/8, proxy.example"}, "BOOKCLUB_TRUSTED_PROXIES is not valid"},
		{"serve --addr 127.0.0.1:0 --migrate=false", []string{database, secret, "BOOKCLUB_METRICS_ADDR=nowhere"}, "BOOKCLUB_METRICS_ADDR cannot be listened on"},
		{"serve --nonsense", nil, "-nonsense"},
		{"serve now", nil, `no argument "now"`},
		{"migrate", nil, "DATABASE_URL is not set"},
		{"dev", nil, "BOOKCLUB_POSTGRES_DIR is not set"},
		{"dev --addr 127.0.0.1:0 --data-dir " + t.TempDir(), []string{"BOOKCLUB_POSTGRES_DIR=/nowhere"}, "BOOKCLUB_POSTGRES_DIR is wrong"},
		{"nonsense", nil, `no command "nonsense"`},
		{"export", nil, "DATABASE_URL is not set"},
		{"export --format xml", []string{database}, "must be csv or json"},
		{"stats", nil, "DATABASE_URL is not set"},
		{"stats --format csv", []string{database}, "must be table or json"},
		{"clubs", nil, "DATABASE_URL is not set"},
		{"clubs denver", []string{database}, `no argument "denver"`},
		{"erase sam@example.com", nil, "DATABASE_URL is not set"},
		{"erase", []string{database}, "erase takes one EMAIL"},
		{"erase sam@example.com eve@example.com", []string{database}, "erase takes one EMAIL"},
	} {
		var stdout, stderr bytes.Buffer
		getenv := func(name string) string {
			for _, setting := range test.env {
				if value, found := strings.CutPrefix(setting, name+"="); found {
					return value
				}
			}
			return ""
		}
		code := program{getenv: getenv, stdout: &stdout, stderr: &stderr}.main(strings.Fields(test.args))
		line := stderr.String()
		if code != 2 || !strings.HasPrefix(line, "bookclub: ") || !strings.Contains(line, test.want) || strings.Count(line, "\n") != 1 {
			t.Errorf("%s with %v: exit %d, %q; want %q", test.args, test.env, code, line, test.want)
		}
	}
}

// Or systemd would not start the program again.
func TestTakenPortIsNoWrongSetting(t *testing.T) {
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	env := map[string]string{"DATABASE_URL": "postgres:///x?host=/nowhere", "BOOKCLUB_SECRET": "0123456789abcdef0123456789abcdef"}
	var stderr bytes.Buffer
	p := program{getenv: func(name string) string { return env[name] }, stdout: io.Discard, stderr: &stderr}
	code := p.main([]string{"serve", "--migrate=false", "--addr", other.Addr().String()})
	if code != 1 || !strings.Contains(stderr.String(), "BOOKCLUB_ADDR cannot be listened on") {
		t.Errorf("exit %d, %q", code, stderr.String())
	}
}

func TestHelp(t *testing.T) {
	for args, want := range map[string]string{
		"help":      "Commands:",
		"serve -h":  "BOOKCLUB_SECRET",
		"dev -h":    "-data-dir",
		"export -h": "apostrophe",
		"stats -h":  "DATABASE_URL",
		"erase -h":  "Usage: bookclub erase [flags] EMAIL",
		"clubs -h":  "What it does not know",
		"version":   "bookclub development " + runtime.Version() + " ",
	} {
		var stdout, stderr bytes.Buffer
		getenv := func(string) string { return "from the environment" }
		code := program{getenv: getenv, stdout: &stdout, stderr: &stderr}.main(strings.Fields(args))
		if code != 0 || stderr.Len() > 0 || !strings.Contains(stdout.String(), want) || strings.Contains(stdout.String(), "from the environment") {
			t.Errorf("%s: exit %d, %q, %q", args, code, &stdout, &stderr)
		}
	}
}

func TestFlagsWinOverTheEnvironment(t *testing.T) {
	env := map[string]string{"BOOKCLUB_PUBLIC_URL": "https://environment.example/"}
	p := program{getenv: func(name string) string { return env[name] }, stdout: io.Discard, stderr: io.Discard}
	for args, want := range map[string]string{
		"":                                     "https://environment.example",
		"--public-url=https://command.example": "https://command.example",
		"--public-url=":                        "",
	} {
		s := p.newSettings("test")
		site := s.site()
		if err := s.parse(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		if err := site.check(); err != nil || site.publicURL != want {
			t.Errorf("%q: %q, %v", args, site.publicURL, err)
		}
	}
}

// startDev runs dev and returns its address.
func startDev(t *testing.T, dataDir string) (*process, string) {
	t.Helper()
	if _, err := postgrestest.Package(); err != nil {
		t.Fatal(err)
	}
	p := start(t, nil, "dev", "--addr", "127.0.0.1:0", "--data-dir", dataDir)
	return p, p.after(p.stdout, "Good Life Book Club is at ")
}

func TestDevKeepsEverythingThroughACrash(t *testing.T) {
	t.Parallel()
	dataDir := t.TempDir()
	p, url := startDev(t, dataDir)
	status, body := request(t, "POST", url+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	want(t, 201, status, body)
	p.kill()

	p, url = startDev(t, dataDir)
	id := strings.Split(body, `"`)[3]
	status, body = request(t, "PATCH", url+"/api/v1/waitlist/"+id, `{"book_conversation_story":"A hike","how_did_you_hear":"friend"}`)
	want(t, 204, status, body)
	status, body = request(t, "POST", url+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	want(t, 409, status, body)

	status, body = request(t, "POST", url+"/api/v1/functions/send-waitlist-email", `{"email":"sam@example.com"}`)
	want(t, 202, status, body)
	p.after(p.log, "mail sent")
	mails, err := filepath.Glob(filepath.Join(dataDir, "mail", "*.eml"))
	if err != nil || len(mails) != 1 {
		t.Fatalf("mails %v, %v", mails, err)
	}
	mail, err := os.ReadFile(mails[0])
	if err != nil || !bytes.Contains(mail, []byte("To: <sam@example.com>")) {
		t.Errorf("mail %s, %v", mail, err)
	}
	p.stop()
}

func TestSecondDevOnADirectorySaysSo(t *testing.T) {
	t.Parallel()
	dataDir := t.TempDir()
	cluster.NewData(t, filepath.Join(dataDir, "postgres"))
	first, url := startDev(t, dataDir)
	second := start(t, nil, "dev", "--addr", "127.0.0.1:0", "--data-dir", dataDir)
	if rest := second.after(second.log, "another bookclub dev is using "); rest != dataDir {
		t.Errorf("it names %q", rest)
	}
	if err := second.ended(); err == nil {
		t.Error("it ended well")
	}
	status, body := request(t, "GET", url+"/readyz", "")
	want(t, 200, status, body)
	first.stop()
}

func TestDevEndsWithItsPostgres(t *testing.T) {
	t.Parallel()
	dataDir := t.TempDir()
	cluster.NewData(t, filepath.Join(dataDir, "postgres"))
	p, _ := startDev(t, dataDir)
	pidFile, err := os.ReadFile(filepath.Join(dataDir, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(string(pidFile), &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	p.after(p.log, "bookclub: postgres has ended by itself")
	if err := p.ended(); err == nil {
		t.Error("it ended well")
	}
}

func TestMigrateThenServe(t *testing.T) {
	t.Parallel()
	database := "DATABASE_URL=" + cluster.NewEmptyDatabase(t)
	secret := "BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef"
	migrate := start(t, []string{database}, "migrate")
	migrate.after(migrate.stdout, "up to date")
	if err := migrate.ended(); err != nil {
		t.Fatal(err)
	}

	p := start(t, []string{database, secret}, "serve", "--addr", "127.0.0.1:0", "--migrate=false")
	url := "http://" + strings.TrimRight(p.after(p.log, `"listening","addr":"`), `"}`)
	status, body := request(t, "POST", url+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	want(t, 201, status, body)
	p.stop()
}

func TestServeShutsDownInOrder(t *testing.T) {
	t.Parallel()
	p := start(t, []string{"DATABASE_URL=" + cluster.NewDatabase(t), "BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef"},
		"serve", "--addr", "127.0.0.1:0")
	url := "http://" + strings.TrimRight(p.after(p.log, `"listening","addr":"`), `"}`)

	// A request whose body is still on its way when the program is told to stop.
	body, send := io.Pipe()
	inFlight := make(chan int, 1)
	go func() {
		r, err := http.NewRequest("POST", url+"/api/v1/waitlist", body)
		if err != nil {
			t.Error(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("apikey", defaultClientKey)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Error(err)
			inFlight <- 0
			return
		}
		response.Body.Close()
		inFlight <- response.StatusCode
	}()
	if _, err := io.WriteString(send, `{"email":"sam@`); err != nil { // Returns when the client sends it.
		t.Fatal(err)
	}
	status, answer := request(t, "GET", url+"/readyz", "")
	want(t, 200, status, answer)

	stopped := time.Now()
	p.cmd.Process.Signal(syscall.SIGTERM)
	p.after(p.log, "shutting down")
	// It says so while it still takes requests.
	for status == 200 {
		status, answer = request(t, "GET", url+"/readyz", "")
	}
	want(t, 503, status, answer)
	if _, err := io.WriteString(send, `example.com"}`); err != nil {
		t.Fatal(err)
	}
	send.Close()
	if status := <-inFlight; status != 201 {
		t.Errorf("the request in flight got %d", status)
	}
	io.Copy(io.Discard, p.log)
	if err := p.ended(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if took := time.Since(stopped); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
