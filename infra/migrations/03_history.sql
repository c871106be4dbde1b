-- Who changed which field of a product from what to what, and when. Written by triggers, whoever writes; maintenance
-- removes what is older than 400 days (src/catalogue/history/store.ts).
CREATE TABLE product_history (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at      timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  code    text COLLATE "C" NOT NULL,
  op      text NOT NULL CHECK (op IN ('created', 'changed', 'deleted')),
  -- an API key, an account of staff, a file that staff imported, the command line; else somebody in the database itself
  by_kind text NOT NULL CHECK (by_kind IN ('key', 'staff', 'import', 'command', 'database')),
  by_name text CHECK (char_length(by_name) <= 200),
  -- the bulk edit that it belongs to, by which that is undone
  bulk_id bigint,
  -- {"field": [before, after]} of the fields that differ; of a deleted product all that it had. Nothing of a new one: what
  -- it was made with is what later changes found before them, and what it holds now. As text: it is written far more often
  -- than read.
  changes json,
  CHECK ((changes IS NULL) = (op = 'created'))
);
CREATE INDEX product_history_code ON product_history (code, id);
CREATE INDEX product_history_deleted ON product_history (id) WHERE op = 'deleted';
CREATE INDEX product_history_bulk ON product_history (bulk_id, code) WHERE bulk_id IS NOT NULL;

-- Who writes in this transaction, as src/platform/database/writes.ts says it: {"kind", "name", "bulk", "traceparent"}.
CREATE FUNCTION product_writer() RETURNS TABLE (kind text, name text, bulk bigint) STABLE LANGUAGE sql AS $$
  SELECT coalesce(writer ->> 'kind', 'database'), writer ->> 'name', (writer ->> 'bulk')::bigint
    FROM (SELECT nullif(current_setting('catalogue.writer', true), '')::json AS writer) AS said
$$;

-- What staff did to many products at once, and how far it came. What it changed of each product is in the history, by its
-- number (product_history.bulk_id); by that it is undone.
CREATE TABLE bulk_edits (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  by_name    text NOT NULL CHECK (char_length(by_name) <= 200),
  -- {"change": {…}}, {"rename": {…}} or {"undo": <id>}
  what       json NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  -- the last sign of life of the process that works on it, and then its end
  seen_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  state      text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'stopped', 'failed')),
  failure    text CHECK (char_length(failure) <= 50),
  -- products: to be worked on, worked on so far; of these changed, and left as they were
  total      integer NOT NULL DEFAULT 0,
  done       integer NOT NULL DEFAULT 0,
  changed    integer NOT NULL DEFAULT 0,
  left_out   integer NOT NULL DEFAULT 0
);
-- One at a time, whichever gateway works on it.
CREATE UNIQUE INDEX bulk_edits_running ON bulk_edits ((true)) WHERE state = 'running';
