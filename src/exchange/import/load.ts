import { LARGE_WORKBOOK, Problem, UnreadableFile } from '../../platform/index.js';
import type { Encoding, Writes } from '../../platform/index.js';
import { withChemistry } from '../../chemistry/index.js';
import type { Chemistry } from '../../chemistry/index.js';
import {
  addIgnored,
  ignoredFields,
  isUnknown,
  nothingIgnored,
  nothingNamed,
  openItems,
  openJudgement,
  pushItems,
  switchOffAfterwards,
} from '../../catalogue/index.js';
import type { FullList, PushOutcome, ReadItems } from '../../catalogue/index.js';
import type { WarnedRow, ImportOutcome, RejectedRow } from './outcome.js';
import type { Mapping } from './mapping.js';
import { readFileRows } from './read.js';
import { addRow, toldOf } from './row.js';
import type { FileForm, FileRow } from './row.js';

const BATCH = 5_000;
/** The text of a batch, in characters, about: rows may be far longer than those of products. */
const BATCH_TEXT = 8 * 1024 * 1024;
/** Every fault of a batch is reported: its rejected rows, and several warnings for each of the others. */
const MOST_REPORTED = 10 * BATCH;
/** Rejected rows that are reported; all are counted, and all are given to `onRejected`. */
const MAX_ERRORS = 10_000;
const MAX_WARNINGS = 1_000;
const MAX_SWITCHED = 1_000;

/** The progress of an import: bytes (or rows of a workbook) read, and the outcome so far. */
type OnProgress = (done: number, all: number, outcome: ImportOutcome) => void;

/** A rejected row, as it is in its file, and why. */
export interface Rejected {
  form: FileForm;
  given: unknown;
  error: RejectedRow;
}

/** How a file is imported, and what is reported on the way. */
export interface ImportOptions {
  /** of this site: addresses of its images are stored without it */
  siteOrigin?: string;
  onProgress?: OnProgress;
  /** called with names of columns that are ignored, before any product is written that has one */
  onIgnored?: (names: string[]) => void;
  /** called with the rejected rows of each batch, in their order */
  onRejected?: (rejected: Rejected[]) => Promise<void>;
  /** reads structures; without it a process is started for those of this file */
  chemistry?: Chemistry | undefined;
  /** aborts the import between two batches */
  signal?: AbortSignal;
  /** characters that the file may unpack to; any number without it */
  mostText?: number;
  /** the encoding of a text; found without it */
  encoding?: Encoding | undefined;
  /** writes nothing, and says what would be stored */
  dryRun?: boolean | undefined;
  /** what columns are read as, where that is not what their names say */
  mappings?: readonly Mapping[] | undefined;
}

/**
 * Pushes the products of a file, at most 5,000 a transaction, as `POST /sync/push?unchanged=skip` would.
 * @param source the source label of the products that are created
 * @param more.fullList the file is all that the source has: what it has beside it is switched off at the end, in one
 *   transaction, if the file could be read to its end and names a product in each row
 */
export async function importFile(
  writes: Writes,
  file: string,
  source: string,
  { fullList, ...options }: ImportOptions & { fullList?: FullList | undefined } = {},
): Promise<ImportOutcome> {
  const { dryRun = false } = options;
  const named = fullList && nothingNamed();
  const outcome = await withChemistry(options.chemistry, (chemistry) => {
    const how = { source, named, most: MOST_REPORTED, chemistry, skipUnchanged: true, dryRun };
    return inBatches(file, (work) => work((items) => pushItems(writes, items, how)), options);
  });
  if (!named || outcome.failure !== undefined) return outcome;
  try {
    return { ...outcome, ...(await switchOffAfterwards(writes, named, { source, dryRun, ...fullList })) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...outcome, switch_off_refused: error.message };
  }
}

type Push = (items: ReadItems) => Promise<PushOutcome>;

/** Sums up an import, batch by batch. */
function openTally({ siteOrigin, onProgress, onIgnored, onRejected }: ImportOptions) {
  const outcome: ImportOutcome = {
    created: 0,
    updated: 0,
    unchanged: 0,
    invalid: 0,
    errors: [],
    warnings: [],
    warning_counts: {},
    ignored_fields: [],
  };
  const ignored = nothingIgnored();
  let form: FileForm;
  let read: [done: number, all: number] = [0, 1];
  const warn = (warning: WarnedRow): void => {
    const { warnings, warning_counts: byReason } = outcome;
    byReason[warning.reason] = (byReason[warning.reason] ?? 0) + 1;
    if (warnings.length < MAX_WARNINGS) warnings.push(warning);
    else outcome.warnings_truncated = true;
  };
  return {
    outcome,
    ignored,
    onForm: (found: FileForm): void => {
      form = found;
      Object.assign(outcome, toldOf(found, ignored));
    },
    onBytes: (...done: typeof read): void => {
      read = done;
      onProgress?.(...read, outcome);
    },
    itemsOf(batch: FileRow[]): ReadItems {
      const items = openItems({ siteOrigin, isFile: true, ignored });
      const before = ignored.names.size;
      for (const note of batch.flatMap((row) => addRow(items, row) ?? [])) warn(note);
      if (ignored.names.size > before) onIgnored?.([...ignored.names].slice(before));
      return items;
    },
    async add(items: ReadItems, pushed: PushOutcome): Promise<void> {
      for (const count of ['created', 'updated', 'unchanged'] as const) outcome[count] += pushed[count];
      if (pushed.switched_on_total) {
        outcome.switched_on = [...(outcome.switched_on ?? []), ...pushed.switched_on!].slice(0, MAX_SWITCHED);
        outcome.switched_on_total = (outcome.switched_on_total ?? 0) + pushed.switched_on_total;
      }
      for (const { index, ...warning } of pushed.warnings) warn({ line: items.lines[index]!, ...warning });
      const rejected = pushed.errors.map(({ index, ...error }) => ({
        form,
        given: items.given[index],
        error: { line: items.lines[index]!, ...error },
      }));
      outcome.invalid += rejected.length;
      const all = [...outcome.errors, ...rejected.map(({ error }) => error)];
      outcome.errors = all.slice(0, MAX_ERRORS);
      if (all.length > MAX_ERRORS) outcome.errors_truncated = true;
      if (rejected.length > 0) await onRejected?.(rejected);
      onProgress?.(...read, outcome);
    },
  };
}

