-- Who did what from where, as long as it is kept. Ids are ordered by time. `action` is a route or, of
-- an agent, the name of an action; nothing of what a request brought along stands here but ids.
CREATE TABLE audit (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    at         BIGINT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id   TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    address    TEXT NOT NULL,
    action     TEXT NOT NULL,
    phone_id   TEXT NOT NULL,
    target     TEXT NOT NULL,
    status     BIGINT,
    outcome    TEXT NOT NULL,
    error      TEXT NOT NULL,
    request_id TEXT NOT NULL
);
CREATE INDEX audit_by_account ON audit (account_id, id);
