-- The desktops that may link: of a token there is only its hash. The boot and the journal are those
-- of the last hello; the epoch counts the links that were accepted.
CREATE TABLE desktops (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    name         TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    version      TEXT NOT NULL,
    boot_id      TEXT NOT NULL,
    journal_id   TEXT NOT NULL,
    epoch        BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT
);
-- Desktops that have asked to be let in. Account and desktop are there from the approval on; the
-- first link of the desktop ends its enrolment.
CREATE TABLE enrolments (
    id         TEXT PRIMARY KEY,
    code       TEXT NOT NULL UNIQUE,
    poll_hash  TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    account_id TEXT,
    desktop_id TEXT
);
CREATE INDEX enrolments_by_expiry ON enrolments (expires_at);
