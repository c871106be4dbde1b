import type { Connection } from '../../platform/index.js';
import { formDifferences } from '../../chemistry/index.js';
import type { FormDifference } from '../../chemistry/index.js';
import { productsOfParent } from './store.js';
import type { RelatedStructure, StoredStructure } from './store.js';

/**
 * Another form of a substance: a stereoisomer, a labelled form, a salt, a hydrate, or a product of the same
 * structure.
 */
export type OtherForm = Omit<RelatedStructure, 'smiles' | 'inchikey'> & FormDifference;

/** The most forms in an answer. */
export const MOST_FORMS = 200;

/**
 * The other forms of a product by structure, those that differ least first. Empty without a structure, and if RDKit
 * cannot read it or has not done so yet.
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
