-- The rights of a key: names of scopes with spaces, and ids of phones with commas; no list of phones:
-- any phone. Keys of before may do everything.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read act sessions admin';
ALTER TABLE api_keys ADD COLUMN phones TEXT;
