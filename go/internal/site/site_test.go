package site_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/goodlifebookclub/platform/go/internal/site"
)

var script = strings.Repeat("console.log('books');\n", 100)

// built is a site as the front end's build leaves it.
var built = fstest.MapFS{
	"index.html": {Data: []byte("<head>\n<meta name=apikey content=\"{{client_key}}\">\n" +
		"<link rel=canonical href=\"{{public_url}}/\">\n</head>{{version}}" + strings.Repeat("<p>home", 100) + "\n")},
	"about.html":        {Data: []byte("about\n")},
	"leave.html":        {Data: []byte("leave\n")},
	"404.html":          {Data: []byte("Oops! Page not found " + strings.Repeat("!", 500))},
	"robots.txt":        {Data: []byte("User-agent: *\nSitemap: {{public_url}}/sitemap.xml\n")},
	"favicon.svg":       {Data: []byte("<svg>{{public_url}}</svg>")},
	"assets/app-1.js":   {Data: []byte(script)},
	"assets/logo-1.png": {Data: []byte("not compressible " + strings.Repeat("a", 500))},
	"assets/tiny-1.js":  {Data: []byte("1")},
}

func pack(t *testing.T) []byte {
	t.Helper()
	var archive bytes.Buffer
	if err := site.Pack(&archive, built); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

func newSite(t *testing.T, settings site.Settings) http.Handler {
	t.Helper()
	handler, err := site.New(pack(t), settings)
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func do(handler http.Handler, method, target string, header http.Header) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, target, nil)
	for name := range header {
		request.Header.Set(name, header.Get(name))
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, request)
	return response
}

func get(handler http.Handler, target string) *httptest.ResponseRecorder {
	return do(handler, "GET", target, nil)
}

func TestPackIsDeterministic(t *testing.T) {
	if !bytes.Equal(pack(t), pack(t)) {
		t.Error("two archives of one site differ")
	}
}

func TestPackPutsDirectoriesTogether(t *testing.T) {
	var archive bytes.Buffer
	err := site.Pack(&archive,
		fstest.MapFS{"index.html": {Data: []byte("home")}, "404.html": {Data: []byte("nothing")}},
		fstest.MapFS{"api/docs.html": {Data: []byte("the API")}})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := site.New(archive.Bytes(), site.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/": "home", "/api/docs": "the API"} {
		if got := get(handler, path).Body.String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func TestPackRefusesTwoFilesOfOneName(t *testing.T) {
	one, other := fstest.MapFS{"index.html": {Data: []byte("one")}}, fstest.MapFS{"index.html": {Data: []byte("other")}}
	if err := site.Pack(io.Discard, one, other); err == nil || !strings.Contains(err.Error(), "index.html") {
		t.Errorf("the error is %v, want one that names index.html", err)
	}
}

func TestPages(t *testing.T) {
	handler := newSite(t, site.Settings{})
	for target, want := range map[string]string{
		"/":            "home",
		"/?from=mail":  "home",
		"/about":       "about",
		"/leave?token": "leave",
	} {
		r := get(handler, target)
		if r.Code != 200 || !strings.Contains(r.Body.String(), want) {
			t.Errorf("%s: status %d, %q", target, r.Code, r.Body)
		}
		if got := r.Header().Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("%s: Content-Type %q", target, got)
		}
		if got := r.Header().Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: Cache-Control %q", target, got)
		}
	}
	for _, target := range []string{"/nothing", "/index.html", "/about.html", "/404", "/about/team", "//about", "/ABOUT"} {
		r := get(handler, target)
		if r.Code != 404 || !strings.Contains(r.Body.String(), "Oops! Page not found") || r.Header().Get("ETag") != "" {
			t.Errorf("%s: status %d, %v, %q", target, r.Code, r.Header(), r.Body)
		}
	}
	if r := get(handler, "/favicon.svg"); r.Code != 200 || r.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("favicon: status %d, %v", r.Code, r.Header())
	}
}

