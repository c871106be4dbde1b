-- What RDKit makes of structures, which takes a millisecond each, so it is made once (src/structures/library-follow.ts). A row is
-- of the structure that `given_hash` names; of another one it is made anew. Without a SMILES: RDKit cannot read it.
CREATE TABLE structure_fingerprints (
  product_id bigint PRIMARY KEY,
  given_hash text COLLATE "C" NOT NULL,
  smiles     text,
  skeleton   text,
  tautomer   text,
  pattern    bytea CHECK (octet_length(pattern) = 256),
  morgan     bytea CHECK (octet_length(morgan) = 256)
);

-- They go with the structure.
CREATE FUNCTION remove_fingerprints() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    TRUNCATE structure_fingerprints;
  ELSE
    DELETE FROM structure_fingerprints WHERE product_id = ANY (ARRAY(SELECT product_id FROM deleted));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER structures_fingerprints_after_delete AFTER DELETE ON product_structures
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION remove_fingerprints();
CREATE TRIGGER structures_fingerprints_after_truncate AFTER TRUNCATE ON product_structures
  FOR EACH STATEMENT EXECUTE FUNCTION remove_fingerprints();
