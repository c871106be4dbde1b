-- When the catalogue was backed up (`catalogue backup`), for the alert on an old back-up. Of this database and not of the
-- catalogue: a restore leaves it alone. The last hundred are kept.
CREATE TABLE backups (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- the instant of its snapshot
  made_at    timestamptz(3) NOT NULL
);
