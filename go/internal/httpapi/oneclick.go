package httpapi

import (
	"errors"
	"io"
	"net/http"
)

// leaveByOneClick answers what mail providers post to a mail's List-Unsubscribe link when a person
// presses their button (RFC 8058): neither key nor cookie, and the token in the address. It erases
// the entry at once. A wrong token gets the same answer as a good one.
func (s *Server) leaveByOneClick(w http.ResponseWriter, r *http.Request) {
	r.Pattern = "POST /leave" // For the log.
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	err := r.ParseForm()
	if err == nil {
		err = r.ParseMultipartForm(maxBody) // The kind of form that the RFC prefers.
	}
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		s.fail(w, r, errBodyTooLarge)
		return
	case err != nil && !errors.Is(err, http.ErrNotMultipart), r.PostForm.Get("List-Unsubscribe") != "One-Click":
		s.fail(w, r, invalidBody("The body must be the form List-Unsubscribe=One-Click."))
		return
	}
	if id, ok := s.config.LeaveTokens.Verify(r.URL.Query().Get("token")); ok {
		if err := s.config.Waitlist.Leave(r.Context(), id); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, "You have left the waitlist, and what you told us is erased.\n")
}