/**
 * Reads a file, passes its products on in batches, and sums up the outcomes.
 * @param open gives that to which they are passed, for the time of the work. It is called once the first row is there: before, a
 *   workbook is opened, which may take seconds
 * @param onRow called with each row of the file
 */
async function inBatches(
  file: string,
  open: (work: (push: Push) => Promise<void>) => Promise<void>,
  options: ImportOptions,
  onRow: (row: FileRow) => void = () => {},
): Promise<ImportOutcome> {
  const { outcome, ignored, ...tally } = openTally(options);
  let text = 0;
  const rows = readFileRows(file, {
    onBytes: tally.onBytes,
    onText: (size) => (text += size),
    onForm: tally.onForm,
    encoding: options.encoding,
    mappings: options.mappings,
    bounds: { text: options.mostText ?? Infinity, workbook: LARGE_WORKBOOK },
  });
  const first = rows.next();
  const passOn = async (push: Push): Promise<void> => {
    const store = async (batch: FileRow[]): Promise<void> => {
      options.signal?.throwIfAborted();
      const items = tally.itemsOf(batch);
      await tally.add(items, await push(items));
    };
    // While one batch is stored, the next one is read.
    let storing = Promise.resolve();
    let batch: FileRow[] = [];
    try {
      for (let next = await first; !next.done; next = await rows.next()) {
        onRow(next.value);
        batch.push(next.value);
        if (batch.length < BATCH && text <= BATCH_TEXT) continue;
        await storing;
        storing = store(batch);
        storing.catch(() => {}); // thrown where it is awaited
        [batch, text] = [[], 0];
      }
    } catch (error) {
      await storing;
      if (!(error instanceof UnreadableFile)) throw error;
      outcome.failure = error.message;
      outcome.failure_code = error.code;
      if (error.line !== undefined) outcome.failure_line = error.line;
    }
    await storing;
    await store(batch);
  };
  try {
    await first.catch(() => {}); // thrown where its rows are passed on
    await open(passOn);
  } finally {
    await rows.return(undefined);
  }
  return { ...outcome, ...ignoredFields(ignored) };
}

/**
 * The unknown columns and keys of a file. Nothing is stored; of a file that cannot be read to its end, those found so far.
 */
export async function unknownColumns(
  file: string,
  { encoding, mappings, signal }: Pick<ImportOptions, 'encoding' | 'mappings' | 'signal'> = {},
): Promise<string[]> {
  const unknown = nothingIgnored();
  try {
    for await (const row of readFileRows(file, { encoding, mappings })) {
      signal?.throwIfAborted();
      if (!('item' in row) || typeof row.item !== 'object' || row.item === null) continue;
      for (const key of Object.keys(row.item)) if (isUnknown(key)) addIgnored(unknown, key);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return [...unknown.names];
}

/** The longest preview, ms: it takes a place in the queue of writes. */
const PREVIEW_MS = 10_000;

/**
 * The outcome that `importFile` would have: later rows are judged as if earlier ones were stored. Nothing is stored or
 * locked. If the time is up before the end of the file, `failure` says so.
 */
export async function previewImport(
  writes: Writes,
  file: string,
  source: string,
  { longestMs = PREVIEW_MS, ...options }: ImportOptions & { longestMs?: number } = {},
): Promise<ImportOutcome> {
  let startedAt: number | undefined;
  const stopInTime = (row: FileRow): void => {
    startedAt ??= performance.now();
    if (performance.now() - startedAt > longestMs)
      throw new UnreadableFile(
        `a preview judges for ${longestMs / 1_000} s at most: from line ${row.line} on it did not; the import reads all of it`,
        { code: 'long_preview', line: row.line },
      );
  };
  return withChemistry(options.chemistry, (chemistry) =>
    inBatches(
      file,
      async (work) => {
        // Where a table is locked the transaction would begin again, and what was read of the file is gone.
        const failed = await writes.tx(async (tx) => {
          const judge = await openJudgement(tx, source, MOST_REPORTED, chemistry);
          return work(judge).then(
            () => undefined,
            (error: unknown) => ({ error }),
          );
        });
        if (failed) throw failed.error;
      },
      options,
      stopInTime,
    ),
  );
}
