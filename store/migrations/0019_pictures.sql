-- Pictures, where they are not files. `shelf` is what they are kept for, `bytes` their own length,
-- `content` their base64: neither database takes octets in the way of the other. By its own clock.
CREATE TABLE pictures (
    account_id TEXT NOT NULL,
    shelf      TEXT NOT NULL,
    name       TEXT NOT NULL,
    bytes      BIGINT NOT NULL,
    kept_at    BIGINT NOT NULL,
    content    TEXT NOT NULL,
    PRIMARY KEY (account_id, shelf, name)
);
CREATE INDEX pictures_by_time ON pictures (shelf, kept_at);
