package main

import (
	"net/http"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/goodlifebookclub/platform/go/internal/program/programtest"
)

// startServe runs serve and returns its address.
func startServe(t *testing.T, env ...string) (*process, string) {
	t.Helper()
	p := start(t, env, "serve", "--addr", "127.0.0.1:0")
	return p, "http://" + strings.TrimRight(p.after(p.log, `"listening","addr":"`), `"}`)
}

// Mails wait while there is no way to send them, leave once there is one, and their links work
// after the key was changed.
func TestMailFromTheCallToTheClick(t *testing.T) {
	t.Parallel()
	database := "DATABASE_URL=" + cluster.NewDatabase(t)
	p, url := startServe(t, database, "BOOKCLUB_SECRET=the-first-secret-of-all", "BOOKCLUB_NOTIFY_EMAIL=owner@books.example")
	status, body := request(t, "POST", url+"/api/v1/waitlist",
		`{"email":"sam@example.com","book_conversation_story":"A hike","how_did_you_hear":"friend"}`)
	want(t, 201, status, body)
	status, body = request(t, "POST", url+"/api/v1/functions/send-waitlist-email", `{"email":"sam@example.com"}`)
	want(t, 202, status, body)
	p.kill()

	box := programtest.NewMailbox(t)
	p, _ = startServe(t, database, "BOOKCLUB_SECRET=the-first-secret-of-all", "BOOKCLUB_SMTP_URL=smtp://"+box.Addr,
		"BOOKCLUB_MAIL_FROM=Good Life Book Club <hello@books.example>", "BOOKCLUB_PUBLIC_URL=https://books.example")
	to := make(map[string]*netmail.Message)
	for range 2 {
		message := box.Next(t)
		to[message.Header.Get("To")] = message
	}
	confirmation := to["<sam@example.com>"]
	if confirmation == nil || to["<owner@books.example>"] == nil {
		t.Fatalf("mails to %v", to)
	}
	p.kill()

	_, url = startServe(t, database, "BOOKCLUB_SECRET=the-second-secret-now, the-first-secret-of-all")
	link := strings.Trim(confirmation.Header.Get("List-Unsubscribe"), "<>")
	click := func() {
		response, err := http.Post(url+strings.TrimPrefix(link, "https://books.example"),
			"application/x-www-form-urlencoded", strings.NewReader(confirmation.Header.Get("List-Unsubscribe-Post")))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		want(t, 200, response.StatusCode, "")
	}
	status, body = request(t, "POST", url+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	want(t, 409, status, body)
	click()
	status, body = request(t, "POST", url+"/api/v1/waitlist", `{"email":"sam@example.com"}`)
	want(t, 201, status, body)
}
