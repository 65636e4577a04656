package operations_test

import (
	"path/filepath"
	"testing"
)

// exposure is the most that systemd-analyze may find, in tenths of its points from 0 to 10.
const exposure = "13"

func TestSystemdHasNothingAgainstTheUnit(t *testing.T) {
	t.Parallel()
	unit, err := filepath.Abs("../../../deploy/bookclub.service")
	if err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, "")
	m.run("install -D bin/bookclub root/usr/local/bin/bookclub", "")
	m.run("install -D --mode=644 "+unit+" root/etc/systemd/system/bookclub.service", "")

	if said := m.run("systemd-analyze verify --man=no --root=root bookclub.service 2>&1", ""); said != "" {
		t.Error(said)
	}
	m.run("systemd-analyze security --offline=true --threshold="+exposure+" --root=root bookclub.service", "")
}
