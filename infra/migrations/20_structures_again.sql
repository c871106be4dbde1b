-- Works some structures out again, in the background: those whose largest part was chosen by counting deuterium as a heavy atom,
-- and those with deuterium or tritium by its own sign, which RDKit did not read.
-- What was given as an InChI was read whole when it came, and is kept.
UPDATE product_structures SET is_complete = false
 WHERE (smiles LIKE '%.%' AND smiles ~ '\[\d+H[]+-]' AND source <> 'inchi')
    OR (smiles IS NULL AND source = 'smiles' AND given ~ '\[[DT][]+-]');
-- What searches compare without stereo had that of metals left in it. It is made anew when it is loaded.
DELETE FROM structure_fingerprints WHERE smiles ~ '@(TH|AL|SP|TB|OH)\d';
-- What RDKit did not read is searched for once it is worked out.
DELETE FROM structure_fingerprints f USING product_structures s
 WHERE s.product_id = f.product_id AND f.smiles IS NULL AND s.source = 'smiles' AND s.given ~ '\[[DT][]+-]';
