-- The canonical catalogue. Every bound of the API is a constraint here too, so that no other writer
-- (a restore, a hand at psql) can store what the API could not serve.

CREATE TABLE categories (
  name     text PRIMARY KEY CHECK (char_length(name) BETWEEN 1 AND 50),
  position bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
INSERT INTO categories (name) VALUES ('杂质对照品'), ('标准品'), ('中间体');

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
  tags           text CHECK (char_length(tags) BETWEEN 1 AND 300),
  structure_url  text CHECK (char_length(structure_url) BETWEEN 1 AND 500),
  description    text CHECK (char_length(description) BETWEEN 1 AND 1000),
  description_en text CHECK (char_length(description_en) BETWEEN 1 AND 1000),
  ai_summary     text CHECK (char_length(ai_summary) BETWEEN 1 AND 4000),
  ai_summary_en  text CHECK (char_length(ai_summary_en) BETWEEN 1 AND 4000),
  source         text NOT NULL CHECK (char_length(source) BETWEEN 1 AND 50),
  -- Cut, not rounded, to milliseconds: a rounded one could lie in the future.
  updated_at     timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);

CREATE INDEX products_updated ON products (updated_at, id);
CREATE INDEX products_cas ON products (cas) WHERE cas <> 'N/A';
CREATE INDEX products_category ON products (category, updated_at, id);
CREATE INDEX products_status ON products (status, updated_at, id);
CREATE INDEX products_series ON products (series, updated_at, id) WHERE series IS NOT NULL;
CREATE INDEX products_series_code ON products (series, code) WHERE series IS NOT NULL; -- the mates of a detail
CREATE INDEX products_source ON products (source, updated_at, id);
CREATE INDEX products_tags ON products USING gin (string_to_array(tags, ';')) WHERE tags IS NOT NULL;

-- A code is a product's identity for every consumer, the log and the search index: it never changes.
CREATE FUNCTION refuse_code_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the code of a product cannot change (% to %)', OLD.code, NEW.code
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER products_code_is_fixed BEFORE UPDATE OF code ON products
  FOR EACH ROW WHEN (OLD.code IS DISTINCT FROM NEW.code) EXECUTE FUNCTION refuse_code_change();
