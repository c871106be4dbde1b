-- What the indexer keeps beside its position (the row of log_readers named 'search').

-- Products whose search document the engine refused: kept apart with the reason, never in the way of others.
CREATE TABLE index_set_aside (
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
