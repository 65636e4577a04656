package main

import "github.com/goodlifebookclub/platform/go/internal/site/bundle"

// Tests of the commands are built without this file: none has to run again because a page was edited.
func init() { siteArchive = bundle.Archive() }
