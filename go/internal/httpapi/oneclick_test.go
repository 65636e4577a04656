package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/leave"
)

const oneClick = "List-Unsubscribe=One-Click"

var formHeader = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

func TestLeavingByOneClick(t *testing.T) {
	const multipart = "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
	for name, form := range map[string]struct{ contentType, body string }{
		"urlencoded": {"application/x-www-form-urlencoded", oneClick},
		"multipart":  {"multipart/form-data; boundary=x", multipart},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProduct(t)
			id := uuid.MustParse(p.join(`{"email":"sam@example.com","book_conversation_story":"s","how_did_you_hear":"h"}`))
			p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":"sam@example.com"}`)
			link := "/leave?token=" + p.tokens.Token(id)
			header := http.Header{"Content-Type": {form.contentType}} // No key, no cookie.

			p.get(link)
			if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 1 {
				t.Error("GET has erased the entry")
			}
			a := p.send("POST", link, form.body, header)
			if a.StatusCode != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") || len(a.Cookies()) > 0 {
				t.Errorf("status %d, header %v", a.StatusCode, a.Header)
			}
			if n := p.count(`SELECT (SELECT count(*) FROM waitlist_entries) + (SELECT count(*) FROM outbox)`); n != 0 {
				t.Errorf("%d rows are left", n)
			}
			if again := p.send("POST", link, form.body, header); again.StatusCode != 200 {
				t.Errorf("again: status %d", again.StatusCode)
			}
		})
	}
}

func TestOneClickWithAWrongTokenChangesAndTellsNothing(t *testing.T) {
	p := newProduct(t)
	id := uuid.MustParse(p.join(`{"email":"sam@example.com"}`))
	good := p.send("POST", "/leave?token="+p.tokens.Token(uuid.New()), oneClick, formHeader)
	for _, query := range []string{"", "?token=", "?token=x", "?token=" + leave.NewTokens("forged").Token(id)} {
		a := p.send("POST", "/leave"+query, oneClick, formHeader)
		if a.StatusCode != good.StatusCode || string(a.body) != string(good.body) {
			t.Errorf("%q: status %d with %q", query, a.StatusCode, a.body)
		}
	}
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 1 {
		t.Error("a wrong token has erased the entry")
	}
}

func TestPostsToLeaveThatAreNoOneClick(t *testing.T) {
	p := newProduct(t)
	link := "/leave?token=" + p.tokens.Token(uuid.MustParse(p.join(`{"email":"sam@example.com"}`)))
	p.want(p.send("POST", link, "", nil), 400, api.ProblemCodeInvalidRequest)
	p.want(p.send("POST", link, "List-Unsubscribe=no", formHeader), 400, api.ProblemCodeInvalidRequest)
	p.want(p.send("POST", link+"&"+oneClick, "", formHeader), 400, api.ProblemCodeInvalidRequest)
	p.want(p.send("POST", link, "%zz", formHeader), 400, api.ProblemCodeInvalidRequest)
	p.want(p.send("POST", link, oneClick+"&x="+strings.Repeat("x", 64<<10), formHeader), 413, api.ProblemCodeBodyTooLarge)
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 1 {
		t.Error("the entry is erased")
	}
	p.close()
	if log := p.log.String(); strings.Contains(log, "token") || !strings.Contains(log, `"route":"/leave"`) {
		t.Errorf("log:\n%s", log)
	}
}
