package httpapi

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/goodlifebookclub/platform/go/internal/api"
)

const requestIDHeader = "X-Request-Id"

// acceptableRequestID is what a client may call its request. Anything else might be somebody's
// name or address, and ids are logged.
var acceptableRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// identified gives each request an id, the client's own if it sent an acceptable one, and tells
// the client.
func (s *Server) identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !acceptableRequestID.MatchString(id) {
			id = uuid.NewString()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r)
	})
}

// requestID returns the id of the request that w answers.
func requestID(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }

// Exchange is a request and its answer, seen from outside. It holds nothing that a visitor sent.
type Exchange struct {
	Method   string // a method that HTTP defines, or "other"
	Route    string // the pattern that the path matched, empty if there is none
	Status   int    // 0 if there was no answer
	Duration time.Duration
}

// observed turns a panic into a 500. When the request is over it writes one line and tells the
// observer. The line never holds what a visitor sent: of the path only the pattern that it matched.
// Only a path outside the API that does not exist is written down, without its query, because it
// tells of a broken link.
func (s *Server) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		answer := &statusRecorder{ResponseWriter: w}
		defer func() {
			fault := recover()
			isWhole := fault == nil || s.answerFault(answer, r, fault)
			_, route, _ := strings.Cut(r.Pattern, " ")
			e := Exchange{Method: knownMethod(r.Method), Route: route, Status: answer.status, Duration: time.Since(start)}
			s.logExchange(w, r, e)
			if s.config.Observe != nil {
				s.config.Observe(e)
			}
			if !isWhole {
				panic(http.ErrAbortHandler) // Then net/http ends the connection.
			}
		}()
		next.ServeHTTP(answer, r)
	})
}

// answerFault answers a request whose handler has panicked. It reports false if the answer has
// begun already, or was meant to be aborted: then the connection must be ended, so that the client
// does not take the first half for the whole.
func (s *Server) answerFault(w *statusRecorder, r *http.Request, fault any) bool {
	if fault == http.ErrAbortHandler {
		return false
	}
	s.config.Logger.Error("panic", "request_id", requestID(w), "error", fmt.Sprint(fault), "stack", string(debug.Stack()))
	if w.status != 0 {
		return false
	}
	for _, name := range []string{"Content-Encoding", "Content-Length", "Etag", "Last-Modified"} {
		w.Header().Del(name) // They are of the answer that was not sent.
	}
	s.writeProblem(w, r, newProblem(api.ProblemCodeInternal))
	return true
}

func (s *Server) logExchange(w http.ResponseWriter, r *http.Request, e Exchange) {
	attributes := []slog.Attr{
		slog.String("request_id", requestID(w)),
		slog.String("method", e.Method),
		slog.String("route", e.Route),
		slog.Int("status", e.Status),
		slog.Int64("duration_us", e.Duration.Microseconds()),
	}
	if e.Status == http.StatusNotFound && !isAPI(r.URL.Path) {
		attributes = append(attributes, slog.String("path", clip(r.URL.Path)))
	}
	s.config.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attributes...)
}

// knownMethod keeps made-up methods out of logs and metrics.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
		http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return method
	default:
		return "other"
	}
}

// clip shortens a path for the log.
func clip(path string) string {
	const limit = 200
	if len(path) > limit {
		return path[:limit] + "..."
	}
	return path
}

// secured sets the headers that tell browsers what not to do. This is the only place for them,
// but for the Content-Security-Policy of a page, which depends on what the page holds.
func (s *Server) secured(next http.Handler) http.Handler {
	headers := make(http.Header)
	headers.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	headers.Set("Cross-Origin-Opener-Policy", "same-origin")
	headers.Set("Cross-Origin-Resource-Policy", "same-origin")
	headers.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	// The address of /leave holds a token.
	headers.Set("Referrer-Policy", "no-referrer")
	headers.Set("X-Content-Type-Options", "nosniff")
	headers.Set("X-Frame-Options", "DENY")
	if s.config.HTTPS {
		headers.Set("Strict-Transport-Security", "max-age=31536000")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), headers)
		next.ServeHTTP(w, r)
	})
}

// statusRecorder remembers the status of the response.
type statusRecorder struct {
	http.ResponseWriter
	status int // 0 until there is one
}

// WriteHeader implements http.ResponseWriter.
func (rec *statusRecorder) WriteHeader(status int) {
	if rec.status == 0 {
		rec.status = status
	}
	rec.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (rec *statusRecorder) Write(b []byte) (int, error) {
	if rec.status == 0 {
		rec.status = http.StatusOK
	}
	return rec.ResponseWriter.Write(b)
}

// Unwrap serves http.ResponseController.
func (rec *statusRecorder) Unwrap() http.ResponseWriter { return rec.ResponseWriter }
