import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexerContext } from './context.js';
import { verify } from './verify.js';

const POLL_MS = 1_000;

/** Compares the index with the catalogue whenever the back office requests it, and records the outcome. */
export async function runRequestedChecks(context: IndexerContext, signal: AbortSignal): Promise<never> {
  const { db } = context;
  for (;;) {
    const open = await db.oneOrNone<{ id: number }>('SELECT id FROM index_checks WHERE finished_at IS NULL');
    if (open) {
      const { outcome, message } = await check(context);
      await db.none(
        'UPDATE index_checks SET finished_at = clock_timestamp(), outcome = $2, message = $3 WHERE id = $1',
        [open.id, outcome, message],
      );
      await db.none('DELETE FROM index_checks WHERE id < $1::bigint - 100', [open.id]);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function check(context: IndexerContext): Promise<{ outcome: object | null; message: string | null }> {
  try {
    const { ok, checked, missing, stale, extra, keys, pending } = await verify(context);
    const outdated = new Set([...stale, ...keys]);
    const differing = { missing: missing.length, stale: outdated.size, extra: extra.length };
    return { outcome: { ok, checked, ...differing, pending }, message: null };
  } catch (error) {
    context.log.warn({ err: error }, 'a requested check of the index failed');
    return { outcome: null, message: 'The index could not be read.' };
  }
}
