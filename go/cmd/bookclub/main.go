//go:build !without_site

// Bookclub is the whole product in one program: the site, the API, and the commands to run them.
package main

import "github.com/goodlifebookclub/platform/go/internal/site/bundle"

// Tests of the commands are built without this file, so none has to run again when a page is edited.
func main() { runProgram(bundle.Archive()) }
