import type { Writes } from '../database/writes.js';
import type { ItemError } from '../products/item.js';
import { pushProducts } from '../products/push.js';
import { readRows } from './read.js';
import { UnreadableFile } from './row.js';
import type { Row } from './row.js';

const BATCH = 5_000;
/** Rejected rows that are kept for the report; the others are only counted. */
const MAX_ERRORS = 10_000;

export interface RejectedRow extends Omit<ItemError, 'index'> {
  line: number;
}

export interface ImportOutcome {
  created: number;
  updated: number;
  invalid: number;
  errors: RejectedRow[];
  errors_truncated?: true;
  /** names of columns and keys that are no field */
  ignored_fields: string[];
  /** why the file could not be read to its end; what could be read is stored */
  failure?: string;
}

/** Progress of an import: bytes (or rows of a workbook) read, and the outcome so far. */
export type OnProgress = (done: number, all: number, outcome: ImportOutcome) => void;

export interface ImportOptions {
  onProgress?: OnProgress;
  /** called with each product as it is in the file */
  onRow?: (row: Row) => void;
  /** ends the import between two batches */
  signal?: AbortSignal;
}

/**
 * Pushes the products of a file, 5,000 a transaction, as `POST /sync/push` would.
 * @param source the source label of the products that are created
 * @param options.signal ends the import between two batches
 */
export async function importFile(
  writes: Writes,
  file: string,
  source: string,
  { onProgress, onRow, signal }: ImportOptions = {},
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { created: 0, updated: 0, invalid: 0, errors: [], ignored_fields: [] };
  const ignored = new Set<string>();
  const reject = (error: RejectedRow): void => {
    if (outcome.errors.length < MAX_ERRORS) outcome.errors.push(error);
    else outcome.errors_truncated = true;
  };
  const store = async (batch: { line: number; item: unknown }[]): Promise<void> => {
    signal?.throwIfAborted();
    const items = batch.map((row) => row.item);
    const pushed = await pushProducts(writes, items, { source });
    outcome.created += pushed.created;
    outcome.updated += pushed.updated;
    outcome.invalid += pushed.invalid;
    for (const { index, ...error } of pushed.errors) reject({ line: batch[index]!.line, ...error });
    if (pushed.errors_truncated) outcome.errors_truncated = true;
    for (const name of pushed.ignored_fields) ignored.add(name);
    onProgress?.(...read, outcome);
  };

  let read: [done: number, all: number] = [0, 1];
  const onRead = (done: number, all: number): void => {
    read = [done, all];
    onProgress?.(done, all, outcome);
  };

  // While the database stores one batch, the next one is read.
  let storing = Promise.resolve();
  let batch: Extract<Row, { item: unknown }>[] = [];
  try {
    for await (const row of readRows(file, onRead)) {
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

/** The longest that a preview may take, ms: meanwhile it holds locks, and blocks readers of the change log. */
const PREVIEW_MS = 10_000;
/** Reading a workbook may take two minutes before its first row is there. */
const IDLE_MS = 150_000;

class RolledBack extends Error {}

/**
 * What `importFile` would do with a file: it is done in one transaction, so that later rows meet what earlier ones wrote,
 * and rolled back. `failure` says where the time was over.
 */
export async function previewImport(
  writes: Writes,
  file: string,
  source: string,
  { onRow, longestMs = PREVIEW_MS, ...options }: ImportOptions & { longestMs?: number } = {},
): Promise<ImportOutcome> {
  let begun: number | undefined;
  let outcome: ImportOutcome | undefined;
  const inTime = (row: Row): void => {
    begun ??= performance.now();
    if (performance.now() - begun > longestMs)
      throw new UnreadableFile(
        `a preview judges for ${longestMs / 1_000} s at most: from line ${row.line} on it did not; the import reads all of it`,
      );
    onRow?.(row);
  };
  try {
    await writes.tx(async (tx) => {
      await tx.none('SET LOCAL idle_in_transaction_session_timeout = $1', [IDLE_MS]);
      const savepoints: Writes = { tx: (work) => tx.tx(work) };
      outcome = await importFile(savepoints, file, source, { ...options, onRow: inTime });
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return outcome!;
}
