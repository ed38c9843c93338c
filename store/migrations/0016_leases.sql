-- Phones that one credential keeps to itself for a while; one at most for each. `holder_name` is for
-- people, as it was when the lease began.
CREATE TABLE leases (
    phone_id    TEXT PRIMARY KEY,
    id          TEXT NOT NULL,
    account_id  TEXT NOT NULL,
    holder_kind TEXT NOT NULL,
    holder_id   TEXT NOT NULL,
    holder_name TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
);
