-- The index of tags was partial, and was never used: string_to_array() is not strict, so that from
-- `string_to_array(tags, ';') @> ARRAY['x']` alone nobody can tell that tags is not null. With 1,000,000 products a tag
-- that nobody carries took 2,300 ms to be counted by reading the whole table, and takes 0.1 ms by this index, which is
-- no larger (3.4 MB): rows without tags share one entry.
DROP INDEX products_tags;
CREATE INDEX products_tags ON products USING gin (string_to_array(tags, ';'));
