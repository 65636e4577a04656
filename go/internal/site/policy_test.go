package site_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goodlifebookclub/platform/go/internal/site"
)

func TestPagesAllowOnlyWhatTheyHold(t *testing.T) {
	var archive bytes.Buffer
	if err := site.Pack(&archive, fstest.MapFS{
		"index.html": {Data: []byte(`<style>p{color:red}</style>` +
			`<script type="application/ld+json">{"data":1}</script>` +
			`<script type="module" src="/assets/app-1.js"></script>` +
			"<script>\nlet a = 1;\n</script>")},
		"404.html":   {Data: []byte("nothing inline")},
		"robots.txt": {Data: []byte("User-agent: *\n")},
	}); err != nil {
		t.Fatal(err)
	}
	handler, err := site.New(archive.Bytes(), site.Settings{})
	if err != nil {
		t.Fatal(err)
	}

	// Hashes by: printf %s TEXT | openssl dgst -sha256 -binary | base64
	const (
		empty  = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
		style  = "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"
		script = "'sha256-wCpX6PRaV2tYabHPuD0EVrhGyeiYQpOhQOJ8OhOtDwA='"
	)
	home := get(handler, "/")
	policy := home.Header().Get("Content-Security-Policy")
	directives := make(map[string]string)
	for directive := range strings.SplitSeq(policy, "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		directives[name] = sources
	}
	for name, want := range map[string]string{
		"default-src":     "'none'",
		"script-src":      "'self' " + script,
		"style-src":       strings.Join([]string{"'self'", empty, style}, " "),
		"frame-ancestors": "'none'",
	} {
		got := strings.Fields(directives[name])
		if len(got) != len(strings.Fields(want)) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
		for _, source := range strings.Fields(want) {
			if !strings.Contains(directives[name], source) {
				t.Errorf("%s lacks %s: %q", name, source, got)
			}
		}
	}

	// The browser takes over the headers of a 304.
	unchanged := do(handler, "GET", "/", http.Header{"If-None-Match": {home.Header().Get("ETag")}})
	if unchanged.Code != http.StatusNotModified || unchanged.Header().Get("Content-Security-Policy") != policy {
		t.Errorf("status %d with policy %q", unchanged.Code, unchanged.Header().Get("Content-Security-Policy"))
	}
	if got := get(handler, "/nope").Header().Get("Content-Security-Policy"); strings.Contains(got, style) {
		t.Errorf("the policy of a page without styles allows some: %q", got)
	}
	if got := get(handler, "/robots.txt").Header().Get("Content-Security-Policy"); got != "" {
		t.Errorf("a file has the policy of a page: %q", got)
	}
}
