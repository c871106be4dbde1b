-- API keys (hashes only), the sync log of every call made with one, and answers that are kept for repetitions.

CREATE TABLE api_keys (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  source     text NOT NULL DEFAULT 'sync' CHECK (char_length(source) BETWEEN 1 AND 50 AND source <> 'back-office'),
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

CREATE TABLE sync_log (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  key_id      bigint NOT NULL REFERENCES api_keys,
  method      text NOT NULL,
  path        text NOT NULL,
  status      integer NOT NULL,
  duration_ms integer NOT NULL,
  address     text NOT NULL,
  request_id  text NOT NULL,
  counts      jsonb,
  -- of a push: the first errors and warnings, to be read when its answer is gone
  errors      jsonb CHECK (jsonb_array_length(errors) <= 100 AND octet_length(errors::text) <= 131072),
  warnings    jsonb CHECK (jsonb_array_length(warnings) <= 100 AND octet_length(warnings::text) <= 131072)
);
-- By each filter of the back office.
CREATE INDEX sync_log_at ON sync_log (at);
CREATE INDEX sync_log_key ON sync_log (key_id, id);
CREATE INDEX sync_log_method ON sync_log (method, id);
CREATE INDEX sync_log_status ON sync_log (status, id);
CREATE INDEX sync_log_path ON sync_log USING gin (path gin_trgm_ops);
CREATE INDEX sync_log_errors ON sync_log (id) WHERE errors IS NOT NULL;
-- The pushes of a day, and those that refused something (src/access/push-days.ts), however many reads are logged beside.
CREATE INDEX sync_log_pushes ON sync_log (at) WHERE counts ? 'created';
CREATE INDEX sync_log_rejections ON sync_log (at) WHERE errors IS NOT NULL;

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
