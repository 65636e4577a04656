// Package errcheck is errcheck as nogo can use it: nogo cannot hand it a file of exclusions.
package errcheck

import "github.com/kisielk/errcheck/errcheck"

// Analyzer reports errors that nobody looks at.
var Analyzer = errcheck.Analyzer

func init() {
	errcheck.DefaultExcludedSymbols = append(errcheck.DefaultExcludedSymbols, harmless...)
}

// harmless are calls after whose failure nothing is left to do.
var harmless = []string{
	// Nothing is lost: these are only read, and os.File has no buffer.
	"(io.ReadCloser).Close",
	"(*database/sql.DB).Close",
	"(*database/sql.Rows).Close",
	"(*os.File).Close",

	// What they end may have ended before.
	"(net.Conn).Close",
	"(*net/http.Server).Close",
	"(*database/sql.Tx).Rollback",
	"(*os.Process).Kill",
	"(*os.Process).Signal",
	"os.Remove",
	"os.RemoveAll",

	// Whoever would read it is gone.
	"fmt.Fprint",
	"fmt.Fprintf",
	"fmt.Fprintln",
	"io.WriteString(net/http.ResponseWriter)",
	"(net/http.ResponseWriter).Write",
}
