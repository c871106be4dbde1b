import { descriptionOf } from './description.js';
import type { Description } from './description.js';
import type { GivenStructure } from './given.js';
import { keyOf, openRdKit, readMol, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';
import { mainPart } from './smiles.js';

// What RDKit knows of a structure. It is only loaded in a process of its own (chemistry-process.ts).

/** Which substance a structure is. */
export interface Identity {
  /** canonical */
  smiles: string;
  /** null where InChI knows no such structure */
  inchikey: string | null;
  /** whether its stereo centres and double bonds are given: all, some or none of them; `none` where it has none */
  stereo: 'none' | 'defined' | 'partial' | 'undefined';
  /** first block of the InChIKey of its largest part: salts, hydrates, isotopes and stereoisomers have it in common */
  parent: string | null;
}

let loaded: Promise<RdKit> | undefined;

/** Loads RDKit, which takes about a second. */
export function loadRdkit(): Promise<RdKit> {
  loaded ??= openRdKit();
  return loaded;
}

/** Works out which substance a structure is. @returns null where RDKit cannot read it */
export function identityOf(rdkit: RdKit, { text }: GivenStructure): Identity | null {
  return using(readMol(rdkit, text), (molecule) => identify(rdkit, molecule)) ?? null;
}

/** All that RDKit makes of a structure. */
export interface Completion {
  identity: Identity;
  /** what the library searches in; null where it cannot be found by structure */
  description: Description | null;
}

/** Works out all of a structure in one reading. @returns null where RDKit cannot read it */
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

/** By an InChI that names every centre and double bond, `?` where it is not given. */
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
  // None: a ring that two parts of the text share.
  const key = using(rdkit.get_mol(mainPart(smiles)), (molecule) => keyOf(rdkit, molecule));
  return key ? blockOf(key) : null;
}

const blockOf = (inchikey: string): string => inchikey.slice(0, 14);
