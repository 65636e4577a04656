package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"

	"github.com/google/uuid"
	_ "github.com/lib/pq" // The driver.
)

const insertSQL = `
	INSERT INTO waitlist_entries (id, name, email, phone_number, zip_code,
		book_conversation_story, how_did_you_hear, anything_else, club_captain_interest)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

// entry is the body of an insert.
type entry struct {
	Name                  *string `json:"name"`
	Email                 string  `json:"email"`
	PhoneNumber           *string `json:"phone_number"`
	ZIPCode               *string `json:"zip_code"`
	BookConversationStory *string `json:"book_conversation_story"`
	HowDidYouHear         *string `json:"how_did_you_hear"`
	AnythingElse          *string `json:"anything_else"`
	ClubCaptainInterest   *bool   `json:"club_captain_interest"`
}

// openPlain returns a pool of the product's size, with the driver as it comes.
func openPlain(databaseURL string) (*sql.DB, error) {
	const connections = 20
	db, err := sql.Open("postgres", databaseURL)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// insert puts an entry into the table and returns its id.
func insert(db *sql.DB, e entry) (uuid.UUID, error) {
	id := uuid.New()
	captain := e.ClubCaptainInterest != nil && *e.ClubCaptainInterest
	_, err := db.Exec(insertSQL, id, e.Name, e.Email, e.PhoneNumber, e.ZIPCode,
		e.BookConversationStory, e.HowDidYouHear, e.AnythingElse, captain)
	return id, err
}

// serveBare is the least that a server can do: it decodes a body and inserts it, and it answers
// GET with the bytes of the product's answer, headers included. Its address goes to standard output.
func serveBare(productURL, databaseURL string) error {
	db, err := openPlain(databaseURL)
	if err != nil {
		return err
	}
	defer db.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/waitlist", func(w http.ResponseWriter, r *http.Request) {
		var e entry
		if err := json.NewDecoder(r.Body).Decode(&e); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		id, err := insert(db, e)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(map[string]uuid.UUID{"id": id}) // It fails only when the client is gone.
	})
	asset, err := findAsset(productURL)
	if err != nil {
		return err
	}
	for _, path := range []string{"/{$}", asset} {
		header, body, err := fetch(productURL + strings.TrimSuffix(path, "{$}"))
		if err != nil {
			return err
		}
		header.Del("Date") // The server's own.
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			maps.Copy(w.Header(), header)
			w.Write(body)
		})
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return http.Serve(listener, mux)
}

// bareProcess is the bare server, running.
type bareProcess struct {
	url string
	cmd *exec.Cmd
}

// startBare starts the bare server as a process, as the product is one.
func startBare(productURL, databaseURL string) (*bareProcess, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-bare", productURL)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+databaseURL)
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("the bare server did not start"), cmd.Wait())
	}
	return &bareProcess{url: strings.TrimSpace(url), cmd: cmd}, nil
}

func (b *bareProcess) kill() {
	b.cmd.Process.Kill()
	_ = b.cmd.Wait()
}

// fetch gets what a browser gets.
func fetch(url string) (http.Header, []byte, error) {
	r, err := newGet(url)
	if err != nil {
		return nil, nil, err
	}
	response, err := (&http.Transport{}).RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s: %s: %s", url, response.Status, body)
	}
	return response.Header, body, err
}

// newGet returns a request as a browser sends it.
func newGet(url string) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err == nil {
		r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	}
	return r, err
}
