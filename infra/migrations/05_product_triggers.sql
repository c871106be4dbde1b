-- What a write of products does beside it, whoever writes: the log, the counts, the wake-up of readers, the history. Once
-- a statement, on all its rows, so that a push of thousands pays little more than a single edit.

-- A code is a product's identity for every consumer, the log and the search index: it never changes.
CREATE FUNCTION refuse_code_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the code of a product cannot change (% to %)', OLD.code, NEW.code
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER products_code_is_fixed BEFORE UPDATE OF code ON products
  FOR EACH ROW WHEN (OLD.code IS DISTINCT FROM NEW.code) EXECUTE FUNCTION refuse_code_change();

-- What was switched on by anybody is no longer what a list switched off (src/catalogue/products/missing.ts).
CREATE FUNCTION forget_listed_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.listed_status := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER products_listed_status BEFORE UPDATE ON products
  FOR EACH ROW WHEN (OLD.listed_status IS NOT NULL AND NEW.status <> 'off') EXECUTE FUNCTION forget_listed_status();

-- A writing transaction must own its transaction id before the first updated_at is taken: the id is what tells
-- readers that somebody still writes, and an updated_at older than it could slip in behind an `as_of`. Writers of aliases
-- wait for those of products, and the reverse (06_names.sql).
CREATE FUNCTION before_product_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  PERFORM pg_advisory_xact_lock_shared(7203404);
  RETURN NULL;
END $$;
CREATE TRIGGER products_before_write BEFORE INSERT OR UPDATE OR DELETE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION before_product_write();

CREATE FUNCTION after_product_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  writer record;
BEGIN
  INSERT INTO product_changes (product_id, code, op) SELECT id, code, 'upsert' FROM inserted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, count(*) FROM inserted, unnest(string_to_array(tags, ';')) AS tag GROUP BY tag;
  INSERT INTO product_totals (category, status, source, delta)
    SELECT category, status, source, count(*) FROM inserted GROUP BY category, status, source;
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id)
    SELECT code, 'created', writer.kind, writer.name, writer.bulk FROM inserted;
  NOTIFY product_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER products_after_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION after_product_insert();

CREATE FUNCTION after_product_update() RETURNS trigger LANGUAGE plpgsql
-- Plans are kept for the session, and may have been made for a single row: of thousands a nested loop would compare each
-- with each.
SET enable_nestloop = off AS $$
DECLARE
  writer record;
BEGIN
  INSERT INTO product_changes (product_id, code, op) SELECT id, code, 'upsert' FROM updated;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, sum(delta)
      FROM (SELECT unnest(string_to_array(tags, ';')), 1 FROM updated
            UNION ALL
            SELECT unnest(string_to_array(tags, ';')), -1 FROM replaced) AS use (tag, delta)
     GROUP BY tag HAVING sum(delta) <> 0;
  INSERT INTO product_totals (category, status, source, delta)
    SELECT category, status, source, sum(delta)
      FROM (SELECT category, status, source, 1 FROM updated
            UNION ALL
            SELECT category, status, source, -1 FROM replaced) AS moved (category, status, source, delta)
     GROUP BY category, status, source HAVING sum(delta) <> 0;
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id, changes)
    SELECT code, 'changed', writer.kind, writer.name, writer.bulk, changes
      FROM (SELECT n.code, changed_fields(o, n) AS changes
              FROM replaced o JOIN updated n USING (id)
            OFFSET 0) AS compared -- evaluated once
     WHERE changes IS NOT NULL;
  NOTIFY product_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER products_after_update AFTER UPDATE ON products
  REFERENCING OLD TABLE AS replaced NEW TABLE AS updated
  FOR EACH STATEMENT EXECUTE FUNCTION after_product_update();

-- A structure is looked for by index, though the plan may have been made while there were few (04_structures.sql).
CREATE FUNCTION after_product_delete() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  writer record;
BEGIN
  INSERT INTO product_changes (product_id, code, op) SELECT id, code, 'delete' FROM deleted;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, -count(*) FROM deleted, unnest(string_to_array(tags, ';')) AS tag GROUP BY tag;
  INSERT INTO product_totals (category, status, source, delta)
    SELECT category, status, source, -count(*) FROM deleted GROUP BY category, status, source;
  -- Every column that holds something; those that are computed hold nothing here. And its structure, which goes with it.
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id, changes)
    SELECT code, 'deleted', writer.kind, writer.name, writer.bulk,
           (SELECT json_object_agg(key, json_build_array(value, NULL))
              FROM (SELECT key, value FROM json_each(to_json(deleted))
                     WHERE json_typeof(value) <> 'null' AND key NOT IN ('id', 'code', 'listed_status', 'updated_at')
                     UNION ALL
                    SELECT 'structure', kept_structure(s) FROM product_structures s WHERE s.product_id = deleted.id) AS held)
      FROM deleted;
  DELETE FROM product_structures WHERE product_id = ANY (ARRAY(SELECT id FROM deleted));
  NOTIFY product_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER products_after_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION after_product_delete();

-- TRUNCATE gives its triggers no rows: the log starts a new epoch, which every reader answers with a full read.
CREATE FUNCTION after_product_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM product_changes;
  UPDATE change_log SET epoch = gen_random_uuid(), pruned_xid = '0', pruned_seq = 0, pruned_mark = 0;
  INSERT INTO tag_ledger (tag, delta) SELECT tag, -sum(delta) FROM tag_ledger GROUP BY tag;
  DELETE FROM product_totals;
  TRUNCATE product_structures;
  NOTIFY product_changes;
  RETURN NULL;
END $$;
CREATE TRIGGER products_after_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION after_product_truncate();
