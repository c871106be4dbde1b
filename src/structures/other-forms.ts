import type { Connection } from '../database/connect.js';
import { formDifferences } from './form-difference.js';
import type { FormDifference } from './form-difference.js';
import { productsOfParent } from './store.js';
import type { RelatedStructure, StoredStructure } from './store.js';

/** Another form of a substance: a stereoisomer, a labelled one, a salt, a hydrate, or another product of the same structure. */
export type OtherForm = Omit<RelatedStructure, 'smiles' | 'inchikey'> & FormDifference;

/** Other forms that are told at most. */
export const MOST_FORMS = 200;

/**
 * The other forms of what a product is, by structure: those that differ least first. Without a structure none are known, nor
 * of one that RDKit cannot read, or has not worked out yet.
 */
export async function otherForms(
  db: Connection,
  structure: Pick<StoredStructure, 'product_id' | 'parent' | 'smiles' | 'inchikey'> | null,
): Promise<{ forms: OtherForm[]; isCut: boolean }> {
  if (structure === null) return { forms: [], isCut: false };
  const { parent, smiles, inchikey } = structure;
  if (parent === null || smiles === null || inchikey === null) return { forms: [], isCut: false };
  const found = await productsOfParent(db, structure, MOST_FORMS + 1);
  const differenceOf = formDifferences({ smiles, inchikey });
  const forms = found
    .slice(0, MOST_FORMS)
    .flatMap(({ smiles, inchikey, ...product }): OtherForm[] => {
      const difference = differenceOf({ smiles, inchikey });
      return difference ? [{ ...product, ...difference }] : [];
    })
    .sort((a, b) => a.differs_in.length - b.differs_in.length);
  return { forms, isCut: found.length > MOST_FORMS };
}
