-- The phones that an account knows: what they last said of themselves (JSON), and what a person
-- has set for them.
CREATE TABLE phones (
    account_id      TEXT NOT NULL,
    id              TEXT NOT NULL,
    udid            TEXT NOT NULL,
    desktop_id      TEXT NOT NULL,
    facts           TEXT NOT NULL,
    display_name    TEXT,
    typing_method   TEXT NOT NULL,
    speed           BIGINT NOT NULL,
    apps            TEXT,
    apps_updated_at BIGINT,
    shortcuts       TEXT,
    created_at      BIGINT NOT NULL,
    last_seen_at    BIGINT NOT NULL,
    PRIMARY KEY (account_id, id)
);
-- The phone that was selected last on a desktop; on any of them, where the desktop is ''.
CREATE TABLE selections (
    account_id TEXT NOT NULL,
    desktop_id TEXT NOT NULL,
    phone_id   TEXT NOT NULL,
    PRIMARY KEY (account_id, desktop_id)
);
