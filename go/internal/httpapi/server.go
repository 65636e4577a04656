// Package httpapi is the product over HTTP: the API of the contract, and beside it the site.
package httpapi

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	validator "github.com/oapi-codegen/nethttp-middleware"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// Config is what a Server needs.
type Config struct {
	Waitlist    *waitlist.Service
	LeaveTokens leave.Tokens
	ClientKey   string       // what the apikey header must hold
	Site        http.Handler // everything that is not the API's
	HTTPS       bool         // whether the public address is https, and never http again
	Logger      *slog.Logger

	WritesPerMinute int            // that one client may make; 0 for no limit
	TrustedProxies  []netip.Prefix // whose X-Forwarded-For is believed

	// Observe is told of each request when it is over. It is called by many goroutines at once.
	// Nil for nobody.
	Observe func(Exchange)
}

// Server is the product's http.Handler.
type Server struct {
	config     Config
	operations map[string]operation // by ServeMux pattern
	writes     *writeLimiter
	mux        *http.ServeMux
	validated  http.Handler // mux behind the contract's validation
	handler    http.Handler // everything
	draining   atomic.Bool
}

// operation is what the server has to know of an operation before it reads the request's body.
type operation struct {
	needsKey bool
	hasBody  bool
}

// New returns a Server.
func New(c Config) (*Server, error) {
	spec, err := api.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("the contract: %w", err)
	}
	writes, err := newWriteLimiter(c.WritesPerMinute, c.TrustedProxies)
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, operations: operations(spec), writes: writes, mux: http.NewServeMux()}

	contract, err := newContract()
	if err != nil {
		return nil, err
	}
	handlers := &handlers{waitlist: c.Waitlist, tokens: c.LeaveTokens, contract: contract, draining: &s.draining}
	api.HandlerWithOptions(
		api.NewStrictHandlerWithOptions(handlers, nil, api.StrictHTTPServerOptions{
			RequestErrorHandlerFunc:  s.fail,
			ResponseErrorHandlerFunc: s.fail,
		}),
		api.StdHTTPServerOptions{BaseRouter: s.mux, ErrorHandlerFunc: s.fail})

	s.validated = validator.OapiRequestValidatorWithOptions(spec, &validator.Options{
		DoNotValidateServers: true,
		Options: openapi3filter.Options{
			MultiError: true,
			// The key is checked before the body is read.
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
		},
		ErrorHandlerWithOpts: s.failValidation,
	})(s.mux)

	s.handler = s.identified(s.observed(s.secured(http.HandlerFunc(s.route))))
	return s, nil
}

// operations reads from the contract what the server has to know of each operation.
func operations(spec *openapi3.T) map[string]operation {
	found := make(map[string]operation)
	for path, item := range spec.Paths.Map() {
		for method, o := range item.Operations() {
			security := spec.Security
			if o.Security != nil {
				security = *o.Security
			}
			found[method+" "+path] = operation{needsKey: len(security) > 0, hasBody: o.RequestBody != nil}
		}
	}
	return found
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		// Else a client may send its next request at the moment when the connection is closed.
		w.Header().Set("Connection", "close")
	}
	s.handler.ServeHTTP(w, r)
}

// Drain makes the server say that it is not ready any more, so that no new traffic is sent to it.
// It goes on answering.
func (s *Server) Drain() { s.draining.Store(true) }

// route gives a request to the API or to the site.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if isAPI(r.URL.Path) {
		s.serveAPI(w, r)
		return
	}
	if r.Method == http.MethodPost && r.URL.Path == "/leave" {
		s.leaveByOneClick(w, r)
		return
	}
	s.config.Site.ServeHTTP(w, r)
}

// isAPI reports whether a path is the API's. The page that describes it is the site's.
func isAPI(path string) bool {
	if path == "/api/docs" || path == "/api/docs/" {
		return false
	}
	return path == "/healthz" || path == "/readyz" || path == "/api" || strings.HasPrefix(path, "/api/")
}

// serveAPI refuses what can be refused at the least cost, and gives the rest to the handlers.
func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	_, pattern := s.mux.Handler(r)
	operation, found := s.operations[pattern]
	if !found {
		s.refuseRoute(w, r)
		return
	}
	r.Pattern = pattern // For the log, also if the request does not get as far as the mux.

	if operation.needsKey && !s.hasKey(r) {
		w.Header().Set("WWW-Authenticate", "ApiKey")
		s.writeProblem(w, r, newProblem(api.ProblemCodeUnauthorized))
		return
	}
	if !operation.hasBody {
		s.mux.ServeHTTP(w, r)
		return
	}
	if seconds := s.writes.take(r, time.Now()); seconds > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		s.writeProblem(w, r, newProblem(api.ProblemCodeRateLimited))
		return
	}
	if err := readBody(w, r); err != nil {
		s.fail(w, r, err)
		return
	}
	s.validated.ServeHTTP(w, r)
}

// refuseRoute answers a request that no operation is for.
func (s *Server) refuseRoute(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} {
		if _, pattern := s.mux.Handler(&http.Request{Method: method, Host: r.Host, URL: r.URL}); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		s.writeProblem(w, r, newProblem(api.ProblemCodeNotFound))
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	s.writeProblem(w, r, newProblem(api.ProblemCodeMethodNotAllowed))
}

func (s *Server) hasKey(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("apikey")), []byte(s.config.ClientKey)) == 1
}

// fail answers with the problem that an error stands for. This is the only place that maps errors
// to problems.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	var invalid *waitlist.ValidationError
	switch {
	case errors.As(err, &invalid):
		s.writeProblem(w, r, invalidRequest(invalid))
	case errors.Is(err, errBodyTooLarge):
		s.writeProblem(w, r, newProblem(api.ProblemCodeBodyTooLarge))
	case errors.Is(err, errNotJSON):
		s.writeProblem(w, r, newProblem(api.ProblemCodeUnsupportedMediaType))
	case errors.Is(err, waitlist.ErrDuplicateEmail):
		s.writeProblem(w, r, newProblem(api.ProblemCodeDuplicateEmail))
	case errors.Is(err, waitlist.ErrNotFound):
		problem := newProblem(api.ProblemCodeNotFound)
		problem.Detail = "There is no such entry, or the time to change it is over."
		s.writeProblem(w, r, problem)
	case errors.Is(err, waitlist.ErrUnavailable):
		s.config.Logger.Warn("unavailable", "request_id", requestID(w), "error", err)
		s.writeProblem(w, r, newProblem(api.ProblemCodeUnavailable))
	default:
		s.config.Logger.Error("request failed", "request_id", requestID(w), "error", err)
		s.writeProblem(w, r, newProblem(api.ProblemCodeInternal))
	}
}
