-- What is probably wrong with products: a row where a check (src/quality/checks.ts) finds something. Written by a reader of
-- the change log of its own (src/quality/catch-up.ts), one at a time: some rules are chemistry, which SQL does not know, and
-- others compare products that different transactions write.
CREATE TABLE findings (
  product_id bigint NOT NULL,
  check_id   text COLLATE "C" NOT NULL,
  -- `updated_at` of the product: a list of findings has the order of other lists
  written_at timestamptz(3) NOT NULL,
  -- the CAS number, where other products that have it make the finding
  shared_cas text COLLATE "C",
  PRIMARY KEY (product_id, check_id)
);
CREATE INDEX findings_check ON findings (check_id, written_at, product_id);
CREATE INDEX findings_cas ON findings (shared_cas) WHERE shared_cas IS NOT NULL;

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
