// Packsite packs a built site into the archive that the server carries: see package site.
//
//	packsite -o site.zip DIR
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/goodlifebookclub/platform/go/internal/site"
)

func main() {
	output := flag.String("o", "", "the `file` to write")
	flag.Parse()
	if *output == "" || flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: packsite -o FILE DIR")
		os.Exit(2)
	}
	if err := pack(*output, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "packsite:", err)
		os.Exit(1)
	}
}

func pack(output, dir string) error {
	var archive bytes.Buffer
	if err := site.Pack(&archive, os.DirFS(dir)); err != nil {
		return err
	}
	return os.WriteFile(output, archive.Bytes(), 0o644)
}
