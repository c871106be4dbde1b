import { readCommitted, tipOfSnapshot } from '../changes/log.js';
import { ensureEpoch } from '../changes/epoch.js';
import { isPast, PositionLost } from '../changes/position.js';
import type { CommittedPage } from '../changes/log.js';
import type { Position } from '../changes/position.js';
import { unavailable } from '../../platform/index.js';
import type { Database, Transaction, Writes } from '../../platform/index.js';
import { isCas } from '../../chemistry/index.js';
import { CHECKS, RULES, SHARED_FIELDS } from './checks.js';
import type { Quality, SharedField } from './checks.js';
import * as store from './store.js';
import type { CheckResults, ChecksReader } from './store.js';

// The findings are what the checks say of the products. They are a reader of the change log, so whatever writes a product is
// checked: by the indexer every few seconds, and before each answer that shows findings. One at a time does it, so that
// products with the same CAS number are compared with what is committed, whichever transactions wrote them.

/** Changes, and products of a walk, in one transaction. */
const BATCH = 1_000;
/** Batches in one call that bring the findings further for good, and in a request all of them. */
const MOST_BATCHES = 10;
const MOST_IN_REQUEST = 100;

/**
 * Brings the findings up to what is committed now.
 * @param writes where a caller waits for it: its queue
 * @param most batches, those too that an older transaction blocks: the next call checks these again
 * @returns false where so much has changed that some is left for the next call, as after a restore
 */
export async function catchUp(db: Database, writes: Writes, most = MOST_IN_REQUEST): Promise<boolean> {
  if (await store.isCaughtUp(db, RULES)) return true;
  await ensureEpoch(db);
  let after: Position | undefined;
  for (let batch = 0, moves = 0; batch < most && moves < MOST_BATCHES; batch++) {
    const { isDone, hasMoved, last } = await writes.tx((tx) => checkBatch(tx, after));
    if (isDone) return true;
    if (hasMoved) moves++;
    after = last;
  }
  return false;
}

/**
 * The same before an answer that lists products by their findings: what is not checked yet would be missing in it unseen.
 * @throws Problem 503 where some is left
 */
export async function catchUpOrRefuse(db: Database, writes: Writes): Promise<void> {
  if (!(await catchUp(db, writes)))
    throw unavailable('Products are still being checked after very many changes; try again.');
}

/** Counts what the checks find, of everything that is committed now. */
export async function countFindings(db: Database, writes: Writes): Promise<Quality> {
  const complete = (await catchUp(db, writes)) && !(await store.namesWait(db));
  const totals = await store.findingTotals(db);
  return {
    data: CHECKS.map(({ id, title }) => ({ check: id, title, count: totals.get(id) ?? 0 })),
    complete,
  };
}

/**
 * @param after changes up to here were read, though others may still appear before it
 * @returns hasMoved: whether the next call need not check all of this again
 */
async function checkBatch(
  tx: Transaction,
  after: Position | undefined,
): Promise<{ isDone: boolean; hasMoved: boolean; last: Position }> {
  const reader = await store.lockReader(tx, await tipOfSnapshot(tx), RULES);
  const { walked, page } = await nextPage(tx, reader, after);
  const walk = walked === null ? [] : await store.idsAfter(tx, walked, BATCH);
  await store.replaceFindings(tx, await check(tx, [...new Set([...page.ids, ...walk])]));
  const stillWalked = walk.length < BATCH ? null : walk.at(-1)!;
  await store.saveReader(tx, { position: page.settled, rules: RULES, walked: stillWalked });
  return {
    isDone: stillWalked === null && page.ids.length < BATCH,
    hasMoved: walked !== null || !isPast(reader.position, page.settled),
    last: page.last,
  };
}

/** The changes to look at. Where the log or the rules are others than those of the findings, a walk begins. */
async function nextPage(
  tx: Transaction,
  { position, rules, walked }: ChecksReader,
  after: Position | undefined,
): Promise<{ walked: number | null; page: CommittedPage }> {
  try {
    if (rules === RULES) {
      if (!after || isPast(position, after))
        return { walked, page: await readCommitted(tx, position, BATCH) };
      // What an older transaction blocks is read again by the next call: changes may still appear among it.
      return { walked, page: { ...(await readCommitted(tx, after, BATCH)), settled: position } };
    }
  } catch (error) {
    if (!(error instanceof PositionLost)) throw error;
  }
  const start = await tipOfSnapshot(tx);
  return { walked: 0, page: { ids: [], last: start, settled: start } };
}

/** Checks the products with these ids, and whatever else has their CAS numbers. */
async function check(tx: Transaction, ids: number[]): Promise<CheckResults> {
  await store.askForNames(tx, ids);
  const products = await store.productsToCheck(tx, ids);
  const findings = products.flatMap((product) =>
    CHECKS.filter(({ finds }) => finds?.(product)).map(({ id }) => ({
      check_id: id,
      product_id: product.id,
      written_at: product.written_at,
    })),
  );
  const casNumbers = [
    ...new Set([...products.map(({ cas }) => cas).filter(isCas), ...(await store.foundCas(tx, ids))]),
  ];
  const facts = await store.factsOfCas(tx, casNumbers, []);
  const differing = facts.flatMap((shared) =>
    (Object.keys(SHARED_FIELDS) as SharedField[]).flatMap((field) => {
      const { check, keyOf } = SHARED_FIELDS[field];
      const isOne = new Set(shared[field].map(keyOf)).size < 2;
      return isOne ? [] : { shared_cas: shared.cas, check_id: check, field };
    }),
  );
  return { ids, findings, casNumbers, differing };
}
