package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"go.yaml.in/yaml/v3"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/buildinfo"
	"github.com/goodlifebookclub/platform/go/internal/httpapi"
	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

const (
	clientKey  = "test-key"
	editWindow = time.Hour
)

var cluster postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// product is the whole server on a database of its own. Every answer is checked against the
// contract.
type product struct {
	t      *testing.T
	url    string
	server *httpapi.Server
	db     *sqlx.DB
	tokens leave.Tokens
	log    *bytes.Buffer // to be read when the server is closed
	close  func()
	spec   *openapi3.T
	router routers.Router
}

func newProduct(t *testing.T) *product {
	t.Helper()
	return newProductOn(t, cluster.Open(t))
}

func newProductOn(t *testing.T, db *sqlx.DB) *product {
	t.Helper()
	return newProductWith(t, db, func(*httpapi.Config) {})
}

// newProductWith changes the configuration before the server is made.
func newProductWith(t *testing.T, db *sqlx.DB, change func(*httpapi.Config)) *product {
	t.Helper()
	spec, err := api.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	spec.Servers = nil
	router, err := gorillamux.NewRouter(spec)
	if err != nil {
		t.Fatal(err)
	}
	p := &product{t: t, db: db, tokens: leave.NewTokens("secret"), log: new(bytes.Buffer), spec: spec, router: router}
	config := httpapi.Config{
		Waitlist:    waitlist.NewService(postgres.NewWaitlistStore(db), editWindow, func() {}),
		LeaveTokens: p.tokens,
		ClientKey:   clientKey,
		Site:        http.HandlerFunc(servePages),
		Logger:      slog.New(slog.NewJSONHandler(p.log, nil)),
	}
	change(&config)
	p.server, err = httpapi.New(config)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(p.server)
	t.Cleanup(listening.Close)
	p.url, p.close = listening.URL, listening.Close
	return p
}

// servePages stands for the site.
func servePages(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		io.WriteString(w, "home")
	case "/api/docs", "/api/docs/":
		io.WriteString(w, "the API")
	case "/panic":
		panic("a fault")
	default:
		http.NotFound(w, r)
	}
}

// answer is a response that has been read.
type answer struct {
	*http.Response
	body []byte
}

// problem decodes the problem document in the answer.
func (a answer) problem(t *testing.T) api.Problem {
	t.Helper()
	var p api.Problem
	if err := json.Unmarshal(a.body, &p); err != nil {
		t.Fatalf("status %d with %q: %v", a.StatusCode, a.body, err)
	}
	return p
}

// fields returns the messages of an invalid_request by field.
func (a answer) fields(t *testing.T) map[string]string {
	t.Helper()
	p := a.problem(t)
	if a.StatusCode != 400 || p.Code != api.ProblemCodeInvalidRequest || p.Errors == nil {
		t.Fatalf("status %d, problem %s", a.StatusCode, a.body)
	}
	fields := make(map[string]string)
	for _, e := range *p.Errors {
		if _, twice := fields[e.Field]; twice {
			t.Errorf("%q is listed twice", e.Field)
		}
		fields[e.Field] = e.Message
	}
	if p.Detail != (*p.Errors)[0].Message {
		t.Errorf("detail %q is not the first message of %s", p.Detail, a.body)
	}
	return fields
}

// call sends a JSON body with the client key.
func (p *product) call(method, path, body string) answer {
	p.t.Helper()
	return p.send(method, path, body, http.Header{"Apikey": {clientKey}, "Content-Type": {"application/json"}})
}

// get asks for a path without any header.
func (p *product) get(path string) answer {
	p.t.Helper()
	return p.send("GET", path, "", nil)
}

func (p *product) send(method, path, body string, header http.Header) answer {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	maps.Copy(request.Header, header)
	response, err := http.DefaultTransport.RoundTrip(request) // Redirects are answers, too.
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	a := answer{response, content}
	p.check(request, a)
	return a
}

