import type { Database } from '../src/platform/index.js';
import { productsById } from '../src/catalogue/index.js';
import type { StoredProduct } from '../src/catalogue/index.js';
import type { SearchDocument } from './document.js';

/** A product that cannot be indexed, and why: no document could be made of it, or the engine refuses it. */
export interface DeadLetter {
  product_id: number;
  code: string;
  reason: string;
}

/** The search document of a product, as the engine takes it. */
export interface SerializedDocument {
  id: number;
  code: string;
  /** a line of NDJSON, without its line break */
  json: string;
}

/** Where documents come from. */
export interface DocumentSource {
  db: Database;
  /** makes the document of a product; what it throws makes the product a dead letter */
  documentOf: (product: StoredProduct) => SearchDocument;
}

/** The documents of these products, as they now are; deleted products are left out. */
export async function makeDocuments(
  { db, documentOf }: DocumentSource,
  ids: number[],
): Promise<{ documents: SerializedDocument[]; deadLetters: DeadLetter[] }> {
  const documents: SerializedDocument[] = [];
  const deadLetters: DeadLetter[] = [];
  for (const product of await productsById(db, ids)) {
    const { id, code } = product;
    try {
      documents.push({ id, code, json: JSON.stringify(documentOf(product)) });
    } catch (error) {
      deadLetters.push({ product_id: id, code, reason: `no document could be made: ${String(error)}` });
    }
  }
  return { documents, deadLetters };
}
