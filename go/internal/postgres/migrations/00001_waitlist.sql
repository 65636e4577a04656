-- +goose Up

-- The rules are the contract's (api/openapi.yaml); here they hold for every way into the table.
CREATE TABLE waitlist_entries (
    id                      uuid PRIMARY KEY,
    name                    text,
    email                   text NOT NULL,
    phone_number            text,
    zip_code                text,
    book_conversation_story text,
    how_did_you_hear        text,
    anything_else           text,
    club_captain_interest   boolean NOT NULL DEFAULT false,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT waitlist_entries_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
    CONSTRAINT waitlist_entries_email_check CHECK (char_length(email) <= 254 AND email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
    CONSTRAINT waitlist_entries_phone_number_check CHECK (char_length(phone_number) BETWEEN 1 AND 40),
    CONSTRAINT waitlist_entries_zip_code_check CHECK (zip_code ~ '^[0-9]{5}$'),
    CONSTRAINT waitlist_entries_book_conversation_story_check CHECK (char_length(book_conversation_story) BETWEEN 1 AND 5000),
    CONSTRAINT waitlist_entries_how_did_you_hear_check CHECK (char_length(how_did_you_hear) BETWEEN 1 AND 5000),
    CONSTRAINT waitlist_entries_anything_else_check CHECK (char_length(anything_else) BETWEEN 1 AND 5000)
);

-- The server knows a duplicate address by this name.
CREATE UNIQUE INDEX waitlist_entries_email_key ON waitlist_entries (lower(email));

-- Mails to be sent, written together with the change that causes them. One mail of each kind for
-- an entry, ever: sent ones stay until the entry is erased.
CREATE TABLE outbox (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id   uuid NOT NULL REFERENCES waitlist_entries (id) ON DELETE CASCADE,
    kind       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The next try. While a worker holds the mail this is the end of its lease.
    due_at     timestamptz NOT NULL DEFAULT now(),
    attempts   integer NOT NULL DEFAULT 0,
    sent_at    timestamptz,

    CONSTRAINT outbox_entry_id_kind_key UNIQUE (entry_id, kind),
    CONSTRAINT outbox_kind_check CHECK (kind IN ('confirmation'))
);

CREATE INDEX outbox_unsent_idx ON outbox (due_at) WHERE sent_at IS NULL;
