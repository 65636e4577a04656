package httpapi_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/api"
)

// generatedRequests is how many requests TestGeneratedRequests sends.
const generatedRequests = 5000

// seedVariable sets the seed of TestGeneratedRequests, to send the requests of an earlier run again.
const seedVariable = "BOOKCLUB_TEST_SEED"

// TestGeneratedRequests sends requests of which the generator knows whether they are valid: each
// valid one is taken, each other one is refused with the right code and names the right fields.
func TestGeneratedRequests(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if given := os.Getenv(seedVariable); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf("%s=%d\n", seedVariable, seed) // Also when the test passes.
	p := newProduct(t)
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), product: p, entries: make(map[string]string)}
	codes := make(map[string]int)
	for i := range generatedRequests {
		r := g.request()
		a := p.send(r.method, r.path, r.body, r.header)
		complain := func(what string, got, want any) {
			t.Fatalf("request %d of %s=%d: %s %s %.300q\n%s %v, want %v: %.300s",
				i, seedVariable, seed, r.method, r.path, r.body, what, got, want, a.body)
		}
		if a.StatusCode != r.wantStatus {
			complain("status", a.StatusCode, r.wantStatus)
		}
		if r.wantCode != "" && a.problem(t).Code != r.wantCode {
			complain("code", a.problem(t).Code, r.wantCode)
		}
		if r.wantCode == api.ProblemCodeInvalidRequest {
			if fields := slices.Sorted(maps.Keys(a.fields(t))); !slices.Equal(fields, r.wantFields) {
				complain("fields", fields, r.wantFields)
			}
		}
		if r.accepted != nil {
			r.accepted(a)
		}
		codes[fmt.Sprint(a.StatusCode)]++
	}
	t.Logf("answers: %v", codes)
	if n := p.count(`SELECT count(*) FROM waitlist_entries`); n != len(g.entries) {
		t.Errorf("%d entries are stored, want %d", n, len(g.entries))
	}
	for _, status := range []string{"201", "202", "204", "400", "401", "404", "405", "409", "413", "415"} {
		if codes[status] < 10 {
			t.Errorf("only %d answers have the status %s", codes[status], status)
		}
	}
}

// generated is a request and what it must be answered with.
type generated struct {
	method, path, body string
	header             http.Header

	wantStatus int
	wantCode   api.ProblemCode // empty if it is valid
	wantFields []string        // of invalid_request, sorted
	accepted   func(answer)    // keeps the generator's books, if it is valid
}

// generator makes requests. It knows what is on the list.
type generator struct {
	*rand.Rand
	product *product
	entries map[string]string // address in lower case by id
	emails  int               // how many were made up
}

// member is a field of a JSON object, with its value as it is sent.
type member struct{ name, value string }

// request makes a valid request, and then breaks two out of three, each in one way.
func (g *generator) request() generated {
	r, members := g.validRequest()
	if g.IntN(3) > 0 {
		g.spoil(&r, &members)
	}
	if r.body == "" {
		r.body = object(members)
	}
	return r
}

