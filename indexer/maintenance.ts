import { setTimeout as sleep } from 'node:timers/promises';
import {
  clockAhead,
  directWrites,
  isUnavailable,
  MOST_APART,
  pruneAnswers,
  pruneImports,
  pruneLog,
} from '../src/platform/index.js';
import { pruneAttempts, pruneFailedSignIns } from '../src/desk/index.js';
import {
  catchUp,
  compactTagLedger,
  compactTotals,
  pruneChanges,
  pruneHistory,
  pruneListParts,
} from '../src/catalogue/index.js';
import { forgetMetDemand, mergeSearchKeys, pruneDemand } from '../src/search/index.js';
import { pruneDeliveries, pruneInquiries } from '../src/exchange/index.js';
import type { IndexerContext } from './context.js';
import { dropLeftovers } from './rebuild.js';
import { currentRebuild, pruneDeadLetters, pruneRebuilds } from './rebuild-store.js';
import { retryDeadLetters } from './store.js';

const EVERY_MS = 3_600_000;
const MERGE_EVERY_MS = 10_000;
const CHECK_EVERY_MS = 5_000;

/**
 * Once an hour: removes from the database what would otherwise grow without end. A step that
 * fails, such as one that takes longer than a statement may, waits for the next hour; the others are done. What goes for
 * its age does so by the clock of the database, and only while that of this host agrees.
 * @param kept days that calls stay in the sync log, and inquiries
 */
export async function maintain(
  context: IndexerContext,
  signal: AbortSignal,
  { syncLogDays, inquiryDays }: { syncLogDays: number; inquiryDays: number },
): Promise<never> {
  const { db, log } = context;
  type Steps = Record<string, () => Promise<unknown>>;
  const byAge: Steps = {
    changes: () => pruneChanges(db),
    calls: () => pruneLog(db, syncLogDays),
    imports: () => pruneImports(db),
    inquiries: () => pruneInquiries(db, inquiryDays),
    attempts: () => pruneAttempts(db),
    failed_sign_ins: () => pruneFailedSignIns(db),
    answers: () => pruneAnswers(db),
    deliveries: () => pruneDeliveries(db),
    lists: () => pruneListParts(db),
    history: () => pruneHistory(db),
  };
  const others: Steps = {
    demand: () => pruneDemand(db),
    met_demand: () => forgetMetDemand(db),
    tags: () => compactTagLedger(db),
    totals: () => compactTotals(db),
    rebuilds: () => pruneRebuilds(db),
    dead_letters: () => pruneDeadLetters(context),
  };
  for (;;) {
    let away: unknown;
    const ahead = await clockAhead(db);
    const agree = Math.abs(ahead) <= MOST_APART;
    if (!agree)
      log.error(
        { seconds_ahead: Math.round(ahead) },
        'the clock of this host is not that of the database: nothing is removed for its age',
      );
    for (const [step, work] of Object.entries(agree ? { ...byAge, ...others } : others)) {
      signal.throwIfAborted();
      try {
        const removed = await work();
        if (typeof removed === 'number' && removed > 0)
          log.info({ step, removed }, 'what was old was removed');
      } catch (error) {
        if (isUnavailable(error)) away = error;
        else log.error({ err: error, step }, 'a step of the maintenance failed');
      }
    }
    if (away !== undefined) throw away; // all of it is tried again soon
    log.debug('maintenance done');
    await sleep(EVERY_MS, undefined, { signal });
  }
}

/** Once an hour: removes from an engine what would otherwise grow without end, and retries its dead letters. */
export async function maintainEngine(context: IndexerContext, signal: AbortSignal): Promise<never> {
  for (;;) {
    await context.indexes.prune?.(context.uid);
    if (!(await currentRebuild(context))) await dropLeftovers(context, signal);
    await retryDeadLetters(context);
    await sleep(EVERY_MS, undefined, { signal });
  }
}

/** Every 10 s: merges what writes left pending in the GIN indexes of the database search, so that no search reads it. */
export async function mergeSearchKeysRegularly({ db }: IndexerContext, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(MERGE_EVERY_MS, undefined, { signal });
    await mergeSearchKeys(db);
  }
}

/** Every 5 s: checks the products that have changed, so that no request finds very many of them unchecked. */
export async function checkProductsRegularly({ db }: IndexerContext, signal: AbortSignal): Promise<never> {
  for (;;) {
    const isDone = await catchUp(db, directWrites(db), Infinity);
    await sleep(isDone ? CHECK_EVERY_MS : 0, undefined, { signal });
  }
}
