import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import type { ProductsOfText, SearchedStructures, TypedStructure } from '../search/structure.js';
import type { StructureLibrary } from './find-library.js';
import { productOf } from './find-modes.js';
import { formsOf } from './store.js';

/** Products that a structure may have, of those that are shown for a text. */
const MOST = 1_000;

interface Parts {
  db: Database;
  structures: StructureLibrary;
}

/** What search asks of structures. */
export const searchedStructures = (parts: Parts): SearchedStructures => ({
  ofText: (typed) => productsOfText(parts, typed),
  formsOf: (ids) => formsOf(parts.db, ids),
});

/**
 * The products that have the very structure that was typed as a text, the oldest first; none where it is no structure;
 * undefined where it cannot be looked for now: then the text is looked for as any other.
 */
async function productsOfText(
  { db, structures }: Parts,
  { kind, text }: TypedStructure,
): Promise<ProductsOfText | undefined> {
  if (kind === 'inchikey')
    return db.one<ProductsOfText>(
      `SELECT ARRAY(SELECT product_id::float8 FROM product_structures WHERE inchikey = $1 ORDER BY product_id LIMIT $2) AS ids,
              NOT EXISTS (SELECT FROM product_structures WHERE NOT is_complete) AS "isWhole"`,
      [text, MOST],
    );
  try {
    const wanted = { asked: { kind, text }, mode: 'exact', threshold: 0 } as const;
    const answer = await structures.search(wanted, { from: 0, most: MOST });
    if ('refused' in answer)
      return answer.refused === 'loading' || answer.refused === 'failed'
        ? undefined
        : { ids: [], isWhole: true };
    const ids = Array.from(answer.results, productOf);
    return { ids, isWhole: answer.missed === 0 && answer.isFresh };
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
