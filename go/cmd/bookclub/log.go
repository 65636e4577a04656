package main

import (
	"io"
	"sync"
	"time"
)

const (
	// maxUnwritten is how many bytes of log may wait before those who log have to.
	maxUnwritten = 1 << 20

	// closeTimeout is how long Close waits for the writer.
	closeTimeout = time.Second

	// logPause follows each write, so that under load many lines share the next.
	logPause = 10 * time.Millisecond
)

// logWriter writes to a slow writer in the background: each time all that has come since the last
// time. So no request waits for a disk or a pipe.
type logWriter struct {
	to   io.Writer
	done chan struct{} // closed when nothing will be written any more

	mu        sync.Mutex
	changed   sync.Cond // something below has
	unwritten []byte
	closed    bool
}

func newLogWriter(to io.Writer) *logWriter {
	w := &logWriter{to: to, done: make(chan struct{})}
	w.changed.L = &w.mu
	go w.run()
	return w
}

// Write implements io.Writer. It copies the line, and waits only while there is too much of it.
func (w *logWriter) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.unwritten) > maxUnwritten {
		w.changed.Wait()
	}
	w.unwritten = append(w.unwritten, line...)
	w.changed.Broadcast()
	return len(line), nil
}

// Close returns when everything is written, or when the writer has taken nothing for too long: a pipe
// that nobody reads must not keep the program from ending. Write must not be called after it.
func (w *logWriter) Close() {
	w.mu.Lock()
	w.closed = true
	w.changed.Broadcast()
	w.mu.Unlock()
	select {
	case <-w.done:
	case <-time.After(closeTimeout):
	}
}

func (w *logWriter) run() {
	defer close(w.done)
	var batch []byte
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.unwritten) == 0 && !w.closed {
			w.changed.Wait()
		}
		if len(w.unwritten) == 0 {
			return
		}
		batch, w.unwritten = w.unwritten, batch[:0]
		w.changed.Broadcast()
		w.mu.Unlock()
		_, _ = w.to.Write(batch) // Nobody can be told of a log that cannot be written.
		time.Sleep(logPause)
		w.mu.Lock()
	}
}
