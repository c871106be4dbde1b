import type { Database } from '../../platform/index.js';
import { deleteDemand, listDemand, MOST_WEEKS } from '../demand/store.js';
import { weeksAgo } from '../demand/weeks.js';
import { areNamed } from '../text/find-each.js';
import { readTyped } from '../text/typed.js';

/** Texts that are looked up in a run: the most wanted. */
const LOOKED_UP = 10_000;
const PIECE = 100;

/** Forgets texts of unmet demand that are the name or the number of a product by now. @returns how many */
export async function forgetMetDemand(db: Database): Promise<number> {
  const rows = await listDemand(db, { since: weeksAgo(MOST_WEEKS) }, { limit: LOOKED_UP });
  const met: string[] = [];
  for (let start = 0; start < rows.length; start += PIECE) {
    const some = rows
      .slice(start, start + PIECE)
      .map(({ text, typed }) => ({ text, typed: readTyped(typed) }))
      .filter(({ typed }) => typed.structure?.kind !== 'smiles');
    const texts = some.map(({ typed }) => typed);
    const isMet = await areNamed(db, texts);
    met.push(...some.flatMap(({ text }, at) => (isMet[at] ? text : [])));
  }
  await deleteDemand(db, met);
  return met.length;
}
