//go:build without_site

package main

// For tests that need the program and no page.
func main() { runProgram(nil) }
