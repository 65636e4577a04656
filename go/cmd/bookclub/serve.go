package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/goodlifebookclub/platform/go/internal/buildinfo"
	"github.com/goodlifebookclub/platform/go/internal/httpapi"
	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/site"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

const (
	// drainTime is how long serve goes on taking requests after it has said that it is not ready,
	// so that load balancers notice.
	drainTime = 2 * time.Second

	// shutdownTime is how long requests in flight may take after that.
	shutdownTime = 6 * time.Second

	maxHeaderBytes = 16 << 10

	// gcPercent is how much the heap may grow between two garbage collections. Little of it lives
	// (about 4 MB), so with Go's default of 100 a busy server collects dozens of times a second.
	gcPercent = 200
)

// timeouts say after how long a slow client is cut off.
type timeouts struct {
	readHeader time.Duration
	read       time.Duration // the header and the body
	write      time.Duration
	idle       time.Duration // between two requests
}

var defaultTimeouts = timeouts{
	readHeader: 5 * time.Second,
	read:       15 * time.Second,
	write:      30 * time.Second,
	idle:       2 * time.Minute,
}

// serve runs the product on a database of the operator's.
func (p program) serve(ctx context.Context, args []string) error {
	s := p.newSettings("serve")
	addr := s.addr(":8080")
	databaseURL := s.databaseURL()
	siteSettings := s.site()
	mailSettings := s.mail()
	secret := s.secret()
	migrate := s.Bool("migrate", true, "apply pending migrations first")
	if err := s.parse(args); err != nil {
		return err
	}
	if err := siteSettings.check(); err != nil {
		return err
	}
	db, err := openDatabase(*databaseURL, postgres.OpenForRequests)
	if err != nil {
		return err
	}
	defer db.Close()
	tokens, err := newTokens(*secret)
	if err != nil {
		return err
	}
	log := newLogWriter(p.stderr)
	defer log.Close()
	logger := slog.New(slog.NewJSONHandler(log, nil))
	post, err := newPost(mailSettings, siteSettings.publicURL, tokens, db, logger)
	if err != nil {
		return err
	}
	if *migrate {
		if err := applyMigrations(ctx, *databaseURL); err != nil {
			return err
		}
	}
	listener, err := listen("BOOKCLUB_ADDR", *addr)
	if err != nil {
		return err
	}

	store := postgres.NewWaitlistStore(db).WithNotices(post.noticeTo)
	service := waitlist.NewService(store, siteSettings.editWindow, post.wake)
	observe, stopMetrics, err := startMetrics(siteSettings.metricsAddr, db, logger)
	if err != nil {
		return err
	}
	defer stopMetrics()
	handler, err := p.newHandler(service, siteSettings, tokens, observe, logger)
	if err != nil {
		return err
	}
	if p.getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	// Compressing the pages took up to 16 MB. Had the last collection seen that, the next one would
	// be due at three times as much.
	debug.FreeOSMemory()
	defer post.start(ctx)()
	logger.Info("listening", "addr", listener.Addr().String())
	return serveHTTP(ctx, listener, handler, drainTime, logger)
}

// openDatabase opens the database with postgres.Open or postgres.OpenForRequests.
func openDatabase(databaseURL string, open func(dsn string) (*sqlx.DB, error)) (*sqlx.DB, error) {
	if databaseURL == "" {
		return nil, missing("DATABASE_URL")
	}
	db, err := open(databaseURL)
	if err != nil {
		return nil, wrong("DATABASE_URL", "is "+err.Error())
	}
	return db, nil
}

// listen opens an address. Only one that can never be listened on is a wrong setting: a port that is
// taken may be free a moment later.
func listen(variable, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.As(err, new(*net.AddrError)) {
		return nil, wrong(variable, "cannot be listened on: "+err.Error())
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be listened on: %w", variable, err)
	}
	return listener, nil
}

// newHandler puts the API and the site together.
func (p program) newHandler(service *waitlist.Service, settings *siteSettings, tokens leave.Tokens, observe func(httpapi.Exchange), logger *slog.Logger) (*httpapi.Server, error) {
	pages, err := site.New(p.site, site.Settings{
		ClientKey: settings.clientKey,
		PublicURL: settings.publicURL,
		Version:   buildinfo.String(),
	})
	if err != nil {
		return nil, err
	}
	return httpapi.New(httpapi.Config{
		Waitlist:    service,
		LeaveTokens: tokens,
		ClientKey:   settings.clientKey,
		Site:        pages,
		HTTPS:       strings.HasPrefix(settings.publicURL, "https://"),
		Logger:      logger,

		WritesPerMinute: settings.writesPerMinute,
		TrustedProxies:  settings.trustedProxies,
		Observe:         observe,
	})
}

func newHTTPServer(handler http.Handler, t timeouts, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: t.readHeader,
		ReadTimeout:       t.read,
		WriteTimeout:      t.write,
		IdleTimeout:       t.idle,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// serveHTTP answers requests until ctx is done. Then it says that it is not ready, goes on for
// the drain time, and lets requests in flight finish.
func serveHTTP(ctx context.Context, listener net.Listener, handler *httpapi.Server, drain time.Duration, logger *slog.Logger) error {
	server := newHTTPServer(handler, defaultTimeouts, logger)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	logger.Info("shutting down")
	handler.Drain()
	time.Sleep(drain)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("requests in flight were cut off: %w", err), server.Close())
	}
	return nil
}
