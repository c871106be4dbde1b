-- Mail to the seller, where it is set up: what is not mailed is tried again at mail_next_at, for a day.
ALTER TABLE inquiries
  ADD mailed_at      timestamptz(3),
  ADD mail_failures  integer NOT NULL DEFAULT 0,
  ADD mail_next_at   timestamptz NOT NULL DEFAULT now(),
  ADD mail_error     text CHECK (char_length(mail_error) <= 200);
CREATE INDEX inquiries_unmailed ON inquiries (created_at) WHERE mailed_at IS NULL;
