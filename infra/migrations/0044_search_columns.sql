-- What lists and searches look for, as columns, so that no statement repeats the expression of an index. They are
-- virtual: a row is no larger and a push no slower for them (stored, they took 38 % more room and 12 % more time), and
-- a statement that names one is planned with the index on its expression, which must be the same to the letter here.
-- (Virtual columns cannot be indexed by name.)
ALTER TABLE products
  -- the code without regard to case and punctuation: products_code_form
  ADD code_key text GENERATED ALWAYS AS (lower(translate(code, '-_./ ', ''))) VIRTUAL,
  -- both names, to look for parts of them: products_names
  ADD names text GENERATED ALWAYS AS (lower(name_cn || ' ' || coalesce(name_en, ''))) VIRTUAL,
  -- products_tags
  ADD tag_list text[] GENERATED ALWAYS AS (string_to_array(tags, ';')) VIRTUAL,
  -- the address of the image, whatever width is asked for in it: products_image
  ADD image_url text GENERATED ALWAYS AS (split_part(structure_url, '?', 1)) VIRTUAL,
  -- whole names, synonyms, tags, formula and series: products_search_keys
  ADD search_keys text[] GENERATED ALWAYS AS (string_to_array(lower(
    name_cn || coalesce(';' || name_en, '') || coalesce(';' || synonyms, '') || coalesce(';' || tags, '') ||
    coalesce(';' || formula, '') || coalesce(';' || series, '')), ';')) VIRTUAL;

-- The words themselves in place of hashes of them: the index is half as large again, but a push is no longer slowed
-- by a function for each row, and no stranger is found.
DROP INDEX products_search_keys;
DROP FUNCTION search_keys(text);
CREATE INDEX products_search_keys ON products USING gin (string_to_array(lower(
    name_cn || coalesce(';' || name_en, '') || coalesce(';' || synonyms, '') || coalesce(';' || tags, '') ||
    coalesce(';' || formula, '') || coalesce(';' || series, '')), ';'))
  WITH (gin_pending_list_limit = 32768);

-- Which products show an image: before one is removed the whole table was read.
CREATE INDEX products_image ON products (split_part(structure_url, '?', 1)) WHERE structure_url IS NOT NULL;
