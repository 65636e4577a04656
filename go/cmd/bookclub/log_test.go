package main

import (
	"bytes"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// gatedWriter is a disk that is busy until its gate is closed.
type gatedWriter struct {
	begun   chan struct{} // gets a value when a write begins
	gate    chan struct{}
	written bytes.Buffer
	writes  int
}

func (w *gatedWriter) Write(b []byte) (int, error) {
	select {
	case w.begun <- struct{}{}:
	default:
	}
	<-w.gate
	w.writes++
	return w.written.Write(b)
}

func TestLogDoesNotWaitForTheDisk(t *testing.T) {
	disk := &gatedWriter{begun: make(chan struct{}, 1), gate: make(chan struct{})}
	log := newLogWriter(disk)
	var want bytes.Buffer
	for i := range 1000 {
		line := fmt.Appendf(nil, "line %d\n", i)
		want.Write(line)
		if _, err := log.Write(line); err != nil { // It would never return if it waited.
			t.Fatal(err)
		}
		if i == 0 {
			<-disk.begun
		}
		clear(line) // A writer must not keep what it was given.
	}
	close(disk.gate)
	log.Close()
	if !bytes.Equal(disk.written.Bytes(), want.Bytes()) {
		t.Errorf("the log has %d of %d bytes, or others", disk.written.Len(), want.Len())
	}
	if disk.writes != 2 {
		t.Errorf("%d writes: the first line, and then all others at once, would be 2", disk.writes)
	}
}

func TestEndDoesNotWaitForALogThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &gatedWriter{begun: make(chan struct{}, 1), gate: make(chan struct{})}
		log := newLogWriter(disk)
		log.Write([]byte("line\n"))
		began := time.Now()
		log.Close() // It would never return if it waited.
		if took := time.Since(began); took != closeTimeout {
			t.Errorf("closing took %v", took)
		}
		close(disk.gate)
		<-log.done
	})
}

func TestLogIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &gatedWriter{begun: make(chan struct{}, 1), gate: make(chan struct{})}
		log := newLogWriter(disk)
		line := slices.Repeat([]byte("x"), maxUnwritten/2)
		var taken atomic.Int32
		go func() {
			for range 9 {
				log.Write(line)
				taken.Add(1)
			}
		}()
		synctest.Wait() // Until nothing moves, because the disk does not.
		// Three are more than the limit, and as many may be on their way to the disk.
		if n := taken.Load(); n > 6 {
			t.Errorf("%d lines of half the limit are taken while nothing is written", n)
		}
		close(disk.gate)
		synctest.Wait()
		log.Close()
		if want := 9 * len(line); disk.written.Len() != want {
			t.Errorf("the log has %d bytes, want %d", disk.written.Len(), want)
		}
	})
}
