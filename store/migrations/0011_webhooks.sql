-- Where accounts have their events sent, with the sealed secret that each request is signed with,
-- and what became of each delivery. The body of one that has ended is empty.
CREATE TABLE webhooks (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    url        TEXT NOT NULL,
    types      TEXT NOT NULL,
    sealed     TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE TABLE webhook_deliveries (
    id              TEXT PRIMARY KEY,
    webhook_id      TEXT NOT NULL,
    event_id        TEXT NOT NULL,
    type            TEXT NOT NULL,
    body            TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    state           TEXT NOT NULL,
    attempts        BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    response_status BIGINT,
    error           TEXT NOT NULL,
    ended_at        BIGINT
);
CREATE INDEX deliveries_of_webhooks ON webhook_deliveries (webhook_id, id);
