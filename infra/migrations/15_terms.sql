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
