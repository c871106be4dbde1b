import type { Database, Writes } from '../../platform/index.js';
import { catchUp } from './catch-up.js';
import { CHECKS } from './checks.js';
import type { Quality } from './checks.js';
import { findingTotals } from './store.js';

/** Counts what the checks find, of everything that is committed now. */
export async function countFindings(db: Database, writes: Writes): Promise<Quality> {
  const complete = await catchUp(db, writes);
  const totals = await findingTotals(db);
  return { data: CHECKS.map(({ id, title }) => ({ check: id, title, count: totals.get(id)! })), complete };
}
