package main

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestSlowClientsAreCutOff(t *testing.T) {
	short, long := 50*time.Millisecond, time.Hour
	for _, test := range []struct {
		name     string
		timeouts timeouts
		send     string
	}{
		{"in the header", timeouts{readHeader: short, read: long, write: long, idle: long}, "P"},
		{
			"in the body",
			timeouts{readHeader: long, read: short, write: long, idle: long},
			"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{",
		},
		{
			"between requests",
			timeouts{readHeader: long, read: long, write: long, idle: short},
			"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		},
		{
			"in reading the answer",
			timeouts{readHeader: long, read: long, write: short, idle: long},
			"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			gaveUp := make(chan struct{})
			handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				io.Copy(io.Discard, r.Body)
				for r.URL.Path == "/endless" {
					if _, err := w.Write(make([]byte, 1<<20)); err != nil {
						close(gaveUp)
						return
					}
				}
			})
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			server := newHTTPServer(handler, test.timeouts, slog.New(slog.DiscardHandler))
			go server.Serve(listener)
			defer server.Close()

			client, err := net.Dial("tcp", listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			if _, err := io.WriteString(client, test.send); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(test.send, "/endless") {
				<-gaveUp // The client reads nothing.
				return
			}
			// The server hangs up; this client never does.
			client.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := io.Copy(io.Discard, client); err != nil && strings.Contains(err.Error(), "timeout") {
				t.Errorf("the connection is open still: %v", err)
			}
		})
	}
}

func TestSlowClientsOfTheProgramAreBounded(t *testing.T) {
	if d := defaultTimeouts; d.readHeader <= 0 || d.read <= 0 || d.write <= 0 || d.idle <= 0 || d.read > time.Minute {
		t.Errorf("timeouts %+v", d)
	}
}
