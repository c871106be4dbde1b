import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from './commands.js';
import type { Parts } from './parts.js';

const LOOK_MS = 1_000;

/** Compares the index with the catalogue whenever somebody asks for it (the back office), and notes the outcome. */
export async function answerChecks(parts: Parts, signal: AbortSignal): Promise<never> {
  const { db } = parts;
  for (;;) {
    const open = await db.oneOrNone<{ id: number }>('SELECT id FROM index_checks WHERE finished_at IS NULL');
    if (open) {
      const { outcome, message } = await check(parts);
      await db.none(
        'UPDATE index_checks SET finished_at = clock_timestamp(), outcome = $2, message = $3 WHERE id = $1',
        [open.id, outcome, message],
      );
      await db.none('DELETE FROM index_checks WHERE id < $1::bigint - 100', [open.id]);
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}

async function check(parts: Parts): Promise<{ outcome: object | null; message: string | null }> {
  try {
    const { ok, checked, missing, stale, extra, pending } = await verify(parts);
    const sizes = { missing: missing.length, stale: stale.length, extra: extra.length };
    return { outcome: { ok, checked, ...sizes, pending }, message: null };
  } catch (error) {
    parts.log.warn({ err: error }, 'a check of the index that was asked for failed');
    return { outcome: null, message: 'The index could not be read.' };
  }
}
