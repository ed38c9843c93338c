-- Values that agents type and nobody reads again: a nonce and the encrypted value, in hexadecimal.
-- The key is not in the database.
CREATE TABLE secrets (
    account_id TEXT NOT NULL,
    name       TEXT NOT NULL,
    sealed     TEXT NOT NULL,
    made_at    BIGINT NOT NULL,
    PRIMARY KEY (account_id, name)
);
