-- The browsers in which somebody has signed in: of the cookie there is only its hash.
CREATE TABLE sign_ins (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    hash       TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);
CREATE INDEX sign_ins_by_account ON sign_ins (account_id);
