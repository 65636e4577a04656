package httpapi

import (
	"encoding/json"
	"net/http"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// retryAfter is the number of seconds after which a client should try again.
const retryAfter = "5"

// newProblem returns the problem document of a code.
func newProblem(code api.ProblemCode) api.Problem {
	status, detail := describe(code)
	return api.Problem{
		Type:   "about:blank",
		Title:  http.StatusText(status),
		Status: status,
		Code:   code,
		Detail: detail,
	}
}

func describe(code api.ProblemCode) (status int, detail string) {
	switch code {
	case api.ProblemCodeInvalidRequest:
		return http.StatusBadRequest, "The request breaks a rule."
	case api.ProblemCodeUnauthorized:
		return http.StatusUnauthorized, "The apikey header is missing or wrong."
	case api.ProblemCodeNotFound:
		return http.StatusNotFound, "There is nothing at this path."
	case api.ProblemCodeMethodNotAllowed:
		return http.StatusMethodNotAllowed, "The Allow header lists the methods that are possible here."
	case api.ProblemCodeDuplicateEmail:
		return http.StatusConflict, "That email is already subscribed to the waitlist."
	case api.ProblemCodeBodyTooLarge:
		return http.StatusRequestEntityTooLarge, "The body may have 64 KB at most."
	case api.ProblemCodeUnsupportedMediaType:
		return http.StatusUnsupportedMediaType, "The body must be application/json."
	case api.ProblemCodeRateLimited:
		return http.StatusTooManyRequests, "Too many requests. Please wait a moment and try again."
	case api.ProblemCodeUnavailable:
		return http.StatusServiceUnavailable, "The service is not available right now. Please try again."
	default:
		return http.StatusInternalServerError, "Something failed on our side. Please try again."
	}
}

// invalidRequest returns the problem that lists what is wrong with which field.
func invalidRequest(invalid *waitlist.ValidationError) api.Problem {
	fields := make([]api.FieldError, len(invalid.Fields))
	for i, f := range invalid.Fields {
		fields[i] = api.FieldError{Field: f.Field, Message: f.Message}
	}
	problem := newProblem(api.ProblemCodeInvalidRequest)
	problem.Detail = invalid.Error()
	problem.Errors = &fields
	return problem
}

func (s *Server) writeProblem(w http.ResponseWriter, r *http.Request, problem api.Problem) {
	body, err := json.Marshal(problem)
	if err != nil {
		panic(err) // A Problem is made of texts and numbers.
	}
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if problem.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", retryAfter)
	}
	w.WriteHeader(problem.Status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
