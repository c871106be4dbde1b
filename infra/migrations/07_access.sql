-- Who may write, and what they did: API keys with the sync log, and the accounts of staff.

-- Hashes only.

CREATE TABLE api_keys (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  source     text NOT NULL DEFAULT 'sync' CHECK (char_length(source) BETWEEN 1 AND 50 AND source <> 'back-office'),
  -- What it may do: src/platform/http/key-access.ts.
  access     text NOT NULL DEFAULT 'all' CHECK (access IN ('read', 'push', 'all')),
  hash       bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);

-- Replicas cache keys for a moment; each invalidates a changed key at once.
CREATE FUNCTION notify_api_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY api_keys;
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_changed AFTER INSERT OR UPDATE OR DELETE ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION notify_api_keys();

-- Every call made with a key, and every import by staff, which is there from its beginning: while it goes on its status is 102,
-- and its duration and counts tell how far it has come. Without a sign of life it was broken off (src/platform/access/store.ts).
CREATE TABLE sync_log (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id      bigint REFERENCES api_keys,
  staff_name  text,
  method      text NOT NULL,
  path        text NOT NULL,
  status      integer NOT NULL,
  duration_ms integer NOT NULL,
  address     text NOT NULL,
  request_id  text NOT NULL,
  counts      jsonb,
  file_name   text CHECK (char_length(file_name) <= 200),
  CHECK (num_nonnulls(key_id, staff_name) = 1)
);
-- By each filter of the back office.
CREATE INDEX sync_log_at ON sync_log (at);
CREATE INDEX sync_log_key ON sync_log (key_id, id);
CREATE INDEX sync_log_method ON sync_log (method, id);
CREATE INDEX sync_log_status ON sync_log (status, id);
CREATE INDEX sync_log_path ON sync_log USING gin (path gin_trgm_ops);
CREATE INDEX sync_log_refusing ON sync_log (id) WHERE counts ? 'created' AND (counts->>'invalid')::int > 0;
-- The pushes of a day, and those that refused something (src/platform/access/push-days.ts), however many reads are logged beside.
CREATE INDEX sync_log_pushes ON sync_log (at) WHERE counts ? 'created';
CREATE INDEX sync_log_rejections ON sync_log (at) WHERE counts ? 'created' AND (counts->>'invalid')::int > 0;

-- What was wrong with an import, to be read when its answer is gone: for 30 days, and so much for each caller
-- (src/platform/access/kept-imports.ts). Without a row where nothing was. All that came from outside is JSON as a text: jsonb has
-- neither NUL nor halves of characters.
CREATE TABLE imports (
  id       bigint PRIMARY KEY REFERENCES sync_log ON DELETE CASCADE,
  at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  caller   text NOT NULL,
  form     text NOT NULL,
  warnings text CHECK (octet_length(warnings) <= 65536),
  -- of its rejected rows
  rows     integer NOT NULL DEFAULT 0 CHECK (rows <= 50000),
  bytes    bigint NOT NULL DEFAULT 0
);
CREATE INDEX imports_caller ON imports (caller, id) INCLUDE (bytes);
CREATE INDEX imports_at ON imports (at);

CREATE TABLE rejected_rows (
  import_id bigint NOT NULL REFERENCES imports ON DELETE CASCADE,
  place     integer NOT NULL,
  fault     text NOT NULL,
  given     text NOT NULL,
  PRIMARY KEY (import_id, place)
);

-- What the columns of files are read as, where that is not what their names say (src/exchange/import/mapping.ts): for files whose
-- columns the header stands for, and of keys only for those of the source.
CREATE TABLE import_mappings (
  name    text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 100),
  header  text NOT NULL,
  columns text NOT NULL CHECK (octet_length(columns) <= 262144),
  source  text,
  by      text NOT NULL,
  at      timestamptz NOT NULL DEFAULT now()
);

-- The answers to calls that would make something new again if they were repeated, for a day: a repetition with the same
-- Idempotency-Key gets the same answer. A row commits with what its call made. The hash is of caller, call and key.
CREATE TABLE kept_answers (
  hash    bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  content bytea NOT NULL CHECK (octet_length(content) = 32),
  made_at timestamptz NOT NULL DEFAULT now(),
  -- null only until its transaction ends
  status  integer,
  answer  text CHECK (octet_length(answer) <= 4 * 1024 * 1024)
);
CREATE INDEX kept_answers_made ON kept_answers (made_at);

CREATE TABLE staff (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50 AND name = lower(name)) UNIQUE,
  -- scrypt with its salt and costs: src/desk/passwords.ts
  password    text NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT now(),
  seen_at     timestamptz(3),
  -- Editors work on the catalogue; administrators also issue keys, set up webhooks, manage accounts and rebuild the index.
  role        text NOT NULL DEFAULT 'editor' CHECK (role IN ('editor', 'administrator')),
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

-- Wrong passwords for an account name (known or not) from a network (an IPv4 address or an IPv6 /64), and under the empty
-- name all from that network, shared by all replicas: none is checked before next_at. Maintenance removes the counts that
-- have run out.
CREATE TABLE staff_attempts (
  name       text NOT NULL,
  address    text NOT NULL,
  failures   integer NOT NULL,
  next_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (name, address)
);
CREATE INDEX staff_attempts_expiry ON staff_attempts (expires_at);

-- What staff did and exported, and who tried to sign in as one of them ('-' where the account is unknown: what was typed for
-- its name may be a password). The name stays when the account goes.
CREATE TABLE staff_actions (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  staff_name text NOT NULL,
  method     text NOT NULL,
  path       text NOT NULL,
  status     integer NOT NULL,
  address    text NOT NULL,
  request_id text NOT NULL,
  -- of an import: its row in the sync log, and what became of the rows of the file
  import_id  bigint,
  counts     jsonb
);
CREATE INDEX staff_actions_name ON staff_actions (staff_name, id);
-- Failed sign-ins anybody can make: they go after 90 days.
CREATE INDEX staff_actions_refused ON staff_actions (at) WHERE status = 401;
