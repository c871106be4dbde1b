import type { Holder } from '../../platform/index.js';
import { inchiKeyOf, readGraph } from '../../chemistry/index.js';

/** A structure that was typed as text. */
export interface TypedStructure {
  kind: 'inchikey' | 'smiles';
  text: string;
}

export interface ProductsOfText {
  ids: number[];
  /** false: there may be more, as some structures are still to be worked out */
  isWhole: boolean;
}

/** What search needs to know of the products' structures. */
export interface SearchedStructures {
  /** the products with the typed structure; undefined if that is unknown now */
  ofText: (typed: TypedStructure, holder: Holder) => Promise<ProductsOfText | undefined>;
  /** the same; and where no product has it, those that have it but for stereo, or else its tautomers, the best first */
  nearText: (typed: TypedStructure, holder: Holder) => Promise<ProductsOfText & { isExact: boolean }>;
  /** what a systematic name means; null if it cannot be read as a structure, undefined if that is unknown now */
  ofName: (name: string, holder: Holder) => Promise<MeantStructure | null | undefined>;
}

/** The structure that a name means. */
export interface MeantStructure {
  inchikey: string;
  /** the first block of the InChIKey of its largest part: its skeleton, without salts, solvates and stereo; null without carbon */
  parent: string | null;
}

/** Words in front of a structure. An InChI keeps its own prefix. */
const LABEL = /^(?:SMILES|InChI(?: ?Key)?) ?[:=]? ?(?=\S)/i;
/** An InChI, with or without its beginning. */
export const INCHI = /^(?:InChI ?= ?)?(1S\/[\x21-\x7e]+)$/i;
const INCHIKEY = /^([A-Z]{14}-[A-Z]{10}-[A-Z])$/i;
/** The longest SMILES that is searched, in characters. */
const LONGEST = 10_240;
/**
 * What distinguishes a SMILES from names and numbers: bonds, branches, brackets or an aromatic ring; or a ring closed
 * by 1 with two carbon atoms in a row; or only atoms, with two carbon atoms in a row and another element.
 */
const SIGNS =
  /[=#[\]]|\([A-Z=#[]|[bcnops]\d|^(?=.*CC)[CNOS]*1[CNOS]+1[CNOS]*$|^(?=.*CC)(?=.*[NOlr])(?:[CNO]|Cl|Br){3,}$/;

/**
 * The structure that a text is, undefined if none; an InChI is given by its key. A text must be a valid SMILES and
 * have signs that tell it from a word, so that names, formulas and numbers are none. If no product has the structure,
 * the text is searched as a text.
 */
export function structureIn(given: string): TypedStructure | undefined {
  const text = given.replace(LABEL, '');
  const [, inchi] = INCHI.exec(text) ?? [];
  const [, key = inchi && inchiKeyOf(`InChI=${inchi}`)] = INCHIKEY.exec(text) ?? [];
  if (key !== undefined) return { kind: 'inchikey', text: key.toUpperCase() };
  if (text.length < 3 || text.length > LONGEST || !SIGNS.test(text)) return undefined;
  return readGraph(text) ? { kind: 'smiles', text } : undefined;
}

/** Whether what was told to be a structure is one. */
export const isStructure = ({ kind, text }: TypedStructure): boolean =>
  kind === 'inchikey' ? INCHIKEY.test(text) : readGraph(text) !== undefined;
