-- One append-only log of which products changed, whatever wrote them, and the positions of its readers.
-- Readers go up to pg_snapshot_xmin(pg_current_snapshot()), below which no transaction can still commit: an identity
-- column alone is drawn before commit, so `seq > last` would skip a row that commits late.

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

-- The log's epoch: a restored dump brings transaction ids that mean nothing in this cluster, a promoted standby may
-- lack the last transactions. Where the fingerprint no longer fits, the log starts anew under another epoch
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

-- The last committed row in the order of the log; none where it is empty. Looked for between the transactions that
-- still run: walking back from the end would step over every row that they have written.
CREATE FUNCTION newest_change() RETURNS TABLE (xid xid8, seq bigint) STABLE LANGUAGE sql AS $$
  WITH running (id) AS (SELECT '0'::xid8 UNION ALL SELECT pg_snapshot_xip(pg_current_snapshot())),
       -- runs of ids of transactions that have ended: after < id < before
       ended (after, before) AS (SELECT id, lead(id, 1, pg_snapshot_xmax(pg_current_snapshot())) OVER (ORDER BY id) FROM running)
  SELECT newest.xid, newest.seq
    FROM ended, LATERAL (
      SELECT c.xid, c.seq FROM product_changes c WHERE c.xid > ended.after AND c.xid < ended.before
       ORDER BY c.xid DESC, c.seq DESC LIMIT 1) AS newest
   ORDER BY ended.after DESC LIMIT 1
$$;
