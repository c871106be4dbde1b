import type { Reads } from '../../platform/index.js';
import { encodeCursor } from './list.js';
import type { ListPlan } from './list.js';
import { listProducts } from './list-store.js';
import type { ListedProduct } from './list-store.js';

/** A page of the list, as callers are answered. */
interface ListPage {
  /** products as JSON */
  data: string[];
  /** of all pages; null with a cursor */
  total: number | null;
  next_cursor: string | null;
  /** the instant up to which nothing can appear any more; on every page of a walk by cursor that of the first */
  as_of: string;
  /** the last row of a full page */
  end: ListedProduct | undefined;
}

/** Reads a page of the list. @param caller who has a key, to whom the page shows what he has written */
export async function readListPage(reads: Reads, caller: object | null, plan: ListPlan): Promise<ListPage> {
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
    data: rows.slice(0, plan.pageSize).map(({ json }) => json),
    total,
    next_cursor: isMore ? encodeCursor(plan, { value: end.value, id: end.id, asOf: as_of }) : null,
    as_of,
    end,
  };
}
