import { inChinese, insertLog, openKeeping, WARNING_WORDS, writtenBy } from '../../platform/index.js';
import type { Encoding, LogEntry, Writer, Writes } from '../../platform/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import type { ReadItems } from './item.js';
import { pushItems } from './push.js';
import type { PushOptions, PushOutcome } from './push.js';

/** Rows that are no items: told of at most. */
const MOST_NOTES = 100;

/** A call that pushes, without its products. */
export interface PushCall extends Omit<PushOptions, 'most' | 'named' | 'chemistry' | 'record'> {
  by: Writer;
  siteOrigin: string;
  /** the answer says in Chinese what is wrong */
  isChinese?: boolean;
  /** whether the items come from a file: the answer names their lines */
  isFile?: boolean;
  /** of a file: the encoding of its text; found without it */
  encoding?: Encoding | undefined;
  /** of a file: the name of the mapping by which its columns are read; without it one that is remembered for them */
  mapping?: string | undefined;
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
 * A push and its row of the sync log, which commit together, with what was wrong with its items.
 * @param begun when the call was handed on to this process, as performance.now() gives it
 */
export async function recordedPush(
  writes: Writes,
  read: ReadItems,
  chemistry: Chemistry,
  { entry, isFile, isChinese, by, ...options }: PushCall,
  begun = performance.now(),
): Promise<PushDone> {
  let transaction = '';
  let added = {};
  const placed = <T extends { index: number }>({ index, ...more }: T) => ({
    index,
    ...(isFile && { line: read.lines[index]! }),
    ...more,
  });
  const outcome = await pushItems(writtenBy(writes, by), read, {
    ...options,
    chemistry,
    async record(tx, done, refused) {
      // No difference of two times of day: the clock may have been set meanwhile.
      const durationMs = Math.round(entry.durationMs + performance.now() - begun);
      const logged = await insertLog(tx, [{ ...entry, durationMs, counts: countsOf(done) }]);
      transaction = logged.transaction;
      const warnings = [...read.notes.slice(0, MOST_NOTES), ...done.warnings.map(placed)];
      added = {
        ...read.answer,
        errors: done.errors.map((fault) => (isChinese ? inChinese(placed(fault)) : placed(fault))),
        warnings: isChinese ? warnings.map((warning) => inChinese(warning, WARNING_WORDS)) : warnings,
        ...(logged.id !== null && { import_id: logged.id }),
      };
      if (logged.id === null) return;
      const kept = openKeeping({
        id: logged.id,
        caller: `key ${entry.keyId}`,
        form: read.form ?? { kind: 'json' },
      });
      const rejected = refused.map((fault) => ({ fault: placed(fault), given: read.given[fault.index] }));
      await kept.keep(tx, rejected, warnings);
    },
  });
  return { json: JSON.stringify({ ok: true, ...outcome, ...added }), counts: countsOf(outcome), transaction };
}

const countsOf = ({ created, updated, unchanged, invalid, ...done }: PushOutcome): PushDone['counts'] => ({
  created,
  updated,
  unchanged,
  invalid,
  switched_on: done.switched_on_total,
  switched_off: done.switched_off_total,
});