// check fails the test if an answer of the API breaks the contract.
func (p *product) check(request *http.Request, a answer) {
	p.t.Helper()
	if strings.HasPrefix(a.Header.Get("Content-Type"), "application/problem+json") {
		p.checkProblem(a)
	}
	isPage := !strings.HasPrefix(request.URL.Path, "/api") && request.URL.Path != "/healthz" && request.URL.Path != "/readyz"
	if a.StatusCode >= 400 && !isPage && a.Header.Get("Content-Type") != "application/problem+json" {
		p.t.Errorf("%s %s: status %d without a problem: %q", request.Method, request.URL.Path, a.StatusCode, a.body)
	}
	route, pathParams, err := p.router.FindRoute(request)
	if err != nil {
		return // A page, or a problem that the contract states once for all paths: 404 or 405.
	}
	err = openapi3filter.ValidateResponse(p.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, PathParams: pathParams, Route: route},
		Status:                 a.StatusCode,
		Header:                 a.Header,
		Body:                   io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{
			IncludeResponseStatus: true,
			// The contract calls it a text, which kin-openapi parses.
			ExcludeResponseBody: a.Header.Get("Content-Type") == "application/yaml",
		},
	})
	if err != nil {
		p.t.Errorf("%s %s: the answer breaks the contract: %v", request.Method, request.URL.Path, err)
	}
}

func (p *product) checkProblem(a answer) {
	p.t.Helper()
	var document any
	if err := json.Unmarshal(a.body, &document); err != nil {
		p.t.Fatal(err)
	}
	if err := p.spec.Components.Schemas["Problem"].Value.VisitJSON(document); err != nil {
		p.t.Errorf("problem %s: %v", a.body, err)
	}
	problem := a.problem(p.t)
	if problem.Status != a.StatusCode || problem.Title != http.StatusText(a.StatusCode) {
		p.t.Errorf("status %d with the problem %s", a.StatusCode, a.body)
	}
	mayRetry := a.StatusCode == http.StatusServiceUnavailable || a.StatusCode == http.StatusTooManyRequests
	if seconds, err := strconv.Atoi(a.Header.Get("Retry-After")); mayRetry != (err == nil && seconds >= 1) {
		p.t.Errorf("status %d with Retry-After %q", a.StatusCode, a.Header.Get("Retry-After"))
	}
}

// want fails the test unless the answer has the status and, for a problem, the code.
func (p *product) want(a answer, status int, code api.ProblemCode) {
	p.t.Helper()
	if a.StatusCode != status {
		p.t.Fatalf("status %d with %q, want %d", a.StatusCode, a.body, status)
	}
	if status >= 400 {
		if got := a.problem(p.t).Code; got != code {
			p.t.Fatalf("code %q, want %q", got, code)
		}
	}
}

// join adds an entry and returns its id.
func (p *product) join(body string) string {
	p.t.Helper()
	a := p.call("POST", "/api/v1/waitlist", body)
	p.want(a, 201, "")
	var created api.WaitlistEntryCreated
	if err := json.Unmarshal(a.body, &created); err != nil {
		p.t.Fatal(err)
	}
	if created.Id.Version() != 4 {
		p.t.Errorf("id %v is not random", created.Id)
	}
	return created.Id.String()
}

func (p *product) count(query string) int {
	p.t.Helper()
	var n int
	if err := p.db.Get(&n, query); err != nil {
		p.t.Fatal(err)
	}
	return n
}

func TestJoiningInTwoSteps(t *testing.T) {
	p := newProduct(t)
	id := p.join(`{"name":"  Sam\u00a0","email":"\ufeff Sam@Example.com ","phone_number":"   ","zip_code":" 80302\n",
		"book_conversation_story":null,"how_did_you_hear":null,"anything_else":null,"club_captain_interest":null}`)
	stepTwo := `{"book_conversation_story":" A\nhike ","how_did_you_hear":"friend","anything_else":"","club_captain_interest":true}`
	for range 2 { // A retry after a lost answer succeeds.
		p.want(p.call("PATCH", "/api/v1/waitlist/"+id, stepTwo), 204, "")
	}
	p.want(p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":" SAM@example.com","name":"Sam"}`), 202, "")

	stored, err := p.db.QueryRowx(`SELECT id::text, name, email, phone_number, zip_code, book_conversation_story,
		how_did_you_hear, anything_else, club_captain_interest FROM waitlist_entries`).SliceScan()
	if err != nil {
		t.Fatal(err)
	}
	want := []any{id, "Sam", "Sam@Example.com", nil, "80302", "A\nhike", "friend", nil, true}
	if !slices.Equal(stored, want) {
		t.Errorf("stored %q, want %q", stored, want)
	}
	if n := p.count(`SELECT count(*) FROM outbox`); n != 1 {
		t.Errorf("%d mails in the outbox", n)
	}
}

func TestUpdateTellsAbsentFromNull(t *testing.T) {
	p := newProduct(t)
	id := p.join(`{"email":"sam@example.com","name":"Sam","phone_number":"303","club_captain_interest":true}`)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+id, `{"phone_number":null,"club_captain_interest":null}`), 204, "")
	if n := p.count(`SELECT count(*) FROM waitlist_entries
		WHERE name = 'Sam' AND phone_number IS NULL AND NOT club_captain_interest`); n != 1 {
		t.Error("the change has changed something else")
	}
	p.want(p.call("PATCH", "/api/v1/waitlist/"+id, `{"email":"new@example.com"}`), 204, "")
	p.join(`{"email":"sam@example.com"}`) // It is free again.
}

