import { descriptionOf } from './description.js';
import type { Description } from './description.js';
import type { GivenStructure } from './given.js';
import { keyOf, readMol, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';
import { mainPart } from './smiles.js';

/** Which substance a structure is. */
export interface Identity {
  /** canonical */
  smiles: string;
  /** null if InChI cannot represent the structure */
  inchikey: string | null;
  /** whether stereo centres and double bonds are specified: all, some or none of them; `none` if there are none */
  stereo: 'none' | 'defined' | 'partial' | 'undefined';
  /** the first block of the InChIKey of the largest part, which salts, hydrates, isotopes and stereoisomers share */
  parent: string | null;
}

/** Works out which substance a structure is. @returns null if RDKit cannot read it */
export function identityOf(rdkit: RdKit, { text }: GivenStructure): Identity | null {
  return using(readMol(rdkit, text), (molecule) => identify(rdkit, molecule)) ?? null;
}

/** Everything that RDKit works out. */
export interface Completion {
  identity: Identity;
  /** what the library searches; null if it cannot be found by structure */
  description: Description | null;
}

/** Works out everything in one reading. @returns null if RDKit cannot read it */
export function completionOf(rdkit: RdKit, { text }: GivenStructure): Completion | null {
  const completion = using(readMol(rdkit, text), (molecule) => ({
    identity: identify(rdkit, molecule),
    description: descriptionOf(rdkit, molecule),
  }));
  return completion ?? null;
}

/** Which substance a molecule is. */
export function identify(rdkit: RdKit, molecule: Mol): Identity {
  const smiles = molecule.get_smiles();
  const inchikey = keyOf(rdkit, molecule);
  return { smiles, inchikey, stereo: stereoOf(molecule), parent: parentOf(rdkit, smiles, inchikey) };
}

/** Read from an InChI that lists every centre and double bond, with `?` for those not specified. */
function stereoOf(molecule: Mol): Identity['stereo'] {
  const layers = molecule
    .get_inchi('-SUU')
    .split('/')
    .filter((layer) => /^[bt]/.test(layer));
  if (layers.length === 0) return 'none';
  const text = layers.join();
  const isGiven = /\d[+-](?:[,;]|$)/.test(text);
  if (!/\d[?u]/.test(text)) return isGiven ? 'defined' : 'none';
  return isGiven ? 'partial' : 'undefined';
}

function parentOf(rdkit: RdKit, smiles: string, inchikey: string | null): string | null {
  if (inchikey === null) return null;
  if (!smiles.includes('.')) return blockOf(inchikey);
  // Undefined for a ring that is spread over two parts of the text.
  const key = using(rdkit.get_mol(mainPart(smiles)), (molecule) => keyOf(rdkit, molecule));
  return key ? blockOf(key) : null;
}

const blockOf = (inchikey: string): string => inchikey.slice(0, 14);
