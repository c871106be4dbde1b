import { readFile, stat } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { codeOf, LIMITS, startThread } from '../../platform/index.js';
import { UnreadableFile } from './row.js';

/** Reads a workbook when its turn comes. */
export type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

/** What a workbook may hold, and reading it may take. */
export interface WorkbookBounds {
  /** bytes, packed and unpacked */
  bytes: number;
  unpacked: number;
  /** cells, blank ones too, and characters of all cells: a text that is stored once may stand in every cell */
  cells: number;
  text: number;
  /** of the thread; a process that was started with --max-old-space-size gives it that instead */
  heapMb: number;
  ms: number;
  /** who shares it reads one after the other */
  inTurn?: InTurn | undefined;
}

/** The longest that reading a workbook may take, ms. */
const WORKBOOK_MS = LIMITS.workbooks.waitMs;

/**
 * The bounds for callers who may write products: 50,000 of them with all fields have half of it. Reading a workbook takes up
 * to seven times the memory that it unpacks to.
 */
export const LARGE_WORKBOOK: WorkbookBounds = {
  bytes: 32 * 1024 * 1024,
  unpacked: 128 * 1024 * 1024,
  cells: 2_500_000,
  text: 64 * 1024 * 1024,
  heapMb: 512,
  ms: WORKBOOK_MS,
};

/** A number that its format shows in another way, such as with leading zeros. */
interface ShownNumber {
  number: number;
  shown: string;
}

/** The value of a cell; null where it is empty. */
export type SheetCell = string | number | ShownNumber | boolean | Date | null;

/** Cells of a column that are merged: the first one has their value, the others have none. */
export interface MergedCells {
  /** from 1, as rows */
  column: number;
  from: number;
  to: number;
}

/** The first sheet of a workbook that is not hidden. */
interface Sheet {
  /** from the first row of the sheet on */
  rows: SheetCell[][];
  merged: MergedCells[];
  /** the names of further sheets that have cells with values */
  others: string[];
}

/** What the thread reads (sheet-thread.ts). */
export interface SheetTask extends Pick<WorkbookBounds, 'cells' | 'text'> {
  content: ArrayBuffer;
}

/** What it sends: first what it knows of the sheet, and then, whenever it is asked, the next rows. */
type KnownSheet = Omit<Sheet, 'rows'> & { height: number };
/** A message of the thread. */
export type SheetPart = KnownSheet | Pick<Sheet, 'rows'> | { isTooMuch: true };

const DAMAGED = 'it is a damaged xlsx file';

/** @throws UnreadableFile; Problem 503 where its turn does not come */
export async function readSheet(file: string, bounds: WorkbookBounds): Promise<Sheet> {
  const { size } = await stat(file);
  if (size > bounds.bytes)
    throw new UnreadableFile(`a workbook may have ${bounds.bytes} bytes at most; use CSV`, 'large');
  const content = await readFile(file);
  refuseBomb(content, bounds.unpacked);
  const read = (): Promise<Sheet> => readInThread(content, bounds);
  return bounds.inTurn ? bounds.inTurn(read) : read();
}

/** In a thread: reading a large workbook takes seconds, and the heap of a thread can be bounded. */
function readInThread(content: Buffer, { heapMb, ms, cells, text }: WorkbookBounds): Promise<Sheet> {
  const bytes = Uint8Array.from(content).buffer; // a copy that can be transferred to the thread
  return new Promise((resolve, reject) => {
    const worker = startThread('sheet-thread', {
      workerData: { content: bytes, cells, text } satisfies SheetTask,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      stdout: true,
      stderr: true,
    });
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      void worker.terminate();
      act();
    };
    const refuse = (why: string, code?: string) => () =>
      finish(() => reject(new UnreadableFile(why, 'broken', code === undefined ? {} : { code })));
    const timer = setTimeout(refuse('reading the workbook takes too long; use CSV', 'large'), ms);
    const rows: SheetCell[][] = [];
    let known: KnownSheet;
    const refuseTooMuch = refuse('the workbook cannot be read (it holds too much; use CSV)', 'large');
    worker.on('message', (part: SheetPart) => {
      if ('isTooMuch' in part) return refuseTooMuch();
      if ('rows' in part) rows.push(...part.rows);
      else known = part;
      if (rows.length < known.height) worker.postMessage('more', []);
      else finish(() => resolve({ merged: known.merged, others: known.others, rows }));
    });
    worker.once('error', (error) => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') refuseTooMuch();
      else refuse(DAMAGED)();
    });
  });
}

/** Checks the declared unpacked size of a workbook; the library unpacks no more than that. */
function refuseBomb(content: Buffer, most: number): void {
  let unpacked = 0;
  try {
    unzipSync(content, {
      filter: ({ originalSize }) => {
        unpacked += originalSize;
        return false;
      },
    });
  } catch {
    throw new UnreadableFile(DAMAGED);
  }
  if (unpacked > most) throw new UnreadableFile('the workbook is too large unpacked; use CSV', 'large');
}