func TestDuplicateEmail(t *testing.T) {
	p := newProduct(t)
	p.join(`{"email":"sam@example.com"}`)
	other := p.join(`{"email":"other@example.com"}`)
	p.want(p.call("POST", "/api/v1/waitlist", `{"email":" SAM@example.COM "}`), 409, api.ProblemCodeDuplicateEmail)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+other, `{"email":"sam@example.com"}`), 409, api.ProblemCodeDuplicateEmail)
}

func TestUpdateOfWhatCannotBeChanged(t *testing.T) {
	p := newProduct(t)
	id := p.join(`{"email":"sam@example.com"}`)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+uuid.NewString(), `{"name":"Sam"}`), 404, api.ProblemCodeNotFound)
	p.db.MustExec(`UPDATE waitlist_entries SET created_at = now() - interval '61 minutes'`)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+id, `{"name":"Sam"}`), 404, api.ProblemCodeNotFound)
}

func TestMailCallTellsNothing(t *testing.T) {
	p := newProduct(t)
	p.join(`{"email":"half@example.com"}`)
	p.join(`{"email":"done@example.com","book_conversation_story":"s","how_did_you_hear":"h"}`)
	var answers []string
	for _, email := range []string{"nobody@example.com", "half@example.com", "done@example.com", "done@example.com"} {
		a := p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":"`+email+`"}`)
		a.Header.Del("Date")
		a.Header.Del("X-Request-Id")
		answers = append(answers, fmt.Sprint(a.StatusCode, a.Header, string(a.body)))
	}
	if len(slices.Compact(answers)) != 1 {
		t.Errorf("answers differ: %q", answers)
	}
	if n := p.count(`SELECT count(*) FROM outbox JOIN waitlist_entries e ON e.id = entry_id WHERE e.email = 'done@example.com'`); n != 1 {
		t.Errorf("%d mails in the outbox", n)
	}
}

