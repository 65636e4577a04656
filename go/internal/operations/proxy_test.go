package operations_test

import (
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/operations"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/program"
	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// proxy gives requests to the replicas at two addresses.
type proxy struct {
	url string
	// takeOut and putBack are what an operator does about a replica before it ends and after it
	// has started, if anything.
	takeOut, putBack func(address string)
}

var proxies = map[string]func(t *testing.T, a, b string) proxy{
	"HAProxy": startHAProxy,
	"nginx":   startNginx,
}

func TestReplicasAreReplacedUnnoticed(t *testing.T) {
	t.Parallel()
	for name, start := range proxies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databaseURL := cluster.NewDatabase(t)
			a, b := newAddress(), newAddress()
			replicas := map[string]*program.Process{
				a: programtest.Serve(t, databaseURL, "--addr", a),
				b: programtest.Serve(t, databaseURL, "--addr", b),
			}
			proxy := start(t, a, b)
			load := programtest.StartLoad(t, proxy.url, programtest.Steady)
			load.WaitFor(5*programtest.Clients, 0)

			for address, old := range replicas {
				proxy.takeOut(address)
				old.Signal(syscall.SIGTERM)
				if err := old.Wait(); err != nil {
					t.Errorf("a replica ended with %v", err)
				}
				replica := programtest.Serve(t, databaseURL, "--addr", address)
				proxy.putBack(address)
				programtest.WaitUntil(t, "the proxy uses the new replica", func() bool {
					return strings.Contains(replica.LogEnd(), "/api/v1/waitlist")
				})
			}
			load.WaitFor(5*programtest.Clients, 0)
			load.Stop()

			db, err := postgres.Open(databaseURL)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			entries := programtest.Entries(t, db)
			load.AssertKept(entries)
			load.AssertAnswered(entries)
			for _, a := range load.Others {
				t.Errorf("a client got %v", a)
			}
		})
	}
}

// Visitors behind a proxy are told apart by their own addresses, not by what they say these are.
func TestLimitBehindProxies(t *testing.T) {
	t.Parallel()
	for name, start := range proxies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databaseURL := cluster.NewDatabase(t)
			a, b := newAddress(), newAddress()
			for _, address := range []string{a, b} {
				programtest.Serve(t, databaseURL, "--addr", address, "--rate", "3", "--trusted-proxies", "127.0.0.1/32")
			}
			proxy := start(t, a, b)

			const tries = 20
			refused := 0
			visitor := visitorFrom(t, "127.0.0.2")
			for i := range tries {
				switch status := join(t, visitor, proxy.url, i); status {
				case http.StatusCreated:
				case http.StatusTooManyRequests:
					refused++
				default:
					t.Errorf("joining gave %d", status)
				}
			}
			if refused < tries/2 {
				t.Errorf("of %d tries with made-up addresses, %d were refused", tries, refused)
			}
			if status := join(t, visitorFrom(t, "127.0.0.3"), proxy.url, tries); status != http.StatusCreated {
				t.Errorf("another visitor got %d", status)
			}
		})
	}
}

// visitorFrom returns a client with an address of this machine.
func visitorFrom(t *testing.T, address string) *http.Client {
	t.Helper()
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dialer.DialContext
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// join joins the list with a made-up X-Forwarded-For, and returns the status.
func join(t *testing.T, visitor *http.Client, url string, number int) int {
	t.Helper()
	n := strconv.Itoa(number)
	r, err := http.NewRequest("POST", url+"/api/v1/waitlist", strings.NewReader(`{"email":"sam-`+n+`@example.com"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("apikey", "bookclub-dev")
	r.Header.Set("X-Forwarded-For", "192.0.2."+n)
	response, err := visitor.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func startHAProxy(t *testing.T, a, b string) proxy {
	t.Helper()
	m := newMachine(t, "")
	listen := newAddress()
	certificate, key := certificateAndKey(t)
	config := m.write("haproxy.cfg", replaced(t, operations.Code(t, "Several replicas behind a proxy", "haproxy", 1)[0],
		":443", listen,
		"/etc/haproxy/books.example.pem", m.write("books.example.pem", certificate+key),
		"127.0.0.1:8081", a,
		"127.0.0.1:8082", b,
	))
	m.start("haproxy", "-f", config)
	nothing := func(string) {}
	return started(t, proxy{url: "https://" + listen, takeOut: nothing, putBack: nothing})
}

func startNginx(t *testing.T, a, b string) proxy {
	t.Helper()
	m := newMachine(t, "")
	listen := newAddress()
	certificate, key := certificateAndKey(t)
	site := m.write("bookclub.conf", replaced(t, operations.Code(t, "Several replicas behind a proxy", "nginx", 1)[0],
		"listen 80;", "listen "+newAddress()+";",
		"listen 443 ssl;", "listen "+listen+" ssl;",
		"/etc/ssl/books.example.pem", m.write("books.example.pem", certificate),
		"/etc/ssl/private/books.example.key", m.write("books.example.key", key),
		"127.0.0.1:8081", a,
		"127.0.0.1:8082", b,
	))
	// What is around it on an operator's machine, with files where any user may have them.
	config := m.write("nginx.conf", replaced(t, `
		daemon off;
		pid HOME/nginx.pid;
		events {}
		http {
			access_log off;
			client_body_temp_path HOME/body;
			proxy_temp_path HOME/proxy;
			fastcgi_temp_path HOME/fastcgi;
			uwsgi_temp_path HOME/uwsgi;
			scgi_temp_path HOME/scgi;
			include HOME/bookclub.conf;
		}`, "HOME", m.home))
	arguments := []string{"-e", "stderr", "-c", config}
	m.start("nginx", arguments...)

	commands := strings.Split(strings.TrimSpace(operations.Code(t, "Upgrading without downtime", "sh", 1)[0]), "\n")
	if len(commands) != 2 {
		t.Fatalf("to take a replica out of nginx and to put it back are %d commands", len(commands))
	}
	nginx := "nginx " + strings.Join(arguments, " ")
	command := func(i int) func(string) {
		return func(address string) {
			m.run(replaced(t, commands[i],
				"127.0.0.1:8081", address,
				"/etc/nginx/conf.d/bookclub.conf", site,
				"nginx -s", nginx+" -s",
			), "")
		}
	}
	return started(t, proxy{url: "https://" + listen, takeOut: command(0), putBack: command(1)})
}

// started returns the proxy when it works.
func started(t *testing.T, p proxy) proxy {
	t.Helper()
	programtest.WaitUntil(t, "the proxy works", func() bool {
		return programtest.Send(http.DefaultClient, "GET", p.url+"/healthz", "").Status == http.StatusOK
	})
	return p
}

// certificateAndKey returns the certificate that the proxies show, and its key, in PEM.
func certificateAndKey(t *testing.T) (certificate, key string) {
	t.Helper()
	pkcs8, err := x509.MarshalPKCS8PrivateKey(proxyTLS.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: proxyTLS.Certificate[0]})),
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8}))
}
