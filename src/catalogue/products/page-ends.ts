import { isUnavailable, named, readRows } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { signature } from './list.js';
import type { After, ListPlan } from './list.js';

type End = Pick<After, 'value' | 'id'>;

/** What a page belongs to: its caller, and what he asks for page by page. */
const walkOf = (caller: string, { filters, sort, pageSize }: ListPlan): string =>
  [caller, pageSize, signature(filters, sort)].join();

const isPull = ({ filters, page }: ListPlan): boolean => filters.updated_after !== undefined && page !== null;

/**
 * Lets a page of an incremental pull go on behind the page before, as the caller was shown that in the last quarter of an hour:
 * by its number alone it would skip a product for each that was edited or deleted since. Where several of his readers were
 * shown it, behind the one that ended first: none of them skips anything.
 */
export async function continuePage(db: Database, caller: string, plan: ListPlan): Promise<ListPlan> {
  if (!isPull(plan) || plan.page === 1) return plan;
  const [end] = await readRows<End>(db, plan.sort.startsWith('-') ? LAST : FIRST, [
    walkOf(caller, plan),
    plan.page! - 1,
  ]);
  return end ? { ...plan, after: { ...end, asOf: '' } } : plan;
}

/** Remembers where a page of an incremental pull ended, for {@link continuePage} of whichever gateway. */
export async function rememberEnd(db: Database, caller: string, plan: ListPlan, end?: End): Promise<void> {
  if (!isPull(plan) || !end) return;
  await readRows(db, plan.sort.startsWith('-') ? REMEMBER_LAST : REMEMBER_FIRST, [
    walkOf(caller, plan),
    plan.page,
    end.value,
    end.id,
  ]).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error; // one whose disk is full still shows pages: the next one is counted
  });
}

const QUARTER = 'floor(extract(epoch FROM clock_timestamp()) / 900)::integer';

const endBy = (direction: 'ASC' | 'DESC') =>
  named(`SELECT value, id FROM page_ends WHERE quarter >= ${QUARTER} - 1 AND walk = $1 AND page = $2
          ORDER BY value ${direction}, id ${direction} LIMIT 1`);
const FIRST = endBy('ASC');
const LAST = endBy('DESC');

// What is too old goes with what comes, some at a time.
const rememberBy = (earlier: '<' | '>') =>
  named(`WITH old AS (
           SELECT quarter, walk, page FROM page_ends WHERE quarter < ${QUARTER} - 1 LIMIT 100 FOR UPDATE SKIP LOCKED),
         gone AS (DELETE FROM page_ends USING old WHERE (page_ends.quarter, page_ends.walk, page_ends.page) = (old.quarter, old.walk, old.page))
         INSERT INTO page_ends AS known (quarter, walk, page, value, id) VALUES (${QUARTER}, $1, $2, $3, $4)
             ON CONFLICT (quarter, walk, page) DO UPDATE SET value = excluded.value, id = excluded.id
                  WHERE (excluded.value, excluded.id) ${earlier} (known.value, known.id)`);
const REMEMBER_FIRST = rememberBy('<');
const REMEMBER_LAST = rememberBy('>');
