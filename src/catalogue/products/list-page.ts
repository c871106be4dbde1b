import type { Reads } from '../../platform/index.js';
import { encodeCursor } from './list.js';
import type { ListPlan } from './list.js';
import { listProducts } from './list-store.js';

/** Reads a page of the list, as callers are answered. @param caller who has a key, to whom the page shows what he has written */
export async function readListPage(reads: Reads, caller: object | null, plan: ListPlan) {
  const begun = plan.after?.asOf || undefined;
  const since = [begun ?? '', plan.filters.updated_after ?? ''].sort()[1];
  const { rows, total, asOf } = await reads.page(caller, (db, readPage) =>
    readPage((now) => listProducts(db, plan, { asOf: now, shownUpTo: begun ?? now }), since),
  );
  const as_of = begun ?? asOf;
  const end = rows[plan.pageSize - 1];
  // The store reads a row beyond the page, to know whether there is a next one.
  const isMore = end !== undefined && rows.length > plan.pageSize;
  return {
    /** products as JSON */
    data: rows.slice(0, plan.pageSize).map(({ json }) => json),
    /** of all pages; null with a cursor */
    total,
    next_cursor: isMore ? encodeCursor(plan, { value: end.value, id: end.id, asOf: as_of }) : null,
    /** the instant up to which nothing can appear any more; on every page of a walk by cursor that of the first */
    as_of,
    /** the last row of a full page */
    end,
  };
}
