import { keyOf, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';

/** What the library keeps of a structure. */
export interface Description {
  /** canonical */
  smiles: string;
  /** canonical, without stereo */
  skeleton: string;
  /** the same for tautomers; empty where InChI knows no such structure */
  tautomer: string;
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
    tautomer: tautomerOf(rdkit, mol),
    pattern: mol.get_pattern_fp_as_uint8array() as Uint8Array,
    morgan: mol.get_morgan_fp_as_uint8array() as Uint8Array,
  };
}

/**
 * That hydrogens move between hetero atoms InChI sees anyhow. Beside that: keto and enol, and what moves along five atoms; and
 * bonds to metals stay. Its other rules find few more, and enantiomers of amino acids among them.
 */
const MOBILE = '-KET -15T -RecMet';

/** The key of a molecule wherever its mobile hydrogens are. */
const tautomerOf = (rdkit: RdKit, mol: Mol): string => keyOf(rdkit, mol, MOBILE) ?? '';

/** Of metals too, as of the planar platinum of cisplatin: `@SP1`. */
const STEREO = /@(?:@|(?:TH|AL|SP|TB|OH)\d+)?|[/\\]/g;

/** RDKit's SMILES without stereo would lose the isotopes too. */
function withoutStereo(rdkit: RdKit, smiles: string): string {
  const plain = smiles.replaceAll(STEREO, '');
  if (plain === smiles) return smiles;
  return using(rdkit.get_mol(plain), (mol) => mol.get_smiles()) ?? smiles;
}