func TestLeaving(t *testing.T) {
	p := newProduct(t)
	id := uuid.MustParse(p.join(`{"email":"sam@example.com","book_conversation_story":"s","how_did_you_hear":"h"}`))
	p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":"sam@example.com"}`)

	leaveWith := func(token string) {
		t.Helper()
		header := http.Header{"Content-Type": {"application/json"}} // The link is all that is needed.
		p.want(p.send("POST", "/api/v1/waitlist/leave", `{"token":"`+token+`"}`, header), 204, "")
	}
	leaveWith(leave.NewTokens("forged").Token(id))
	leaveWith(p.tokens.Token(uuid.New()))
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 1 {
		t.Error("a wrong token has erased the entry")
	}
	leaveWith(p.tokens.Token(id))
	leaveWith(p.tokens.Token(id))
	if n := p.count(`SELECT (SELECT count(*) FROM waitlist_entries) + (SELECT count(*) FROM outbox)`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	if fields := p.call("POST", "/api/v1/waitlist/leave", `{"token":"x"}`).fields(t); fields["token"] == "" {
		t.Errorf("a malformed token: %v", fields)
	}
}

func TestRulesOfFields(t *testing.T) {
	const (
		email    = "Please enter a valid email"
		zip      = "Please enter a valid 5-digit ZIP code"
		control  = "Must not contain control characters."
		isText   = "Must be text."
		required = "Required."
	)
	long := func(n int) string { return strings.Repeat("é", n) }
	p := newProduct(t)
	id := p.join(`{"email":"taken@example.com"}`)
	create, update, send := "/api/v1/waitlist", "/api/v1/waitlist/"+id, "/api/v1/functions/send-waitlist-email"
	for _, test := range []struct {
		path, body string
		want       map[string]string
	}{
		{create, `{}`, map[string]string{"email": email}},
		{create, `{"email":null}`, map[string]string{"email": email}},
		{create, `{"email":""}`, map[string]string{"email": email}},
		{create, `{"email":"  "}`, map[string]string{"email": email}},
		{create, `{"email":5}`, map[string]string{"email": email}},
		{create, `{"email":"sam@localhost"}`, map[string]string{"email": email}},
		{create, `{"email":"sam@example..com"}`, map[string]string{"email": email}},
		{create, `{"email":"sam@example.com\r\nBcc: x@example.com"}`, map[string]string{"email": email}},
		{create, `{"email":"` + strings.Repeat("a", 243) + `@example.com"}`, map[string]string{"email": email}},
		{create, `{"email":"a@b.c","zip_code":"8030"}`, map[string]string{"zip_code": zip}},
		{create, `{"email":"a@b.c","zip_code":"80302-1"}`, map[string]string{"zip_code": zip}},
		{create, `{"email":"a@b.c","zip_code":80302}`, map[string]string{"zip_code": zip}},
		{create, `{"email":"a@b.c","name":"` + long(201) + `"}`, map[string]string{"name": "At most 200 characters."}},
		{create, `{"email":"a@b.c","phone_number":"` + long(41) + `"}`, map[string]string{"phone_number": "At most 40 characters."}},
		{create, `{"email":"a@b.c","anything_else":"` + long(5001) + `"}`, map[string]string{"anything_else": "At most 5000 characters."}},
		{create, `{"email":"a@b.c","name":"a\u0000b"}`, map[string]string{"name": control}},
		{create, `{"email":"a@b.c","anything_else":"a\u0000b"}`, map[string]string{"anything_else": control}},
		{create, `{"email":"a@b.c","name":["a"]}`, map[string]string{"name": isText}},
		{create, `{"email":"a@b.c","name":{"a":1,"a":2}}`, map[string]string{"name": isText}},
		{create, `{"email":"a@b.c","name":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999) + `}`, map[string]string{"name": isText}},
		{create, `{"email":"a@b.c","club_captain_interest":"yes"}`, map[string]string{"club_captain_interest": "Must be true or false."}},
		{create, `{"email":"a@b.c","Email":"a@b.c","id":"x"}`, map[string]string{"Email": "Unknown field.", "id": "Unknown field."}},
		{create, `{"email":"bad","zip_code":"1","name":7}`, map[string]string{"email": email, "zip_code": zip, "name": isText}},
		{update, `{}`, map[string]string{"": "At least one field is needed."}},
		{update, `{"email":""}`, map[string]string{"email": email}},
		{update, `{"book_conversation_story":" ","how_did_you_hear":null}`, map[string]string{"book_conversation_story": required, "how_did_you_hear": required}},
		{update, `{"book_conversation_story":"` + long(5001) + `"}`, map[string]string{"book_conversation_story": "At most 5000 characters."}},
		{"/api/v1/waitlist/not-an-id", `{"name":"Sam"}`, map[string]string{"id": "Must be a UUID."}},
		{"/api/v1/waitlist/not%2Fan%20id", `{"name":1}`, map[string]string{"id": "Must be a UUID.", "name": isText}},
		{send, `{"email":"bad"}`, map[string]string{"email": email}},
		{send, `{"email":"a@b.c","name":1}`, map[string]string{"name": isText}},
	} {
		method := "POST"
		if strings.HasPrefix(test.path, create+"/") {
			method = "PATCH"
		}
		if got := p.call(method, test.path, test.body).fields(t); !maps.Equal(got, test.want) {
			t.Errorf("%s %s %.80s: got %v, want %v", method, test.path, test.body, got, test.want)
		}
	}
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 1 {
		t.Errorf("%d entries", n)
	}

	p.join(`{"email":"` + strings.Repeat("a", 242) + `@example.com","name":"` + strings.Repeat("📚", 200) + `","anything_else":"` + long(5000) + `"}`)
}

func TestBodiesAreReadStrictly(t *testing.T) {
	p := newProduct(t)
	const object = "The body must be one JSON object."
	for body, want := range map[string]map[string]string{
		``:                                       {"": object},
		`null`:                                   {"": object},
		`[]`:                                     {"": object},
		`"email"`:                                {"": object},
		`{"email":"a@b.c"`:                       {"": object},
		`{"email":"a@b.c",}`:                     {"": object},
		`{"email":"a@b.c"} x`:                    {"": object},
		`{"email":"a@b.c"}{}`:                    {"": object},
		"\xff{\"email\":\"a@b.c\"}":              {"": object},
		`{"email":"a@b.c","email":"b@b.c"}`:      {"email": "Must be there only once."},
		`{"email":"a@b.c","\u0065mail":"b@b.c"}`: {"email": "Must be there only once."},
		`{"email":"a@b.c","name":"\ud800"}`:      {"name": "Must be valid Unicode text."},
		`{"email":"a@b.c","name":"\udc00\ud800"}`:     {"name": "Must be valid Unicode text."},
		`{"email":"a@b.c","name":"\ud800\u0041"}`:     {"name": "Must be valid Unicode text."},
		"{\"email\":\"a@b.c\",\"name\":\"\xc3\x28\"}": {"name": "Must be valid Unicode text."},
		`{"email":"a@b.c","<b>sam@example.com":1}`:    {"": "Unknown field."},
	} {
		if got := p.call("POST", "/api/v1/waitlist", body).fields(t); !maps.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", body, got, want)
		}
	}
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 0 {
		t.Errorf("%d entries", n)
	}
	// Escapes that look alike and are good.
	p.join(`{"email":"a@b.c","name":"\ud83d\udcda \\ud800 \\\\"}`)
	if n := p.count(`SELECT count(*) FROM waitlist_entries WHERE name = '📚 \ud800 \\'`); n != 1 {
		t.Error("the name was stored otherwise")
	}
}

func TestRequestsThatAreRefusedUnread(t *testing.T) {
	p := newProduct(t)
	const path, body = "/api/v1/waitlist", `{"email":"sam@example.com"}`
	header := func(key, contentType string) http.Header {
		return http.Header{"Apikey": {key}, "Content-Type": {contentType}}
	}
	p.want(p.send("POST", path, body, http.Header{"Content-Type": {"application/json"}}), 401, api.ProblemCodeUnauthorized)
	p.want(p.send("POST", path, body, header("wrong", "application/json")), 401, api.ProblemCodeUnauthorized)
	p.want(p.send("POST", path, body, header("", "application/json")), 401, api.ProblemCodeUnauthorized)
	p.want(p.send("PATCH", path+"/x", body, header("wrong", "application/json")), 401, api.ProblemCodeUnauthorized)
	p.want(p.send("POST", path, body, header(clientKey, "text/plain")), 415, api.ProblemCodeUnsupportedMediaType)
	p.want(p.send("POST", path, body, header(clientKey, "")), 415, api.ProblemCodeUnsupportedMediaType)

	const limit = 64 << 10
	blanks := strings.Repeat(" ", limit-len(body))
	p.want(p.call("POST", path, body+blanks+" "), 413, api.ProblemCodeBodyTooLarge)
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != 0 {
		t.Errorf("%d entries", n)
	}
	p.want(p.send("POST", path, body+blanks, header(clientKey, "application/json; charset=utf-8")), 201, "")
}

func TestUnknownPathsAndMethods(t *testing.T) {
	p := newProduct(t)
	for _, path := range []string{"/api", "/api/", "/api/v1", "/api/v1/nothing", "/api/v1/waitlist/a/b"} {
		p.want(p.get(path), 404, api.ProblemCodeNotFound)
	}
	for _, test := range []struct{ method, path, allow string }{
		{"GET", "/api/v1/waitlist", "POST"},
		{"DELETE", "/api/v1/waitlist/" + uuid.NewString(), "PATCH"},
		{"OPTIONS", "/api/v1/functions/send-waitlist-email", "POST"},
		{"POST", "/healthz", "GET, HEAD"},
	} {
		a := p.send(test.method, test.path, "", nil)
		p.want(a, 405, api.ProblemCodeMethodNotAllowed)
		if got := a.Header.Get("Allow"); got != test.allow {
			t.Errorf("%s %s: Allow is %q, want %q", test.method, test.path, got, test.allow)
		}
	}
	p.want(p.call("PATCH", "/api/v1/waitlist/leave", `{"name":"Sam"}`), 404, api.ProblemCodeNotFound)
	if a := p.get("/nothing"); a.StatusCode != 404 || strings.Contains(a.Header.Get("Content-Type"), "json") {
		t.Errorf("a page that does not exist: status %d, %s", a.StatusCode, a.Header.Get("Content-Type"))
	}
}

func TestFaultsAreAnsweredWithoutDetails(t *testing.T) {
	p := newProduct(t)
	p.db.MustExec(`ALTER TABLE waitlist_entries RENAME TO elsewhere`)
	a := p.call("POST", "/api/v1/waitlist", `{"email":"sam@example.com"}`)
	p.want(a, 500, api.ProblemCodeInternal)
	if strings.Contains(string(a.body), "waitlist_entries") {
		t.Errorf("the problem tells of the inside: %s", a.body)
	}
	p.want(p.get("/panic"), 500, api.ProblemCodeInternal)
}

func TestDatabaseThatIsAway(t *testing.T) {
	database := cluster.StartOwnServer(t)
	p := newProductOn(t, database.DB)
	id := p.join(`{"email":"before@example.com"}`)
	p.want(p.get("/readyz"), 200, "")

	database.Stop()
	p.want(p.get("/readyz"), 503, api.ProblemCodeUnavailable)
	p.want(p.get("/healthz"), 200, "")
	p.want(p.call("POST", "/api/v1/waitlist", `{"email":"while@example.com"}`), 503, api.ProblemCodeUnavailable)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+id, `{"name":"Sam"}`), 503, api.ProblemCodeUnavailable)
	p.want(p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":"before@example.com"}`), 503, api.ProblemCodeUnavailable)
	p.want(p.call("POST", "/api/v1/waitlist/leave", `{"token":"`+p.tokens.Token(uuid.MustParse(id))+`"}`), 503, api.ProblemCodeUnavailable)

	database.Start()
	p.want(p.get("/readyz"), 200, "")
	p.join(`{"email":"while@example.com"}`)
	p.want(p.call("PATCH", "/api/v1/waitlist/"+id, `{"name":"Sam"}`), 204, "")
}

func TestHealthSaysWhichReleaseItIs(t *testing.T) {
	p := newProduct(t)
	if got, want := string(p.get("/healthz").body), `{"status":"ok","version":"development"}`; strings.TrimSpace(got) != want {
		t.Errorf("development: %s, want %s", got, want)
	}
	buildinfo.Version, buildinfo.Commit = "1.2.3", "abc"
	t.Cleanup(func() { buildinfo.Version, buildinfo.Commit = "development", "" })
	if got, want := string(p.get("/healthz").body), `{"commit":"abc","status":"ok","version":"1.2.3"}`; strings.TrimSpace(got) != want {
		t.Errorf("a release: %s, want %s", got, want)
	}
}

func TestDraining(t *testing.T) {
	p := newProduct(t)
	p.want(p.get("/readyz"), 200, "")
	p.server.Drain()
	p.want(p.get("/readyz"), 503, api.ProblemCodeUnavailable)
	p.want(p.get("/healthz"), 200, "")
	p.join(`{"email":"sam@example.com"}`) // What still comes is served.
}

func TestHealthByHEAD(t *testing.T) {
	p := newProduct(t)
	if a := p.send("HEAD", "/readyz", "", nil); a.StatusCode != 200 || len(a.body) > 0 {
		t.Errorf("status %d, body %q", a.StatusCode, a.body)
	}
}

func TestPageOfTheAPIIsTheSites(t *testing.T) {
	p := newProduct(t)
	for _, path := range []string{"/api/docs", "/api/docs/"} {
		if got := string(p.get(path).body); got != "the API" {
			t.Errorf("%s is answered with %s", path, got)
		}
	}
}

func TestContractIsServed(t *testing.T) {
	p := newProduct(t)
	asJSON, asYAML := p.get("/api/openapi.json"), p.get("/api/openapi.yaml")
	p.want(asJSON, 200, "")
	p.want(asYAML, 200, "")
	served, err := openapi3.NewLoader().LoadFromData(asJSON.body)
	if err != nil {
		t.Fatal(err)
	}
	if served.Paths.Find("/api/v1/waitlist/{id}").Patch.OperationID != "updateWaitlistEntry" || len(served.Servers) == 0 {
		t.Error("the contract was changed on the way")
	}
	var fromJSON, fromYAML any
	if err := json.Unmarshal(asJSON.body, &fromJSON); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(asYAML.body, &fromYAML); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	first, err := json.Marshal(fromJSON)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Error("JSON and YAML differ")
	}
}

