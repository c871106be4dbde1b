-- What the service keeps of its own work. No back-up holds it: a restore leaves it alone, or has it made anew.

-- What the indexer keeps beside its position in the log.

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
  product_id bigint NOT NULL
);
CREATE INDEX reindex_queue_product ON reindex_queue (product_id);

-- Rebuilds of the index: requested, under way (with what is needed to resume after a crash), or ended.
CREATE TABLE index_rebuilds (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reason       text NOT NULL,
  step         text NOT NULL DEFAULT 'requested'
               CHECK (step IN ('requested', 'load', 'verify', 'swap', 'drop', 'done', 'failed')),
  -- the index that is built, its identity (the engine's creation time) and its form (a hash of settings and documents)
  target       text,
  identity     text,
  form         text,
  -- the position in the log up to which the target holds every change to what was loaded
  epoch        uuid,
  xid          xid8,
  seq          bigint,
  mark         bigint,
  -- every product up to this id is loaded
  last_id      bigint NOT NULL DEFAULT 0,
  loaded       bigint NOT NULL DEFAULT 0,
  total        bigint NOT NULL DEFAULT 0,
  message      text,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  started_at   timestamptz,
  updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at  timestamptz
);
-- At most one is open.
CREATE UNIQUE INDEX index_rebuilds_open ON index_rebuilds ((true)) WHERE step NOT IN ('done', 'failed');

-- Comparisons of the search index with the catalogue that the back office requests; the indexer makes them and records
-- the outcome. The last hundred are kept.
CREATE TABLE index_checks (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  finished_at  timestamptz,
  outcome      jsonb,
  message      text
);
-- At most one is open.
CREATE UNIQUE INDEX index_checks_open ON index_checks ((true)) WHERE finished_at IS NULL;

-- The keys by which products are found exactly: a row for each text that means a product, as 64 bits of hash. Written by a
-- reader of the change log of its own (indexer/keys-reader.ts), as what follows from a name is chemistry. Rows and not arrays:
-- a search looks up a dozen keys at once, of some kinds each, and reads nothing but the index.
CREATE TABLE product_keys (
  hash       bigint NOT NULL,
  -- what the key is: its place in KEY_KINDS (src/search/text/tier.ts)
  kind       smallint NOT NULL CHECK (kind >= 0),
  product_id bigint NOT NULL,
  -- how often the product is probably asked for
  fame       integer NOT NULL,
  -- of keys whose beginnings are looked for
  text       text COLLATE "C",
  -- of halves of names: the whole name, to see how many letters differ
  whole      text COLLATE "C"
);

-- The indexes of a table of keys. That of the products comes first: by it a walk writes what it has written before.
CREATE FUNCTION index_product_keys(keys regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX ON %s (hash) INCLUDE (kind, product_id, fame)', keys);
  EXECUTE format('CREATE INDEX ON %s (text) INCLUDE (kind, product_id, fame) WHERE text IS NOT NULL', keys);
  EXECUTE format('ANALYZE %s', keys);
END $$;
CREATE INDEX ON product_keys (product_id);
SELECT index_product_keys('product_keys');

-- A rebuild fills a table beside the one that searches read, and puts it in its place.
CREATE FUNCTION begin_product_keys() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TABLE IF EXISTS product_keys_next;
  CREATE TABLE product_keys_next (LIKE product_keys INCLUDING CONSTRAINTS);
  CREATE INDEX ON product_keys_next (product_id);
END $$;
CREATE FUNCTION swap_product_keys() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_product_keys('product_keys_next');
  DROP TABLE product_keys;
  ALTER TABLE product_keys_next RENAME TO product_keys;
END $$;

-- What is probably wrong with products: a row where a check (src/catalogue/quality/checks.ts) finds something. Written by a reader of
-- the change log of its own (src/catalogue/quality/catch-up.ts), one at a time: some rules are chemistry, which SQL does not know, and
-- others compare products that different transactions write.
CREATE TABLE findings (
  product_id bigint NOT NULL,
  check_id   text COLLATE "C" NOT NULL,
  -- `updated_at` of the product: a list of findings has the order of other lists
  written_at timestamptz NOT NULL,
  -- the CAS number, where other products that have it make the finding
  shared_cas text COLLATE "C",
  PRIMARY KEY (product_id, check_id)
);
CREATE INDEX findings_check ON findings (check_id, written_at, product_id);
CREATE INDEX findings_cas ON findings (shared_cas) WHERE shared_cas IS NOT NULL;

-- What the names of products mean as structures, where OPSIN reads them (src/catalogue/quality/read-names.ts): read in the background,
-- as it takes a millisecond each. The reader of findings asks for what has changed.
CREATE TABLE read_names (
  product_id    bigint PRIMARY KEY,
  -- of the names and the structure that are to be read, or were
  given_hash    text COLLATE "C" NOT NULL,
  is_read       boolean NOT NULL DEFAULT false,
  -- for each check that finds it the names that mean another skeleton than the product's, each with its SMILES
  meanings      jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX read_names_open ON read_names (product_id) WHERE NOT is_read;

-- How many findings each check has. Counters, not a ledger: findings have one writer at a time.
CREATE TABLE finding_totals (
  check_id text COLLATE "C" PRIMARY KEY,
  total    bigint NOT NULL
);

CREATE FUNCTION after_finding_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO finding_totals SELECT check_id, count(*) FROM changed GROUP BY check_id
    ON CONFLICT (check_id) DO UPDATE SET total = finding_totals.total + excluded.total;
  RETURN NULL;
END $$;
CREATE TRIGGER findings_after_insert AFTER INSERT ON findings
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_finding_insert();

CREATE FUNCTION after_finding_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE finding_totals t SET total = t.total - gone.total
    FROM (SELECT check_id, count(*) AS total FROM changed GROUP BY check_id) AS gone WHERE gone.check_id = t.check_id;
  RETURN NULL;
END $$;
CREATE TRIGGER findings_after_delete AFTER DELETE ON findings
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_finding_delete();

-- When the catalogue was backed up (`catalogue backup`), for the alert on an old back-up. The last hundred are kept.
CREATE TABLE backups (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the instant of its snapshot
  made_at timestamptz(3) NOT NULL
);

-- Where pages of incremental pulls ended, for the page after (src/catalogue/products/page-ends.ts): for a quarter of an hour at least.
-- As many of each caller as he may read in that time. Unlogged: that costs next to nothing, and nobody needs them after a crash.
CREATE UNLOGGED TABLE page_ends (
  -- quarters of an hour since 1970
  quarter integer NOT NULL,
  -- the caller and what he asks
  walk    text COLLATE "C" NOT NULL,
  page    integer NOT NULL,
  -- its last row, in the order of the list
  value   text COLLATE "C" NOT NULL,
  id      bigint NOT NULL,
  PRIMARY KEY (quarter, walk, page)
);
