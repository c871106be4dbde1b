import { insertLog } from '../access/store.js';
import type { LogEntry } from '../access/store.js';
import { writtenBy } from '../database/writes.js';
import type { Writer, Writes } from '../database/writes.js';
import type { Chemistry } from '../structures/chemistry.js';
import type { ReadItems } from './item.js';
import type { FullList } from './missing.js';
import { pushItems } from './push.js';
import type { PushOutcome } from './push.js';

/** A call that pushes, without its products. */
export interface PushCall {
  source: string;
  by: Writer;
  siteOrigin: string;
  skipUnchanged: boolean;
  dryRun?: boolean;
  fullList?: FullList | undefined;
  /** whether the items come from a file: the answer names their lines */
  isFile?: boolean;
  /** its row of the sync log, without counts; the duration is the time until the call was handed on, ms */
  entry: LogEntry;
}

/** The outcome of a call. */
export interface PushDone {
  /** the answer */
  json: string;
  counts: Pick<PushOutcome, 'created' | 'updated' | 'unchanged' | 'invalid'> & {
    switched_on?: number;
    switched_off?: number;
  };
  /** its id, which the indexer names when it delivers what was written */
  transaction: string;
}

/**
 * A push and its row of the sync log, which commit together.
 * @param begun when the call was handed on to this process, as performance.now() gives it
 */
export async function recordedPush(
  writes: Writes,
  read: ReadItems,
  chemistry: Chemistry,
  { entry, isFile, by, ...options }: PushCall,
  begun = performance.now(),
): Promise<PushDone> {
  let transaction = '';
  let faults = {};
  const outcome = await pushItems(writtenBy(writes, by), read, {
    ...options,
    chemistry,
    async record(tx, done) {
      // No difference of two times of day: the clock may have been set meanwhile.
      const durationMs = Math.round(entry.durationMs + performance.now() - begun);
      faults = isFile ? withLines(done, read.lines) : { errors: done.errors, warnings: done.warnings };
      transaction = await insertLog(tx, [{ ...entry, durationMs, counts: countsOf(done), ...faults }]);
    },
  });
  const answer = { ok: true, ...outcome, ...faults };
  return { json: JSON.stringify(answer), counts: countsOf(outcome), transaction };
}

function countsOf({
  created,
  updated,
  unchanged,
  invalid,
  switched_on_total: on,
  switched_off_total: off,
}: PushOutcome): PushDone['counts'] {
  return {
    created,
    updated,
    unchanged,
    invalid,
    ...(on !== undefined && { switched_on: on }),
    ...(off !== undefined && { switched_off: off }),
  };
}

/** Errors and warnings with the lines on which their items stand. */
function withLines({ errors, warnings }: PushOutcome, lines: number[]) {
  const withLine = <T extends { index: number }>({ index, ...more }: T) => ({
    index,
    line: lines[index]!,
    ...more,
  });
  return { errors: errors.map(withLine), warnings: warnings.map(withLine) };
}
