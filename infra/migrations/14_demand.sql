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

-- How often products were opened from results (src/demand/), by the week of which this is the Monday. Nothing of who did.
CREATE TABLE product_opens (
  code  text COLLATE "C" NOT NULL,
  week  date NOT NULL CHECK (extract(isodow FROM week) = 1),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (code, week)
);

-- How much a product is asked for, as the search index has it to order suggestions; 0 where there is no row.
CREATE TABLE product_popularity (
  code  text COLLATE "C" PRIMARY KEY,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 5)
);
