-- The node that makes it, and then the one that has ended it in its place; NULL: a service that is alone.
ALTER TABLE recordings ADD COLUMN node TEXT;
CREATE INDEX recordings_of_nodes ON recordings (node) WHERE node IS NOT NULL AND ended_at IS NULL;
