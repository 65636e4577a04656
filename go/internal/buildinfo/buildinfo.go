// Package buildinfo says which release the program is.
package buildinfo

// Set by the linker in a build with --config=release; see BUILD.bazel.
var (
	// Version is that of the program, not of the contract.
	Version = "development"

	// Commit is the one that was built, with "-dirty" behind it if files had been changed since. It
	// is empty in development.
	Commit string
)

// String returns the version and, in a release, the commit.
func String() string {
	if Commit == "" {
		return Version
	}
	return Version + " (commit " + Commit + ")"
}
