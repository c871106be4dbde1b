-- Names beside the fields of products: aliases, and English names of what they are sorted by.

-- Names of products that are not their supplier's: brands, trade names, old names, names in other languages, numbers of
-- other registers. By CAS number, for every product that has it, now or later; or by the number of one product.
CREATE TABLE aliases (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cas    text COLLATE "C" CHECK (char_length(cas) BETWEEN 1 AND 40 AND cas <> 'N/A'),
  code   text COLLATE "C" CHECK (char_length(code) BETWEEN 1 AND 30),
  text   text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 200 AND text = btrim(text) AND text !~ '[[:cntrl:]]'),
  -- BCP 47; none for a name that is the same in all of them
  lang   text CHECK (lang ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' AND char_length(lang) <= 35),
  kind   text NOT NULL CHECK (kind IN ('brand', 'trade', 'old', 'foreign', 'identifier')),
  -- who added it: 'starter' is the list that comes with the service, and which a newer one replaces
  source text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
  CHECK (num_nonnulls(cas, code) = 1),
  UNIQUE NULLS NOT DISTINCT (cas, code, text)
);
CREATE INDEX aliases_code ON aliases (code) WHERE code IS NOT NULL;
-- For searches while the search engine is away.
CREATE INDEX aliases_text ON aliases (lower(text));

-- Names of the starter list that were deleted here: a newer list does not bring them back.
CREATE TABLE aliases_refused (
  cas  text COLLATE "C" NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (cas, text)
);

-- An alias that changes is a change of the search documents of its products, and of nothing else of them. A product that
-- another transaction is just writing cannot be seen: it could be indexed before the alias commits and then lack it. So
-- writers of aliases and writers of products wait for each other; those of products do not wait among themselves.
-- The number is one of src/platform/database/locks.ts.
CREATE FUNCTION before_alias_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7203404);
  RETURN NULL;
END $$;
CREATE TRIGGER aliases_before_write BEFORE INSERT OR UPDATE OR DELETE ON aliases
  FOR EACH STATEMENT EXECUTE FUNCTION before_alias_write();

CREATE FUNCTION after_alias_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (product_id, code, op)
    SELECT id, code, 'upsert' FROM products WHERE cas <> 'N/A' AND cas IN (SELECT cas FROM changed)
     UNION
    SELECT id, code, 'upsert' FROM products WHERE code IN (SELECT code FROM changed);
  IF FOUND THEN
    NOTIFY product_changes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER aliases_after_insert AFTER INSERT ON aliases
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_alias_write();
CREATE TRIGGER aliases_after_update AFTER UPDATE ON aliases
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_alias_write();
CREATE TRIGGER aliases_after_move AFTER UPDATE ON aliases
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_alias_write();
CREATE TRIGGER aliases_after_delete AFTER DELETE ON aliases
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION after_alias_write();

-- TRUNCATE gives its triggers no rows; before it they are still there.
CREATE FUNCTION before_alias_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM aliases;
  RETURN NULL;
END $$;
CREATE TRIGGER aliases_before_truncate BEFORE TRUNCATE ON aliases
  FOR EACH STATEMENT EXECUTE FUNCTION before_alias_truncate();

-- English names of what products are sorted by. Products keep the values as they are; pages in English show the names,
-- and searches read them. A value has at most one; the values need not be in use.
CREATE TABLE terms (
  kind    text NOT NULL CHECK (kind IN ('category', 'series', 'tag')),
  value   text COLLATE "C" NOT NULL CHECK (char_length(value) BETWEEN 1 AND 300),
  name_en text NOT NULL CHECK (char_length(name_en) BETWEEN 1 AND 100 AND name_en = btrim(name_en) AND name_en !~ '[[:cntrl:]]'),
  PRIMARY KEY (kind, value)
);

INSERT INTO terms (kind, value, name_en) VALUES
  ('category', '杂质对照品', 'Impurity reference standards'),
  ('category', '标准品', 'Reference standards'),
  ('category', '中间体', 'Intermediates');

-- Every gateway keeps the names in memory.
CREATE FUNCTION after_term_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY terms;
  RETURN NULL;
END $$;
CREATE TRIGGER terms_after_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON terms
  FOR EACH STATEMENT EXECUTE FUNCTION after_term_write();
