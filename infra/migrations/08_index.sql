-- What the indexer keeps beside its positions in the log. Each engine is fed by a reader of its own ('search' where there is
-- one engine, else 'search ' with its host and port), and has redeliveries and rebuilds of its own.

-- Dead letters: products whose document the search engine refused, with the reason, out of the way of the others.
CREATE TABLE index_dead_letters (
  index_uid  text NOT NULL,
  product_id bigint NOT NULL,
  code       text NOT NULL,
  reason     text NOT NULL,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (index_uid, product_id)
);

-- The reindex queue: products to be delivered again though they did not change, because a verification found their
-- documents to differ.
CREATE TABLE reindex_queue (
  seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL,
  reader     text NOT NULL DEFAULT 'search'
);
CREATE INDEX reindex_queue_reader ON reindex_queue (reader, seq);

-- Rebuilds of the index: requested, under way (with what is needed to resume after a crash), or ended.
CREATE TABLE index_rebuilds (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason      text NOT NULL,
  step        text NOT NULL DEFAULT 'requested'
              CHECK (step IN ('requested', 'load', 'replay', 'verify', 'swap', 'drop', 'done', 'failed')),
  -- the index that is built, its identity (the engine's creation time) and its form (a hash of settings and documents)
  target      text,
  identity    text,
  form        text,
  -- the position in the log up to which the target holds every change to what was loaded
  epoch       uuid,
  xid         xid8,
  seq         bigint,
  -- every product up to this id is loaded
  last_id     bigint NOT NULL DEFAULT 0,
  loaded      bigint NOT NULL DEFAULT 0,
  total       bigint NOT NULL DEFAULT 0,
  message     text,
  requested_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at  timestamptz,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  reader      text NOT NULL DEFAULT 'search'
);
-- At most one of each engine is open.
CREATE UNIQUE INDEX index_rebuilds_open ON index_rebuilds (reader) WHERE step NOT IN ('done', 'failed');

-- Comparisons of the search index with the catalogue that the back office requests; the indexer makes them and records
-- the outcome. The last hundred are kept.
CREATE TABLE index_checks (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  outcome     jsonb,
  message     text
);
-- At most one is open.
CREATE UNIQUE INDEX index_checks_open ON index_checks ((true)) WHERE finished_at IS NULL;
