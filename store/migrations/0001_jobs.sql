-- Jobs, as the REST contract shows them. Neither here nor elsewhere stands what an action was
-- given. Ids are ordered by time.
CREATE TABLE jobs (
    account_id   TEXT NOT NULL,
    id           TEXT NOT NULL,
    phone_id     TEXT NOT NULL,
    udid         TEXT NOT NULL,
    desktop_id   TEXT NOT NULL,
    action       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    started_at   BIGINT,
    completed_at BIGINT,
    outcome      TEXT,
    failure      TEXT,
    value        TEXT,
    receipt      TEXT,
    queued_us    BIGINT,
    device_us    BIGINT,
    total_us     BIGINT,
    frame        TEXT,
    picture      TEXT,
    PRIMARY KEY (account_id, id)
);
