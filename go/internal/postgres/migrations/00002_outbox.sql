-- +goose Up

-- Notices to the operator, mails that were given up, and the address a mail was asked for.
ALTER TABLE outbox
    DROP CONSTRAINT outbox_kind_check,
    ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('confirmation', 'notice')),
    -- Where the mail goes. Rows of the version before have none; they go to the entry's address.
    ADD COLUMN recipient text,
    -- When the mail was given up, and why: the kind of failure and the SMTP status, never an
    -- address. To have the dead tried again:
    -- UPDATE outbox SET dead_at = NULL, dead_reason = NULL, attempts = 0, due_at = now() WHERE dead_at IS NOT NULL
    ADD COLUMN dead_at timestamptz,
    ADD COLUMN dead_reason text,
    ADD CONSTRAINT outbox_end_check CHECK (sent_at IS NULL OR dead_at IS NULL);

DROP INDEX outbox_unsent_idx;
CREATE INDEX outbox_waiting_idx ON outbox (due_at) WHERE sent_at IS NULL AND dead_at IS NULL;

-- Which addresses a confirmation was queued for in the last 24 hours, so that nobody can have
-- one address mailed again and again by leaving and joining. It outlives the entry, so it holds
-- sha256 of the address in lower case; older rows go when the next confirmation is queued.
CREATE TABLE confirmed_addresses (
    address_hash bytea NOT NULL,
    confirmed_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX confirmed_addresses_hash_idx ON confirmed_addresses (address_hash);
CREATE INDEX confirmed_addresses_time_idx ON confirmed_addresses (confirmed_at);
