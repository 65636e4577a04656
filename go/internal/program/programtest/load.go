package programtest

import (
	"crypto/rand"
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
	// Clients is how many clients a load has.
	Clients = 8

	// Steady is the pause of clients that have to stay while a replica is replaced. It leaves the
	// machine to the other tests.
	Steady = 100 * time.Millisecond

	// patience is how long a client waits before it comes back, when it could not be served. Each
	// try costs a Postgres that recovers a process.
	patience = 20 * time.Millisecond
)

// Answer is what a client got for a request.
type Answer struct {
	Status     int
	MediaType  string
	RetryAfter string
	ID, Code   string // from the body

	Err    error // there is no answer, or one that is not JSON
	Reused bool  // whether the request went over a connection that had carried others
}

// IsUnavailable reports whether the answer is the problem that asks to come back later.
func (a Answer) IsUnavailable() bool {
	return a.Status == http.StatusServiceUnavailable && a.MediaType == "application/problem+json" &&
		a.Code == "unavailable" && a.RetryAfter != ""
}

func (a Answer) String() string {
	if a.Err != nil {
		return fmt.Sprintf("%v (on a used connection: %v)", a.Err, a.Reused)
	}
	return fmt.Sprintf("%d %s with code %q, Retry-After %q", a.Status, a.MediaType, a.Code, a.RetryAfter)
}

// Send sends a request with a JSON body, or none, and the client key.
func Send(client *http.Client, method, url, body string) (a Answer) {
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return Answer{Err: err}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("apikey", "bookclub-dev")
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { a.Reused = info.Reused },
	}))
	response, err := client.Do(r)
	if err != nil {
		a.Err = err
		return a
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		a.Err = err
		return a
	}
	var document struct{ ID, Code string }
	a.Status = response.StatusCode
	a.MediaType = response.Header.Get("Content-Type")
	if len(content) > 0 {
		if err := json.Unmarshal(content, &document); err != nil {
			a.Err = fmt.Errorf("%d %s: %w", a.Status, a.MediaType, err)
		}
	}
	a.RetryAfter = response.Header.Get("Retry-After")
	a.ID, a.Code = document.ID, document.Code
	return a
}

// Load is clients that put people on the list and have them mailed, each one person after the
// other, until the load is stopped or a client's request gets no answer.
type Load struct {
	// What the clients were told; to be read when the load has ended.
	Acknowledged map[string]string // address by id
	Promised     []string          // ids of those who are to be mailed
	Others       []Answer          // all but 201 and 202

	t       *testing.T
	name    string        // in the addresses, which differ from other loads'
	pause   time.Duration // of a client after each person
	stop    func()
	stopped chan struct{}
	group   sync.WaitGroup

	mu      sync.Mutex // of what the clients were told
	changed *sync.Cond
}

// StartLoad sends requests to the product at url, each client with a pause after each person.
func StartLoad(t *testing.T, url string, pause time.Duration) *Load {
	l := &Load{t: t, name: strings.ToLower(rand.Text()), pause: pause, stopped: make(chan struct{}), Acknowledged: make(map[string]string)}
	l.changed = sync.NewCond(&l.mu)
	l.stop = sync.OnceFunc(func() { close(l.stopped) })
	t.Cleanup(l.Stop)
	for client := range Clients {
		l.group.Go(func() { l.run(client, url) })
	}
	return l
}

// Stop ends the load. It returns when all requests are answered.
func (l *Load) Stop() {
	l.stop()
	l.Wait()
}

// Wait returns when all clients have ended, because they were stopped or got no answer.
func (l *Load) Wait() { l.group.Wait() }

func (l *Load) run(number int, url string) {
	transport := http.DefaultTransport.(*http.Transport).Clone() // connections of its own
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: deadline}
	for i := 0; ; i++ {
		wait := l.pause
		switch a := l.join(client, url, fmt.Sprintf("sam-%d-%d@%s.example", number, i, l.name)); {
		case a.Err != nil:
			return
		case a.Status == http.StatusServiceUnavailable:
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
func (l *Load) join(client *http.Client, url, email string) Answer {
	person := fmt.Sprintf(`{"email":%q,"book_conversation_story":"On a hike.","how_did_you_hear":"A friend."}`, email)
	joined := Send(client, "POST", url+"/api/v1/waitlist", person)
	if !l.record(joined, http.StatusCreated, func() { l.Acknowledged[joined.ID] = email }) {
		return joined
	}
	mailed := Send(client, "POST", url+"/api/v1/functions/send-waitlist-email", person)
	l.record(mailed, http.StatusAccepted, func() { l.Promised = append(l.Promised, joined.ID) })
	return mailed
}

// record keeps what follows from an answer with the status, or else the answer.
func (l *Load) record(a Answer, status int, keep func()) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.changed.Broadcast()
	if a.Err != nil || a.Status != status {
		l.Others = append(l.Others, a)
		return false
	}
	keep()
	return true
}

// WaitFor returns when n more people were acknowledged and m more requests were answered otherwise.
func (l *Load) WaitFor(n, m int) {
	l.t.Helper()
	start := time.Now()
	timeout := time.AfterFunc(deadline, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.changed.Broadcast()
	})
	defer timeout.Stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	n += len(l.Acknowledged)
	m += len(l.Others)
	for len(l.Acknowledged) < n || len(l.Others) < m {
		if time.Since(start) >= deadline {
			last := l.Others[max(0, len(l.Others)-Clients):]
			l.t.Fatalf("%d acknowledged (waiting for %d), %d others (waiting for %d), at last %v",
				len(l.Acknowledged), n, len(l.Others), m, last)
		}
		l.changed.Wait()
	}
}

// AssertKept fails the test unless all that was acknowledged is in the tables, and each mail there
// as a whole.
func (l *Load) AssertKept(entries map[string]Entry) {
	l.t.Helper()
	for id, email := range l.Acknowledged {
		if entries[id].Email != email {
			l.t.Errorf("%s was acknowledged as %s; in the table is %q", email, id, entries[id].Email)
		}
	}
	for _, id := range l.Promised {
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
		len(l.Acknowledged), len(entries), len(l.Promised), len(l.Others))
}

// AssertAnswered fails the test if something is in the tables that no client knows of.
func (l *Load) AssertAnswered(entries map[string]Entry) {
	l.t.Helper()
	queued := 0
	for _, e := range entries {
		if e.Queued {
			queued++
		}
	}
	if len(entries) != len(l.Acknowledged) || queued != len(l.Promised) {
		l.t.Errorf("%d entries of which %d are mailed; acknowledged were %d and %d",
			len(entries), queued, len(l.Acknowledged), len(l.Promised))
	}
}

// AssertUnavailable fails the test if a client got something else than what it asked for or the
// request to come back later.
func (l *Load) AssertUnavailable() {
	l.t.Helper()
	for _, a := range l.Others {
		if !a.IsUnavailable() {
			l.t.Errorf("a client got %v", a)
		}
	}
}
