-- Receivers of product changes and inquiries: each is one more reader of the log, with a position of its own.
CREATE TABLE webhooks (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url             text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2000),
  events          text[] NOT NULL CHECK (cardinality(events) > 0 AND events <@ ARRAY['upsert', 'delete', 'inquiry.created']),
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- everything up to here is acknowledged
  epoch           uuid NOT NULL,
  xid             xid8 NOT NULL,
  seq             bigint NOT NULL,
  mark            bigint NOT NULL,
  -- where the message in flight ends: its retries end there too, so that they carry the same id
  sending_xid     xid8,
  sending_seq     bigint,
  -- failures since the last success
  failures        integer NOT NULL DEFAULT 0,
  failing_since   timestamptz(3),
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  succeeded_at    timestamptz(3),
  failed_at       timestamptz(3),
  last_error      jsonb,
  disabled_at     timestamptz(3),
  disabled_reason text CHECK (disabled_reason IN ('asked', 'failing', 'gone')),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CHECK ((sending_xid IS NULL) = (sending_seq IS NULL))
);

-- What messages are signed with: it must be readable for that. In a table of its own, so that no list of webhooks can
-- carry it along.
CREATE TABLE webhook_secrets (
  webhook_id bigint PRIMARY KEY REFERENCES webhooks ON DELETE CASCADE,
  secret     text NOT NULL
);

-- The inquiries that a webhook still has to be told of. A row is written with the inquiry, whatever writes that, and
-- removed once the receiver has acknowledged it.
CREATE TABLE webhook_inquiries (
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  inquiry_id bigint NOT NULL REFERENCES inquiries ON DELETE CASCADE,
  PRIMARY KEY (webhook_id, inquiry_id)
);
CREATE INDEX webhook_inquiries_inquiry ON webhook_inquiries (inquiry_id);

-- Locks the webhooks: one that is just being removed would fail the inquiry by its foreign key.
CREATE FUNCTION tell_webhooks_of_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_inquiries (webhook_id, inquiry_id)
    SELECT id, NEW.id FROM webhooks WHERE 'inquiry.created' = ANY (events) FOR KEY SHARE;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks AFTER INSERT ON inquiries
  FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_inquiry();