func (g *generator) validRequest() (generated, []member) {
	header := http.Header{"Apikey": {clientKey}, "Content-Type": {pick(g, "application/json", "application/json; charset=utf-8")}}
	id := g.anyID()
	switch operation := g.IntN(8); {
	case operation < 3 || id == "":
		email := g.newEmail()
		accepted := func(a answer) {
			_, id, _ := strings.Cut(string(a.body), `"id":"`)
			g.entries[id[:36]] = strings.ToLower(email)
		}
		members := append(g.members(createRules, 0.6), member{"email", g.quote(g.padded(email))})
		return generated{method: "POST", path: "/api/v1/waitlist", header: header, wantStatus: 201, accepted: accepted}, members
	case operation < 5:
		members := g.members(updateRules, 0.4)
		accepted := func(answer) {}
		if len(members) == 0 || g.IntN(4) == 0 {
			email := g.newEmail()
			members = append(members, member{"email", g.quote(g.padded(email))})
			accepted = func(answer) { g.entries[id] = strings.ToLower(email) }
		}
		return generated{method: "PATCH", path: "/api/v1/waitlist/" + id, header: header, wantStatus: 204, accepted: accepted}, members
	case operation < 7:
		email := pick(g, g.newEmail(), strings.ToUpper(g.entries[id]))
		members := append(g.members(createRules, 0.5), member{"email", g.quote(g.padded(email))})
		return generated{method: "POST", path: "/api/v1/functions/send-waitlist-email", header: header, wantStatus: 202}, members
	default:
		token := g.product.tokens.Token(uuid.MustParse(id))
		accepted := func(answer) { delete(g.entries, id) }
		if g.IntN(3) > 0 { // One that was made for somebody else.
			token = g.product.tokens.Token(uuid.UUID{1: byte(g.IntN(256))})
			accepted = nil
		}
		header.Del("Apikey")
		return generated{method: "POST", path: "/api/v1/waitlist/leave", header: header, wantStatus: 204, accepted: accepted},
			[]member{{"token", g.quote(g.padded(token))}}
	}
}

// spoil breaks a valid request.
func (g *generator) spoil(r *generated, members *[]member) {
	refuse := func(status int, code api.ProblemCode, fields ...string) {
		slices.Sort(fields)
		r.wantStatus, r.wantCode, r.wantFields, r.accepted = status, code, slices.Compact(fields), nil
	}
	invalid := func(fields ...string) { refuse(400, api.ProblemCodeInvalidRequest, fields...) }
	isLeave := strings.HasSuffix(r.path, "/leave")

	switch kind := g.IntN(20); {
	case kind == 0 && !isLeave:
		r.header.Set("Apikey", pick(g, "", "wrong", clientKey+"x"))
		refuse(401, api.ProblemCodeUnauthorized)
	case kind == 1:
		r.header["Content-Type"] = pick(g, nil, []string{"text/plain"}, []string{"application/jsonx"}, []string{"multipart/form-data"})
		refuse(415, api.ProblemCodeUnsupportedMediaType)
	case kind == 2:
		r.body = object(*members) + strings.Repeat(" ", 64<<10)
		refuse(413, api.ProblemCodeBodyTooLarge)
	case kind == 3:
		r.method, r.body = pick(g, "GET", "PUT", "DELETE"), "{}"
		refuse(405, api.ProblemCodeMethodNotAllowed)
	case kind == 4:
		r.path += pick(g, "/a/b", "/%00/a", "/../nothing/a")
		refuse(404, api.ProblemCodeNotFound)
	case kind < 8:
		whole := object(*members)
		r.body = pick(g, whole[:len(whole)-1], whole+"x", whole+"{}", "["+whole+"]", "\ufeff"+whole, "null", whole[1:], "{"+whole)
		invalid("")
	case kind == 8:
		twice := pick(g, *members...)
		*members = append(*members, member{twice.name, pick(g, twice.value, "null", "1")})
		invalid(twice.name)
	case kind == 9:
		i := g.IntN(len(*members))
		(*members)[i].value = pick(g, `"a\ud800"`, `"\udc00\ud800"`, "\"\xc3\x28\"", `"\ud800\u0041 "`)
		invalid((*members)[i].name)
	case kind == 10:
		name := pick(g, "id", "Email", "created_at", "__proto__", "x")
		*members = append(*members, member{name, pick(g, "null", "1", "1e400", `"x"`, "{}")})
		invalid(name)
	case kind == 11:
		*members = append(*members, member{"<b>sam@example.com", "1"})
		invalid("")
	case kind == 12 && r.wantStatus == 201 || kind == 12 && r.method == "PATCH":
		g.takeAnother(r, members)
	case kind == 13 && r.method == "PATCH":
		r.path = "/api/v1/waitlist/" + uuid.UUID{6: 0x40, 8: 0x80, 15: byte(g.IntN(256))}.String()
		refuse(404, api.ProblemCodeNotFound)
	case kind == 14 && r.method == "PATCH":
		r.path = "/api/v1/waitlist/" + pick(g, "x", "1", strings.Repeat("a", 36), "%20", "3f0c8a52-6d0e-4b9b-9a55-0b1f6f2f7c1g")
		invalid("id")
	case kind == 15 && r.method == "PATCH":
		*members = nil
		invalid("")
	case isLeave:
		*members = []member{{"token", pick(g, "null", `""`, "1", "1e400", "[]", `"short.x"`, `"no-dot-no-dot-no-dot-no-dot"`, `"AAAAAAAAAAAAAAAA.<AAAAAAAAA>"`)}}
		invalid("token")
	default:
		rules := createRules
		if r.method == "PATCH" {
			rules = updateRules
		}
		invalid(g.breakFields(rules, members)...)
	}
}

