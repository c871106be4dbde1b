-- Staff of the back office: accounts, sessions, sign-in attempts, and what was done.

CREATE TABLE staff (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50 AND name = lower(name)) UNIQUE,
  -- scrypt with its salt and costs: src/back-office/passwords.ts
  password   text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  seen_at    timestamptz(3)
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

-- Wrong passwords for an account name (known or not) from an address, shared by all replicas.
CREATE TABLE staff_attempts (
  name       text NOT NULL,
  address    text NOT NULL,
  failures   integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (name, address)
);

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

ALTER TABLE inquiries
  ADD COLUMN status      text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered')),
  ADD COLUMN note        text CHECK (char_length(note) <= 4000),
  ADD COLUMN answered_at timestamptz(3),
  ADD COLUMN answered_by text;
CREATE INDEX inquiries_new ON inquiries (id) WHERE status = 'new';
