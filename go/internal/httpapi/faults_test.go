package httpapi_test

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/httpapi"
)

func TestWritesOfEachClientAreLimited(t *testing.T) {
	p := newProductWith(t, cluster.Open(t), func(c *httpapi.Config) {
		c.WritesPerMinute = 2
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	write := func(client, method, path, body string) answer {
		t.Helper()
		return p.send(method, path, body, http.Header{
			"Apikey": {clientKey}, "Content-Type": {"application/json"}, "X-Forwarded-For": {client},
		})
	}
	for _, test := range []struct{ client, method, path, body string }{
		{"198.51.100.1", "POST", "/api/v1/waitlist", `{"email":"sam@example.com"}`},
		{"198.51.100.2", "PATCH", "/api/v1/waitlist/" + uuid.NewString(), `{"name":"Sam"}`},
		{"2001:db8:1:2::1", "POST", "/api/v1/functions/send-waitlist-email", `{"email":"sam@example.com"}`},
		{"2001:db8:1:3::1", "POST", "/api/v1/waitlist/leave", `{"token":"` + p.tokens.Token(uuid.New()) + `"}`},
	} {
		for range 2 {
			if a := write(test.client, test.method, test.path, test.body); a.StatusCode == 429 {
				t.Errorf("%s %s is refused at once", test.method, test.path)
			}
		}
		p.want(write(test.client, test.method, test.path, test.body), 429, api.ProblemCodeRateLimited)
	}
	p.want(write("2001:db8:1:2:ffff::9", "POST", "/api/v1/waitlist", `{}`), 429, api.ProblemCodeRateLimited)
	p.want(write("6.6.6.6, 198.51.100.1", "POST", "/api/v1/waitlist", `{}`), 429, api.ProblemCodeRateLimited)
	p.want(write("198.51.100.1", "GET", "/readyz", ""), 200, "") // Reading is free.

	p.close()
	if log := p.log.String(); strings.Contains(log, "198.51") || strings.Contains(log, "2001:db8") || !strings.Contains(log, `"status":429`) {
		t.Errorf("the log is\n%s", log)
	}
}

func TestAnswersThatBreakOff(t *testing.T) {
	var mu sync.Mutex
	var seen []httpapi.Exchange
	p := newProductWith(t, cluster.Open(t), func(c *httpapi.Config) {
		c.Observe = func(e httpapi.Exchange) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, e)
		}
		c.Site = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			w.Header().Set("Content-Encoding", "br")
			switch r.URL.Path {
			case "/panic":
				panic("a fault before the answer")
			case "/panic-late":
				w.Header().Del("Content-Length") // Then only the last chunk says that it is whole.
				io.WriteString(w, "half")
				http.NewResponseController(w).Flush()
				panic("a fault in the answer")
			case "/abort":
				panic(http.ErrAbortHandler)
			}
		})
	})

	a := p.get("/panic")
	p.want(a, 500, api.ProblemCodeInternal)
	if encoding := a.Header.Get("Content-Encoding"); encoding != "" {
		t.Errorf("the problem is said to be %s", encoding)
	}

	response, err := http.Get(p.url + "/panic-late")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); string(body) != "half" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the client reads %q, %v", body, err)
	}
	if response, err := http.Get(p.url + "/abort"); err == nil {
		response.Body.Close()
		t.Errorf("an aborted answer has status %d", response.StatusCode)
	}

	p.close()
	var statuses []int
	for _, e := range seen {
		statuses = append(statuses, e.Status)
	}
	if len(statuses) < 3 || statuses[0] != 500 || statuses[1] != 200 || statuses[2] != 0 {
		t.Errorf("observed %v", seen)
	}
	if n := strings.Count(p.log.String(), `"msg":"panic"`); n != 2 {
		t.Errorf("%d panics in the log:\n%s", n, p.log)
	}
}
