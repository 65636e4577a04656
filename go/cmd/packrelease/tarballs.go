package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// program is bookclub for Linux on one architecture.
type program struct {
	arch    string
	content []byte
}

// file is an entry of an archive.
type file struct {
	name    string
	mode    int64
	content []byte
}

const (
	modeProgram = 0o755
	modeFile    = 0o644
)

// writeTarballs writes into dir a tarball for each program, with the other files beside it, the SBOM,
// and the sums of all.
func writeTarballs(dir string, programs []program, sbom string, others []string) error {
	content, err := os.ReadFile(sbom)
	if err != nil {
		return err
	}
	outputs := []file{{filepath.Base(sbom), modeFile, content}}
	for _, p := range programs {
		name := "bookclub-linux-" + p.arch
		files := []file{{name + "/bookclub", modeProgram, p.content}}
		for _, path := range others {
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files = append(files, file{name + "/" + filepath.Base(path), modeFile, content})
		}
		content, err := compressed(files)
		if err != nil {
			return err
		}
		outputs = append(outputs, file{name + ".tar.gz", modeFile, content})
	}

	var sums bytes.Buffer
	for _, f := range outputs {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(f.content), f.name)
	}
	for _, f := range append(outputs, file{"SHA256SUMS", modeFile, sums.Bytes()}) {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.content, modeFile); err != nil {
			return err
		}
	}
	return nil
}

// compressed returns a tarball.
func compressed(files []file) ([]byte, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := writeTar(w, files); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// writeTar writes an archive that tells nothing of its making: no times, no owners.
func writeTar(w io.Writer, files []file) error {
	archive := tar.NewWriter(w)
	for _, f := range files {
		if err := archive.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content))}); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}
