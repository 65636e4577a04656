package main

import (
	"log/slog"
	"net/http"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/httpapi"
	"github.com/goodlifebookclub/platform/go/internal/metrics"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// startMetrics serves the metrics on an address of their own until stop is called. The function
// that it returns counts requests. An empty address is for no metrics: then observe is nil.
func startMetrics(addr string, db *sqlx.DB, logger *slog.Logger) (observe func(httpapi.Exchange), stop func(), err error) {
	if addr == "" {
		return nil, func() {}, nil
	}
	listener, err := listen("BOOKCLUB_METRICS_ADDR", addr)
	if err != nil {
		return nil, nil, err
	}
	m := metrics.New(db.DB, postgres.NewOutbox(db), logger)
	server := newHTTPServer(m.Handler(), defaultTimeouts, logger)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		if err := server.Serve(listener); err != http.ErrServerClosed {
			logger.Error("no metrics any more", "error", err)
		}
	}()
	logger.Info("metrics", "addr", listener.Addr().String())
	observe = func(e httpapi.Exchange) { m.Observe(e.Method, e.Route, e.Status, e.Duration) }
	return observe, func() {
		server.Close()
		<-stopped
	}, nil
}
