package api_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/goodlifebookclub/platform/go/internal/api"
)

// The embedded contract is sound, and each of its examples keeps to the schema it stands at.
func TestContractIsValid(t *testing.T) {
	spec, err := api.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	if err := spec.Validate(t.Context(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
		t.Error(err)
	}
}
