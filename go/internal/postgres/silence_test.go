package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

func TestConnectionThatFallsSilentIsGivenUp(t *testing.T) {
	t.Parallel()
	host, database := whereIs(t, cluster.NewDatabase(t))
	relay := startRelay(t, filepath.Join(host, ".s.PGSQL.5432"))
	const patience = 2 * time.Second // Enough for a server that lives on a busy machine.
	db, err := postgres.OpenWithPatience(
		fmt.Sprintf("host=127.0.0.1 port=%d user=postgres dbname=%s sslmode=disable", relay.port(), database), patience)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	store := postgres.NewWaitlistStore(db)
	join(t, store, waitlist.NewEntry{Email: "before@example.com"})

	relay.silence()
	ctx, cancel := context.WithTimeout(t.Context(), patience/2)
	defer cancel()
	if err := store.Insert(ctx, uuid.New(), waitlist.NewEntry{Email: "lost@example.com"}); !errors.Is(err, waitlist.ErrUnavailable) {
		t.Errorf("without an answer: %v", err)
	}
	join(t, store, waitlist.NewEntry{Email: "after@example.com"})
}

func TestSilentServerLeavesTimeForTheNext(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close() // The kernel accepts for it.
	host, database := whereIs(t, cluster.NewDatabase(t))
	db, err := postgres.OpenForRequests(fmt.Sprintf("host=127.0.0.1,%s port=%d,5432 user=postgres dbname=%s sslmode=disable",
		host, silent.Addr().(*net.TCPAddr).Port, database))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // Less than a single server gets.
	defer cancel()
	if err := postgres.NewWaitlistStore(db).Ping(ctx); err != nil {
		t.Error(err)
	}
}

// whereIs returns the directory of a database's socket and its name.
func whereIs(t *testing.T, databaseURL string) (host, database string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query().Get("host"), strings.TrimPrefix(u.Path, "/")
}

// relay is a way to a server on which answers can get lost.
type relay struct {
	listener net.Listener
	accepted atomic.Int64
	silent   atomic.Int64 // how many connections, from the first on
}

func startRelay(t *testing.T, socket string) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: listener}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", socket)
			if err != nil {
				client.Close()
				continue
			}
			answers := answerWriter{relay: r, number: r.accepted.Add(1), to: client}
			go func() {
				_, _ = io.Copy(server, client) // Until one of them closes.
				server.Close()
			}()
			go func() {
				_, _ = io.Copy(answers, server)
				client.Close()
			}()
		}
	}()
	return r
}

func (r *relay) port() int { return r.listener.Addr().(*net.TCPAddr).Port }

// silence loses all answers on the connections that there are.
func (r *relay) silence() { r.silent.Store(r.accepted.Load()) }

// answerWriter writes the answers of a connection.
type answerWriter struct {
	relay  *relay
	number int64
	to     io.Writer
}

func (w answerWriter) Write(b []byte) (int, error) {
	if w.number <= w.relay.silent.Load() {
		return len(b), nil
	}
	return w.to.Write(b)
}