// takeAnother gives the entry the address of one that is on the list.
func (g *generator) takeAnother(r *generated, members *[]member) {
	other := g.anyID()
	if other == "" || strings.HasSuffix(r.path, other) {
		return
	}
	*members = slices.DeleteFunc(*members, func(m member) bool { return m.name == "email" })
	*members = append(*members, member{"email", g.quote(g.padded(strings.ToUpper(g.entries[other])))})
	r.wantStatus, r.wantCode, r.accepted = 409, api.ProblemCodeDuplicateEmail, nil
}

// breakFields breaks the rules of one to three fields and returns their names.
func (g *generator) breakFields(rules []rule, members *[]member) []string {
	var broken []string
	for range 1 + g.IntN(3) {
		name, value := "email", g.invalidEmail()
		if i := g.IntN(len(rules) + 1); i < len(rules) {
			name, value = rules[i].name, rules[i].invalid(g)
		}
		*members = slices.DeleteFunc(*members, func(m member) bool { return m.name == name })
		*members = append(*members, member{name, value})
		broken = append(broken, name)
	}
	return broken
}

// rule makes values of a field, as they are sent.
type rule struct {
	name           string
	valid, invalid func(*generator) string
}

var createRules = []rule{
	line("name", 200),
	line("phone_number", 40),
	zipCode,
	answerText("book_conversation_story", true),
	answerText("how_did_you_hear", true),
	answerText("anything_else", true),
	captain,
}

var updateRules = []rule{
	line("name", 200),
	line("phone_number", 40),
	zipCode,
	answerText("book_conversation_story", false),
	answerText("how_did_you_hear", false),
	answerText("anything_else", true),
	captain,
}

const noText = `1 -0.5e3 1e400 -1e-400 12345678901234567890123 true [] {} ["a"] {"a":1,"a":2}`

func line(name string, limit int) rule {
	return rule{
		name: name,
		valid: func(g *generator) string {
			return pick(g, "null", g.quote(g.padded("")), g.quote(g.padded(g.text(limit, ""))))
		},
		invalid: func(g *generator) string {
			control := pick(g, "\x00", "\x1f", "\n", "\t", "\x7f")
			return pick(g, pick(g, strings.Fields(noText)...), g.quote(g.tooLong(limit)), g.quote("a"+control+g.text(9, "")))
		},
	}
}

func answerText(name string, optional bool) rule {
	return rule{
		name: name,
		valid: func(g *generator) string {
			text := g.quote(g.padded(g.text(5000, "\n\t\r\x01\x7f")))
			if optional {
				return pick(g, "null", g.quote(g.padded("")), text)
			}
			return text
		},
		invalid: func(g *generator) string {
			if !optional && g.IntN(3) == 0 {
				return pick(g, "null", g.quote(g.padded("")))
			}
			return pick(g, pick(g, strings.Fields(noText)...), g.quote(g.tooLong(5000)), g.quote("a\x00"+g.text(9, "")))
		},
	}
}

