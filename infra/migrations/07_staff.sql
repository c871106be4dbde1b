-- The back office: accounts, sessions, attempts to sign in, what was done, and the inquiries that it answers.

CREATE TABLE staff (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50 AND name = lower(name)) UNIQUE,
  -- scrypt with its salt and costs: src/back-office/passwords.ts
  password   text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  seen_at    timestamptz(3),
  -- Editors work on the catalogue; administrators also issue keys, set up webhooks, manage accounts and rebuild the index.
  role        text NOT NULL DEFAULT 'administrator' CHECK (role IN ('editor', 'administrator')),
  disabled_at timestamptz(3)
);

-- Only a hash of the cookie: who reads the table cannot sign in with it.
CREATE TABLE staff_sessions (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  staff_id   bigint NOT NULL REFERENCES staff ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at    timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX staff_sessions_staff ON staff_sessions (staff_id);

-- Wrong passwords for an account name (known or not) from a network (an IPv4 address or an IPv6 /64), shared by all
-- replicas. Maintenance removes the counts that have run out.
CREATE TABLE staff_attempts (
  name       text NOT NULL,
  address    text NOT NULL,
  failures   integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (name, address)
);
CREATE INDEX staff_attempts_expiry ON staff_attempts (expires_at);

-- What staff did. The name stays when the account goes.
CREATE TABLE staff_actions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  staff_name text NOT NULL,
  method     text NOT NULL,
  path       text NOT NULL,
  status     integer NOT NULL,
  address    text NOT NULL,
  request_id text NOT NULL
);
CREATE INDEX staff_actions_name ON staff_actions (staff_name, id);

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
  line_count   smallint NOT NULL DEFAULT 0 CHECK (line_count BETWEEN 0 AND 100),
  -- what it names, in the form of demand.text as far as SQL can tell, to count the inquiries beside it
  named        text COLLATE "C"
               GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED,
  -- Mail to the seller, where it is set up: what is not mailed is tried again at mail_next_at, for a day.
  mailed_at     timestamptz(3),
  mail_failures integer NOT NULL DEFAULT 0,
  mail_next_at  timestamptz NOT NULL DEFAULT now(),
  mail_error    text CHECK (char_length(mail_error) <= 200),
  CONSTRAINT inquiries_products CHECK ((num_nonnulls(code, cas, product_name) > 0) = (line_count = 0)),
  CONSTRAINT inquiries_contact CHECK (num_nonnulls(email, phone) > 0)
);
CREATE INDEX inquiries_new ON inquiries (id) WHERE status = 'new';
CREATE INDEX inquiries_unmailed ON inquiries (created_at) WHERE mailed_at IS NULL;
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
  status       text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'quoted', 'declined')),
  named        text COLLATE "C" NOT NULL
               GENERATED ALWAYS AS (lower(normalize(btrim(coalesce(product_name, cas, code)), NFKC))) STORED,
  PRIMARY KEY (inquiry_id, line),
  CHECK (num_nonnulls(code, cas, product_name) > 0)
);
CREATE INDEX inquiry_lines_code ON inquiry_lines (code COLLATE "C") WHERE code IS NOT NULL;
CREATE INDEX inquiry_lines_named ON inquiry_lines (named);
