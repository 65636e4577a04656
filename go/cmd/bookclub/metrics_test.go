package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestMetrics(t *testing.T) {
	t.Parallel()
	const secret = "zq7x" // In everything that a visitor might send.
	p := start(t, []string{
		"DATABASE_URL=" + cluster.NewDatabase(t), "BOOKCLUB_SECRET=0123456789abcdef0123456789abcdef",
		"BOOKCLUB_RATE=4", "BOOKCLUB_METRICS_ADDR=127.0.0.1:0",
	}, "serve", "--addr", "127.0.0.1:0")
	metricsURL := "http://" + strings.TrimRight(p.after(p.log, `"metrics","addr":"`), `"}`)
	url := "http://" + strings.TrimRight(p.after(p.log, `"listening","addr":"`), `"}`)

	status, body := request(t, "POST", url+"/api/v1/waitlist",
		`{"email":"zq7x@example.com","name":"zq7x","book_conversation_story":"zq7x","how_did_you_hear":"zq7x"}`)
	want(t, 201, status, body)
	status, body = request(t, "POST", url+"/api/v1/functions/send-waitlist-email", `{"email":"zq7x@example.com"}`)
	want(t, 202, status, body)
	status, body = request(t, "PATCH", url+"/api/v1/waitlist/zq7x?zq7x", `{"zq7x":1}`)
	want(t, 400, status, body)
	status, body = request(t, "PATCH", url+"/api/v1/waitlist/zq7x", `{}`)
	want(t, 400, status, body)
	status, body = request(t, "POST", url+"/api/v1/waitlist", `{}`)
	want(t, 429, status, body)
	status, body = request(t, "ZQ7X", url+"/api/zq7x", "")
	want(t, 404, status, body)

	status, figures := request(t, "GET", metricsURL+"/metrics", "")
	want(t, 200, status, figures)
	for _, line := range []string{
		`http_request_duration_seconds_count{method="POST",route="/api/v1/waitlist",status="2xx"} 1`,
		`http_request_duration_seconds_count{method="POST",route="/api/v1/waitlist",status="4xx"} 1`,
		`http_request_duration_seconds_count{method="PATCH",route="/api/v1/waitlist/{id}",status="4xx"} 2`,
		`http_request_duration_seconds_count{method="other",route="",status="4xx"} 1`,
		`go_sql_max_open_connections{db_name="bookclub"} 20`,
		`bookclub_outbox_waiting 1`,
	} {
		if !strings.Contains(figures, line+"\n") {
			t.Errorf("the metrics lack %s", line)
		}
	}
	if !regexp.MustCompile(`(?m)^bookclub_outbox_oldest_seconds [0-9.e-]+$`).MatchString(figures) {
		t.Error("the metrics lack the age of the oldest mail")
	}
	if strings.Contains(strings.ToLower(figures), secret) || strings.Contains(figures, "127.0.0.1") {
		t.Error("the metrics hold what was sent, or by whom")
	}
	if t.Failed() {
		t.Log(figures)
	}

	status, _ = request(t, "GET", metricsURL+"/", "")
	want(t, 404, status, "something")
	status, _ = request(t, "POST", metricsURL+"/metrics", "")
	want(t, 405, status, "something")
	status, _ = request(t, "GET", url+"/metrics", "") // Visitors do not get them.
	if status == 200 {
		t.Error("the public address has metrics")
	}
}
