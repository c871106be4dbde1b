-- What was asked for in vain (src/demand/): texts that found no product, or only such as are like them, by the week of
-- which this is the Monday. Nothing of who asked.
CREATE TABLE demand (
  text     text COLLATE "C" NOT NULL CHECK (char_length(text) BETWEEN 1 AND 100),
  week     date NOT NULL CHECK (extract(isodow FROM week) = 1),
  sureness text NOT NULL CHECK (sureness IN ('none', 'similar')),
  language text NOT NULL GENERATED ALWAYS AS
           (CASE WHEN text ~ '[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]' THEN 'cn' ELSE 'en' END) STORED,
  count    bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (text, week, sureness)
);

-- Texts that staff do not want to see there. They are counted on.
CREATE TABLE demand_ignored (
  text text COLLATE "C" PRIMARY KEY CHECK (char_length(text) BETWEEN 1 AND 100),
  by   text NOT NULL,
  at   timestamptz(3) NOT NULL DEFAULT now()
);

-- What an inquiry names, in the form of demand.text as far as SQL can tell, to count the inquiries beside it.
ALTER TABLE inquiries ADD named text COLLATE "C"
  GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED;
ALTER TABLE inquiry_lines ADD named text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED;
CREATE INDEX inquiries_named ON inquiries (named) WHERE named IS NOT NULL;
CREATE INDEX inquiry_lines_named ON inquiry_lines (named);
