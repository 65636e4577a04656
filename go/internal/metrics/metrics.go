// Package metrics is the product in figures, for Prometheus. No label has a value that a visitor
// sent, so their number is bounded and none is personal.
package metrics

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// outboxTimeout bounds the look into the outbox that each scrape takes.
const outboxTimeout = 2 * time.Second

// Outbox tells how many mails wait to be sent and for how long the oldest has waited.
type Outbox interface {
	Backlog(ctx context.Context) (waiting int, oldest time.Duration, err error)
}

// Metrics collects the figures.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	logger   *slog.Logger
}

// New returns Metrics of a pool of connections, of an outbox, and of the requests that Observe is
// told of.
func New(db *sql.DB, outbox Outbox, logger *slog.Logger) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "http_request_duration_seconds",
			Help:    "Time to answer a request. A route that is empty is a path that does not exist; a status of 0xx is no answer.",
			Buckets: []float64{0.005, 0.025, 0.1, 0.5, 2.5, 10},
		}, []string{"method", "route", "status"}),
		logger: logger,
	}
	m.registry.MustRegister(
		m.requests,
		collectors.NewDBStatsCollector(db, "bookclub"),
		backlog{
			outbox: outbox,
			waiting: prometheus.NewDesc("bookclub_outbox_waiting",
				"Mails that wait to be sent.", nil, nil),
			oldest: prometheus.NewDesc("bookclub_outbox_oldest_seconds",
				"For how long the oldest of them has waited; 0 if there is none.", nil, nil),
		},
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Observe counts a request. Method and route are of few values.
func (m *Metrics) Observe(method, route string, status int, duration time.Duration) {
	class := strconv.Itoa(status/100) + "xx"
	m.requests.WithLabelValues(method, route, class).Observe(duration.Seconds())
}

// Handler serves GET /metrics. What cannot be told right now, such as the outbox of a database that
// is away, is left out and logged.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError,
		ErrorLog:      slog.NewLogLogger(m.logger.Handler(), slog.LevelWarn),
	}))
	return mux
}

// backlog is a prometheus.Collector that asks the outbox at each scrape.
type backlog struct {
	outbox          Outbox
	waiting, oldest *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (b backlog) Describe(descs chan<- *prometheus.Desc) {
	descs <- b.waiting
	descs <- b.oldest
}

// Collect implements prometheus.Collector.
func (b backlog) Collect(figures chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), outboxTimeout)
	defer cancel()
	waiting, oldest, err := b.outbox.Backlog(ctx)
	if err != nil {
		figures <- prometheus.NewInvalidMetric(b.waiting, err)
		return
	}
	figures <- prometheus.MustNewConstMetric(b.waiting, prometheus.GaugeValue, float64(waiting))
	figures <- prometheus.MustNewConstMetric(b.oldest, prometheus.GaugeValue, oldest.Seconds())
}
