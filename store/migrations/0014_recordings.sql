-- Recordings of phones; their content lies in files. Those of a session go with its events in time, and
-- may go before it.
CREATE TABLE recordings (
    id                TEXT PRIMARY KEY,
    account_id        TEXT NOT NULL,
    phone_id          TEXT NOT NULL,
    session_id        TEXT,
    max_duration_s    BIGINT NOT NULL,
    max_bytes         BIGINT NOT NULL,
    frames_per_second BIGINT NOT NULL,
    quality           BIGINT NOT NULL,
    status            TEXT NOT NULL,
    format            TEXT,
    ended_by          TEXT,
    created_at        BIGINT NOT NULL,
    started_at        BIGINT,
    ended_at          BIGINT,
    duration_ms       BIGINT NOT NULL,
    bytes             BIGINT NOT NULL,
    pictures          BIGINT NOT NULL,
    width             BIGINT NOT NULL,
    height            BIGINT NOT NULL
);
ALTER TABLE sessions ADD COLUMN recording_id TEXT;
