package faults

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	clients = 16

	// deadline bounds each wait for something that must happen.
	deadline = 30 * time.Second
)

// answer is what a client got for a request.
type answer struct {
	status     int
	mediaType  string
	retryAfter string
	id, code   string // from the body

	err    error // instead of an answer
	reused bool  // whether the request went over a connection that had carried others
}

// isUnavailable reports whether the answer is the problem that asks to come back later.
func (a answer) isUnavailable() bool {
	return a.status == http.StatusServiceUnavailable && a.mediaType == "application/problem+json" &&
		a.code == "unavailable" && a.retryAfter != ""
}

func (a answer) String() string {
	if a.err != nil {
		return fmt.Sprintf("%v (on a used connection: %v)", a.err, a.reused)
	}
	return fmt.Sprintf("%d %s with code %q, Retry-After %q", a.status, a.mediaType, a.code, a.retryAfter)
}

func send(client *http.Client, method, url, body string) (a answer) {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("apikey", "bookclub-dev")
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { a.reused = info.Reused },
	}))
	response, err := client.Do(r)
	if err != nil {
		a.err = err
		return a
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		a.err = err
		return a
	}
	var document struct{ ID, Code string }
	if len(content) > 0 {
		a.err = json.Unmarshal(content, &document)
	}
	a.status = response.StatusCode
	a.mediaType = response.Header.Get("Content-Type")
	a.retryAfter = response.Header.Get("Retry-After")
	a.id, a.code = document.ID, document.Code
	return a
}

// load is clients that put people on the list, each one person after the other, until the load is
// stopped or a client's request gets no answer.
type load struct {
	t       *testing.T
	stopped chan struct{}
	stop    func() // ends the load and waits for the answers that are still due
	group   sync.WaitGroup

	mu           sync.Mutex
	changed      *sync.Cond
	acknowledged map[string]string // address by id
	others       []answer          // all but 201
}

// startLoad sends requests to the product at url.
func startLoad(t *testing.T, url string) *load {
	l := &load{t: t, stopped: make(chan struct{}), acknowledged: make(map[string]string)}
	l.changed = sync.NewCond(&l.mu)
	l.stop = sync.OnceFunc(func() {
		close(l.stopped)
		l.group.Wait()
	})
	t.Cleanup(l.stop)
	for client := range clients {
		l.group.Go(func() { l.run(client, url+"/api/v1/waitlist") })
	}
	return l
}

func (l *load) run(number int, url string) {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: deadline}
	for i := 0; ; i++ {
		select {
		case <-l.stopped:
			return
		default:
		}
		email := fmt.Sprintf("sam-%d-%d@example.com", number, i)
		a := send(client, "POST", url, fmt.Sprintf(`{"name":"Sam","email":%q,"zip_code":"80302"}`, email))
		l.record(email, a)
		if a.err != nil {
			return
		}
	}
}

func (l *load) record(email string, a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a.err == nil && a.status == http.StatusCreated {
		l.acknowledged[a.id] = email
	} else {
		l.others = append(l.others, a)
	}
	l.changed.Broadcast()
}

// waitFor returns when n more requests were acknowledged and m more were answered otherwise.
func (l *load) waitFor(n, m int) {
	l.t.Helper()
	timeout := time.AfterFunc(deadline, l.changed.Broadcast)
	defer timeout.Stop()
	start := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	n += len(l.acknowledged)
	m += len(l.others)
	for len(l.acknowledged) < n || len(l.others) < m {
		if time.Since(start) >= deadline {
			l.t.Fatalf("%d acknowledged (waiting for %d), %d others (waiting for %d): %v",
				len(l.acknowledged), n, len(l.others), m, l.others)
		}
		l.changed.Wait()
	}
}

// assertKept fails the test unless everything that was acknowledged is in the table.
func (l *load) assertKept(entries map[string]string) {
	l.t.Helper()
	for id, email := range l.acknowledged {
		if entries[id] != email {
			l.t.Errorf("%s was acknowledged as %s; in the table is %q", email, id, entries[id])
		}
	}
	l.t.Logf("%d acknowledged, %d in the table, %d other answers", len(l.acknowledged), len(entries), len(l.others))
}
