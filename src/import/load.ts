import type { Writes } from '../database/writes.js';
import { openJudgement } from '../products/judge.js';
import { pushProducts } from '../products/push.js';
import type { PushOutcome } from '../products/push.js';
import { WORKBOOK_MS } from './xlsx.js';
import type { ImportOutcome, RejectedRow } from './outcome.js';
import { readFileRows } from './read.js';
import { UnreadableFile } from './row.js';
import type { FileRow } from './row.js';

const BATCH = 5_000;
/** Rejected rows that are reported; all are counted. */
const MAX_ERRORS = 10_000;
const MAX_WARNINGS = 1_000;

/** The progress of an import: bytes (or rows of a workbook) read, and the outcome so far. */
export type OnProgress = (done: number, all: number, outcome: ImportOutcome) => void;

export interface ImportOptions {
  /** of this site: addresses of its images are stored without it */
  siteOrigin?: string;
  onProgress?: OnProgress;
  /** called with each row of the file */
  onRow?: (row: FileRow) => void;
  /** aborts the import between two batches */
  signal?: AbortSignal;
}

/**
 * Pushes the products of a file, 5,000 a transaction, as `POST /sync/push` would.
 * @param source the source label of the products that are created
 */
export function importFile(
  writes: Writes,
  file: string,
  source: string,
  { siteOrigin, ...options }: ImportOptions = {},
): Promise<ImportOutcome> {
  return inBatches(
    file,
    (items) => pushProducts(writes, items, { source, siteOrigin, isFile: true }),
    options,
  );
}

/** Reads a file, hands its products on in batches, and adds up what becomes of them. */
async function inBatches(
  file: string,
  push: (items: unknown[]) => Promise<PushOutcome>,
  { onProgress, onRow, signal }: ImportOptions,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    invalid: 0,
    errors: [],
    warnings: [],
    ignored_fields: [],
  };
  const ignored = new Set<string>();
  const reject = (error: RejectedRow): void => {
    if (outcome.errors.length < MAX_ERRORS) outcome.errors.push(error);
    else outcome.errors_truncated = true;
  };
  const store = async (batch: { line: number; item: unknown }[]): Promise<void> => {
    signal?.throwIfAborted();
    const pushed = await push(batch.map((row) => row.item));
    outcome.created += pushed.created;
    outcome.updated += pushed.updated;
    outcome.invalid += pushed.invalid;
    for (const { index, ...error } of pushed.errors) reject({ line: batch[index]!.line, ...error });
    if (pushed.errors_truncated) outcome.errors_truncated = true;
    for (const { index, ...warning } of pushed.warnings)
      if (outcome.warnings.length < MAX_WARNINGS)
        outcome.warnings.push({ line: batch[index]!.line, ...warning });
      else outcome.warnings_truncated = true;
    if (pushed.warnings_truncated) outcome.warnings_truncated = true;
    for (const name of pushed.ignored_fields) ignored.add(name);
    onProgress?.(...read, outcome);
  };

  let read: [done: number, all: number] = [0, 1];
  const onRead = (done: number, all: number): void => {
    read = [done, all];
    onProgress?.(done, all, outcome);
  };

  // While one batch is stored, the next one is read.
  let storing = Promise.resolve();
  let batch: Extract<FileRow, { item: unknown }>[] = [];
  try {
    for await (const row of readFileRows(file, onRead)) {
      onRow?.(row);
      if ('item' in row) batch.push(row);
      else {
        outcome.invalid += 1;
        reject({ code: null, field: null, ...row });
      }
      if (batch.length === BATCH) {
        await storing;
        storing = store(batch);
        storing.catch(() => {}); // thrown where it is awaited
        batch = [];
      }
    }
  } catch (error) {
    await storing;
    if (!(error instanceof UnreadableFile)) throw error;
    outcome.failure = error.message;
  }
  await storing;
  await store(batch);
  outcome.errors.sort((a, b) => a.line - b.line);
  outcome.ignored_fields = [...ignored];
  return outcome;
}

/** The longest preview, ms: meanwhile it takes the turn of a write. */
const PREVIEW_MS = 10_000;
/** Before its first row a workbook is read, which blocks nobody. */
const IDLE_MS = WORKBOOK_MS + 30_000;

/**
 * The outcome that `importFile` would have: later rows are judged as if earlier ones were stored. Nothing is stored or
 * locked. If the time is up before the end of the file, `failure` says so.
 */
export async function previewImport(
  writes: Writes,
  file: string,
  source: string,
  { onRow, longestMs = PREVIEW_MS, ...options }: ImportOptions & { longestMs?: number } = {},
): Promise<ImportOutcome> {
  let startedAt: number | undefined;
  const stopInTime = (row: FileRow): void => {
    startedAt ??= performance.now();
    if (performance.now() - startedAt > longestMs)
      throw new UnreadableFile(
        `a preview judges for ${longestMs / 1_000} s at most: from line ${row.line} on it did not; the import reads all of it`,
      );
    onRow?.(row);
  };
  return writes.tx(async (tx) => {
    await tx.none('SET LOCAL idle_in_transaction_session_timeout = $1', [IDLE_MS]);
    return inBatches(file, await openJudgement(tx, source), { ...options, onRow: stopInTime });
  });
}
