package embeddedpg

import (
	"os"
	"syscall"
)

const libraryPathVariable = "LD_LIBRARY_PATH"

// nobody is the id that a server started by root sees itself as. It is in every /etc/passwd.
const nobody = 65534

// serverProcess says how Postgres is started: apart from the terminal's signals, and ending with
// the thread that started it. Postgres refuses to run as root, so for root it gets a user
// namespace, in which root's files belong to nobody and it runs as nobody.
func serverProcess() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	if os.Geteuid() == 0 {
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: 0, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getegid(), Size: 1}}
	}
	return attr
}
