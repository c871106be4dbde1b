-- Inquiries are told to the webhooks that want to know of them.

ALTER TABLE webhooks
  DROP CONSTRAINT webhooks_events_check,
  ADD CONSTRAINT webhooks_events_check
    CHECK (cardinality(events) > 0 AND events <@ ARRAY['upsert', 'delete', 'inquiry.created']);

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
