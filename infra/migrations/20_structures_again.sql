-- Works some structures out again, in the background: those whose largest part was chosen by counting deuterium as a heavy atom,
-- and those with deuterium or tritium by its own sign, which RDKit did not read.
UPDATE product_structures SET is_complete = false
 WHERE (smiles LIKE '%.%' AND smiles ~ '\[\d+H[]+-]') OR (smiles IS NULL AND source = 'smiles' AND given ~ '\[[DT][]+-]');
