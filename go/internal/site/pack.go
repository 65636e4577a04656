package site

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"strings"

	"github.com/andybalholm/brotli"
)

// Pack writes the built site in dirs to w as a zip archive. The same site gives the same bytes. It
// is an error if two directories hold a file of the same name.
//
// Files under assets/ get precompressed variants beside them (.br and .gz) where these are
// smaller. Other files get none because New fills in their placeholders first.
func Pack(w io.Writer, dirs ...fs.FS) error {
	archive := zip.NewWriter(w)
	packed := make(map[string]bool)
	add := func(name string, content []byte) error {
		if packed[name] {
			return fmt.Errorf("two directories hold a file %s", name)
		}
		packed[name] = true
		// Stored, so that reading is a copy; without a time, so that it is always the same.
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = entry.Write(content)
		return err
	}
	for _, dir := range dirs {
		if err := addDir(dir, add); err != nil {
			return err
		}
	}
	return archive.Close()
}

// addDir adds the files in dir and their precompressed variants.
func addDir(dir fs.FS, add func(name string, content []byte) error) error {
	// WalkDir goes in lexical order.
	return fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(dir, name)
		if err != nil {
			return err
		}
		if err := add(name, content); err != nil {
			return err
		}
		if !strings.HasPrefix(name, assetsDir) || !typeOf(name).compressible {
			return nil
		}
		for _, e := range encodings {
			compressed, err := e.compress(content)
			if err != nil {
				return err
			}
			if len(compressed) >= len(content) {
				continue
			}
			if err := add(name+e.extension, compressed); err != nil {
				return err
			}
		}
		return nil
	})
}

// encoding is a way to compress a response.
type encoding struct {
	name      string // in HTTP headers
	extension string // of the compressed file
	compress  func([]byte) ([]byte, error)
}

// encodings are the ones that are offered, best first.
var encodings = []encoding{
	{"br", ".br", compressBrotli},
	{"gzip", ".gz", compressGzip},
}

// Sizes of brotli's window, as powers of two.
const (
	minBrotliWindow = 10
	maxBrotliWindow = 22
)

func compressBrotli(content []byte) ([]byte, error) {
	var buf bytes.Buffer
	// A window that just holds the content: the default's working memory is tens of megabytes,
	// which serve would need at each start for pages of a few kilobytes.
	window := min(max(bits.Len(uint(len(content)))+1, minBrotliWindow), maxBrotliWindow)
	return compress(&buf, brotli.NewWriterOptions(&buf, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: window}), content)
}

func compressGzip(content []byte) ([]byte, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	return compress(&buf, w, content)
}

func compress(buf *bytes.Buffer, w io.WriteCloser, content []byte) ([]byte, error) {
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
