// Package bundle holds the built website, which is part of the binary.
package bundle

import "embed"

//go:embed all:dist
var dist embed.FS

// Archive returns the site that this binary was built with, packed by site.Pack. It is nil if the
// binary was built without one.
func Archive() []byte {
	archive, err := dist.ReadFile("dist/site.zip")
	if err != nil {
		return nil
	}
	return archive
}
