package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func TestExportNeedsLittleMemory(t *testing.T) {
	t.Parallel()
	o := newOperator(t)
	const entries, texts = 14_000, 14_000 * 5000
	o.insertLong(entries)
	p := start(t, []string{"DATABASE_URL=" + o.databaseURL}, "export")
	records := csv.NewReader(p.stdout)
	records.ReuseRecord = true
	n := -1 // The names of the columns are no entry.
	for {
		if _, err := records.Read(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		n++
		if n == entries-1000 { // It waits for its reader, with more to write than fits into the pipe.
			// Usual is a third of this; the race detector takes more for itself.
			if used := peakMemory(t, p.cmd.Process.Pid); used > texts {
				t.Errorf("it needed %d MB", used>>20)
			}
		}
	}
	if err := p.ended(); err != nil || n != entries {
		t.Errorf("%d entries, %v", n, err)
	}
}

// peakMemory returns the most bytes that a running process had resident. What the kernel tells of
// an ended one includes the process that it was forked from.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	var kilobytes int
	if _, err := fmt.Sscan(line, &kilobytes); err != nil {
		t.Fatal(err)
	}
	return kilobytes << 10
}
