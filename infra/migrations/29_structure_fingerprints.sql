-- What RDKit makes of structures, which takes a millisecond each, so it is made once (src/structures/library-follow.ts). A row is
-- of the structure that `given_hash` names; of another one it is made anew. Without a SMILES: RDKit cannot read it.
CREATE TABLE structure_fingerprints (
  product_id bigint PRIMARY KEY,
  given_hash text COLLATE "C" NOT NULL,
  smiles     text,
  skeleton   text,
  pattern    bytea CHECK (octet_length(pattern) = 256),
  morgan     bytea CHECK (octet_length(morgan) = 256)
);
