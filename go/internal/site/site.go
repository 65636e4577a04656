// Package site packs the built website and serves it.
package site

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	assetsDir = "assets/"

	indexPage    = "index.html"
	notFoundPage = "404.html"

	// What pages hold until the server starts.
	clientKeyPlaceholder = "{{client_key}}"
	publicURLPlaceholder = "{{public_url}}"
	versionPlaceholder   = "{{version}}"
)

// Settings are filled into the pages.
type Settings struct {
	// ClientKey replaces {{client_key}}.
	ClientKey string

	// PublicURL replaces {{public_url}}: the site's address without a slash at its end. If it is
	// empty, the lines with the placeholder are left out, so that no page guesses its address.
	PublicURL string

	// Version replaces {{version}}.
	Version string
}

// Site serves the pages and files of one archive. A page NAME.html has the path /NAME, and
// index.html has /.
type Site struct {
	resources map[string]*resource // by path
	notFound  *resource
}

// New returns the site in archive, with the settings filled in. Without an archive (nil) the site
// is a note that it is missing.
func New(archive []byte, settings Settings) (http.Handler, error) {
	if archive == nil {
		return http.HandlerFunc(serveMissingSite), nil
	}
	files, err := unpack(archive)
	if err != nil {
		return nil, err
	}
	s := &Site{resources: make(map[string]*resource)}
	for name, content := range files {
		switch {
		case strings.HasPrefix(name, assetsDir):
			if original, isVariant := cutEncoding(name); isVariant && files[original] != nil {
				continue // Served as a form of the original.
			}
			s.resources["/"+name] = newAsset(name, files)
		case name == notFoundPage:
			s.notFound, err = newPage(name, fill(name, content, settings))
		default:
			s.resources[pagePath(name)], err = newPage(name, fill(name, content, settings))
		}
		if err != nil {
			return nil, err
		}
	}
	if s.notFound == nil || s.resources["/"] == nil {
		return nil, fmt.Errorf("the archive of the site lacks %s or %s", indexPage, notFoundPage)
	}
	return s, nil
}

func unpack(archive []byte) (map[string][]byte, error) {
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("the archive of the site: %w", err)
	}
	files := make(map[string][]byte, len(reader.File))
	for _, file := range reader.File {
		content, err := fs.ReadFile(reader, file.Name)
		if err != nil {
			return nil, fmt.Errorf("the archive of the site: %w", err)
		}
		files[file.Name] = content
	}
	return files, nil
}

// cutEncoding returns the name of the file that name may be a compressed variant of.
func cutEncoding(name string) (original string, isVariant bool) {
	for _, e := range encodings {
		if original, ok := strings.CutSuffix(name, e.extension); ok {
			return original, true
		}
	}
	return name, false
}

func pagePath(name string) string {
	if name == indexPage {
		return "/"
	}
	return "/" + strings.TrimSuffix(name, ".html")
}

// fill puts the settings into a page or a file for crawlers.
func fill(name string, content []byte, settings Settings) []byte {
	if path.Ext(name) != ".html" && name != "robots.txt" && name != "sitemap.xml" {
		return content
	}
	var filled strings.Builder
	for line := range strings.Lines(string(content)) {
		if settings.PublicURL == "" && strings.Contains(line, publicURLPlaceholder) {
			continue
		}
		filled.WriteString(line)
	}
	return []byte(strings.NewReplacer(
		clientKeyPlaceholder, html.EscapeString(settings.ClientKey),
		publicURLPlaceholder, html.EscapeString(settings.PublicURL),
		versionPlaceholder, html.EscapeString(settings.Version),
	).Replace(filled.String()))
}

// ServeHTTP implements http.Handler. It sets r.Pattern to the route that it serves, such as "GET /about" or
// "GET /assets/", and leaves it empty when there is nothing at the path.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		allowed := "GET, HEAD"
		if r.URL.Path == "/leave" {
			allowed += ", POST" // One click; it does not come here.
		}
		w.Header().Set("Allow", allowed)
		http.Error(w, "Only GET and HEAD are possible here.", http.StatusMethodNotAllowed)
		return
	}
	if found := s.resources[r.URL.Path]; found != nil {
		r.Pattern = found.route
		found.serve(w, r, http.StatusOK)
		return
	}
	if trimmed := strings.TrimRight(r.URL.Path, "/"); trimmed != r.URL.Path && s.resources[trimmed] != nil {
		target := *r.URL
		target.Path = trimmed
		http.Redirect(w, r, target.RequestURI(), http.StatusPermanentRedirect)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/"+assetsDir) {
		// A page of another release may ask for it: nobody should keep this answer.
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "No such file.", http.StatusNotFound)
		return
	}
	s.notFound.serve(w, r, http.StatusNotFound)
}

