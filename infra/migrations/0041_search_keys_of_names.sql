-- Names among the keys too: of a common word only so many names that contain it are looked at (a million products hold
-- 150,000 with "acid"), and the product whose whole name it is must be found among them all the same.
DROP INDEX products_search_keys;
CREATE INDEX products_search_keys ON products USING gin (search_keys(
  name_cn || ';' || coalesce(name_en, '') || ';' || coalesce(synonyms, '') || ';' || coalesce(tags, '') || ';' ||
  coalesce(formula, '') || ';' || coalesce(series, '')
));
