import { keyOf, using } from './rdkit.js';
import type { Mol, RdKit } from './rdkit.js';

/** What the library stores of a structure. */
export interface Description {
  /** canonical */
  smiles: string;
  /** canonical, without stereo */
  skeleton: string;
  /** the same for all tautomers; empty if InChI cannot represent the structure */
  tautomer: string;
  /** fingerprints of 256 bytes: for substructures (pattern) and for similarity (Morgan, radius 2) */
  pattern: Uint8Array;
  morgan: Uint8Array;
  /** the molecule as RDKit keeps it, without places: it is read four times as fast as its SMILES */
  molecule: Uint8Array;
}

/** Describes a structure. @returns null if it has no SMILES */
export function descriptionOf(rdkit: RdKit, mol: Mol): Description | null {
  const smiles = mol.get_smiles();
  if (smiles === '') return null;
  return {
    smiles,
    skeleton: withoutStereo(rdkit, smiles),
    tautomer: tautomerOf(rdkit, mol),
    pattern: mol.get_pattern_fp_as_uint8array() as Uint8Array,
    morgan: mol.get_morgan_fp_as_uint8array() as Uint8Array,
    molecule: mol.has_coords() ? (using(rdkit.get_mol(smiles), kept) ?? new Uint8Array()) : kept(mol),
  };
}

const kept = (mol: Mol): Uint8Array =>
  mol.get_as_uint8array('{"propertyFlags":{"NoProps":true}}') as Uint8Array;

/**
 * InChI itself sees through hydrogens that move between hetero atoms. These options add keto and enol, and hydrogens
 * that move along five atoms, and keep bonds to metals. Further ones find little more, and equate enantiomers of
 * amino acids.
 */
const MOBILE = '-KET -15T -RecMet';

/** A key of a molecule that is the same wherever its mobile hydrogens are. */
const tautomerOf = (rdkit: RdKit, mol: Mol): string => keyOf(rdkit, mol, MOBILE) ?? '';

/** Includes metals, such as the planar platinum of cisplatin: `@SP1`. */
const STEREO = /@(?:@|(?:TH|AL|SP|TB|OH)\d+)?|[/\\]/g;

/** RDKit's own SMILES without stereo would lose the isotopes as well. */
function withoutStereo(rdkit: RdKit, smiles: string): string {
  const plain = smiles.replaceAll(STEREO, '');
  if (plain === smiles) return smiles;
  return using(rdkit.get_mol(plain), (mol) => mol.get_smiles()) ?? smiles;
}
