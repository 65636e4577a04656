// Packsite packs a built site, which may lie in several directories, into the archive that the
// server carries: see package site.
//
//	packsite -o site.zip DIR...
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"

	"github.com/goodlifebookclub/platform/go/internal/site"
)

func main() {
	output := flag.String("o", "", "the `file` to write")
	flag.Parse()
	if *output == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: packsite -o FILE DIR...")
		os.Exit(2)
	}
	if err := pack(*output, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "packsite:", err)
		os.Exit(1)
	}
}

func pack(output string, dirs []string) error {
	parts := make([]fs.FS, len(dirs))
	for i, dir := range dirs {
		parts[i] = os.DirFS(dir)
	}
	var archive bytes.Buffer
	if err := site.Pack(&archive, parts...); err != nil {
		return err
	}
	return os.WriteFile(output, archive.Bytes(), 0o644)
}
