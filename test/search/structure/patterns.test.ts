import { readGraph } from '../../../src/chemistry/graphs/graph.js';
import { packGraphs } from '../../../src/chemistry/graphs/pack.js';
import { openRdKit } from '../../../src/chemistry/structures/rdkit.js';
import type { RdKit } from '../../../src/chemistry/structures/rdkit.js';
import { readSmarts } from '../../../src/chemistry/graphs/smarts.js';
import { finder } from '../../../src/chemistry/graphs/subgraph.js';

// What is told of a pattern without RDKit is what RDKit says. Where a set of smallest rings is one of several, or a valence is
// unusual, RDKit is asked.

/** Canonical SMILES by what is peculiar to each. */
const PLAIN = {
  aspirin: 'CC(=O)Oc1ccccc1C(=O)O',
  indole: 'c1ccc2[nH]ccc2c1',
  morpholine: 'C1COCCN1',
  norbornane: 'C1CC2CCC1C2',
  cholestane: 'CC(C)CCCC(C)C1CCC2C3CCC4CCCCC4(C)C3CCC12C',
  spiro: 'C1CCC2(C1)CC2',
  phenalene: 'C1=Cc2cccc3cccc(c23)C1',
  sulfonamide: 'CS(N)(=O)=O',
  phosphate: 'COP(=O)(O)O',
  pyridinium: 'C[n+]1ccccc1',
  nitro: 'C[N+](=O)[O-]',
  trans: 'C/C=C/C',
  cis: 'C/C=C\\C',
  stilbene: 'C(=C/c1ccccc1)\\c1ccccc1',
  sodium: 'CC(=O)[O-].[Na+]',
};
/** The rings of a set, or whether a bond has stereo, are RDKit's to tell. */
const UNSURE = {
  cubane: 'C12C3C4C1C5C2C3C45',
  octane: 'C1CC2CCC1CC2',
  coronene: 'c1cc2ccc3ccc4ccc5ccc6ccc1c7c2c3c4c5c67',
  cyanine: 'CCN1/C(=C/C2=C\\C(=C\\C=C\\c3sc4ccccc4[n+]3CC)c3ccccc3O2)Sc2ccccc21',
};
const PATTERNS = [
  '[r5]', '[r6]', '[r3]', '[Nr6]', '[R1]', '[R2]', '[R3]', '[R0]', '[!R1]', '[!R2;c]', '[c;R2]', '[nr5]', '[r5;R2]', '[C;!$([R2])]',
  '[NX3;r6]1CCOCC1', '[v]', '[v0]', '[v2]', '[v3]', '[v4]', '[v5]', '[Sv6]', '[Pv5]', '[#7v4]', '[#7v3]', '[o,s;v2]', '[c;!v4]',
  'C/C=C/C', 'C/C=C\\C', 'C(/C)=C/C', '[#6]/[#6]=[#6]/[#6]', 'c/C=C/c', 'C\\C', 'c/c',
]; // prettier-ignore

let rdkit: RdKit;
beforeAll(async () => void (rdkit = await openRdKit()));

function told(smarts: string, smiles: string): ReturnType<ReturnType<typeof finder>> {
  const packed = packGraphs();
  const base = packed.add(readGraph(smiles)!);
  return finder(readSmarts(smarts)!)(packed.words, base);
}

function judged(smarts: string, smiles: string): boolean {
  const [molecule, part] = [rdkit.get_mol(smiles)!, rdkit.get_qmol(smarts)!];
  const has = molecule.get_substruct_match(part, '{"useChirality":true}') !== '{}';
  molecule.delete();
  part.delete();
  return has;
}

test.each(PATTERNS)('%s: as RDKit says, or left to it', (smarts) => {
  for (const smiles of Object.values(PLAIN))
    expect([smiles, told(smarts, smiles)]).toEqual([smiles, judged(smarts, smiles)]);
  for (const smiles of Object.values(UNSURE))
    expect(['unsure', judged(smarts, smiles)]).toContain(told(smarts, smiles));
});

test.each(['[r{5-6}]', '[R{2-}]', '[k5]', '[C@H]', '[^2]', '[$(C/C=C/C)]', 'C/1CCCC1=C/C', 'C/C~C/C'])(
  '%s is left to RDKit as a whole',
  (smarts) => expect(readSmarts(smarts)).toBeUndefined(),
);
