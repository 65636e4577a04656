package embeddedpg_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
)

// childDir makes this test binary a program that runs a server in the directory, says so, and
// waits to be killed.
const childDir = "EMBEDDEDPG_TEST_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		server, err := embeddedpg.Start(context.Background(), embeddedpg.Config{Package: os.Getenv("BOOKCLUB_POSTGRES_DIR"), Dir: dir})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(server.URL("postgres"))
		select {}
	}
	os.Exit(m.Run())
}

func config(t *testing.T) embeddedpg.Config {
	t.Helper()
	pkg, err := postgrestest.Package()
	if err != nil {
		t.Fatal(err)
	}
	return embeddedpg.Config{Package: pkg, Dir: t.TempDir(), Ephemeral: true}
}

func start(t *testing.T, c embeddedpg.Config) (*embeddedpg.Server, *sqlx.DB) {
	t.Helper()
	server, err := embeddedpg.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server, open(t, server.URL("postgres"))
}

func open(t *testing.T, url string) *sqlx.DB {
	t.Helper()
	db, err := postgres.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestDataIsKept(t *testing.T) {
	c := config(t)
	server, db := start(t, c)
	db.MustExec(`CREATE TABLE kept (n int)`)
	server.Stop()
	select {
	case <-server.Exited():
	default:
		t.Error("the server has not ended")
	}

	_, db = start(t, c)
	db.MustExec(`INSERT INTO kept VALUES (1)`)
}

func TestServerIsUTF8AndOffTheNetwork(t *testing.T) {
	_, db := start(t, config(t))
	for setting, want := range map[string]string{"server_encoding": "UTF8", "listen_addresses": ""} {
		var got string
		if err := db.Get(&got, `SELECT current_setting($1)`, setting); err != nil || got != want {
			t.Errorf("%s = %q, %v", setting, got, err)
		}
	}
}

func TestSecondServerOnADirectoryIsRefused(t *testing.T) {
	c := config(t)
	_, db := start(t, c)
	if _, err := embeddedpg.Start(t.Context(), c); !errors.Is(err, embeddedpg.ErrInUse) {
		t.Errorf("Start: %v", err)
	}
	db.MustExec(`SELECT 1`) // The first one is unharmed.
}

// startChild runs a server in another process, and returns the process and the server's URL.
func startChild(t *testing.T, dir string) (*exec.Cmd, string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program)
	child.Env = append(os.Environ(), childDir+"="+dir)
	output, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return child, strings.TrimSpace(line)
}

func TestKilledProcessIsSurvived(t *testing.T) {
	c := config(t)
	child, url := startChild(t, c.Dir)
	db := open(t, url)
	db.MustExec(`CREATE TABLE kept (n int)`)
	// A client keeps a process of the old server busy while the new one starts.
	busy, err := db.Beginx()
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Rollback()
	busy.MustExec(`INSERT INTO kept VALUES (1)`)

	child.Process.Kill()
	child.Wait()
	_, db = start(t, c)
	db.MustExec(`INSERT INTO kept VALUES (2)`)
	var rows int
	if err := db.Get(&rows, `SELECT count(*) FROM kept`); err != nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// After a reboot the process id in postmaster.pid may belong to any process of the same user.
func TestStalePIDFileIsNoSignOfLife(t *testing.T) {
	c := config(t)
	server, _ := start(t, c)
	server.Stop()
	stale := fmt.Sprintf("%d\n%s\n1\n5432\n%s\n\n0 0\nready\n", os.Getppid(), filepath.Join(c.Dir, "data"), c.Dir)
	if err := os.WriteFile(filepath.Join(c.Dir, "data", "postmaster.pid"), []byte(stale), 0o600); err != nil {
		t.Fatal(err)
	}
	_, db := start(t, c)
	db.MustExec(`SELECT 1`)
}

func TestInterruptedFirstStartIsRepeated(t *testing.T) {
	c := config(t)
	half := filepath.Join(c.Dir, "data.new", "base")
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	_, db := start(t, c)
	db.MustExec(`SELECT 1`)
}

func TestDirectoryMayBeDeeperThanASocketCanBe(t *testing.T) {
	c := config(t)
	c.Dir = filepath.Join(c.Dir, strings.Repeat("deep", 30))
	server, db := start(t, c)
	db.MustExec(`SELECT 1`)
	server.Stop()
	_, db = start(t, c)
	db.MustExec(`SELECT 1`)
}

func TestMissingPackageIsNamed(t *testing.T) {
	for _, pkg := range []string{"", "/no/such/directory"} {
		_, err := embeddedpg.Start(t.Context(), embeddedpg.Config{Package: pkg, Dir: t.TempDir()})
		if !errors.Is(err, embeddedpg.ErrNoPackage) {
			t.Errorf("Start with the package %q: %v", pkg, err)
		}
	}
}

func TestBrokenDataIsReported(t *testing.T) {
	c := config(t)
	server, _ := start(t, c)
	server.Stop()
	if err := os.Remove(filepath.Join(c.Dir, "data", "global", "pg_control")); err != nil {
		t.Fatal(err)
	}
	_, err := embeddedpg.Start(t.Context(), c)
	if err == nil || !strings.Contains(err.Error(), filepath.Join(c.Dir, "log")) {
		t.Errorf("Start: %v", err)
	}
}
