-- Inquiries about several products at once. One of the one-product form has its product in `inquiries` and no lines.
ALTER TABLE inquiries
  DROP CONSTRAINT inquiries_check,
  ADD line_count smallint NOT NULL DEFAULT 0 CHECK (line_count BETWEEN 0 AND 100),
  ADD CONSTRAINT inquiries_products CHECK ((num_nonnulls(code, cas, product_name) > 0) = (line_count = 0));

CREATE TABLE inquiry_lines (
  inquiry_id   bigint NOT NULL REFERENCES inquiries ON DELETE CASCADE,
  line         smallint NOT NULL CHECK (line BETWEEN 1 AND 100),
  code         text CHECK (char_length(code) <= 30),
  cas          text CHECK (char_length(cas) <= 40),
  product_name text CHECK (char_length(product_name) <= 200),
  quantity     text CHECK (char_length(quantity) <= 100),
  unit         text CHECK (char_length(unit) <= 50),
  purity       text CHECK (char_length(purity) <= 50),
  note         text CHECK (char_length(note) <= 500),
  status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'quoted', 'declined')),
  PRIMARY KEY (inquiry_id, line),
  CHECK (num_nonnulls(code, cas, product_name) > 0)
);
-- How often a product was inquired about, as of inquiries_code.
CREATE INDEX inquiry_lines_code ON inquiry_lines (code COLLATE "C") WHERE code IS NOT NULL;
