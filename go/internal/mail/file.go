package mail

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// FileSender writes each mail into a folder instead of sending it: a file named by its
// Message-ID that mail programs open.
type FileSender struct {
	dir string
}

// NewFileSender returns a sender that writes into dir, which it makes if it is missing.
func NewFileSender(dir string) (FileSender, error) {
	return FileSender{dir: dir}, os.MkdirAll(dir, 0o700)
}

// Send implements Sender. A file appears whole or not at all.
func (s FileSender) Send(_ context.Context, m *gomail.Msg) error {
	file, err := os.CreateTemp(s.dir, ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // Without effect once it is renamed.
	if _, err := m.WriteTo(file); err != nil {
		file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	id, _, _ := strings.Cut(strings.Trim(m.GetMessageID(), "<>"), "@")
	return os.Rename(file.Name(), filepath.Join(s.dir, id+".eml"))
}
