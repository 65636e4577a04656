package httpapi

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	validator "github.com/oapi-codegen/nethttp-middleware"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// failValidation answers a request that does not keep to the contract.
func (s *Server) failValidation(_ context.Context, err error, w http.ResponseWriter, r *http.Request, opts validator.ErrorHandlerOpts) {
	if opts.MatchedRoute == nil {
		s.writeProblem(w, r, newProblem(api.ProblemCodeNotFound))
		return
	}
	fields := fieldErrors(err)
	if len(fields) == 0 {
		s.fail(w, r, err)
		return
	}
	s.fail(w, r, &waitlist.ValidationError{Fields: fields})
}

// fieldErrors returns what is wrong with which field, one message for a field, sorted by field.
func fieldErrors(err error) []waitlist.FieldError {
	var fields []waitlist.FieldError
	var collect func(parameter string, err error)
	collect = func(parameter string, err error) {
		switch e := err.(type) {
		case openapi3.MultiError:
			for _, err := range e {
				collect(parameter, err)
			}
		case *openapi3filter.RequestError:
			if e.Parameter != nil {
				parameter = e.Parameter.Name
			}
			collect(parameter, e.Err)
		case *openapi3.SchemaError:
			fields = append(fields, schemaFieldErrors(parameter, e)...)
		}
	}
	collect("", err)
	slices.SortStableFunc(fields, func(a, b waitlist.FieldError) int { return cmp.Compare(a.Field, b.Field) })
	return slices.CompactFunc(fields, func(a, b waitlist.FieldError) bool { return a.Field == b.Field })
}

// schemaFieldErrors words one rule of a schema that was broken. The parameter is empty for the
// body. What the validator says itself is not used, because it repeats values.
func schemaFieldErrors(parameter string, e *openapi3.SchemaError) []waitlist.FieldError {
	field := parameter
	if path := e.JSONPointer(); len(path) > 0 {
		field = path[0]
	}
	switch e.SchemaField {
	case "properties": // It comes once for each unknown field, without its name.
		object, _ := e.Value.(map[string]any)
		var unknown []waitlist.FieldError
		for name := range object {
			if e.Schema.Properties[name] == nil {
				unknown = append(unknown, waitlist.FieldError{Field: nameOf(name), Message: "Unknown field."})
			}
		}
		return unknown
	case "minProperties":
		return []waitlist.FieldError{{Message: "At least one field is needed."}}
	}
	return []waitlist.FieldError{{Field: field, Message: message(field, e)}}
}

func message(field string, e *openapi3.SchemaError) string {
	switch field {
	case "email":
		return waitlist.MessageEmail
	case "zip_code":
		return waitlist.MessageZIPCode
	case "id":
		return "Must be a UUID."
	case "token":
		return "Must be the token of a link in a mail."
	}
	switch {
	case e.SchemaField == "type" && e.Schema.Type.Is(openapi3.TypeBoolean):
		return "Must be true or false."
	case e.SchemaField == "type":
		return "Must be text."
	case e.SchemaField == "maxLength":
		return waitlist.MessageTooLong(int(*e.Schema.MaxLength))
	case e.SchemaField == "pattern":
		return waitlist.MessageControlCharacters
	default: // The text is null, or blank, or not there.
		return waitlist.MessageRequired
	}
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// nameOf returns the name of a field that a client sent, or nothing if it looks like something
// else, because problems repeat no text of a client.
func nameOf(field string) string {
	if plainName.MatchString(field) {
		return field
	}
	return ""
}
