-- The structure of a product, as it was given and as it was read. No foreign key: a catalogue that is emptied at once
-- (TRUNCATE) would be refused; the triggers of products remove what belongs to none.
CREATE TABLE product_structures (
  product_id  bigint PRIMARY KEY,
  source      text NOT NULL CHECK (source IN ('smiles', 'molfile', 'inchi')),
  -- a molfile of 300 atoms has up to 64 KiB; a SMILES or an InChI of 10,240 bytes at most is read (src/chemistry/structures/given.ts)
  given       text NOT NULL CHECK (octet_length(given) BETWEEN 1 AND 65536),
  -- of which an equal one is known again without sending it
  given_hash  text COLLATE "C" NOT NULL GENERATED ALWAYS AS (md5(source || ' ' || given)) STORED,
  -- read at the write
  formula     text NOT NULL,
  mw          double precision NOT NULL CHECK (mw > 0 AND mw < 'Infinity'),
  fragments   integer NOT NULL CHECK (fragments > 0),
  -- worked out after it (src/catalogue/structures/complete.ts), or at once where there are few. Without an InChIKey there is none:
  -- a structure with an open place has no InChI.
  is_complete boolean NOT NULL DEFAULT false,
  smiles      text CHECK (octet_length(smiles) <= 20480),
  inchikey    text COLLATE "C" CHECK (inchikey ~ '^[A-Z]{14}-[A-Z]{10}-[A-Z]$'),
  stereo      text CHECK (stereo IN ('none', 'defined', 'partial', 'undefined')),
  -- the first block of the InChIKey of its largest part: salts, hydrates, isotopes and stereoisomers share it
  parent      text COLLATE "C" CHECK (parent ~ '^[A-Z]{14}$')
);
CREATE INDEX product_structures_incomplete ON product_structures (product_id) WHERE NOT is_complete;
CREATE INDEX product_structures_inchikey ON product_structures (inchikey) WHERE inchikey IS NOT NULL;
CREATE INDEX product_structures_parent ON product_structures (parent) WHERE parent IS NOT NULL;

-- What RDKit makes of structures, which takes a millisecond each, so it is made once (src/search/structure/library-follow.ts). A row
-- is of the structure that `given_hash` names, of another one it is made anew, and goes with the structure. Without a SMILES:
-- RDKit cannot read it.
CREATE TABLE structure_fingerprints (
  product_id bigint PRIMARY KEY,
  given_hash text COLLATE "C" NOT NULL,
  smiles     text,
  skeleton   text,
  tautomer   text,
  pattern    bytea CHECK (octet_length(pattern) = 256),
  morgan     bytea CHECK (octet_length(morgan) = 256),
  molecule   bytea -- as RDKit keeps it: read four times as fast as its SMILES
);

-- What the history keeps of a structure, to bring it back as it was. STABLE, as what it calls is: so it is inlined.
CREATE FUNCTION kept_structure(s product_structures) RETURNS json STABLE LANGUAGE sql AS $$
  SELECT (to_jsonb(s) - 'product_id' - 'given_hash')::json
$$;

-- What a write of structures does beside it. The plans of these functions are kept for the session, and may have been made
-- while there were few products. So they look by index in what is stored (for each row: OFFSET 0 keeps the planner from making
-- a join of it), and by hash in what was written.

-- A structure that is another one is a change of its product, once a transaction: a push that writes the product too has
-- logged it already. What is worked out later is no change.
CREATE FUNCTION log_structure_changes(ids bigint[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO product_changes (product_id, code, op)
    SELECT p.id, p.code, 'upsert' FROM products p
     WHERE p.id = ANY (ids)
       AND p.id NOT IN (SELECT product_id FROM product_changes WHERE xid = pg_current_xact_id());
  IF FOUND THEN
    NOTIFY product_changes;
  END IF;
END $$;

-- To the history goes what was given, replaced or removed. What a product was made with is no change of it; the structure of
-- one that is deleted stands with what else it had.
CREATE FUNCTION after_structure_insert() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_nestloop = off AS $$
DECLARE
  writer record;
BEGIN
  PERFORM log_structure_changes(ARRAY(SELECT product_id FROM inserted));
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id, changes)
    SELECT code, 'changed', writer.kind, writer.name, writer.bulk,
           json_build_object('structure', json_build_array(NULL, kept_structure(n)))
      FROM inserted n, LATERAL (SELECT code FROM products WHERE id = n.product_id OFFSET 0) AS product
     WHERE (SELECT op FROM product_history h
             WHERE h.code = product.code AND op = 'created' AND h.xmin = pg_current_xact_id()::xid LIMIT 1) IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER structures_after_insert AFTER INSERT ON product_structures
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION after_structure_insert();

CREATE FUNCTION after_structure_update() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_nestloop = off AS $$
DECLARE
  writer record;
BEGIN
  PERFORM log_structure_changes(ARRAY(
    SELECT n.product_id FROM replaced o JOIN updated n USING (product_id) WHERE o.given_hash <> n.given_hash));
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id, changes)
    SELECT code, 'changed', writer.kind, writer.name, writer.bulk,
           json_build_object('structure', json_build_array(kept_structure(o), kept_structure(n)))
      FROM replaced o JOIN updated n USING (product_id),
           LATERAL (SELECT code FROM products WHERE id = product_id OFFSET 0) AS product
     WHERE o.given_hash <> n.given_hash;
  RETURN NULL;
END $$;
CREATE TRIGGER structures_after_update AFTER UPDATE ON product_structures
  REFERENCING OLD TABLE AS replaced NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION after_structure_update();

CREATE FUNCTION after_structure_delete() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_nestloop = off AS $$
DECLARE
  writer record;
BEGIN
  PERFORM log_structure_changes(ARRAY(SELECT product_id FROM deleted));
  DELETE FROM structure_fingerprints WHERE product_id = ANY (ARRAY(SELECT product_id FROM deleted));
  SELECT * INTO writer FROM product_writer();
  INSERT INTO product_history (code, op, by_kind, by_name, bulk_id, changes)
    SELECT code, 'changed', writer.kind, writer.name, writer.bulk,
           json_build_object('structure', json_build_array(kept_structure(o), NULL))
      FROM deleted o, LATERAL (SELECT code FROM products WHERE id = o.product_id OFFSET 0) AS product;
  RETURN NULL;
END $$;
CREATE TRIGGER structures_after_delete AFTER DELETE ON product_structures
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION after_structure_delete();

CREATE FUNCTION after_structure_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  TRUNCATE structure_fingerprints;
  RETURN NULL;
END $$;
CREATE TRIGGER structures_after_truncate AFTER TRUNCATE ON product_structures
  FOR EACH STATEMENT EXECUTE FUNCTION after_structure_truncate();
