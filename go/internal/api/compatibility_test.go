package api_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
	"golang.org/x/mod/semver"
)

const (
	contractFile = "../../../api/openapi.yaml"
	releasedFile = "../../../api/released.yaml"
)

// What callers of the released contract rely on still holds, or the version says that it does not.
func TestContractIsCompatibleWithTheReleasedOne(t *testing.T) {
	changes := unannounced(t, read(t, releasedFile), read(t, contractFile))
	if len(changes) > 0 {
		t.Errorf(`api/openapi.yaml breaks callers of the released contract, api/released.yaml:

  - %s

Either change it so that old callers still work (add a field instead of changing one, say), or raise
info.version: its first number or, in a version 0.x, the second.`, strings.Join(changes, "\n  - "))
	}
}

func TestUnannouncedBreakingChanges(t *testing.T) {
	contract := read(t, releasedFile)
	const (
		captain = "        club_captain_interest:\n"
		errors  = "        errors:\n          type: array"
	)
	for name, test := range map[string]struct {
		old, new string
		want     string // in the text about the change; empty when there is none
	}{
		"a response field that is gone": {
			"required: [id]\n      properties:\n        id:", "required: [key]\n      properties:\n        key:",
			"POST /api/v1/waitlist: removed the required property `id` from the response with the `201` status",
		},
		"an optional response field that is gone": {errors, strings.Replace(errors, "errors", "faults", 1), "removed the optional property `errors`"},
		"a new response code":                     {"        - rate_limited\n", "        - rate_limited\n        - too_late\n", "added the new `too_late` enum value"},
		"a request field that is gone":            {captain, strings.Replace(captain, "club_", "", 1), "removed the request property `club_captain_interest`"},
		"a new required request field":            {"required: [email]", "required: [email, name]", "the request property `name` became required"},
		"a narrower text":                         {"maxLength: 200", "maxLength: 100", "the `name` request property's maxLength was decreased to `100`"},
		"another pattern":                         {"'^[0-9]{5}$'", "'^[1-9]{5}$'", "changed the pattern of the request property `zip_code`"},
		"a path that is gone":                     {"  /api/v1/waitlist/leave:", "  /api/v1/waitlist/exit:", "POST /api/v1/waitlist/leave: api path removed"},

		"a new optional request field": {captain, "        nickname: {type: string}\n" + captain, ""},
		"a new response field":         {errors, "        hint: {type: string}\n" + errors, ""},
		"a wider text":                 {"maxLength: 200", "maxLength: 300", ""},
		"other words":                  {"description: The address that joined.", "description: An address.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.ReplaceAll(contract, test.old, test.new)
			if changed == contract {
				t.Fatalf("the contract has no %q", test.old)
			}
			changes := strings.Join(unannounced(t, contract, changed), "\n")
			if !strings.Contains(changes, test.want) || (test.want == "" && changes != "") {
				t.Errorf("got %q, want %q", changes, test.want)
			}
		})
	}
}

func TestVersionsThatAnnounceABreakingChange(t *testing.T) {
	contract := read(t, releasedFile)
	withVersion := func(contract, version string) string {
		before, rest, _ := strings.Cut(contract, "\n  version: ")
		_, after, _ := strings.Cut(rest, "\n")
		return before + "\n  version: " + version + "\n" + after
	}
	breaking := strings.ReplaceAll(contract, "maxLength: 200", "maxLength: 100")
	for _, test := range []struct {
		released, current string
		announced         bool
	}{
		{"1.4.2", "2.0.0", true},
		{"9.0.0", "10.0.0", true},
		{"0.4.2", "0.5.0", true},
		{"0.4.2", "1.0.0", true},
		{"1.4.2", "1.5.0", false},
		{"1.4.2", "1.4.2", false},
		{"2.0.0", "1.0.0", false},
		{"0.4.2", "0.4.3", false},
		{"1.4.2", "next", false},
	} {
		changes := unannounced(t, withVersion(contract, test.released), withVersion(breaking, test.current))
		if announced := len(changes) == 0; announced != test.announced {
			t.Errorf("from %s to %s: announced %v", test.released, test.current, announced)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// unannounced describes what in the current contract can break callers of the released one. A new
// major version announces all of it.
func unannounced(t *testing.T, released, current string) []string {
	t.Helper()
	before, after := parse(t, released), parse(t, current)
	if semver.Compare(compatibleLine(after.Version), compatibleLine(before.Version)) > 0 {
		return nil
	}
	report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), before, after)
	if err != nil {
		t.Fatal(err)
	}
	config := checker.NewConfig(checker.GetAllChecks(), checker.WithSeverityLevels(map[string]checker.Level{
		checker.ResponseOptionalPropertyRemovedId: checker.ERR, // Somebody may read it.
	}))
	words := checker.NewDefaultLocalizer()
	var texts []string
	for _, change := range checker.CheckBackwardCompatibility(config, report, sources) {
		texts = append(texts, fmt.Sprintf("%s %s: %s", change.GetOperation(), change.GetPath(), change.GetUncolorizedText(words)))
	}
	return texts
}

func parse(t *testing.T, contract string) *load.SpecInfo {
	t.Helper()
	spec, err := openapi3.NewLoader().LoadFromData([]byte(contract))
	if err != nil {
		t.Fatal(err)
	}
	return &load.SpecInfo{Spec: spec, Version: spec.Info.Version}
}

// compatibleLine is the part of a semantic version that a breaking change raises.
func compatibleLine(version string) string {
	version = "v" + version
	if semver.Major(version) == "v0" {
		return semver.MajorMinor(version)
	}
	return semver.Major(version)
}
