package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// clientCounts are the numbers of clients that each contender is measured with.
var clientCounts = [...]int{1, 16, 64}

// contender is one way to do a thing.
type contender struct {
	name string
	do   func() error // safe to be called by many clients at once
}

// schedule says how often and how long each contender is measured.
type schedule struct {
	rounds   int
	duration time.Duration
}

// figures are one contender's result in one round.
type figures struct {
	throughput float64 // per second
	p50, p99   float64 // milliseconds
}

// table is the result of one comparison. The first contender is the product.
type table struct {
	contenders []contender
	rounds     map[int][][]figures // by number of clients: each round's figures, in the order of contenders
}

// measure lets the contenders take turns, with each number of clients.
func (s schedule) measure(ctx context.Context, contenders []contender) (table, error) {
	t := table{contenders: contenders, rounds: make(map[int][][]figures)}
	for _, clients := range clientCounts {
		for range s.rounds {
			round := make([]figures, len(contenders))
			for i, c := range contenders {
				var err error
				if round[i], err = run(ctx, c, clients, s.duration); err != nil {
					return t, fmt.Errorf("%s: %w", c.name, err)
				}
			}
			t.rounds[clients] = append(t.rounds[clients], round)
		}
	}
	return t, nil
}

// run is one round of one contender.
func run(ctx context.Context, c contender, clients int, duration time.Duration) (figures, error) {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	latencies := make([][]time.Duration, clients)
	errs := make([]error, clients)
	start := time.Now()
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for ctx.Err() == nil && errs[client] == nil {
				sent := time.Now()
				errs[client] = c.do()
				latencies[client] = append(latencies[client], time.Since(sent))
			}
		})
	}
	group.Wait()
	took := time.Since(start)
	for _, err := range errs {
		if err != nil {
			return figures{}, err
		}
	}
	all := slices.Concat(latencies...)
	if len(all) == 0 {
		return figures{}, context.Cause(ctx)
	}
	slices.Sort(all)
	return figures{
		throughput: float64(len(all)) / took.Seconds(),
		p50:        milliseconds(all[len(all)/2]),
		p99:        milliseconds(all[len(all)*99/100]),
	}, nil
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// median returns the median over the rounds of a figure.
func (t table) median(clients int, figure func(round []figures) float64) float64 {
	var values []float64
	for _, round := range t.rounds[clients] {
		values = append(values, figure(round))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// throughputRatio compares the product with another contender, round by round.
func (t table) throughputRatio(clients, other int) float64 {
	return t.median(clients, func(round []figures) float64 { return round[0].throughput / round[other].throughput })
}

// p99Ratio compares the product with another contender, round by round.
func (t table) p99Ratio(clients, other int) float64 {
	return t.median(clients, func(round []figures) float64 { return round[0].p99 / round[other].p99 })
}

func (t table) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "clients\tcontender\tper second\tp50 ms\tp99 ms\tproduct / this\t")
	for _, clients := range clientCounts {
		for i, c := range t.contenders {
			fmt.Fprintf(w, "%d\t%s\t%.0f\t%.2f\t%.2f\t%.2f\t\n", clients, c.name,
				t.median(clients, func(round []figures) float64 { return round[i].throughput }),
				t.median(clients, func(round []figures) float64 { return round[i].p50 }),
				t.median(clients, func(round []figures) float64 { return round[i].p99 }),
				t.throughputRatio(clients, i))
		}
	}
	return w.Flush()
}

// addresses makes e-mail addresses that were never used before.
type addresses struct {
	prefix string
	last   atomic.Int64
}

func (a *addresses) next() string { return fmt.Sprintf("%s-%d@example.com", a.prefix, a.last.Add(1)) }

func newAddresses() *addresses {
	return &addresses{prefix: fmt.Sprintf("sam-%d", time.Now().UnixNano())}
}

// newClient returns a client that keeps a connection for each of many goroutines.
func newClient() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: slices.Max(clientCounts[:])}}
}

// insertOverHTTP sends what the site sends in step 1.
func insertOverHTTP(url string) func() error {
	emails, client := newAddresses(), newClient()
	return func() error {
		body := fmt.Sprintf(`{"name":"Sam Rivers","email":%q,"phone_number":"303 555 0100","zip_code":"80302",`+
			`"book_conversation_story":null,"how_did_you_hear":null,"anything_else":null,"club_captain_interest":null}`, emails.next())
		r, err := http.NewRequest(http.MethodPost, url+"/api/v1/waitlist", bytes.NewReader([]byte(body)))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("apikey", "bookclub-dev")
		return do(client, r, http.StatusCreated)
	}
}

func getOverHTTP(url string) func() error {
	client := newClient()
	return func() error {
		r, err := newGet(url)
		if err != nil {
			return err
		}
		return do(client, r, http.StatusOK)
	}
}

func do(client *http.Client, r *http.Request, status int) error {
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != status {
		body, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%s: %s", response.Status, body)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// insertDirectly is the floor: the statement and nothing else.
func insertDirectly(db *sql.DB) func() error {
	emails := newAddresses()
	name, phone, zip := "Sam Rivers", "303 555 0100", "80302"
	return func() error {
		_, err := insert(db, entry{Name: &name, Email: emails.next(), PhoneNumber: &phone, ZIPCode: &zip})
		return err
	}
}

var assetPattern = regexp.MustCompile(`/assets/[A-Za-z0-9_.-]+\.js`)

// findAsset returns the path of a hashed script of the home page.
func findAsset(productURL string) (string, error) {
	response, err := http.Get(productURL + "/")
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	asset := assetPattern.Find(page)
	if asset == nil {
		return "", fmt.Errorf("no script in the home page: %s: %.200s", response.Status, page)
	}
	return string(asset), nil
}

// memory is what a process occupies, in MB.
type memory struct{ resident, peak float64 }

var memoryLine = regexp.MustCompile(`(?m)^Vm(RSS|HWM):\s+([0-9]+) kB$`)

func readMemory(pid int) (memory, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return memory{}, err
	}
	var m memory
	for _, match := range memoryLine.FindAllSubmatch(status, -1) {
		var kilobytes float64
		if _, err := fmt.Sscan(string(match[2]), &kilobytes); err != nil {
			return memory{}, err
		}
		if string(match[1]) == "RSS" {
			m.resident = kilobytes / 1024
		} else {
			m.peak = kilobytes / 1024
		}
	}
	return m, nil
}
