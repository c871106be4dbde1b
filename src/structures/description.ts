import { using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';

/** What the library keeps of a structure. */
export interface Description {
  /** canonical */
  smiles: string;
  /** canonical, without stereo */
  skeleton: string;
  /** bits of 256 bytes: what it may be a part of (pattern), and what it is like (Morgan, radius 2) */
  pattern: Uint8Array;
  morgan: Uint8Array;
}

/** Describes a structure. @returns null for one that has no SMILES */
export function descriptionOf(rdkit: RdKit, mol: Mol): Description | null {
  const smiles = mol.get_smiles();
  if (smiles === '') return null;
  return {
    smiles,
    skeleton: withoutStereo(rdkit, smiles),
    pattern: mol.get_pattern_fp_as_uint8array() as Uint8Array,
    morgan: mol.get_morgan_fp_as_uint8array() as Uint8Array,
  };
}

const STEREO = /[@/\\]/g;

/** RDKit's SMILES without stereo would lose the isotopes too. */
function withoutStereo(rdkit: RdKit, smiles: string): string {
  const plain = smiles.replaceAll(STEREO, '');
  if (plain === smiles) return smiles;
  return using(rdkit.get_mol(plain), (mol) => mol.get_smiles()) ?? smiles;
}
