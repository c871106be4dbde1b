-- The catalogue. Every bound of the API is a constraint here too, so that no other writer (a restore, somebody at psql)
-- can store what the API could not serve.

CREATE EXTENSION pg_trgm;
CREATE EXTENSION fuzzystrmatch;

CREATE TABLE categories (
  name     text PRIMARY KEY CHECK (char_length(name) BETWEEN 1 AND 50),
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
INSERT INTO categories (name) VALUES ('杂质对照品'), ('标准品'), ('中间体');

-- The clock of products, in microseconds since 1970. `updated_at` and the `as_of` of answers come from it alone. It follows
-- the server's clock, but never goes back with it, and shows no instant twice; what a rolled back transaction took is lost.
CREATE SEQUENCE product_clock;
SELECT setval('product_clock', (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

CREATE FUNCTION clock_instant(microseconds bigint) RETURNS timestamptz IMMUTABLE LANGUAGE sql AS $$
  SELECT to_timestamp(microseconds::float8 / 1000000)
$$;

-- Takes the next instants, `count` rounded up to a multiple of 128, and gives the first, which is one too. Before its first
-- ones a transaction takes a lock that stays until its end, and whose key is the instant after which it writes (read_clock()
-- looks for it). With the rights of its owner, for whoever may write products.
CREATE FUNCTION take_instants(count integer, is_first boolean) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  taken bigint;
BEGIN
  IF is_first THEN
    PERFORM pg_advisory_xact_lock_shared((SELECT last_value FROM public.product_clock));
  END IF;
  BEGIN
    PERFORM pg_advisory_xact_lock(7203408);
    SELECT (greatest(last_value + 1, extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 127) / 128 * 128
      INTO taken FROM public.product_clock;
    PERFORM setval('public.product_clock', taken + (count + 127) / 128 * 128 - 1);
    -- It gives the lock back at once, and a sequence is not rolled back.
    RAISE EXCEPTION USING ERRCODE = 'PDS01';
  EXCEPTION WHEN SQLSTATE 'PDS01' THEN
    RETURN taken;
  END;
END $$;

-- The instant of a write: later than all that were shown, unique, and later than that of the row's `former` version.
CREATE FUNCTION next_instant(former timestamptz DEFAULT NULL) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  -- the last one of this transaction
  last bigint := nullif(current_setting('catalogue.instant', true), '');
  instant bigint := last + 1;
BEGIN
  IF instant IS NULL OR instant % 128 = 0 OR clock_instant(instant) <= former THEN
    instant := take_instants(128, last IS NULL);
  END IF;
  PERFORM set_config('catalogue.instant', instant::text, true);
  RETURN clock_instant(instant);
END $$;

-- The first of `count` instants that follow each other, in microseconds: for statements that write many rows.
CREATE FUNCTION next_instants(count integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := take_instants(count, coalesce(current_setting('catalogue.instant', true), '') = '');
BEGIN
  PERFORM set_config('catalogue.instant', (taken - 1)::text, true); -- none of these is given again
  RETURN taken;
END $$;

-- The clock, and the instant up to which nothing can be written any more: no transaction that is not visible to a statement
-- after this one writes earlier. In this order: who takes instants after the clock is read takes later ones, who did before
-- has his lock until all he wrote is visible.
CREATE FUNCTION read_clock(OUT clock bigint, OUT as_of timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  SELECT last_value INTO clock FROM product_clock;
  SELECT clock_instant(least(clock, min(classid::bigint << 32 | objid::bigint))) INTO as_of
    FROM pg_locks
   WHERE locktype = 'advisory' AND objsubid = 1 AND classid > 200000::oid -- no key but an instant is so large
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
END $$;

CREATE TABLE products (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Byte order: keyset pages by code must not depend on the locale of the server.
  code           text COLLATE "C" NOT NULL UNIQUE
                 CHECK (char_length(code) BETWEEN 1 AND 30 AND code = btrim(code) AND code !~ '[[:cntrl:]]'
                        AND lower(code) NOT IN ('.', '..', 'search', 'suggest', 'batch')),
  name_cn        text NOT NULL CHECK (char_length(name_cn) BETWEEN 1 AND 200),
  name_en        text CHECK (char_length(name_en) BETWEEN 1 AND 200),
  synonyms       text CHECK (char_length(synonyms) BETWEEN 1 AND 300),
  cas            text COLLATE "C" NOT NULL DEFAULT 'N/A' CHECK (char_length(cas) BETWEEN 1 AND 40),
  formula        text CHECK (char_length(formula) BETWEEN 1 AND 60),
  mw             double precision CHECK (mw >= 0 AND mw < 'Infinity'),
  -- No foreign key: a product keeps the text of a category that was deleted.
  category       text NOT NULL DEFAULT '杂质对照品' CHECK (char_length(category) BETWEEN 1 AND 50),
  series         text CHECK (char_length(series) BETWEEN 1 AND 50),
  status         text NOT NULL DEFAULT 'futures' CHECK (status IN ('in_stock', 'futures', 'custom', 'off')),
  -- of a product that a full list of its source no longer named: the status that it had, and gets back when it is listed
  -- again. Whatever else sets the status clears it (05_product_triggers.sql).
  listed_status  text CHECK (listed_status IN ('in_stock', 'futures', 'custom')),
  tags           text CHECK (char_length(tags) BETWEEN 1 AND 300),
  structure_url  text CHECK (char_length(structure_url) BETWEEN 1 AND 500),
  description    text CHECK (char_length(description) BETWEEN 1 AND 1000),
  description_en text CHECK (char_length(description_en) BETWEEN 1 AND 1000),
  ai_summary     text CHECK (char_length(ai_summary) BETWEEN 1 AND 4000),
  ai_summary_en  text CHECK (char_length(ai_summary_en) BETWEEN 1 AND 4000),
  source         text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
  updated_at     timestamptz NOT NULL DEFAULT next_instant(),

  -- What lists and searches filter by, so that no statement repeats the expression of an index. Virtual: they take no
  -- room and no time of a push. A virtual column cannot be indexed by its name, so each index below repeats its
  -- expression to the letter, and a statement that names the column is planned with that index.

  -- the code without regard to case and punctuation, in the collation of the code
  code_key       text COLLATE "C" GENERATED ALWAYS AS (lower(translate(code, '-_./ ', ''))) VIRTUAL,
  -- both names, to look for parts of them
  names          text GENERATED ALWAYS AS (lower(name_cn || ' ' || coalesce(name_en, ''))) VIRTUAL,
  tag_list       text[] GENERATED ALWAYS AS (string_to_array(tags, ';')) VIRTUAL,
  -- the address of the image without the width that it may ask for
  image_url      text GENERATED ALWAYS AS (split_part(structure_url, '?', 1)) VIRTUAL,
  -- whole names, synonyms, tags, formula and series
  search_keys    text[] GENERATED ALWAYS AS (string_to_array(lower(
                   name_cn || coalesce(';' || name_en, '') || coalesce(';' || synonyms, '') || coalesce(';' || tags, '') ||
                   coalesce(';' || formula, '') || coalesce(';' || series, '')), ';')) VIRTUAL,

  CHECK (listed_status IS NULL OR status = 'off')
);

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

-- Lists, by each filter in the order of their pages.
CREATE INDEX products_updated ON products (updated_at, id);
CREATE INDEX products_category ON products (category, updated_at, id);
CREATE INDEX products_status ON products (status, updated_at, id);
CREATE INDEX products_series ON products (series, updated_at, id) WHERE series IS NOT NULL;
CREATE INDEX products_source ON products (source, updated_at, id);
-- Of a narrow range of weights the planner would read all products.
CREATE INDEX products_mw ON products (mw);
-- Not partial: string_to_array is not strict, so a search for a tag does not tell the planner that tags is not null.
CREATE INDEX products_tags ON products USING gin (string_to_array(tags, ';'));

-- A detail, the other products of its series, and which products show an image.
CREATE INDEX products_cas ON products (cas) WHERE cas <> 'N/A';
CREATE INDEX products_series_code ON products (series, code) WHERE series IS NOT NULL;
CREATE INDEX products_image ON products (split_part(structure_url, '?', 1)) WHERE structure_url IS NOT NULL;

-- Search while the search engine is away, and the text filter of the back office. A push pays for every index on each
-- row, so only names are indexed by their parts. New entries of the two large ones wait in a short list, which the
-- indexer merges every few seconds (indexer/maintenance.ts): with a longer one the write that fills it would pay for all.
CREATE INDEX products_code_form ON products (lower(translate(code, '-_./ ', '')) text_pattern_ops);
CREATE INDEX products_names ON products USING gin (lower(name_cn || ' ' || coalesce(name_en, '')) gin_trgm_ops)
  WITH (gin_pending_list_limit = 32768);
CREATE INDEX products_search_keys ON products USING gin (string_to_array(lower(
    name_cn || coalesce(';' || name_en, '') || coalesce(';' || synonyms, '') || coalesce(';' || tags, '') ||
    coalesce(';' || formula, '') || coalesce(';' || series, '')), ';'))
  WITH (gin_pending_list_limit = 32768);

-- Counts that every answer needs, kept as ledgers: each writing statement appends what it added or removed
-- (05_product_triggers.sql), and the count is the sum, exact in every snapshot. Counters in rows would make every writer of a
-- popular tag wait for that row, and deadlock with others who write two of them in another order; appended rows never wait.
-- The ledgers are compacted now and then (src/catalogue/tags/store.ts, src/catalogue/products/list-store.ts).

-- The dictionary of tags, with how many products carry each. A sum of 0 stays: a tag once known stays in it.
CREATE TABLE tag_ledger (
  tag   text COLLATE "C" NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 300),
  delta bigint NOT NULL
);
CREATE INDEX tag_ledger_tag ON tag_ledger (tag);

-- How many products there are, by what lists are filtered by most: the totals of lists.
CREATE TABLE product_totals (
  category text   NOT NULL,
  status   text   NOT NULL,
  source   text   NOT NULL,
  delta    bigint NOT NULL
);

-- What the parts of full lists name, until the last one has come: only then is anything switched off (src/catalogue/products/missing.ts).
-- Those of the list that ended last are kept for a day, so that its last part may be sent again; maintenance removes older ones.
CREATE TABLE list_parts (
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
  list   text NOT NULL CHECK (char_length(list) BETWEEN 1 AND 100),
  part   integer NOT NULL CHECK (part BETWEEN 1 AND 1000),
  codes  text[] NOT NULL,
  count  integer NOT NULL GENERATED ALWAYS AS (cardinality(codes)) STORED,
  ended  boolean NOT NULL DEFAULT false,
  at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source, list, part)
);
CREATE INDEX list_parts_at ON list_parts (at);
