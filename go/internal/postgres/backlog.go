package postgres

import (
	"context"
	"time"
)

// Backlog tells how many mails wait to be sent and for how long the oldest has waited.
func (o *Outbox) Backlog(ctx context.Context) (waiting int, oldest time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, queryTimeout)
	defer cancel()
	var seconds float64
	err = o.db.QueryRowContext(ctx, `
		SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)
		FROM outbox
		WHERE sent_at IS NULL AND dead_at IS NULL`).Scan(&waiting, &seconds)
	return waiting, time.Duration(seconds * float64(time.Second)), translate(err)
}
