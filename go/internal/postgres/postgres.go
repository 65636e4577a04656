// Package postgres keeps the waitlist and the outbox in Postgres.
package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"

	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

const (
	// connectTimeout holds when the connection string sets none, so that an unreachable server
	// is noticed. With several servers it is for each of them: one that is silent must leave time
	// for the next within the time of a request.
	connectTimeout        = 5 * time.Second
	connectTimeoutOfMulti = time.Second

	// queryTimeout bounds each call of a store, waiting for a connection included.
	queryTimeout = 5 * time.Second

	maxConnections = 20

	// connectionLifetime is how long a connection is kept, so that after a failover or a change
	// of address the pool finds the new server.
	connectionLifetime = 5 * time.Minute
)

// Open returns a pool of connections to the database that dsn names (a URL or key=value pairs).
// It does not connect yet. Its errors do not repeat dsn, which may hold a password.
func Open(dsn string) (*sqlx.DB, error) {
	connector, err := newConnector(dsn)
	if err != nil {
		return nil, err
	}
	return newPool(connector), nil
}

// OpenForRequests is Open for statements that are soon done: on each, the server has to say
// something within silenceTimeout.
func OpenForRequests(dsn string) (*sqlx.DB, error) { return openForRequests(dsn, silenceTimeout) }

func openForRequests(dsn string, patience time.Duration) (*sqlx.DB, error) {
	connector, err := newConnector(dsn)
	if err != nil {
		return nil, err
	}
	connector.Dialer(impatientDialer{patience: patience})
	return newPool(connector), nil
}

func newConnector(dsn string) (*pq.Connector, error) {
	config, err := pq.NewConfig(dsn)
	if err != nil {
		return nil, errors.New("not a Postgres connection string")
	}
	if config.ConnectTimeout <= 0 {
		config.ConnectTimeout = connectTimeout
		if len(config.Multi) > 0 {
			config.ConnectTimeout = connectTimeoutOfMulti
		}
	}
	// One round trip for a statement instead of two, and no prepared statement that a pooler between
	// here and the server would have to know of.
	config.BinaryParameters = true
	connector, err := pq.NewConnectorConfig(config)
	if err != nil {
		return nil, errors.New("not a usable Postgres connection string")
	}
	return connector, nil
}

func newPool(connector *pq.Connector) *sqlx.DB {
	db := sqlx.NewDb(sql.OpenDB(connecting{connector}), "postgres")
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	db.SetConnMaxLifetime(connectionLifetime)
	return db
}

// connecting is a connector whose errors are connectErrors.
type connecting struct{ driver.Connector }

// Connect implements driver.Connector.
func (c connecting) Connect(ctx context.Context) (driver.Conn, error) {
	connection, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, connectError{err}
	}
	return connection, nil
}

// connectError says that there is no connection, for whatever reason: the network, the certificate,
// the login, or a database that is not there.
type connectError struct{ error }

// Unwrap serves errors.As.
func (e connectError) Unwrap() error { return e.error }

// serverError is an error of the server whose text may be logged: Postgres likes to repeat values,
// as in: invalid input syntax for type uuid: "sam@example.com".
type serverError struct{ cause *pq.Error }

// Error implements error.
func (e serverError) Error() string {
	text := "postgres: SQLSTATE " + e.cause.SQLState()
	for _, name := range []string{e.cause.Table, e.cause.Constraint} {
		if name != "" {
			text += " " + name
		}
	}
	return text
}

// Unwrap serves errors.As.
func (e serverError) Unwrap() error { return e.cause }

// translate turns what the driver returns into the errors that waitlist.Store promises. Their texts
// hold no values.
func translate(err error) error {
	if err == nil {
		return nil
	}
	var pqErr *pq.Error
	if !errors.As(err, &pqErr) {
		if isConnectionTrouble(err) {
			return fmt.Errorf("%w: %w", waitlist.ErrUnavailable, err)
		}
		return err
	}
	switch state := pqErr.SQLState(); {
	// A distributed database may not say which constraint. Ids are random, so it is the address.
	case state == "23505" && (pqErr.Constraint == "waitlist_entries_email_key" || pqErr.Constraint == ""):
		return waitlist.ErrDuplicateEmail
	// An id that is there already was put there by the same call: its connection broke after that, so
	// database/sql repeated the statement. Whether the first one holds is not known.
	case state == "23505" && pqErr.Constraint == "waitlist_entries_pkey":
		return fmt.Errorf("%w: %w", waitlist.ErrUnavailable, serverError{pqErr})
	case isServerTrouble(state), isConnectionTrouble(err):
		return fmt.Errorf("%w: %w", waitlist.ErrUnavailable, serverError{pqErr})
	default:
		return serverError{pqErr}
	}
}

// isServerTrouble reports whether a SQLSTATE says that the server cannot do its work right now,
// whatever it was asked.
func isServerTrouble(state string) bool {
	for _, prefix := range []string{
		"08",    // connection exception
		"25006", // read-only: a standby, or storage that an operator has locked
		"40",    // rolled back because of others: a deadlock, a serialization failure
		"53",    // out of disk, memory or connections
		"55P03", // a lock timeout
		"57014", // canceled: a statement timeout or a client that went away
		"57P0",  // shutting down, starting up
		"58",    // input or output failed
	} {
		if strings.HasPrefix(state, prefix) {
			return true
		}
	}
	return false
}

// isConnectionTrouble reports whether the server could not be reached or went away.
func isConnectionTrouble(err error) bool {
	var netErr net.Error
	var errno syscall.Errno
	return errors.As(err, new(connectError)) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.As(err, &netErr) || errors.As(err, &errno)
}
