package embeddedpg

import "syscall"

const libraryPathVariable = "DYLD_LIBRARY_PATH"

// serverProcess says how Postgres is started: apart from the terminal's signals. macOS cannot end
// it together with a killed parent; the next start does.
func serverProcess() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}
