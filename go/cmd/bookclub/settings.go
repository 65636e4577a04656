package main

import (
	"flag"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/leave"
)

const (
	defaultClientKey  = "bookclub-dev"
	defaultEditWindow = 24 * time.Hour
	defaultRate       = 30

	// minSecret is the number of characters that the key of the leave links must have.
	minSecret = 16
)

// settingError is a setting that is missing or wrong. It names the setting.
type settingError struct{ message string }

func (e *settingError) Error() string { return e.message }

func missing(name string) error { return &settingError{name + " is not set"} }

func wrong(name, what string) error { return &settingError{name + " " + what} }

// settings are the flags of a command. Each one that has an environment variable can be set there
// instead; the flag wins.
type settings struct {
	*flag.FlagSet
	getenv    func(string) string
	variables map[string]string // by flag
	about     string            // what the help says besides the flags; empty or ending in a blank line
	argument  string            // the name of the one argument that the command takes, if it takes any
}

func (p program) newSettings(command string) *settings {
	s := &settings{
		FlagSet:   flag.NewFlagSet(command, flag.ContinueOnError),
		getenv:    p.getenv,
		variables: make(map[string]string),
	}
	s.SetOutput(io.Discard) // Errors are reported once, by main.
	s.Usage = func() {
		fmt.Fprintln(p.stdout, strings.TrimSpace(fmt.Sprintf("Usage: bookclub %s [flags] %s", command, s.argument)))
		fmt.Fprintf(p.stdout, "\n%s", s.about)
		s.SetOutput(p.stdout)
		s.PrintDefaults()
	}
	return s
}

// variable lets an environment variable set a flag.
func (s *settings) variable(flagName, variable string) {
	s.variables[flagName] = variable
	s.Lookup(flagName).Usage += " [" + variable + "]"
}

// parse reads the command line, then the environment.
func (s *settings) parse(args []string) error {
	if err := s.Parse(args); err == flag.ErrHelp {
		return err
	} else if err != nil {
		return &settingError{err.Error()}
	}
	if s.argument != "" && s.NArg() != 1 {
		return &settingError{fmt.Sprintf("%s takes one %s, after the flags", s.Name(), s.argument)}
	}
	if s.argument == "" && s.NArg() > 0 {
		return &settingError{fmt.Sprintf("%s takes no argument %q", s.Name(), s.Arg(0))}
	}
	onCommandLine := make(map[string]bool)
	s.Visit(func(f *flag.Flag) { onCommandLine[f.Name] = true })
	for flagName, variable := range s.variables {
		value := s.getenv(variable)
		if value == "" || onCommandLine[flagName] {
			continue
		}
		if err := s.Set(flagName, value); err != nil {
			return wrong(variable, "is not valid: "+err.Error())
		}
	}
	return nil
}

func (s *settings) addr(byDefault string) *string {
	addr := s.String("addr", byDefault, "the `address` to listen on")
	s.variable("addr", "BOOKCLUB_ADDR")
	return addr
}

func (s *settings) databaseURL() *string {
	databaseURL := s.String("database-url", "", "the Postgres connection `string`")
	s.variable("database-url", "DATABASE_URL")
	return databaseURL
}

func (s *settings) secret() *string {
	secret := s.String("secret", "", fmt.Sprintf("the `key` that signs leave links, at least %d characters; "+
		"older keys may follow it after commas, so that their links stay good", minSecret))
	s.variable("secret", "BOOKCLUB_SECRET")
	return secret
}

// newTokens returns the tokens of the keys that BOOKCLUB_SECRET lists.
func newTokens(secret string) (leave.Tokens, error) {
	if secret == "" {
		return leave.Tokens{}, missing("BOOKCLUB_SECRET")
	}
	keys := strings.Split(secret, ",")
	for i, key := range keys {
		keys[i] = strings.TrimSpace(key)
		if len(keys[i]) < minSecret {
			return leave.Tokens{}, wrong("BOOKCLUB_SECRET", fmt.Sprintf("must have at least %d characters in each of its keys", minSecret))
		}
	}
	return leave.NewTokens(keys[0], keys[1:]...), nil
}

// siteSettings are the settings that serve and dev share.
type siteSettings struct {
	clientKey  string
	publicURL  string
	editWindow time.Duration

	writesPerMinute int
	trustedProxies  []netip.Prefix
	metricsAddr     string
}

func (s *settings) site() *siteSettings {
	site := new(siteSettings)
	s.StringVar(&site.clientKey, "client-key", defaultClientKey, "the public `key` that the site's own calls carry")
	s.variable("client-key", "BOOKCLUB_CLIENT_KEY")
	s.StringVar(&site.publicURL, "public-url", "", "the `address` at which visitors reach the site, such as https://books.example")
	s.variable("public-url", "BOOKCLUB_PUBLIC_URL")
	s.DurationVar(&site.editWindow, "edit-window", defaultEditWindow, "how long an entry can be changed after it was made")
	s.variable("edit-window", "BOOKCLUB_EDIT_WINDOW")
	s.IntVar(&site.writesPerMinute, "rate", defaultRate, "the `number` of changes that one client may make in a minute, 0 for no limit")
	s.variable("rate", "BOOKCLUB_RATE")
	s.Func("trusted-proxies", "the `networks` of your proxies, such as 10.0.0.0/8,fd00::/8, whose X-Forwarded-For is believed", func(list string) (err error) {
		site.trustedProxies, err = parseNetworks(list)
		return err
	})
	s.variable("trusted-proxies", "BOOKCLUB_TRUSTED_PROXIES")
	s.StringVar(&site.metricsAddr, "metrics-addr", "", "the `address` to serve GET /metrics on, for Prometheus")
	s.variable("metrics-addr", "BOOKCLUB_METRICS_ADDR")
	return site
}

// parseNetworks reads networks with commas between them.
func parseNetworks(list string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for text := range strings.SplitSeq(list, ",") {
		network, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("%q is no network such as 10.0.0.0/8", text)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

// isHeaderWord reports whether a header can carry the text as it is.
func isHeaderWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// check returns what is wrong with the settings, and removes a slash at the end of the address.
func (site *siteSettings) check() error {
	if !isHeaderWord(site.clientKey) {
		return wrong("BOOKCLUB_CLIENT_KEY", "must be letters, digits and signs of ASCII, without blanks: calls carry it in a header")
	}
	if site.editWindow <= 0 {
		return wrong("BOOKCLUB_EDIT_WINDOW", "must be longer than nothing")
	}
	if site.writesPerMinute < 0 {
		return wrong("BOOKCLUB_RATE", "must be 0 or more")
	}
	if site.publicURL == "" {
		return nil
	}
	site.publicURL = strings.TrimSuffix(site.publicURL, "/")
	u, err := url.Parse(site.publicURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		site.publicURL != u.Scheme+"://"+u.Host {
		return wrong("BOOKCLUB_PUBLIC_URL", "must look like https://books.example, without a path")
	}
	return nil
}
