// Bench measures the built bookclub on a Postgres with durable settings, next to what does the same
// with nothing around it:
//
//	./tools/bazel run //go/bench
//
// All contenders run on this machine and take turns in short rounds, because other programs
// disturb them. Each figure is the median of its rounds; ratios are taken within a round.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/program"
)

func main() {
	rounds := flag.Int("rounds", 5, "how many times each contender is measured")
	duration := flag.Duration("duration", 2*time.Second, "how long each time")
	bare := flag.String("bare", "", "be the bare server for the product at this `URL` (the benchmark starts it so)")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if *bare != "" {
		err = serveBare(*bare, os.Getenv("DATABASE_URL"))
	} else {
		err = bench(ctx, schedule{rounds: *rounds, duration: *duration})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench starts everything, measures, and prints the tables.
func bench(ctx context.Context, s schedule) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	server, err := embeddedpg.Start(ctx, embeddedpg.Config{
		Package: os.Getenv("BOOKCLUB_POSTGRES_DIR"),
		Dir:     filepath.Join(dir, "postgres"),
	})
	if err != nil {
		return err
	}
	defer server.Stop()
	databaseURL := server.URL("postgres")

	product, err := program.Serve(databaseURL, filepath.Join(dir, "log"))
	if err != nil {
		return err
	}
	defer product.Kill()
	bare, err := startBare(product.URL, databaseURL)
	if err != nil {
		return err
	}
	defer bare.kill()
	db, err := openPlain(databaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	asset, err := findAsset(product.URL)
	if err != nil {
		return err
	}

	inserts, err := s.measure(ctx, []contender{
		{"product", insertOverHTTP(product.URL)},
		{"bare handler", insertOverHTTP(bare.url)},
		{"lib/pq alone", insertDirectly(db)},
	})
	if err != nil {
		return err
	}
	fmt.Println("Insert (POST /api/v1/waitlist)")
	if err := inserts.print(); err != nil {
		return err
	}
	memory, err := readMemory(product.PID())
	if err != nil {
		return err
	}

	var gets []table
	for _, path := range []string{"/", asset} {
		get, err := s.measure(ctx, []contender{
			{"product", getOverHTTP(product.URL + path)},
			{"bare handler", getOverHTTP(bare.url + path)},
		})
		if err != nil {
			return err
		}
		fmt.Println("\nGET", path)
		if err := get.print(); err != nil {
			return err
		}
		gets = append(gets, get)
	}

	fmt.Println("\nGoals")
	const clients = 16
	goal("insert, 16 clients: throughput / bare handler's", inserts.throughputRatio(clients, 1), ">=", 0.85)
	goal("insert, 16 clients: throughput / lib/pq's", inserts.throughputRatio(clients, 2), ">=", 0.5)
	goal("insert, 16 clients: p99 / bare handler's", inserts.p99Ratio(clients, 1), "<=", 2)
	for i, name := range []string{"GET /", "GET asset"} {
		goal(name+", 16 clients: throughput / bare handler's", gets[i].throughputRatio(clients, 1), ">=", 0.9)
		goal(name+", 16 clients: p99 / bare handler's", gets[i].p99Ratio(clients, 1), "<=", 2)
	}
	goal("resident memory after 64 inserting clients, MB", memory.resident, "<", 64)
	if memory, err = readMemory(product.PID()); err != nil {
		return err
	}
	goal("resident memory at its peak in the whole run, MB", memory.peak, "<", 64)
	return nil
}

// goal prints a figure beside what it should be.
func goal(what string, figure float64, relation string, wanted float64) {
	met := figure >= wanted
	if relation != ">=" {
		met = figure <= wanted
	}
	verdict := "met"
	if !met {
		verdict = "MISSED"
	}
	fmt.Printf("%-58s %7.2f   %s %-5g %s\n", what, figure, relation, wanted, verdict)
}
