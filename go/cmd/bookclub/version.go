package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/goodlifebookclub/platform/go/internal/buildinfo"
)

// version prints which release this is.
func (p program) version(_ context.Context, args []string) error {
	if err := p.newSettings("version").parse(args); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.stdout, "bookclub %s %s %s/%s\n", buildinfo.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
