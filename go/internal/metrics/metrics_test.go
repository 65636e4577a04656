package metrics_test

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/metrics"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

func TestScrapeWhileTheDatabaseIsAway(t *testing.T) {
	db, err := postgres.Open("postgres:///x?host=" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var log bytes.Buffer
	m := metrics.New(db.DB, postgres.NewOutbox(db), slog.New(slog.NewTextHandler(&log, nil)))
	m.Observe("GET", "/", 200, time.Millisecond)

	scrape := httptest.NewRecorder()
	m.Handler().ServeHTTP(scrape, httptest.NewRequest("GET", "/metrics", nil))
	if figures := scrape.Body.String(); scrape.Code != 200 ||
		!strings.Contains(figures, `http_request_duration_seconds_count{method="GET",route="/",status="2xx"} 1`) ||
		strings.Contains(figures, "bookclub_outbox_waiting ") {
		t.Errorf("status %d with\n%s", scrape.Code, figures)
	}
	if !strings.Contains(log.String(), "bookclub_outbox_waiting") {
		t.Errorf("the log does not say what is left out: %s", &log)
	}
}
