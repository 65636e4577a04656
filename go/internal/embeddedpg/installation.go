package embeddedpg

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/bazelbuild/rules_go/go/runfiles"
)

// installation is an unpacked npm package.
type installation struct {
	dir    string // absolute
	libDir string // of the links, once they are made
}

// newInstallation finds the package: path is a directory or, under Bazel, a runfile.
func newInstallation(path string) (*installation, error) {
	if _, err := os.Stat(path); err != nil {
		if runfile, err := runfiles.Rlocation(path); err == nil {
			path = runfile
		}
	}
	dir, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	i := &installation{dir: dir}
	if _, err := os.Stat(i.binary("postgres")); err != nil {
		return nil, fmt.Errorf("%w in %q", ErrNoPackage, path)
	}
	return i, nil
}

func (i *installation) binary(name string) string {
	return filepath.Join(i.dir, "native", "bin", name)
}

// link makes, in dir, the links to libraries that npm packages cannot hold. The package lists
// them for its install script, which does not run here.
func (i *installation) link(dir string) error {
	list, err := os.ReadFile(filepath.Join(i.dir, "native", "pg-symlinks.json"))
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string } // paths in the package
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	for _, link := range links {
		if err := os.Symlink(filepath.Join(i.dir, link.Source), filepath.Join(dir, filepath.Base(link.Target))); err != nil {
			return err
		}
	}
	i.libDir = dir
	return nil
}

// command returns the call of one of the package's programs.
func (i *installation) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(i.binary(name), args...)
	// Postgres takes settings from PG* variables, and its user's language from LC_*: neither may
	// change what runs here.
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"),
		"TZ=UTC",
		"LC_ALL=C",
		libraryPathVariable + "=" + i.libDir + ":" + filepath.Join(i.dir, "native", "lib"),
	}
	cmd.SysProcAttr = serverProcess()
	return cmd
}

// initCluster makes the data directory unless it is there. An interrupted try leaves nothing that
// counts as one.
func (i *installation) initCluster(data string, ephemeral bool) error {
	if _, err := os.Stat(data); err == nil {
		return nil
	}
	aside := data + ".new"
	if err := os.RemoveAll(aside); err != nil {
		return err
	}
	args := []string{
		"-D", aside, "-U", superuser, "-A", "trust", "--no-instructions",
		// The same on every machine, whichever locales that has.
		"--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8",
	}
	if ephemeral {
		args = append(args, "--no-sync")
	}
	if out, err := i.command("initdb", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return os.Rename(aside, data)
}
