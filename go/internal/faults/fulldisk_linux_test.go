package faults

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

func TestFullDisk(t *testing.T) {
	t.Parallel()
	withDisk(t, func(disk *disk) {
		db := startDatabaseIn(t, disk.path("postgres"))
		p := programtest.Serve(t, db.url())
		load := programtest.StartLoad(t, p.URL, 0)
		load.WaitFor(100, 0)
		disk.fill()
		load.WaitFor(0, 2*programtest.Clients)
		disk.free()
		load.WaitFor(100, 0)
		load.Stop()

		entries := db.entries()
		load.AssertKept(entries)
		load.AssertAnswered(entries)
		load.AssertUnavailable()
	})
}

// When its write-ahead log cannot grow, Postgres crashes, and fails to recover.
func TestFullDiskThatCrashesPostgres(t *testing.T) {
	t.Parallel()
	withDisk(t, func(disk *disk) {
		db := startDatabaseIn(t, disk.path("postgres"))
		p := programtest.Serve(t, db.url())
		load := programtest.StartLoad(t, p.URL, 0)
		load.WaitFor(100, 0)
		disk.fill()
		admin := db.open()
		programtest.WaitUntil(t, "Postgres has crashed", func() bool {
			_, err := admin.Exec(`SELECT pg_switch_wal()`) // What is written after it needs a new file.
			return err != nil
		})
		load.WaitFor(0, 2*programtest.Clients)
		db.stop()
		disk.free()
		db.start()
		load.WaitFor(100, 0)
		load.Stop()

		load.AssertKept(db.entries())
		load.AssertUnavailable()
	})
}

// disk is a small file system.
type disk struct {
	t   *testing.T
	dir string
}

// withDisk runs a test with a disk of its own. For that it starts this program again, with the
// calling test alone, in a user and a mount namespace: there it is root, whoever runs the tests.
func withDisk(t *testing.T, test func(*disk)) {
	t.Helper()
	if os.Getenv(dataVariable) != "" {
		test(mountDisk(t))
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	cluster.NewData(t, data)
	again := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.timeout=2m")
	again.Env = append(os.Environ(), dataVariable+"="+data)
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
	}
	output, err := again.CombinedOutput()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		t.Fatalf("%v\n%s", err, output)
	}
	if err != nil {
		t.Fatalf("this test mounts a disk, for which it needs a user namespace: %v", err)
	}
}

// mountDisk returns a new disk, unmounted when the test ends.
func mountDisk(t *testing.T) *disk {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=96m"); err != nil {
		t.Fatalf("this test mounts a disk, which its user namespace must allow: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return &disk{t: t, dir: dir}
}

// path returns the path of a file on the disk.
func (d *disk) path(name string) string { return filepath.Join(d.dir, name) }

// fill takes what space is left.
func (d *disk) fill() {
	d.t.Helper()
	file, err := os.Create(d.path("ballast"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer file.Close()
	for zeros := make([]byte, 1<<20); err == nil; {
		_, err = file.Write(zeros)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
}

// free gives back what fill has taken.
func (d *disk) free() {
	d.t.Helper()
	if err := os.Remove(d.path("ballast")); err != nil {
		d.t.Fatal(err)
	}
}
