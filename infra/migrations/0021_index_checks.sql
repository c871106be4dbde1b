-- Comparisons of the search index with the catalogue that were asked for from outside of the indexer, which makes
-- them and notes the outcome. The last hundred are kept.
CREATE TABLE index_checks (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at timestamptz,
  outcome     jsonb,
  message     text
);
-- At most one is open.
CREATE UNIQUE INDEX index_checks_open ON index_checks ((true)) WHERE finished_at IS NULL;
