-- Requests that carried a key and were accepted. Of key and body there are only digests; the answer
-- (JSON) is missing until it has been given, and where it was given in confidence.
CREATE TABLE idempotent_requests (
    id         TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    body       TEXT NOT NULL,
    job_id     TEXT NOT NULL,
    at_once    BIGINT NOT NULL,
    answer     TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX idempotent_requests_by_time ON idempotent_requests (created_at);