func TestHeaders(t *testing.T) {
	p := newProduct(t)
	for _, path := range []string{"/healthz", "/api/nothing", "/"} {
		h := p.get(path).Header
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("X-Frame-Options") != "DENY" || h.Get("Cross-Origin-Opener-Policy") != "same-origin" ||
			!strings.Contains(h.Get("Permissions-Policy"), "camera=()") ||
			h.Get("Content-Security-Policy") != "default-src 'none'; frame-ancestors 'none'" {
			t.Errorf("%s: headers %v", path, h)
		}
		if _, err := uuid.Parse(h.Get("X-Request-Id")); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if got := p.get("/healthz").Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control of the API is %q", got)
	}
	for sent, echoed := range map[string]bool{
		"trace-1.A_b":           true,
		strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false,
		"sam@example.com":       false,
		"a b":                   false,
	} {
		got := p.send("GET", "/healthz", "", http.Header{"X-Request-Id": {sent}}).Header.Get("X-Request-Id")
		if (got == sent) != echoed || got == "" {
			t.Errorf("X-Request-Id %q is answered with %q", sent, got)
		}
	}
}

func TestHTTPSIsForGood(t *testing.T) {
	for _, isHTTPS := range []bool{false, true} {
		server, err := httpapi.New(httpapi.Config{
			Site:   http.HandlerFunc(servePages),
			Logger: slog.New(slog.DiscardHandler),
			HTTPS:  isHTTPS,
		})
		if err != nil {
			t.Fatal(err)
		}
		response := httptest.NewRecorder()
		server.ServeHTTP(response, httptest.NewRequest("GET", "/", nil))
		if got := response.Header().Get("Strict-Transport-Security"); (got == "max-age=31536000") != isHTTPS {
			t.Errorf("with https %v, Strict-Transport-Security is %q", isHTTPS, got)
		}
	}
}

