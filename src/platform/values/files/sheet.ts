import { readFile, stat } from 'node:fs/promises';
import { codeOf } from '../../process/errors.js';
import { openPool } from '../../process/pool.js';
import { TimedOut } from '../../process/time-out.js';
import { foreignArchive } from './kinds.js';
import { openPackage } from './package.js';
import type { Package } from './package.js';
import { UnreadableFile } from './row.js';
import type { Row } from './row.js';
import type { SheetBounds } from './workbook.js';

/** What a workbook may hold, and reading it may take. */
export interface WorkbookBounds extends SheetBounds {
  /** bytes, packed and unpacked */
  bytes: number;
  unpacked: number;
  /** of the thread; a process that was started with --max-old-space-size gives it that instead */
  heapMb: number;
  /** the longest that the thread may work */
  ms: number;
}

/** The bounds for callers who may write products: 50,000 of them with all fields have half of it. */
export const LARGE_WORKBOOK: WorkbookBounds = {
  bytes: 32 * 1024 * 1024,
  unpacked: 128 * 1024 * 1024,
  cells: 2_500_000,
  text: 64 * 1024 * 1024,
  heapMb: 256,
  ms: 120_000,
};

/** What the thread reads (sheet-thread.ts). */
export interface SheetTask extends SheetBounds {
  content: ArrayBuffer;
}

/** What it answers: first the names of further sheets that have values, and then, whenever it is asked, the next rows. */
export type SheetPart =
  { others: string[] } | { rows: Row[]; done: number; all: number } | { isEnd: true } | { isTooMuch: true };

const DAMAGED = 'it is a damaged xlsx file';

/**
 * Reads a sheet of a workbook, some rows at a time.
 * @param source a path, or the content
 * @param sheet of those that are not hidden and have values, from 0
 * @throws UnreadableFile
 */
export async function* readSheet(
  source: string | Buffer,
  bounds: WorkbookBounds,
  sheet = 0,
): AsyncGenerator<Exclude<SheetPart, { isEnd: true } | { isTooMuch: true }>> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  if (size > bounds.bytes)
    throw new UnreadableFile(`a workbook may have ${bounds.bytes} bytes at most; use CSV`, { kind: 'large' });
  const content = typeof source === 'string' ? await readFile(source) : source;
  refuseArchive(content, bounds.unpacked);
  // In a thread: reading a large workbook takes seconds, and the heap of a thread can be bounded.
  const thread = openPool<SheetTask | null, SheetPart>({
    kind: 'thread',
    program: 'sheet-thread',
    megabytes: bounds.heapMb,
  });
  const bytes = Uint8Array.from(content).buffer; // a copy that can be transferred to the thread
  let task: SheetTask | null = { content: bytes, cells: bounds.cells, text: bounds.text, sheet };
  let left = bounds.ms; // what it takes until whoever reads asks for the next part does not count
  try {
    for (;;) {
      const asked = performance.now();
      const part: SheetPart = await thread
        .run(task, { ms: Math.max(0, left), transfer: task ? [bytes] : [] })
        .catch(refuseSheet);
      left -= performance.now() - asked;
      task = null;
      if ('isTooMuch' in part) throw tooMuch();
      if ('isEnd' in part) return;
      yield part;
    }
  } finally {
    await thread.close();
  }
}

function refuseSheet(error: unknown): never {
  if (error instanceof TimedOut)
    throw new UnreadableFile('reading the workbook takes too long; use CSV', { code: 'large' });
  const isOutOfMemory = codeOf((error as Error).cause) === 'ERR_WORKER_OUT_OF_MEMORY';
  throw isOutOfMemory ? tooMuch() : new UnreadableFile(DAMAGED);
}

const tooMuch = (): UnreadableFile =>
  new UnreadableFile('the workbook cannot be read (it holds too much; use CSV)', { code: 'large' });

/** Refuses an archive that is no workbook, and by its declared size one that unpacks to too much: no more is unpacked. */
function refuseArchive(content: Buffer, most: number): void {
  let files: Package;
  try {
    files = openPackage(content);
  } catch {
    throw new UnreadableFile(DAMAGED);
  }
  const foreign = foreignArchive(files.names);
  if (foreign !== undefined) throw new UnreadableFile(`it is ${foreign}`, { kind: 'foreign' });
  if (files.unpacked > most)
    throw new UnreadableFile('the workbook is too large unpacked; use CSV', { kind: 'large' });
}
