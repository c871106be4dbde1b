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
