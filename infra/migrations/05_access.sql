-- API keys (hashes only) and the sync log of every call made with one.

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
  counts      jsonb
);
-- By each filter of the back office.
CREATE INDEX sync_log_at ON sync_log (at);
CREATE INDEX sync_log_key ON sync_log (key_id, id);
CREATE INDEX sync_log_method ON sync_log (method, id);
CREATE INDEX sync_log_status ON sync_log (status, id);
CREATE INDEX sync_log_path ON sync_log USING gin (path gin_trgm_ops);
