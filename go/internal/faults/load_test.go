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
	clients = 8

	// patience is how long a client waits before it comes back, when it could not be served. Each
	// try costs a Postgres that recovers a process.
	patience = 20 * time.Millisecond

	// steady is the pause of clients that have to stay while a replica is replaced. It leaves the
	// machine to the other tests.
	steady = 100 * time.Millisecond

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

// load is clients that put people on the list and have them mailed, each one person after the
// other, until the load is stopped or a client's request gets no answer.
type load struct {
	t       *testing.T
	pause   time.Duration // of a client after each person
	stopped chan struct{}
	stop    func() // ends the load and waits for the answers that are still due
	group   sync.WaitGroup

	mu           sync.Mutex
	changed      *sync.Cond
	acknowledged map[string]string // address by id
	promised     []string          // ids of those who are to be mailed
	others       []answer          // all but 201 and 202
}

// startLoad sends requests to the product at url, each client with a pause after each person.
func startLoad(t *testing.T, url string, pause time.Duration) *load {
	l := &load{t: t, pause: pause, stopped: make(chan struct{}), acknowledged: make(map[string]string)}
	l.changed = sync.NewCond(&l.mu)
	l.stop = sync.OnceFunc(func() {
		close(l.stopped)
		l.group.Wait()
	})
	t.Cleanup(l.stop)
	for client := range clients {
		l.group.Go(func() { l.run(client, url) })
	}
	return l
}

func (l *load) run(number int, url string) {
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: deadline}
	for i := 0; ; i++ {
		wait := l.pause
		switch a := l.join(client, url, fmt.Sprintf("sam-%d-%d@example.com", number, i)); {
		case a.err != nil:
			return
		case a.status == http.StatusServiceUnavailable:
			wait = patience
		}
		select {
		case <-l.stopped:
			return
		case <-time.After(wait):
		}
	}
}

// join puts a person on the list and has them mailed. It returns the last answer.
func (l *load) join(client *http.Client, url, email string) answer {
	person := fmt.Sprintf(`{"email":%q,"book_conversation_story":"On a hike.","how_did_you_hear":"A friend."}`, email)
	joined := send(client, "POST", url+"/api/v1/waitlist", person)
	if !l.record(joined, http.StatusCreated, func() { l.acknowledged[joined.id] = email }) {
		return joined
	}
	mailed := send(client, "POST", url+"/api/v1/functions/send-waitlist-email", person)
	l.record(mailed, http.StatusAccepted, func() { l.promised = append(l.promised, joined.id) })
	return mailed
}

// record keeps what follows from an answer with the status, or else the answer.
func (l *load) record(a answer, status int, keep func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.changed.Broadcast()
	if a.err != nil || a.status != status {
		l.others = append(l.others, a)
		return false
	}
	keep()
	return true
}

// waitFor returns when n more people were acknowledged and m more requests were answered otherwise.
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
			last := l.others[max(0, len(l.others)-clients):]
			l.t.Fatalf("%d acknowledged (waiting for %d), %d others (waiting for %d), at last %v",
				len(l.acknowledged), n, len(l.others), m, last)
		}
		l.changed.Wait()
	}
}

// assertKept fails the test unless all that was acknowledged is in the tables, and each mail there
// as a whole.
func (l *load) assertKept(entries map[string]entry) {
	l.t.Helper()
	for id, email := range l.acknowledged {
		if entries[id].Email != email {
			l.t.Errorf("%s was acknowledged as %s; in the table is %q", email, id, entries[id].Email)
		}
	}
	for _, id := range l.promised {
		if !entries[id].Queued {
			l.t.Errorf("%s was promised a mail; there is none", entries[id].Email)
		}
	}
	for _, e := range entries {
		if e.Queued != e.Counted {
			l.t.Errorf("half of a mail: %+v", e)
		}
	}
	l.t.Logf("%d people acknowledged, %d in the table, %d mails promised, %d other answers",
		len(l.acknowledged), len(entries), len(l.promised), len(l.others))
}

// assertAnswered fails the test if something is in the tables that no client knows of.
func (l *load) assertAnswered(entries map[string]entry) {
	l.t.Helper()
	queued := 0
	for _, e := range entries {
		if e.Queued {
			queued++
		}
	}
	if len(entries) != len(l.acknowledged) || queued != len(l.promised) {
		l.t.Errorf("%d entries of which %d are mailed; acknowledged were %d and %d",
			len(entries), queued, len(l.acknowledged), len(l.promised))
	}
}

// assertUnavailable fails the test if a client got something else than what it asked for or the
// request to come back later.
func (l *load) assertUnavailable() {
	l.t.Helper()
	for _, a := range l.others {
		if !a.isUnavailable() {
			l.t.Errorf("a client got %v", a)
		}
	}
}
