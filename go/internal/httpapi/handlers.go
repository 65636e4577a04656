package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/goodlifebookclub/platform/go/internal/api"
	"github.com/goodlifebookclub/platform/go/internal/buildinfo"
	"github.com/goodlifebookclub/platform/go/internal/leave"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// readyTimeout bounds the check behind /readyz.
const readyTimeout = 2 * time.Second

// handlers implements the operations of the contract. Requests that reach it keep to the contract
// and have the normal form that readBody makes. Errors are answered by Server.fail.
type handlers struct {
	waitlist *waitlist.Service
	tokens   leave.Tokens
	contract contract
	draining *atomic.Bool
}

var _ api.StrictServerInterface = (*handlers)(nil)

func (h *handlers) CreateWaitlistEntry(ctx context.Context, r api.CreateWaitlistEntryRequestObject) (api.CreateWaitlistEntryResponseObject, error) {
	id, err := h.waitlist.Join(ctx, waitlist.NewEntry{
		Name:                  valueOrNil(r.Body.Name),
		Email:                 r.Body.Email,
		PhoneNumber:           valueOrNil(r.Body.PhoneNumber),
		ZIPCode:               valueOrNil(r.Body.ZipCode),
		BookConversationStory: valueOrNil(r.Body.BookConversationStory),
		HowDidYouHear:         valueOrNil(r.Body.HowDidYouHear),
		AnythingElse:          valueOrNil(r.Body.AnythingElse),
		ClubCaptainInterest:   isTrue(r.Body.ClubCaptainInterest),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateWaitlistEntry201JSONResponse{Id: id}, nil
}

func (h *handlers) UpdateWaitlistEntry(ctx context.Context, r api.UpdateWaitlistEntryRequestObject) (api.UpdateWaitlistEntryResponseObject, error) {
	err := h.waitlist.Update(ctx, r.Id, waitlist.Change{
		Name:                  optionalField(r.Body.Name),
		Email:                 requiredField(r.Body.Email),
		PhoneNumber:           optionalField(r.Body.PhoneNumber),
		ZIPCode:               optionalField(r.Body.ZipCode),
		BookConversationStory: requiredField(r.Body.BookConversationStory),
		HowDidYouHear:         requiredField(r.Body.HowDidYouHear),
		AnythingElse:          optionalField(r.Body.AnythingElse),
		ClubCaptainInterest:   waitlist.Field[bool]{IsSet: r.Body.ClubCaptainInterest.IsSpecified(), Value: isTrue(r.Body.ClubCaptainInterest)},
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateWaitlistEntry204Response{}, nil
}

func (h *handlers) SendWaitlistEmail(ctx context.Context, r api.SendWaitlistEmailRequestObject) (api.SendWaitlistEmailResponseObject, error) {
	if err := h.waitlist.RequestConfirmation(ctx, r.Body.Email); err != nil {
		return nil, err
	}
	return api.SendWaitlistEmail202Response{}, nil
}

func (h *handlers) LeaveWaitlist(ctx context.Context, r api.LeaveWaitlistRequestObject) (api.LeaveWaitlistResponseObject, error) {
	// A wrong token gets the same answer as a good one.
	if id, ok := h.tokens.Verify(r.Body.Token); ok {
		if err := h.waitlist.Leave(ctx, id); err != nil {
			return nil, err
		}
	}
	return api.LeaveWaitlist204Response{}, nil
}

func (h *handlers) GetHealth(context.Context, api.GetHealthRequestObject) (api.GetHealthResponseObject, error) {
	return api.GetHealth200JSONResponse(healthy()), nil
}

func (h *handlers) GetReadiness(ctx context.Context, _ api.GetReadinessRequestObject) (api.GetReadinessResponseObject, error) {
	if h.draining.Load() {
		return nil, fmt.Errorf("%w: shutting down", waitlist.ErrUnavailable)
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	if err := h.waitlist.Ready(ctx); err != nil {
		return nil, err
	}
	return api.GetReadiness200JSONResponse(healthy()), nil
}

func healthy() api.Health {
	health := api.Health{Status: api.Ok, Version: buildinfo.Version}
	if buildinfo.Commit != "" {
		health.Commit = &buildinfo.Commit
	}
	return health
}

func (h *handlers) GetContractAsJson(context.Context, api.GetContractAsJsonRequestObject) (api.GetContractAsJsonResponseObject, error) {
	return h.contract.json, nil
}

func (h *handlers) GetContractAsYaml(context.Context, api.GetContractAsYamlRequestObject) (api.GetContractAsYamlResponseObject, error) {
	return api.GetContractAsYaml200ApplicationyamlResponse{
		Body:          bytes.NewReader(h.contract.yaml),
		ContentLength: int64(len(h.contract.yaml)),
	}, nil
}

// valueOrNil returns the value of an optional field of a new entry: nil if it is absent or null.
func valueOrNil(n nullable.Nullable[string]) *string {
	if value, err := n.Get(); err == nil {
		return &value
	}
	return nil
}

func isTrue(n nullable.Nullable[bool]) bool {
	value, err := n.Get()
	return err == nil && value
}

// optionalField is the change of a field that null clears.
func optionalField(n nullable.Nullable[string]) waitlist.Field[*string] {
	return waitlist.Field[*string]{IsSet: n.IsSpecified(), Value: valueOrNil(n)}
}

// requiredField is the change of a field that cannot be cleared.
func requiredField(s *string) waitlist.Field[string] {
	if s == nil {
		return waitlist.Field[string]{}
	}
	return waitlist.Set(*s)
}
