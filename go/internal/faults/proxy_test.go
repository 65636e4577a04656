package faults

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/program"
)

// proxy gives requests in turn to the replicas that were ready when it last looked.
type proxy struct {
	*httptest.Server
	t *testing.T

	mu       sync.Mutex
	replicas []replica
	next     int
}

type replica struct {
	url   *url.URL
	ready bool
}

// startProxy returns a proxy that looks at its replicas until the test ends.
func startProxy(t *testing.T, processes ...*program.Process) *proxy {
	p := &proxy{t: t, replicas: make([]replica, len(processes))}
	for i, process := range processes {
		p.replace(i, process)
	}
	p.look()
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	p.Server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(p.pick()) },
		Transport: transport,
	})
	t.Cleanup(transport.CloseIdleConnections)
	t.Cleanup(p.Close)
	stopped := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		interval := time.NewTicker(100 * time.Millisecond)
		defer interval.Stop()
		for {
			select {
			case <-interval.C:
				p.look()
			case <-stopped:
				return
			}
		}
	})
	t.Cleanup(func() {
		close(stopped)
		watch.Wait()
	})
	return p
}

// replace puts a process in a replica's place. It gets requests after the next look.
func (p *proxy) replace(i int, process *program.Process) {
	target, err := url.Parse(process.URL)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.replicas[i] = replica{url: target}
}

// look asks all replicas whether they are ready.
func (p *proxy) look() {
	p.mu.Lock()
	replicas := slices.Clone(p.replicas)
	p.mu.Unlock()
	for i, r := range replicas {
		ready := send(http.DefaultClient, "GET", r.url.String()+"/readyz", "").status == http.StatusOK
		p.mu.Lock()
		if p.replicas[i].url == r.url {
			p.replicas[i].ready = ready
		}
		p.mu.Unlock()
	}
}

// usesAll reports whether every replica gets requests.
func (p *proxy) usesAll() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.replicas {
		if !r.ready {
			return false
		}
	}
	return true
}

// pick returns the address of the replica whose turn it is.
func (p *proxy) pick() *url.URL {
	p.mu.Lock()
	defer p.mu.Unlock()
	for range p.replicas {
		p.next = (p.next + 1) % len(p.replicas)
		if p.replicas[p.next].ready {
			break
		}
	}
	return p.replicas[p.next].url
}
