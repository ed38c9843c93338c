-- Accounts and their API keys. Of a key only its hash is kept, and enough of it to tell it apart.
CREATE TABLE accounts (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    subscription  TEXT NOT NULL,
    minutes       BIGINT,
    overage_price TEXT,
    created_at    BIGINT NOT NULL
);
CREATE TABLE api_keys (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL REFERENCES accounts (id),
    name         TEXT NOT NULL,
    hash         TEXT NOT NULL UNIQUE,
    prefix       TEXT NOT NULL,
    made_by      TEXT REFERENCES api_keys (id),
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT
);