func TestLogHoldsNothingPersonal(t *testing.T) {
	p := newProduct(t)
	const secret = "zq7x" // In everything that a visitor might send.
	id := p.join(`{"email":"zq7x@example.com","name":"zq7x","phone_number":"zq7x","anything_else":"zq7x"}`)
	p.call("POST", "/api/v1/waitlist", `{"email":"zq7x@example.com"}`)
	p.call("POST", "/api/v1/waitlist?email=zq7x", `{"email":"zq7x","zq7x":"zq7x"}`)
	p.call("PATCH", "/api/v1/waitlist/zq7x", `{"name":"zq7x"}`)
	p.call("PATCH", "/api/v1/waitlist/"+id, `{"book_conversation_story":"zq7x"}`)
	p.call("POST", "/api/v1/functions/send-waitlist-email", `{"email":"zq7x@example.com"}`)
	p.call("POST", "/api/v1/waitlist/leave", `{"token":"zq7xzq7xzq7xzq7xzq7x.zq7x"}`)
	p.get("/api/zq7x")
	p.get("/?email=zq7x")
	p.db.MustExec(`ALTER TABLE waitlist_entries ADD CHECK (name <> 'fault')`)
	p.call("PATCH", "/api/v1/waitlist/"+id, `{"name":"fault","anything_else":"zq7x"}`)
	p.get("/broken-link?email=zq7x")

	p.close()
	log := p.log.String()
	if strings.Contains(log, secret) || strings.Contains(log, id) {
		t.Errorf("the log holds what was sent:\n%s", log)
	}
	for _, want := range []string{
		`"method":"POST","route":"/api/v1/waitlist","status":201,"duration_us":`,
		`"method":"PATCH","route":"/api/v1/waitlist/{id}","status":204,`,
		`"route":"","status":404,`,
		`"path":"/broken-link"`,
		`"level":"ERROR"`,
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s:\n%s", want, log)
		}
	}
}
