<<<<<<< HEAD:src/catalogue/quality/count.ts
import type { Database, Writes } from '../../platform/index.js';
=======
import { route } from '../../platform/index.js';
import type { Context, Database, Route, Writes } from '../../platform/index.js';
>>>>>>> 58a863f6 (http: Check texts and names in one place):src/catalogue/quality/routes.ts
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
<<<<<<< HEAD:src/catalogue/quality/count.ts
=======

/** What is probably wrong with products, check by check. */
export function qualityRoutes({ db, writes }: Context): Route[] {
  return [
    route('get', '/quality', 'read', {
      doc: qualityDoc,
      async handle() {
        return { body: { ok: true, ...(await countFindings(db, writes)) } };
      },
    }),
  ];
}
>>>>>>> 58a863f6 (http: Check texts and names in one place):src/catalogue/quality/routes.ts
