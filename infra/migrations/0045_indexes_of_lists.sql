-- In the collation of the codes, or equality does not find the index on its expression (0044): every search in the
-- database read the whole table for it.
ALTER TABLE products
  DROP code_key,
  ADD code_key text COLLATE "C" GENERATED ALWAYS AS (lower(translate(code, '-_./ ', ''))) VIRTUAL;

-- What the lists of the back office are filtered by. Without these a filter that little or nothing passes read the
-- whole log for one page.
CREATE INDEX sync_log_method ON sync_log (method, id);
CREATE INDEX sync_log_status ON sync_log (status, id);
CREATE INDEX sync_log_path ON sync_log USING gin (path gin_trgm_ops);
CREATE INDEX media_group ON media (group_name, id);
CREATE INDEX staff_actions_name ON staff_actions (staff_name, id);
