-- The tag dictionary is a ledger: each writing statement appends how often it added or removed a tag, and
-- use_count is the sum. Counters in rows would make every writer of a popular tag queue for that row (and
-- deadlock with others who write two tags in another order); appended rows never wait. The ledger is
-- compacted now and then (src/tags/store.ts); a sum of 0 stays, for a tag once known stays in the dictionary.
CREATE TABLE tag_ledger (
  tag   text COLLATE "C" NOT NULL CHECK (char_length(tag) BETWEEN 1 AND 300),
  delta bigint NOT NULL
);
CREATE INDEX tag_ledger_tag ON tag_ledger (tag);

CREATE FUNCTION count_tags_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, count(*) FROM touched, unnest(string_to_array(tags, ';')) AS tag GROUP BY tag;
  RETURN NULL;
END $$;
CREATE FUNCTION count_tags_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, sum(delta)
    FROM (SELECT unnest(string_to_array(tags, ';')), 1 FROM touched
          UNION ALL
          SELECT unnest(string_to_array(tags, ';')), -1 FROM replaced) AS use (tag, delta)
    GROUP BY tag HAVING sum(delta) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION count_tags_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_ledger (tag, delta)
    SELECT tag, -count(*) FROM replaced, unnest(string_to_array(tags, ';')) AS tag GROUP BY tag;
  RETURN NULL;
END $$;
CREATE FUNCTION count_tags_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tag_ledger (tag, delta) SELECT tag, -sum(delta) FROM tag_ledger GROUP BY tag;
  RETURN NULL;
END $$;
CREATE TRIGGER products_tags_insert AFTER INSERT ON products
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_tags_insert();
CREATE TRIGGER products_tags_update AFTER UPDATE ON products
  REFERENCING NEW TABLE AS touched OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION count_tags_update();
CREATE TRIGGER products_tags_delete AFTER DELETE ON products
  REFERENCING OLD TABLE AS replaced FOR EACH STATEMENT EXECUTE FUNCTION count_tags_delete();
CREATE TRIGGER products_tags_truncate AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION count_tags_truncate();
