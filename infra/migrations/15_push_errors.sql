-- What was wrong with the products of a push: its first errors and warnings, to be read when its answer is gone.
ALTER TABLE sync_log
  ADD errors   jsonb CHECK (jsonb_array_length(errors) <= 100 AND octet_length(errors::text) <= 131072),
  ADD warnings jsonb CHECK (jsonb_array_length(warnings) <= 100 AND octet_length(warnings::text) <= 131072);
CREATE INDEX sync_log_errors ON sync_log (id) WHERE errors IS NOT NULL;
