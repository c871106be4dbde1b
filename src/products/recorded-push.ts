import { insertLog } from '../access/store.js';
import type { LogEntry } from '../access/store.js';
import type { Writes } from '../database/writes.js';
import { pushProducts } from './push.js';
import type { PushOutcome } from './push.js';

/** A call that pushes, without its products. */
export interface PushCall {
  source: string;
  siteOrigin: string;
  skipUnchanged: boolean;
  dryRun?: boolean;
  /** its row of the sync log, without duration and counts */
  entry: LogEntry;
}

/** The outcome of a call. */
export interface PushDone {
  /** the answer */
  json: string;
  counts: Pick<PushOutcome, 'created' | 'updated' | 'unchanged' | 'invalid'>;
  /** its id, which the indexer names when it delivers what was written */
  transaction: string;
}

/** A push and its row of the sync log, which commit together. */
export async function recordedPush(
  writes: Writes,
  items: unknown[],
  { source, siteOrigin, skipUnchanged, dryRun, entry }: PushCall,
): Promise<PushDone> {
  const countsOf = ({ created, updated, unchanged, invalid }: PushOutcome): PushDone['counts'] => ({
    created,
    updated,
    unchanged,
    invalid,
  });
  let transaction = '';
  const outcome = await pushProducts(writes, items, {
    source,
    siteOrigin,
    skipUnchanged,
    dryRun,
    async record(tx, done) {
      const durationMs = Date.now() - Date.parse(entry.at);
      const { errors, warnings } = done;
      transaction = await insertLog(tx, [{ ...entry, durationMs, counts: countsOf(done), errors, warnings }]);
    },
  });
  return { json: JSON.stringify({ ok: true, ...outcome }), counts: countsOf(outcome), transaction };
}
