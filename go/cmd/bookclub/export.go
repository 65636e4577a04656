package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/postgres"
)

// export prints the waitlist, one entry at a time.
func (p program) export(ctx context.Context, args []string) error {
	s := p.newSettings("export")
	s.about = `Prints the whole waitlist, the oldest entry first, as it is at one moment.

csv   A line of column names, then a record for each entry, in UTF-8. Absent values are empty, times
      are UTC. So that no text that a visitor typed runs as a formula in a spreadsheet, a cell that
      begins with = + - @, a tab or a carriage return gets an apostrophe in front: a phone number
      +1 303 555 0100 reads '+1 303 555 0100. This holds where commas separate the cells, so import
      it as such: some spreadsheets expect semicolons, and would find cells inside of texts.
json  One array, with null for absent values and every text as it is stored. For programs.

If the command fails halfway, it says so and exits with 1: what it has printed is not the whole list.

`
	databaseURL := s.databaseURL()
	format := s.format("csv", "json")
	if err := s.parse(args); err != nil {
		return err
	}
	db, err := openDatabase(*databaseURL, postgres.Open)
	if err != nil {
		return err
	}
	defer db.Close()

	out := bufio.NewWriterSize(p.stdout, 64<<10)
	var entries entryWriter = &csvEntries{Writer: csv.NewWriter(out)}
	if *format == "json" {
		entries = &jsonEntries{out: out}
	}
	err = postgres.NewWaitlistStore(db).EachEntry(ctx, entries.write)
	if err == nil {
		err = entries.end()
	}
	// After a fault too: it gives out what was read.
	err = cmp.Or(err, out.Flush())
	if err != nil {
		return fmt.Errorf("the export is not complete: %w", err)
	}
	return nil
}

// entryWriter writes entries in a format.
type entryWriter interface {
	write(*postgres.Entry) error
	// end writes what comes after the last entry.
	end() error
}

var columns = []string{
	"id", "name", "email", "phone_number", "zip_code", "book_conversation_story",
	"how_did_you_hear", "anything_else", "club_captain_interest", "created_at", "updated_at",
}

// csvEntries writes entries as CSV. Lines end with a line feed: the writer's other choice would
// also change the line ends inside of texts.
type csvEntries struct {
	*csv.Writer
	begun bool
}

func (c *csvEntries) begin() error {
	if c.begun {
		return nil
	}
	c.begun = true
	return c.Write(columns)
}

func (c *csvEntries) write(e *postgres.Entry) error {
	if err := c.begin(); err != nil {
		return err
	}
	return c.Write([]string{
		e.ID, cell(e.Name), cell(&e.Email), cell(e.PhoneNumber), cell(e.ZIPCode), cell(e.BookConversationStory),
		cell(e.HowDidYouHear), cell(e.AnythingElse), strconv.FormatBool(e.ClubCaptainInterest),
		e.CreatedAt.Format(time.RFC3339Nano), e.UpdatedAt.Format(time.RFC3339Nano),
	})
}

func (c *csvEntries) end() error {
	if err := c.begin(); err != nil {
		return err
	}
	c.Flush()
	return c.Error()
}

// cell is a text that no spreadsheet takes for a formula.
func cell(text *string) string {
	if text == nil {
		return ""
	}
	if *text != "" && strings.ContainsRune("=+-@\t\r", rune((*text)[0])) {
		return "'" + *text
	}
	return *text
}

// jsonEntries writes entries as a JSON array, one entry a line.
type jsonEntries struct {
	out   io.Writer
	begun bool
}

func (j *jsonEntries) write(e *postgres.Entry) error {
	separator := ",\n"
	if !j.begun {
		j.begun = true
		separator = "[\n"
	}
	entry, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.out, "%s%s", separator, entry)
	return err
}

func (j *jsonEntries) end() error {
	end := "\n]\n"
	if !j.begun {
		end = "[]\n"
	}
	_, err := io.WriteString(j.out, end)
	return err
}
