-- Products whose search document the engine refused: kept apart with the reason, never in the way of others.
CREATE TABLE index_set_aside (
  product_id bigint PRIMARY KEY,
  code       text NOT NULL,
  reason     text NOT NULL,
  at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
