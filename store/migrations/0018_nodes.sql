-- Nodes of the service that share this database, by its own clock. A service that is alone has none.
CREATE TABLE nodes (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    beat_at BIGINT NOT NULL
);
-- The node that carries them out; NULL: a service that is alone. `session_id` is that of the agent
-- session that has asked for a job, of jobs at one of several nodes.
ALTER TABLE jobs ADD COLUMN node TEXT;
ALTER TABLE jobs ADD COLUMN session_id TEXT;
ALTER TABLE sessions ADD COLUMN node TEXT;
CREATE INDEX jobs_of_nodes ON jobs (node) WHERE node IS NOT NULL AND completed_at IS NULL;
CREATE INDEX jobs_of_sessions ON jobs (session_id, id) WHERE session_id IS NOT NULL;
CREATE UNIQUE INDEX one_session_of_a_phone ON sessions (phone_id) WHERE node IS NOT NULL AND completed_at IS NULL;
