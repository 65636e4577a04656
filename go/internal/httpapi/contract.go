package httpapi

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/goodlifebookclub/platform/go/internal/api"
)

// contract is the OpenAPI document, as it is served.
type contract struct {
	json api.GetContractAsJson200JSONResponse
	yaml []byte
}

func newContract() (contract, error) {
	document, err := api.GetSpecJSON()
	if err != nil {
		return contract{}, fmt.Errorf("the contract: %w", err)
	}
	var c contract
	if err := json.Unmarshal(document, &c.json); err != nil {
		return contract{}, fmt.Errorf("the contract: %w", err)
	}
	if c.yaml, err = yaml.Marshal(map[string]any(c.json)); err != nil {
		return contract{}, fmt.Errorf("the contract: %w", err)
	}
	return c, nil
}
