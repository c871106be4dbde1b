import { setTimeout as sleep } from 'node:timers/promises';
import type { Engines, IndexerContext } from './context.js';
import { verify } from './verify.js';
import type { Verified } from './verify.js';

const POLL_MS = 1_000;

/** Compares the index with the catalogue whenever the back office requests it, and records the outcome. */
export async function runRequestedChecks(engines: Engines, signal: AbortSignal): Promise<never> {
  const [{ db }] = engines;
  for (;;) {
    const open = await db.oneOrNone<{ id: number }>('SELECT id FROM index_checks WHERE finished_at IS NULL');
    if (open) {
      const { outcome, message } = await check(engines);
      await db.none(
        'UPDATE index_checks SET finished_at = clock_timestamp(), outcome = $2, message = $3 WHERE id = $1',
        [open.id, outcome, message],
      );
      await db.none('DELETE FROM index_checks WHERE id < $1::bigint - 100', [open.id]);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Of several engines: the sum of their differences, and the smallest number of products compared. */
async function check(engines: Engines): Promise<{ outcome: object | null; message: string | null }> {
  const found = await Promise.all(engines.map(checkOne));
  const read = found.filter((each) => each !== undefined);
  if (read.length < found.length) return { outcome: null, message: 'The index could not be read.' };
  const sum = (figure: (each: Verified) => number): number =>
    read.reduce((all, each) => all + figure(each), 0);
  const outcome = {
    ok: read.every(({ ok }) => ok),
    checked: Math.min(...read.map(({ checked }) => checked)),
    missing: sum(({ missing }) => missing.length),
    stale: sum(({ stale }) => stale.length),
    extra: sum(({ extra }) => extra.length),
    pending: sum(({ pending }) => pending),
  };
  return { outcome, message: null };
}

async function checkOne(context: IndexerContext): Promise<Verified | undefined> {
  try {
    return await verify(context);
  } catch (error) {
    context.log.warn({ err: error }, 'a requested check of the index failed');
    return undefined;
  }
}
