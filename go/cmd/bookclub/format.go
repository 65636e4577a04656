package main

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
)

// format is the flag for the format of what a command prints. The first name is the default.
func (s *settings) format(names ...string) *string {
	format := &choice{value: names[0], names: names}
	s.Var(format, "format", "the `format`: "+strings.Join(names, " or "))
	return &format.value
}

// choice is the value of a flag that is one of several names.
type choice struct {
	value string
	names []string
}

// String implements flag.Value.
func (c *choice) String() string { return c.value }

// Set implements flag.Value.
func (c *choice) Set(value string) error {
	if !slices.Contains(c.names, value) {
		return errors.New("must be " + strings.Join(c.names, " or "))
	}
	c.value = value
	return nil
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
