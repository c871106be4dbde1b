-- What visitors ask for: prices, and what they search and open.

-- Price inquiries from the public website: about one product, or about several, which have a line each.
CREATE TABLE inquiries (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created_at   timestamptz(3) NOT NULL DEFAULT now(),
  code         text CHECK (char_length(code) <= 30),
  cas          text CHECK (char_length(cas) <= 40),
  product_name text CHECK (char_length(product_name) <= 200),
  quantity     text CHECK (char_length(quantity) <= 100),
  name         text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  company      text CHECK (char_length(company) <= 200),
  email        text CHECK (char_length(email) <= 254),
  phone        text CHECK (char_length(phone) <= 50),
  country      text CHECK (char_length(country) <= 100),
  message      text CHECK (char_length(message) <= 4000),
  status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered')),
  note         text CHECK (char_length(note) <= 4000),
  answered_at  timestamptz(3),
  answered_by  text,
  traceparent  text DEFAULT nullif(current_setting('catalogue.writer', true), '')::json ->> 'traceparent',
  line_count   smallint NOT NULL DEFAULT 0 CHECK (line_count BETWEEN 0 AND 100),
  -- of all that the visitor wrote, lines too: what reads many of them reads so many bytes at once
  bytes        integer NOT NULL DEFAULT 65536 CHECK (bytes BETWEEN 1 AND 65536),
  -- what it names, in the form of demand.text as far as SQL can tell, to count the inquiries beside it
  named        text COLLATE "C"
               GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED,
  -- Mail to the seller, where it is set up: what is not mailed is tried again at mail_next_at, until a day after the first
  -- try, whenever that was.
  mailed_at        timestamptz(3),
  mail_failures    integer NOT NULL DEFAULT 0,
  mail_tried_since timestamptz,
  mail_next_at     timestamptz NOT NULL DEFAULT now(),
  mail_error       jsonb,
  mail_given_up_at timestamptz(3),
  CONSTRAINT inquiries_products CHECK ((num_nonnulls(code, cas, product_name) > 0) = (line_count = 0)),
  CONSTRAINT inquiries_contact CHECK (num_nonnulls(email, phone) > 0)
);
-- They go when they are as old as they are kept.
CREATE INDEX inquiries_created ON inquiries (created_at);
CREATE INDEX inquiries_new ON inquiries (id) WHERE status = 'new';
CREATE INDEX inquiries_unmailed ON inquiries (created_at) WHERE mailed_at IS NULL AND mail_given_up_at IS NULL;
CREATE INDEX inquiries_named ON inquiries (named) WHERE named IS NOT NULL;
-- How often a product was inquired about ranks it among suggestions. In the collation of the codes of products.
CREATE INDEX inquiries_code ON inquiries (code COLLATE "C") WHERE code IS NOT NULL;

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
  -- the number of a product that may be meant by what is named
  suggested    text CHECK (char_length(suggested) <= 30),
  status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'quoted', 'declined')),
  named        text COLLATE "C" NOT NULL
               GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED,
  PRIMARY KEY (inquiry_id, line),
  CHECK (num_nonnulls(code, cas, product_name) > 0)
);
CREATE INDEX inquiry_lines_code ON inquiry_lines (code COLLATE "C") WHERE code IS NOT NULL;
CREATE INDEX inquiry_lines_named ON inquiry_lines (named);

-- How many came on a day (UTC, by this clock) from a key, a network (an IPv4 address or an IPv6 /64), and as 'all' from all
-- without a key: the bounds of a day are those of all gateways together. Maintenance removes the days before yesterday.
CREATE TABLE inquiry_counts (
  day    date NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC')::date,
  caller text COLLATE "C" NOT NULL,
  count  integer NOT NULL DEFAULT 1,
  PRIMARY KEY (day, caller)
);

-- What was asked for in vain (src/search/demand/): texts that found no product, or only such as are like them, by the week of
-- which this is the Monday. Nothing of who asked.
CREATE TABLE demand (
  text     text COLLATE "C" NOT NULL CHECK (char_length(text) BETWEEN 1 AND 100),
  week     date NOT NULL CHECK (extract(isodow FROM week) = 1),
  sureness text NOT NULL CHECK (sureness IN ('none', 'similar')),
  language text NOT NULL GENERATED ALWAYS AS
           (CASE WHEN text ~ '[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]' THEN 'cn' ELSE 'en' END) STORED,
  count    bigint NOT NULL CHECK (count > 0),
  -- as it was first typed, where its capitals are others
  typed    text CHECK (char_length(typed) BETWEEN 1 AND 300),
  PRIMARY KEY (text, week, sureness)
);

-- Texts that staff do not want to see there. They are counted on.
CREATE TABLE demand_ignored (
  text text COLLATE "C" PRIMARY KEY CHECK (char_length(text) BETWEEN 1 AND 100),
  by   text NOT NULL,
  at   timestamptz(3) NOT NULL DEFAULT now()
);
