-- A molfile of 300 atoms has up to 64 KiB; a SMILES or an InChI of 10,240 bytes at most is read (src/structures/given.ts).
ALTER TABLE product_structures
  DROP CONSTRAINT product_structures_given_check,
  ADD CONSTRAINT product_structures_given_check CHECK (octet_length(given) BETWEEN 1 AND 65536);
