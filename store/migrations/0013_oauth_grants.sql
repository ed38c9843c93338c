-- Programs that somebody has let use phones of an account, by OAuth. Of the tokens there are only
-- hashes: of the access token, of the part that all refresh tokens of the grant have in common, and of
-- the last refresh token. Scopes and phones are as those of keys.
CREATE TABLE oauth_grants (
    id              TEXT PRIMARY KEY,
    account_id      TEXT NOT NULL,
    approved_by     TEXT,
    client_id       TEXT NOT NULL,
    client_name     TEXT NOT NULL,
    audience        TEXT NOT NULL,
    scopes          TEXT NOT NULL,
    phones          TEXT,
    access_hash     TEXT NOT NULL,
    access_ends_at  BIGINT NOT NULL,
    family_hash     TEXT NOT NULL UNIQUE,
    refresh_hash    TEXT NOT NULL,
    refresh_ends_at BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    ends_at         BIGINT NOT NULL,
    last_used_at    BIGINT
);
CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id);
