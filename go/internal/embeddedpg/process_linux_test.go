package embeddedpg_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestServerEndsWithItsProcess(t *testing.T) {
	c := config(t)
	child, _ := startChild(t, c.Dir)
	child.Process.Kill()
	child.Wait()

	// Every process of the server holds this lock.
	lock, err := os.Open(filepath.Join(c.Dir, "server.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	ended := make(chan error, 1)
	go func() { ended <- syscall.Flock(int(lock.Fd()), syscall.LOCK_EX) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the server still runs")
	}
}
