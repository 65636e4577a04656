package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
)

// inlinePattern finds the scripts and styles in a page.
var inlinePattern = regexp.MustCompile(`(?s)<(script|style)\b([^>]*)>(.*?)</(?:script|style)>`)

// contentSecurityPolicy allows a page what it brings along itself and files of this server, and
// nothing else. What is inline is allowed by its hash.
func contentSecurityPolicy(page []byte) string {
	scripts := []string{"'self'"}
	// The styles that are added later go into empty elements, through the style sheet's own
	// methods, which no policy governs.
	styles := []string{"'self'", hashSource(nil)}
	for _, match := range inlinePattern.FindAllSubmatch(page, -1) {
		element, attributes, content := string(match[1]), match[2], match[3]
		switch {
		case element == "style":
			styles = append(styles, hashSource(content))
		case bytes.Contains(attributes, []byte("src=")), bytes.Contains(attributes, []byte("ld+json")):
			// A file, or data that no browser runs.
		default:
			scripts = append(scripts, hashSource(content))
		}
	}
	slices.Sort(styles)
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + strings.Join(scripts, " "),
		"style-src " + strings.Join(slices.Compact(styles), " "),
		"img-src 'self'",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

func hashSource(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
