-- One append-only log of which products changed, whatever wrote them, and the positions of its readers.
-- Readers go up to pg_snapshot_xmin(pg_current_snapshot()), below which no transaction can still commit:
-- an identity column alone is drawn before commit, so `seq > last` would skip a row that commits late.

CREATE TABLE product_changes (
  xid        xid8 NOT NULL DEFAULT pg_current_xact_id(),
  seq        bigint GENERATED ALWAYS AS IDENTITY,
  product_id bigint NOT NULL,
  code       text COLLATE "C" NOT NULL,
  op         text NOT NULL CHECK (op IN ('upsert', 'delete')),
  at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (xid, seq)
);

-- The cluster, its timeline, the database and the table that positions in the log belong to.
CREATE FUNCTION change_log_fingerprint() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT format('%s/%s/%s/%s',
    (SELECT system_identifier FROM pg_control_system()),
    (SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    to_regclass('products')::oid)
$$;

-- The log's epoch: a restored dump brings transaction ids that mean nothing in this cluster, a promoted standby
-- may lack the last transactions. Where the fingerprint no longer fits, the log starts anew under another epoch
-- (src/changes/log.ts). Rows up to (pruned_xid, pruned_seq) were removed for their age.
CREATE TABLE change_log (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch       uuid NOT NULL DEFAULT gen_random_uuid(),
  fingerprint text NOT NULL DEFAULT change_log_fingerprint(),
  pruned_xid  xid8 NOT NULL DEFAULT '0',
  pruned_seq  bigint NOT NULL DEFAULT 0
);
INSERT INTO change_log DEFAULT VALUES;

CREATE TABLE log_readers (
  name       text PRIMARY KEY,
  epoch      uuid NOT NULL,
  xid        xid8 NOT NULL,
  seq        bigint NOT NULL,
  state      jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A writing transaction must own its transaction id before the first updated_at is taken: the id is what tells
-- readers that somebody still writes, and an updated_at older than it could slip in behind an `as_of`.
CREATE FUNCTION begin_product_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER products_begin_write BEFORE INSERT OR UPDATE OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION begin_product_write();

CREATE FUNCTION log_product_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_changes (product_id, code, op)
    SELECT id, code, CASE TG_OP WHEN 'DELETE' THEN 'delete' ELSE 'upsert' END FROM touched;
  IF FOUND THEN
    NOTIFY product_changes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER products_log_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_product_changes();
CREATE TRIGGER products_log_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_product_changes();
CREATE TRIGGER products_log_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION log_product_changes();

-- TRUNCATE has no transition table: the log starts a new epoch, which every reader answers with a full read.
CREATE FUNCTION restart_change_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_changes;
  UPDATE change_log SET epoch = gen_random_uuid(), pruned_xid = '0', pruned_seq = 0;
  NOTIFY product_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER products_log_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION restart_change_log();