func TestSlashAtTheEnd(t *testing.T) {
	handler := newSite(t, site.Settings{})
	r := get(handler, "/leave/?token=a.b")
	if r.Code != 308 || r.Header().Get("Location") != "/leave?token=a.b" {
		t.Errorf("status %d to %q", r.Code, r.Header().Get("Location"))
	}
	if r := get(handler, "/nothing/"); r.Code != 404 {
		t.Errorf("a page that does not exist: status %d", r.Code)
	}
}

func TestOnlyGETAndHEAD(t *testing.T) {
	handler := newSite(t, site.Settings{})
	if r := do(handler, "PUT", "/leave", nil); r.Header().Get("Allow") != "GET, HEAD, POST" {
		t.Errorf("PUT /leave: Allow %q", r.Header().Get("Allow"))
	}
	if r := do(handler, "POST", "/", nil); r.Code != 405 || r.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %q", r.Code, r.Header().Get("Allow"))
	}
	for _, target := range []string{"/", "/assets/app-1.js", "/nothing"} {
		head, full := do(handler, "HEAD", target, nil), get(handler, target)
		if head.Code != full.Code || head.Body.Len() > 0 || head.Header().Get("Content-Length") != full.Header().Get("Content-Length") {
			t.Errorf("HEAD %s: status %d, %v, %d bytes", target, head.Code, head.Header(), head.Body.Len())
		}
	}
}

func TestSettingsAreFilledIn(t *testing.T) {
	handler := newSite(t, site.Settings{ClientKey: `k"<1>`, PublicURL: "https://books.example", Version: "1.2.3 (commit <a>)"})
	home := get(handler, "/").Body.String()
	for _, want := range []string{`content="k&#34;&lt;1&gt;"`, `href="https://books.example/"`, "1.2.3 (commit &lt;a&gt;)"} {
		if !strings.Contains(home, want) {
			t.Errorf("the home page lacks %s:\n%s", want, home)
		}
	}
	if got := get(handler, "/robots.txt").Body.String(); got != "User-agent: *\nSitemap: https://books.example/sitemap.xml\n" {
		t.Errorf("robots.txt: %q", got)
	}
	if got := get(handler, "/favicon.svg").Body.String(); got != "<svg>{{public_url}}</svg>" {
		t.Errorf("another file was changed: %q", got)
	}
}

func TestWithoutPublicURLNothingNamesIt(t *testing.T) {
	handler := newSite(t, site.Settings{ClientKey: "key"})
	if home := get(handler, "/").Body.String(); strings.Contains(home, "canonical") || !strings.Contains(home, `content="key"`) {
		t.Errorf("the home page: %s", home)
	}
	if got := get(handler, "/robots.txt").Body.String(); got != "User-agent: *\n" {
		t.Errorf("robots.txt: %q", got)
	}
}

func TestAssets(t *testing.T) {
	handler := newSite(t, site.Settings{})
	r := get(handler, "/assets/app-1.js")
	if r.Code != 200 || r.Body.String() != script || r.Header().Get("Content-Type") != "text/javascript; charset=utf-8" ||
		r.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || r.Header().Get("Vary") != "Accept-Encoding" {
		t.Errorf("status %d, %v", r.Code, r.Header())
	}
	for _, target := range []string{"/assets/app-2.js", "/assets/app-1.js.br", "/assets/", "/assets"} {
		if r := get(handler, target); r.Code != 404 || r.Header().Get("Cache-Control") == "public, max-age=31536000, immutable" {
			t.Errorf("%s: status %d, %v", target, r.Code, r.Header())
		}
	}
	if got := get(handler, "/assets/app-2.js").Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("a missing asset: Cache-Control %q", got)
	}
}

