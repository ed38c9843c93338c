-- Agent sessions, as the REST contract shows them. Money is in micro-dollars; model_cost is JSON, by
-- month. seen_at is when the service last knew of one that has not ended. Ids are ordered by time.
CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    account_id   TEXT NOT NULL,
    phone_id     TEXT NOT NULL,
    udid         TEXT NOT NULL,
    instruction  TEXT NOT NULL,
    model        TEXT NOT NULL,
    max_turns    BIGINT NOT NULL,
    max_cost     BIGINT,
    timeout_s    BIGINT NOT NULL,
    status       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    started_at   BIGINT,
    completed_at BIGINT,
    turns        BIGINT NOT NULL,
    model_cost   TEXT NOT NULL,
    waiting_for  TEXT,
    result       TEXT,
    error        TEXT,
    seen_at      BIGINT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id, id);
CREATE INDEX sessions_by_end ON sessions (completed_at);
-- What has happened in them; the place is the index, from 0 without gaps. The data is JSON.
CREATE TABLE session_events (
    session_id  TEXT NOT NULL REFERENCES sessions (id),
    place       BIGINT NOT NULL,
    type        TEXT NOT NULL,
    happened_at BIGINT NOT NULL,
    data        TEXT NOT NULL,
    PRIMARY KEY (session_id, place)
);
-- What they cost: time within the plan, time beyond it, the model. Rows are never changed, and
-- outlive their session.
CREATE TABLE ledger (
    account_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    month      TEXT NOT NULL,
    kind       TEXT NOT NULL,
    from_at    BIGINT,
    until_at   BIGINT,
    price      BIGINT,
    amount     BIGINT NOT NULL,
    PRIMARY KEY (session_id, month, kind)
);
CREATE INDEX ledger_by_month ON ledger (account_id, month);
