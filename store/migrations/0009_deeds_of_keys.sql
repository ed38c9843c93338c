-- Keys are looked up by the key that made them and counted by account; a desktop knows the key with
-- which it was let in. No reference: the desktop outlives the key.
CREATE INDEX api_keys_made_by ON api_keys (made_by);
CREATE INDEX api_keys_account ON api_keys (account_id);
ALTER TABLE desktops ADD COLUMN approved_by TEXT;
