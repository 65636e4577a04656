package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"
)

func requestFrom(remoteAddr string, forwardedFor ...string) *http.Request {
	r := httptest.NewRequest("POST", "/", nil)
	r.RemoteAddr = remoteAddr
	r.Header["X-Forwarded-For"] = forwardedFor
	return r
}

func TestClientOf(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, test := range []struct {
		remoteAddr   string
		forwardedFor []string
		want         string
	}{
		{"198.51.100.1:9", nil, "198.51.100.1"},
		{"[::ffff:198.51.100.1]:9", nil, "198.51.100.1"},
		{"[2001:db8:1:2:3:4:5:6]:9", nil, "2001:db8:1:2::"},
		{"[fe80::1%eth0]:9", nil, "fe80::"},

		// A client cannot make itself another one.
		{"198.51.100.1:9", []string{"203.0.113.7"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"203.0.113.7, 198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"203.0.113.7", "198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"10.0.0.9, 198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"203.0.113.7, nonsense, 10.0.0.2"}, "10.0.0.2"},

		{"10.0.0.1:9", nil, "10.0.0.1"},
		{"10.0.0.1:9", []string{""}, "10.0.0.1"},
		{"10.0.0.1:9", []string{"198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"198.51.100.1:4711 "}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"[2001:db8:1:2::5]:4711"}, "2001:db8:1:2::"},
		{"10.0.0.1:9", []string{"2001:db8:1:2::5,fd00::1"}, "2001:db8:1:2::"},
		{"[::ffff:10.0.0.1]:9", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"10.0.0.1:9", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"}, // inside the network
	} {
		if got := clientOf(requestFrom(test.remoteAddr, test.forwardedFor...), trusted); got != netip.MustParseAddr(test.want) {
			t.Errorf("%s for %q is taken for %v, want %s", test.remoteAddr, test.forwardedFor, got, test.want)
		}
	}
}

func newTestLimiter(t *testing.T, perMinute int) *writeLimiter {
	t.Helper()
	limiter, err := newWriteLimiter(perMinute, nil)
	if err != nil {
		t.Fatal(err)
	}
	return limiter
}

func TestWritesComeBackWithTime(t *testing.T) {
	limiter := newTestLimiter(t, 4)
	now := time.Now()
	check := func(after time.Duration, client string, want int) {
		t.Helper()
		now = now.Add(after)
		if got := limiter.take(requestFrom(client), now); got != want {
			t.Errorf("%s is told to wait %d s, want %d", client, got, want)
		}
	}
	for range 4 {
		check(0, "198.51.100.1:9", 0)
	}
	check(0, "198.51.100.1:9", 15)
	check(0, "198.51.100.1:10", 15) // another connection of the same client
	check(0, "198.51.100.2:9", 0)
	check(14500*time.Millisecond, "198.51.100.1:9", 1) // asking too early costs nothing
	check(500*time.Millisecond, "198.51.100.1:9", 0)
	check(0, "198.51.100.1:9", 15)
	check(time.Hour, "198.51.100.1:9", 0)
}

func TestRefusalsAtOnceCostNothing(t *testing.T) {
	limiter := newTestLimiter(t, 4)
	now := time.Now()
	client := requestFrom("198.51.100.1:9")
	var others sync.WaitGroup
	for range 8 {
		others.Go(func() {
			for range 5000 {
				limiter.take(client, now)
			}
		})
	}
	others.Wait()
	if got := limiter.take(client, now); got != 15 {
		t.Errorf("the client is told to wait %d s, want 15", got)
	}
}

func TestNoLimit(t *testing.T) {
	limiter := newTestLimiter(t, 0)
	for range 1000 {
		if wait := limiter.take(requestFrom("198.51.100.1:9"), time.Now()); wait != 0 {
			t.Fatalf("told to wait %d s", wait)
		}
	}
}

func TestManyClientsTakeBoundedMemory(t *testing.T) {
	limiter := newTestLimiter(t, 1)
	now := time.Now()
	from := func(i int) *http.Request {
		return requestFrom(fmt.Sprintf("10.%d.%d.%d:9", i>>16, i>>8&255, i&255))
	}
	for i := range maxClients + 100 {
		limiter.take(from(i), now)
	}
	if n := limiter.clients.Len(); n != maxClients {
		t.Errorf("%d clients are remembered, want %d", n, maxClients)
	}
	if limiter.take(from(maxClients+99), now) == 0 {
		t.Error("the latest client was forgotten")
	}
}
