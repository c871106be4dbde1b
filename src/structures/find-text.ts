import type { Database } from '../database/connect.js';
import { Problem } from '../http/problem.js';
import type { SearchedStructures, TypedStructure } from '../search/structure.js';
import type { StructureLibrary } from './find-library.js';
import { readResult } from './find-modes.js';
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
 * undefined where it cannot be looked for now, or not among all: then the text is looked for as any other.
 */
async function productsOfText(
  { db, structures }: Parts,
  { kind, text }: TypedStructure,
): Promise<number[] | undefined> {
  if (kind === 'inchikey')
    return db.map(
      'SELECT product_id AS id FROM product_structures WHERE inchikey = $1 ORDER BY product_id LIMIT $2',
      [text, MOST],
      ({ id }: { id: number }) => id,
    );
  try {
    const wanted = { asked: { kind, text }, mode: 'exact', threshold: 0 } as const;
    const answer = await structures.search(wanted, { from: 0, most: MOST });
    if ('refused' in answer) return answer.refused === 'unreadable' ? [] : undefined;
    if (answer.total === 0 && answer.missed > 0) return undefined;
    return Array.from(answer.results, (result) => readResult(result).product);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
