-- Several search engines: each is fed by a reader of the log of its own ('search' where there is one engine, else
-- 'search ' with its host and port), and has redeliveries and rebuilds of its own.

ALTER TABLE reindex_queue ADD reader text NOT NULL DEFAULT 'search';
CREATE INDEX reindex_queue_reader ON reindex_queue (reader, seq);

ALTER TABLE index_rebuilds ADD reader text NOT NULL DEFAULT 'search';
-- At most one of each engine is open.
DROP INDEX index_rebuilds_open;
CREATE UNIQUE INDEX index_rebuilds_open ON index_rebuilds (reader) WHERE step NOT IN ('done', 'failed');