var zipCode = rule{
	name: "zip_code",
	valid: func(g *generator) string {
		return pick(g, "null", g.quote(g.padded("")), g.quote(g.padded(fmt.Sprintf("%05d", g.IntN(100_000)))))
	},
	invalid: func(g *generator) string {
		bad := pick(g, "8030", "803022", "80302-1234", "8030a", "８０３０２", "8030 2", "80302\n.", "-8030", strings.Repeat("1", 300))
		return pick(g, "80302", pick(g, strings.Fields(noText)...), g.quote(bad))
	},
}

var captain = rule{
	name:    "club_captain_interest",
	valid:   func(g *generator) string { return pick(g, "true", "false", "null", `""`) },
	invalid: func(g *generator) string { return pick(g, "0", "1", "1e400", `"true"`, `"yes"`, "[]", "{}") },
}

// members makes each field with the given probability.
func (g *generator) members(rules []rule, probability float64) []member {
	var members []member
	for _, rule := range rules {
		if g.Float64() < probability {
			members = append(members, member{rule.name, rule.valid(g)})
		}
	}
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return members
}

// newEmail makes up an address that nobody has.
func (g *generator) newEmail() string {
	g.emails++
	local := pick(g, "sam", "Sam.Rivers", "o'brien", "_", "a+b{c}", strings.Repeat("x", 50)) + strconv.Itoa(g.emails)
	return local + "@" + pick(g, "example.com", "Mail.Example.CO.UK", "a.b", "x-y.1.2", strings.Repeat("l", 63)+".org")
}

func (g *generator) invalidEmail() string {
	bad := pick(g, "sam", "@example.com", "sam@", "sam@localhost", "sam@example..com", "sam@.example.com", "sam@example.com.",
		".sam@example.com", "s..m@example.com", "sam@-example.com", "s m@example.com", "sam@example.com\r\nBcc: x@example.com",
		"sam@example.com\x00x", "a@b.c,d@e.f", "Sam <sam@example.com>", "sam@exämple.com", strings.Repeat("a", 243)+"@example.com",
		"a@"+strings.Repeat("b", 64)+".com", "", "  ")
	return pick(g, "null", pick(g, strings.Fields(noText)...), g.quote(bad), g.quote(bad), g.quote(bad))
}

// anyID returns the id of an entry that is on the list, or nothing if there is none.
func (g *generator) anyID() string {
	if len(g.entries) == 0 {
		return ""
	}
	return pick(g, slices.Sorted(maps.Keys(g.entries))...)
}

// text makes a text of 1 to limit characters, most often a short one, that neither starts nor ends
// with a blank. The extra characters may be in it, too.
func (g *generator) text(limit int, extra string) string {
	n := 1 + g.IntN(min(limit, 20))
	if g.IntN(20) == 0 {
		n = limit
	}
	alphabet := []rune("abcXYZ019 .,'\"\\/<>&={}[]éß中文Ωж📚🧔\u0301\u200b\u2028\u00a0" + extra)
	runes := make([]rune, n)
	for i := range runes {
		runes[i] = pick(g, alphabet...)
	}
	runes[0], runes[n-1] = 'a', 'z'
	return string(runes)
}

func (g *generator) tooLong(limit int) string {
	return strings.Repeat(pick(g, "a", "é", "中"), limit+1+g.IntN(3))
}

// padded puts blanks around a text.
func (g *generator) padded(text string) string {
	blanks := func() string { return pick(g, "", "", " ", "\t\n", "\u00a0 ", "\ufeff", "\u2003\u0085") }
	return blanks() + text + blanks()
}

// quote writes a text as JSON, with escapes where it must and where it likes to.
func (g *generator) quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r >= 0x20 && g.IntN(8) > 0:
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

func object(members []member) string {
	texts := make([]string, len(members))
	for i, m := range members {
		texts[i] = strconv.Quote(m.name) + ": " + m.value
	}
	return "{" + strings.Join(texts, " ,\n") + "}"
}

func pick[T any](g *generator, choices ...T) T { return choices[g.IntN(len(choices))] }
