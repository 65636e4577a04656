package postgres

import (
	"context"
	"net"
	"time"
)

// silenceTimeout is how long a server may be silent while it owes an answer. It comes after
// queryTimeout, when a server that lives has cancelled the statement and said so.
const silenceTimeout = queryTimeout + time.Second

// impatientDialer connects to servers that may vanish without a word: a machine that is gone, a
// firewall that forgets connections, a process that is stopped. The driver would wait for them
// however long the statement may take, and the pool would never be rid of them.
type impatientDialer struct {
	net.Dialer
	patience time.Duration
}

// Dial implements pq.Dialer.
func (d impatientDialer) Dial(network, address string) (net.Conn, error) {
	return d.DialContext(context.Background(), network, address)
}

// DialTimeout implements pq.Dialer.
func (d impatientDialer) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return d.DialContext(ctx, network, address)
}

// DialContext implements pq.DialerContext.
func (d impatientDialer) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	connection, err := d.Dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &impatientConn{Conn: connection, patience: d.patience}, nil
}

// impatientConn is a connection whose reads end when patience does, unless a deadline is set.
type impatientConn struct {
	net.Conn
	patience    time.Duration
	hasDeadline bool // as while the driver logs in
}

// SetDeadline implements net.Conn.
func (c *impatientConn) SetDeadline(t time.Time) error {
	c.hasDeadline = !t.IsZero()
	return c.Conn.SetDeadline(t)
}

// Read implements net.Conn.
func (c *impatientConn) Read(b []byte) (int, error) {
	if !c.hasDeadline {
		if err := c.Conn.SetReadDeadline(time.Now().Add(c.patience)); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(b)
}
