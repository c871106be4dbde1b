import {
  clockAhead,
  isUnavailable,
  MOST_APART,
  pruneAnswers,
  pruneImports,
  pruneLog,
} from '../src/platform/index.js';
import { pruneAttempts, pruneFailedSignIns } from '../src/desk/index.js';
import {
  compactTagLedger,
  compactTotals,
  pruneChanges,
  pruneHistory,
  pruneListParts,
} from '../src/catalogue/index.js';
import { forgetMetDemand, pruneDemand } from '../src/search/index.js';
import { pruneDeliveries, pruneInquiries } from '../src/exchange/index.js';
import type { IndexerContext } from './context.js';
import { every } from './every.js';
import { dropLeftovers } from './rebuild.js';
import { currentRebuild, pruneDeadLetters, pruneRebuilds } from './rebuild-store.js';
import { retryDeadLetters } from './store.js';
import { verify } from './verify.js';

const EVERY_MS = 3_600_000;

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
  return every(EVERY_MS, signal, async () => {
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
  });
}

/** Removes from an engine what would otherwise grow without end, and retries its dead letters. */
export async function maintainEngine(context: IndexerContext, signal: AbortSignal): Promise<void> {
  await context.indexes.prune?.(context.uid);
  if (!(await currentRebuild(context))) await dropLeftovers(context, signal);
  await retryDeadLetters(context);
}

/** Compares the index with the catalogue where the back office has requested it, and records the outcome. */
export async function checkAsRequested(context: IndexerContext): Promise<void> {
  const { db } = context;
  const open = await db.oneOrNone<{ id: number }>('SELECT id FROM index_checks WHERE finished_at IS NULL');
  if (!open) return;
  const { outcome = null, message = null } = await check(context);
  await db.none(
    'UPDATE index_checks SET finished_at = clock_timestamp(), outcome = $2, message = $3 WHERE id = $1',
    [open.id, outcome, message],
  );
  await db.none('DELETE FROM index_checks WHERE id < $1::bigint - 100', [open.id]);
}

async function check(context: IndexerContext): Promise<{ outcome?: object; message?: string }> {
  try {
    const { ok, checked, missing, stale, extra, keys, pending } = await verify(context);
    const outdated = new Set([...stale, ...keys]);
    const differing = { missing: missing.length, stale: outdated.size, extra: extra.length };
    return { outcome: { ok, checked, ...differing, pending } };
  } catch (error) {
    context.log.warn({ err: error }, 'a requested check of the index failed');
    return { message: 'The index could not be read.' };
  }
}
