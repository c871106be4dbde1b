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

-- A member of `changes`, or null where nothing differs. STABLE, as what it calls is: so it is inlined. So is the next.
CREATE FUNCTION field_change(field text, before anyelement, after anyelement) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN before IS DISTINCT FROM after THEN '"' || field || '":' || json_build_array(before, after)::text END
$$;

-- The `changes` from one row of a product to another, or null where no field differs. Fields are named: rows that are compared
-- as JSON take four times as long.
CREATE FUNCTION changed_fields(o products, n products) RETURNS json STABLE LANGUAGE sql AS $$
  SELECT ('{' || nullif(concat_ws(',',
    field_change('name_cn', o.name_cn, n.name_cn),
    field_change('name_en', o.name_en, n.name_en),
    field_change('synonyms', o.synonyms, n.synonyms),
    field_change('cas', o.cas, n.cas),
    field_change('formula', o.formula, n.formula),
    field_change('mw', o.mw, n.mw),
    field_change('category', o.category, n.category),
    field_change('series', o.series, n.series),
    field_change('status', o.status, n.status),
    field_change('tags', o.tags, n.tags),
    field_change('structure_url', o.structure_url, n.structure_url),
    field_change('description', o.description, n.description),
    field_change('description_en', o.description_en, n.description_en),
    field_change('ai_summary', o.ai_summary, n.ai_summary),
    field_change('ai_summary_en', o.ai_summary_en, n.ai_summary_en),
    field_change('source', o.source, n.source)), '') || '}')::json
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
