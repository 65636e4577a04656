package main

import (
	"bytes"
	"encoding/pem"
	"io"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// writeImage writes into dir an OCI layout with one image for all architectures, under the version as
// its tag. There is nothing in it but the program and what TLS needs.
func writeImage(dir string, b build, programs []program) error {
	labels := map[string]string{
		"org.opencontainers.image.title":   "Good Life Book Club",
		"org.opencontainers.image.version": b.version,
	}
	if b.commit != "" {
		labels["org.opencontainers.image.revision"] = b.commit
	}

	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range programs {
		image, err := newImage(p, labels)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: p.arch}},
		})
	}
	index = mutate.Annotations(index, labels).(v1.ImageIndex)

	images, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	return images.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": b.version,
	}))
}

func newImage(p program, labels map[string]string) (v1.Image, error) {
	layer, err := newLayer([]file{
		{"etc/ssl/certs/ca-certificates.crt", modeFile, rootCertificates()},
		{"usr/local/bin/bookclub", modeProgram, p.content},
	})
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.AppendLayers(image, layer)
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = "linux", p.arch
	config.Config = v1.Config{
		Entrypoint:   []string{"/usr/local/bin/bookclub"},
		Cmd:          []string{"serve"},
		User:         "65532:65532", // nobody in particular; the program writes no files
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Labels:       labels,
	}
	return mutate.ConfigFile(image, config)
}

func newLayer(files []file) (v1.Layer, error) {
	var archive bytes.Buffer
	if err := writeTar(&archive, files); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(archive.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
}

// rootCertificates returns Mozilla's, where Go looks for them. Mail servers and databases are
// reached by TLS.
func rootCertificates() []byte {
	var certificates []byte
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue // Trusted in part only, which a file of certificates cannot say.
		}
		certificates = append(certificates, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})...)
	}
	return certificates
}
