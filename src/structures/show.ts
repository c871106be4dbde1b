import type { Connection } from '../database/connect.js';
import type { Chemistry } from './chemistry.js';
import { completeStructures, structureOf } from './store.js';
import type { StoredStructure } from './store.js';

/** The answer that shows the structure of a product; null where there is none. */
export async function structureAnswer(
  db: Connection,
  chemistry: Chemistry,
  code: string,
): Promise<string | null> {
  const stored = await structureOf(db, code);
  if (stored === null) return null;
  const [whole] = await completed(db, chemistry, [stored]);
  const { source, inchikey, formula, mw, fragments, stereo, given } = whole!;
  const molfile = await chemistry.molfile({ source, text: given });
  const data = { smiles: shownSmiles(whole!), inchikey, molfile, formula, mw, fragments, stereo, source };
  return JSON.stringify({ ok: true, data });
}

/** One that RDKit cannot read has no canonical SMILES: it is shown as it was given. */
export const shownSmiles = ({
  smiles,
  source,
  given,
}: Pick<StoredStructure, 'smiles' | 'source' | 'given'>) => smiles ?? (source === 'smiles' ? given : null);

/** Structures with what is not worked out yet of them; that is stored too. */
export async function completed<T extends StoredStructure>(
  db: Connection,
  chemistry: Chemistry,
  structures: T[],
): Promise<T[]> {
  const open = structures.filter(({ is_complete }) => !is_complete);
  if (open.length === 0) return structures;
  const identities = await chemistry.identify(open.map(({ source, given }) => ({ source, text: given })));
  const worked = open.map(({ product_id, given_hash }, i) => ({
    id: product_id,
    hash: given_hash,
    ...identities[i],
  }));
  await completeStructures(db, worked);
  const byId = new Map(open.map(({ product_id }, i) => [product_id, identities[i]]));
  return structures.map((structure) => ({ ...structure, ...byId.get(structure.product_id) }));
}
