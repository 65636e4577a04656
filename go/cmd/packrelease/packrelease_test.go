package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

var release = build{version: "1.2.3", commit: "abc"}

// write makes a file in a new directory and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// untar returns the content of each file, by its mode and name.
func untar(t *testing.T, archive io.Reader) map[string]string {
	t.Helper()
	files := make(map[string]string)
	for r := tar.NewReader(archive); ; {
		header, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("%o %s", header.Mode, header.Name)] = string(content)
	}
}

// readDir returns the content of each file under a directory.
func readDir(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir+"/")] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTarballs(t *testing.T) {
	programs := []program{{"amd64", []byte("for amd64")}, {"arm64", []byte("for arm64")}}
	sbom, unit := write(t, "bookclub.cdx.json", "{}"), write(t, "bookclub.service", "[Unit]")
	pack := func() map[string]string {
		dir := t.TempDir()
		if err := writeTarballs(dir, programs, sbom, []string{unit}); err != nil {
			t.Fatal(err)
		}
		return readDir(t, dir)
	}
	packed := pack()

	for _, p := range programs {
		name := "bookclub-linux-" + p.arch
		archive, err := gzip.NewReader(strings.NewReader(packed[name+".tar.gz"]))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{
			"755 " + name + "/bookclub":         string(p.content),
			"644 " + name + "/bookclub.service": "[Unit]",
		}
		if got := untar(t, archive); !reflect.DeepEqual(got, want) {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
	var sums string
	for _, name := range []string{"bookclub.cdx.json", "bookclub-linux-amd64.tar.gz", "bookclub-linux-arm64.tar.gz"} {
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(packed[name])), name)
	}
	if packed["SHA256SUMS"] != sums || len(packed) != 4 {
		t.Errorf("%d files with the sums\n%s, want 4 with\n%s", len(packed), packed["SHA256SUMS"], sums)
	}
	if !reflect.DeepEqual(pack(), packed) {
		t.Error("made again, they differ")
	}
}

func TestImage(t *testing.T) {
	programs := []program{{"amd64", []byte("for amd64")}, {"arm64", []byte("for arm64")}}
	pack := func() string {
		dir := t.TempDir()
		if err := writeImage(dir, release, programs); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	dir := pack()
	if !reflect.DeepEqual(readDir(t, pack()), readDir(t, dir)) {
		t.Error("made again, it differs")
	}

	tagged, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	tags, err := tagged.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(tags.Manifests) != 1 || tags.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != "1.2.3" {
		t.Fatalf("the tags are %v, want one, 1.2.3", tags.Manifests)
	}
	index, err := tagged.ImageIndex(tags.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range programs {
		if got, want := manifest.Manifests[i].Platform.String(), "linux/"+p.arch; got != want {
			t.Errorf("image %d is for %s, want %s", i, got, want)
		}
		image, err := index.Image(manifest.Manifests[i].Digest)
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		c := config.Config
		if config.Architecture != p.arch || c.User != "65532:65532" || c.Labels["org.opencontainers.image.revision"] != "abc" ||
			!slices.Equal(append(c.Entrypoint, c.Cmd...), []string{"/usr/local/bin/bookclub", "serve"}) {
			t.Errorf("the configuration for %s is %+v", p.arch, config)
		}
		rootfs := mutate.Extract(image)
		defer rootfs.Close()
		files := untar(t, rootfs)
		if files["755 usr/local/bin/bookclub"] != string(p.content) || len(files) != 2 {
			t.Errorf("the image for %s holds %d files and the program %q", p.arch, len(files), files["755 usr/local/bin/bookclub"])
		}
		if !x509.NewCertPool().AppendCertsFromPEM([]byte(files["644 etc/ssl/certs/ca-certificates.crt"])) {
			t.Errorf("the image for %s has no root certificates", p.arch)
		}
	}
}

func TestSBOM(t *testing.T) {
	goMod := write(t, "go.mod", `module example.org/shop

go 1.26.8

require (
	example.org/lib v1.0.0
	example.org/lib/v2 v2.1.0+incompatible
	example.org/tool v1.0.0
)
`)
	packages := write(t, "packages.txt", "example.org/shop/cmd\nexample.org/lib/v2/deep\nexample.org/lib/v2\n")
	npm := write(t, "licenses.json", `[
		{"name":"@mui/material","version":"9.5.0","identifier":"MIT","text":"…"},
		{"name":"@mui/material/inside","version":"1.0.0"},
		{"name":"react","version":"19.3.1","identifier":"MIT"}]`)
	output := filepath.Join(t.TempDir(), "sbom.json")
	if err := writeSBOM(output, release, packages, goMod, npm); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	var sbom struct {
		BOMFormat string
		Metadata  struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ PURL string }
	}
	if err := json.Unmarshal(content, &sbom); err != nil {
		t.Fatal(err)
	}
	var purls []string
	for _, c := range sbom.Components {
		purls = append(purls, c.PURL)
	}
	want := []string{
		"pkg:golang/std@1.26.8",
		"pkg:golang/example.org/lib/v2@v2.1.0%2Bincompatible",
		"pkg:npm/%40mui/material@9.5.0",
		"pkg:npm/react@19.3.1",
	}
	if !slices.Equal(purls, want) || sbom.BOMFormat != "CycloneDX" || sbom.Metadata.Component.Version != "1.2.3" {
		t.Errorf("the SBOM is\n%s, want the components %q", content, want)
	}

	unknown := write(t, "packages.txt", "example.net/other\n")
	if err := writeSBOM(output, release, unknown, goMod, npm); err == nil || !strings.Contains(err.Error(), "example.net/other") {
		t.Errorf("a package of no known module: the error is %v", err)
	}
}

func TestBuild(t *testing.T) {
	status := write(t, "stable-status.txt", "BUILD_EMBED_LABEL \nSTABLE_COMMIT abc\nSTABLE_VERSION 1.2.3\n")
	if got, err := readBuild(status); got != release || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := readBuild(""); got != (build{version: "development"}) || err != nil {
		t.Errorf("without stamping: %v, %v", got, err)
	}
}
