-- The apps that a secret may be typed into: bundle ids with commas; empty: any app.
ALTER TABLE secrets ADD COLUMN apps TEXT NOT NULL DEFAULT '';
