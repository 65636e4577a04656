package httpapi

import (
	"context"
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

type requestIDKey struct{}

// identified gives each request an id, the client's own if it sent an acceptable one, and tells
// the client.
func (s *Server) identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !acceptableRequestID.MatchString(id) {
			id = uuid.NewString()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

func requestID(r *http.Request) string {
	id, _ := r.Context().Value(requestIDKey{}).(string)
	return id
}

// logged writes one line for each request. It never holds what a visitor sent: of the path only
// the pattern that it matched. Only a path outside the API that does not exist is written down,
// without its query, because it tells of a broken link.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		next.ServeHTTP(recorder, r)
		_, route, _ := strings.Cut(r.Pattern, " ")
		attributes := []slog.Attr{
			slog.String("request_id", requestID(r)),
			slog.String("method", r.Method),
			slog.String("route", route),
			slog.Int("status", recorder.status),
			slog.Float64("duration_ms", float64(time.Since(start).Microseconds())/1000),
		}
		if recorder.status == http.StatusNotFound && !isAPI(r.URL.Path) {
			attributes = append(attributes, slog.String("path", clip(r.URL.Path)))
		}
		s.config.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", attributes...)
	})
}

// clip shortens a path for the log.
func clip(path string) string {
	const limit = 200
	if len(path) > limit {
		return path[:limit] + "..."
	}
	return path
}

// recovered turns a panic into a 500.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if fault := recover(); fault != nil {
				s.config.Logger.Error("panic", "request_id", requestID(r), "error", fmt.Sprint(fault), "stack", string(debug.Stack()))
				s.writeProblem(w, r, newProblem(api.ProblemCodeInternal))
			}
		}()
		next.ServeHTTP(w, r)
	})
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
