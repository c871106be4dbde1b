-- What the indexer keeps beside its position in the log (the row of log_readers named 'search').

-- Dead letters: products whose document the search engine refused, with the reason, out of the way of the others.
CREATE TABLE index_dead_letters (
  index_uid  text NOT NULL,
  product_id bigint NOT NULL,
  code       text NOT NULL,
  reason     text NOT NULL,
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (index_uid, product_id)
);

-- Products to be delivered once more though they did not change: differences that a verification found.
CREATE TABLE index_redeliveries (
  seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id bigint NOT NULL
);

-- Rebuilds of the index: asked for, under way with what is needed to go on after a crash, or ended.
CREATE TABLE index_rebuilds (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason      text NOT NULL,
  step        text NOT NULL DEFAULT 'asked'
              CHECK (step IN ('asked', 'load', 'replay', 'verify', 'swap', 'drop', 'done', 'failed')),
  -- the index that is built, its identity (the engine's creation time) and the hash of its settings
  target      text,
  identity    text,
  settings    text,
  -- the position in the log up to which the target holds every change to what was loaded
  epoch       uuid,
  xid         xid8,
  seq         bigint,
  -- every product up to this id is loaded
  last_id     bigint NOT NULL DEFAULT 0,
  loaded      bigint NOT NULL DEFAULT 0,
  total       bigint NOT NULL DEFAULT 0,
  message     text,
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at  timestamptz,
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz
);
-- At most one is open.
CREATE UNIQUE INDEX index_rebuilds_open ON index_rebuilds ((true)) WHERE step NOT IN ('done', 'failed');

-- Comparisons of the search index with the catalogue that were asked for outside of the indexer, which makes them and
-- notes the outcome. The last hundred are kept.
CREATE TABLE index_checks (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  outcome     jsonb,
  message     text
);
-- At most one is open.
CREATE UNIQUE INDEX index_checks_open ON index_checks ((true)) WHERE finished_at IS NULL;