func serveMissingSite(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "This binary was built without the site. Build it with: ./tools/bazel build //go/cmd/bookclub",
		http.StatusServiceUnavailable)
}

// resource is a file in every form in which it is served.
type resource struct {
	route string // for the log
	forms []form // best first; the last one is not compressed

	// header comes with each answer, a 304 included: the browser puts it in the place of what it
	// has kept.
	header http.Header
}

// form is one encoding of a resource.
type form struct {
	encoding string // empty for none
	etag     string
	header   http.Header // that comes with the body
	body     []byte
}

// newAsset returns a file whose name changes with its content, so that it can be kept forever.
func newAsset(name string, files map[string][]byte) *resource {
	var forms []form
	for _, e := range encodings {
		if body := files[name+e.extension]; body != nil {
			forms = append(forms, newForm(name, e.name, body))
		}
	}
	forms = append(forms, newForm(name, "", files[name]))
	return newResource("/"+assetsDir, forms, "public, max-age=31536000, immutable")
}

// newPage returns a page, or another file with a fixed name. Browsers ask each time whether it is
// still the same.
func newPage(name string, content []byte) (*resource, error) {
	var forms []form
	if typeOf(name).compressible {
		for _, e := range encodings {
			body, err := e.compress(content)
			if err != nil {
				return nil, err
			}
			if len(body) < len(content) {
				forms = append(forms, newForm(name, e.name, body))
			}
		}
	}
	forms = append(forms, newForm(name, "", content))
	p := newResource(pagePath(name), forms, "no-cache")
	if path.Ext(name) == ".html" {
		p.header.Set("Content-Security-Policy", contentSecurityPolicy(content))
	}
	return p, nil
}

func newResource(path string, forms []form, cacheControl string) *resource {
	res := &resource{route: "GET " + path, forms: forms, header: make(http.Header)}
	res.header.Set("Cache-Control", cacheControl)
	if len(forms) > 1 {
		res.header.Set("Vary", "Accept-Encoding")
	}
	return res
}

func newForm(name, encoding string, body []byte) form {
	sum := sha256.Sum256(body)
	f := form{
		encoding: encoding,
		etag:     `"` + hex.EncodeToString(sum[:16]) + `"`,
		header:   make(http.Header),
		body:     body,
	}
	f.header.Set("Content-Type", typeOf(name).contentType)
	f.header.Set("Content-Length", strconv.Itoa(len(body)))
	if encoding != "" {
		f.header.Set("Content-Encoding", encoding)
	}
	return f
}

// serve answers with the resource, or with 304 if the client has it.
func (res *resource) serve(w http.ResponseWriter, r *http.Request, status int) {
	f := res.negotiate(r)
	maps.Copy(w.Header(), res.header)
	if status == http.StatusOK {
		w.Header().Set("ETag", f.etag)
		// An ETag is a quoted hash, so it is found in lists and behind W/, too.
		if strings.Contains(r.Header.Get("If-None-Match"), f.etag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	maps.Copy(w.Header(), f.header)
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(f.body)
	}
}

// negotiate picks the best form that the client takes.
func (res *resource) negotiate(r *http.Request) form {
	i := slices.IndexFunc(res.forms, func(f form) bool {
		return f.encoding == "" || accepts(r.Header.Get("Accept-Encoding"), f.encoding)
	})
	return res.forms[i]
}

// accepts reports whether an Accept-Encoding header allows an encoding. A weight of 0 forbids it;
// other weights make no difference.
func accepts(header, encoding string) bool {
	allowed := false
	for item := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(item, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != encoding && name != "*" {
			continue
		}
		allowed = true
		if _, q, weighted := strings.Cut(strings.ReplaceAll(weight, " ", ""), "q="); weighted {
			value, err := strconv.ParseFloat(q, 64)
			allowed = err == nil && value > 0
		}
		if name == encoding {
			return allowed // It counts more than "*".
		}
	}
	return allowed
}
