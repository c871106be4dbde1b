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
  -- tells this row from another one that had its numbers: an older copy of the data folder, once it is put back, gives
  -- numbers again that readers have seen already
  mark       bigint NOT NULL DEFAULT (random() * 9007199254740991)::bigint,
  -- of the request that wrote it, where it is part of a trace: webhooks pass it on
  traceparent text DEFAULT nullif(current_setting('catalogue.writer', true), '')::json ->> 'traceparent',
  PRIMARY KEY (xid, seq)
);

-- The cluster, its timeline, the database and the table that positions in the log belong to. The timeline is that of what is
-- written now: the control file has a new one only minutes after a promotion. Not for a standby, which writes nothing.
CREATE FUNCTION change_log_fingerprint() RETURNS text STABLE LANGUAGE sql AS $$
  SELECT format('%s/%s/%s/%s',
    (SELECT system_identifier FROM pg_control_system()),
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
    (SELECT oid FROM pg_database WHERE datname = current_database()),
    to_regclass('products')::oid)
$$;

-- The log's epoch: a restored dump brings transaction ids that mean nothing in this cluster, a promoted standby may
-- lack the last transactions. Where the fingerprint no longer fits, the log starts anew under another epoch
-- (src/catalogue/changes/epoch.ts). Rows up to (pruned_xid, pruned_seq) were removed for their age; pruned_mark was that of the last.
CREATE TABLE change_log (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch       uuid NOT NULL DEFAULT gen_random_uuid(),
  fingerprint text NOT NULL DEFAULT change_log_fingerprint(),
  pruned_xid  xid8 NOT NULL DEFAULT '0',
  pruned_seq  bigint NOT NULL DEFAULT 0,
  pruned_mark bigint NOT NULL DEFAULT 0
);
INSERT INTO change_log DEFAULT VALUES;

-- Whether the log belongs here. A standby repeats what its primary has found.
CREATE FUNCTION change_log_fits() RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN pg_is_in_recovery() THEN true ELSE fingerprint = change_log_fingerprint() END FROM change_log
$$;

-- Why the log does not continue from a position: it is of another history ('epoch') or too old ('pruned'); null where it
-- does. A position is believed only where it is a row of this log, or the end of what was pruned.
CREATE FUNCTION position_lost(epoch uuid, xid xid8, seq bigint, mark bigint) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT CASE
    WHEN NOT change_log_fits() OR l.epoch <> $1 THEN 'epoch'
    WHEN (l.pruned_xid, l.pruned_seq) > ($2, $3) THEN 'pruned'
    WHEN (l.pruned_xid, l.pruned_seq, l.pruned_mark) = ($2, $3, $4) THEN NULL
    WHEN EXISTS (SELECT FROM product_changes c WHERE (c.xid, c.seq, c.mark) = ($2, $3, $4)) THEN NULL
    ELSE 'epoch' END
    FROM change_log l
$$;

CREATE TABLE log_readers (
  name       text PRIMARY KEY,
  epoch      uuid NOT NULL,
  xid        xid8 NOT NULL,
  seq        bigint NOT NULL,
  mark       bigint NOT NULL,
  state      jsonb NOT NULL DEFAULT '{}',
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The last committed row in the order of the log; none where it is empty. Looked for between the transactions that
-- still run: walking back from the end would step over every row that they have written.
CREATE FUNCTION newest_change() RETURNS TABLE (xid xid8, seq bigint, mark bigint) STABLE LANGUAGE sql AS $$
  WITH running (id) AS (SELECT '0'::xid8 UNION ALL SELECT pg_snapshot_xip(pg_current_snapshot())),
       -- runs of ids of transactions that have ended: after < id < before
       ended (after, before) AS (SELECT id, lead(id, 1, pg_snapshot_xmax(pg_current_snapshot())) OVER (ORDER BY id) FROM running)
  SELECT newest.xid, newest.seq, newest.mark
    FROM ended, LATERAL (
      SELECT c.xid, c.seq, c.mark FROM product_changes c WHERE c.xid > ended.after AND c.xid < ended.before
       ORDER BY c.xid DESC, c.seq DESC LIMIT 1) AS newest
   ORDER BY ended.after DESC LIMIT 1
$$;
