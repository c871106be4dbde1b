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