func TestCompression(t *testing.T) {
	handler := newSite(t, site.Settings{ClientKey: "key"})
	plain := map[string]string{"/": get(handler, "/").Body.String(), "/assets/app-1.js": script}
	for _, test := range []struct{ accept, want string }{
		{"", ""},
		{"identity", ""},
		{"gzip", "gzip"},
		{"gzip, deflate, br, zstd", "br"},
		{"gzip;q=1.0, br;q=0.5", "br"},
		{"br;q=0, gzip", "gzip"},
		{"br; q=0.0, gzip;q=0", ""},
		{"*", "br"},
		{"br;q=0, *", "gzip"},
		{"GZIP", "gzip"},
		{"brotli", ""},
	} {
		for target, want := range plain {
			r := do(handler, "GET", target, http.Header{"Accept-Encoding": {test.accept}})
			if got := r.Header().Get("Content-Encoding"); got != test.want {
				t.Errorf("%s with %q: encoded as %q, want %q", target, test.accept, got, test.want)
				continue
			}
			if got := decode(t, r); got != want {
				t.Errorf("%s with %q: the content differs", target, test.accept)
			}
		}
	}
	for _, target := range []string{"/assets/logo-1.png", "/assets/tiny-1.js"} {
		r := do(handler, "GET", target, http.Header{"Accept-Encoding": {"br"}})
		if r.Header().Get("Content-Encoding") != "" || r.Header().Get("Vary") != "" {
			t.Errorf("%s gains nothing and is compressed: %v", target, r.Header())
		}
	}
}

func decode(t *testing.T, r *httptest.ResponseRecorder) string {
	t.Helper()
	var reader io.Reader = r.Body
	switch r.Header().Get("Content-Encoding") {
	case "br":
		reader = brotli.NewReader(r.Body)
	case "gzip":
		var err error
		if reader, err = gzip.NewReader(r.Body); err != nil {
			t.Fatal(err)
		}
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestETags(t *testing.T) {
	handler := newSite(t, site.Settings{ClientKey: "key"})
	seen := make(map[string]bool)
	for _, encoding := range []string{"identity", "gzip", "br"} {
		etag := do(handler, "GET", "/", http.Header{"Accept-Encoding": {encoding}}).Header().Get("ETag")
		if seen[etag] || etag == "" {
			t.Errorf("%s: ETag %q", encoding, etag)
		}
		seen[etag] = true
		for header, want := range map[string]int{
			etag:                    304,
			`"other", W/` + etag:    304,
			`"other"`:               200,
			strings.Trim(etag, `"`): 200,
		} {
			r := do(handler, "GET", "/", http.Header{"Accept-Encoding": {encoding}, "If-None-Match": {header}})
			if r.Code != want || (want == 304) != (r.Body.Len() == 0) || r.Header().Get("ETag") != etag {
				t.Errorf("%s, If-None-Match %s: status %d, %d bytes", encoding, header, r.Code, r.Body.Len())
			}
		}
	}
	other := newSite(t, site.Settings{ClientKey: "other"})
	if seen[get(other, "/").Header().Get("ETag")] {
		t.Error("another content has the same ETag")
	}
}

func TestBinaryWithoutTheSite(t *testing.T) {
	handler, err := site.New(nil, site.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if r := get(handler, "/"); r.Code != 503 || !strings.Contains(r.Body.String(), "built without the site") {
		t.Errorf("status %d, %q", r.Code, r.Body)
	}
}

func TestIncompleteArchiveIsRefused(t *testing.T) {
	var archive bytes.Buffer
	if err := site.Pack(&archive, fstest.MapFS{"index.html": {Data: []byte("home")}}); err != nil {
		t.Fatal(err)
	}
	if _, err := site.New(archive.Bytes(), site.Settings{}); err == nil {
		t.Error("an archive without 404.html is taken")
	}
	if _, err := site.New([]byte("no archive"), site.Settings{}); err == nil {
		t.Error("a broken archive is taken")
	}
}
