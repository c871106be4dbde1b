import { readGraph } from '../structures/graph.js';
import { inchiKeyOf } from '../structures/inchikey.js';

/** A structure that was typed as a text. */
export interface TypedStructure {
  kind: 'inchikey' | 'smiles';
  text: string;
}

/** Which form of a substance a product is, by its structure. */
export interface SubstanceForm {
  /** the same for products of one form: one stereoisomer, salt and isotope; null where it is not known */
  inchikey: string | null;
  /** false while it is still to be worked out */
  is_complete: boolean;
}

export interface ProductsOfText {
  ids: number[];
  /** false: there may be more, as some structures are still to be worked out */
  isWhole: boolean;
}

/** What search asks of the structures of products. */
export interface SearchedStructures {
  /** the products that have the typed structure; undefined where that is not known now */
  ofText: (typed: TypedStructure) => Promise<ProductsOfText | undefined>;
  /** the forms of products by their ids, of those that have a structure */
  formsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, SubstanceForm>>;
}

/** What is written in front of a structure: of an InChI its own beginning as well. */
const LABEL = /^(?:SMILES|InChI(?: ?Key)?) ?[:=]? ?(?=\S)/i;
/** An InChI, with or without its beginning. */
export const INCHI = /^(?:InChI ?= ?)?(1S\/[\x21-\x7e]+)$/i;
const INCHIKEY = /^([A-Z]{14}-[A-Z]{10}-[A-Z])$/i;
/** Characters of a SMILES that is looked for. */
const LONGEST = 10_240;
/**
 * Signs that no name and no number has in such company: bonds, branches, brackets; or a ring, of small letters, or with two atoms
 * of carbon in a row; or these two and another element.
 */
const SIGNS =
  /[=#[\]]|\([A-Z=#[]|[bcnops]\d|^(?=.*CC)[CNOS]*1[CNOS]+1[CNOS]*$|^(?=.*CC)(?=.*[NOlr])(?:[CNO]|Cl|Br){3,}$/;

/**
 * The structure that a text is: an InChI by its key. Names, formulas and numbers are none: a text must be a SMILES to its last
 * sign, and have signs that tell it from a word. What is read as one still has to be found: otherwise it is looked for as a text.
 */
export function structureIn(given: string): TypedStructure | undefined {
  const text = given.replace(LABEL, '');
  const [, inchi] = INCHI.exec(text) ?? [];
  const [, key = inchi && inchiKeyOf(`InChI=${inchi}`)] = INCHIKEY.exec(text) ?? [];
  if (key !== undefined) return { kind: 'inchikey', text: key.toUpperCase() };
  if (text.length < 3 || text.length > LONGEST || !SIGNS.test(text)) return undefined;
  return readGraph(text) ? { kind: 'smiles', text } : undefined;
}
