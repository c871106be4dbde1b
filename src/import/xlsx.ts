import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { codeOf } from '../errors.js';
import { openQueue } from '../http/queue.js';
import type { Queue } from '../http/queue.js';
import { columnOf } from '../products/columns.js';
import { FIELDS, STOCK } from '../products/fields.js';
import { itemOf, MOST_COLUMNS, openHeaderSearch, withinColumns } from './header.js';
import { UnreadableFile } from './row.js';
import type { FileForm, FileRow } from './row.js';

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
  turns?: Queue;
}

/** The longest that reading a workbook may take, ms. */
export const WORKBOOK_MS = 120_000;

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
  turns: openQueue(1),
};

type Cell = string | number | boolean | Date | null;

const TOO_MUCH = 'it holds too much; use CSV';
const DAMAGED = 'it is a damaged xlsx file';

// In a thread: reading a large workbook takes seconds, and the heap of a thread can be bounded. The library takes a cell
// with an error (`#N/A`) for an empty one; as a text it is refused. Rows and cells may leave out where they stand: each is
// behind the one before. Hidden sheets, which nobody sees in a spreadsheet, are left out.
const READ = `
  const { parentPort, workerData } = require('node:worker_threads');
  const xml = require(workerData.xml);
  const parseXml = xml.default;
  const lettersOf = (column) =>
    column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + (column - 1) % 26);
  const columnOf = (place) =>
    [...place.replace(/[^A-Z]/g, '')].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);
  xml.default = (text, state, onOpen, ...others) => {
    let row = 0;
    let last; // the place of the cell before, in its row
    const placed = (place) => {
      if (place) row = Number(place.replace(/\\D/g, ''));
      last = place ?? lettersOf(columnOf(last ?? '') + 1) + row;
      return last;
    };
    const mended = (tag, given) => {
      if (tag === 'row') {
        row = given.r ? Number(given.r) : row + 1;
        last = undefined;
      }
      if (tag !== 'c') return given;
      return { ...given, r: placed(given.r), t: given.t === 'e' ? 'str' : given.t };
    };
    const isHidden = (tag, given) => tag === 'sheet' && /hidden$/i.test(given.state ?? '');
    const opened = (tag, given, state) => isHidden(tag, given) || onOpen(tag, mended(tag, given), state);
    return parseXml(text, state, opened, ...others);
  };
  const { readSheet } = require(workerData.library);
  readSheet(workerData.content, 1).then((rows) => {
    let cells = 0;
    let text = 0;
    for (const row of rows) {
      cells += row.length;
      for (const cell of row) if (typeof cell === 'string') text += cell.length;
      if (cells > workerData.cells || text > workerData.text) throw new Error('${TOO_MUCH}');
    }
    parentPort.postMessage(rows);
  }).catch((error) => setImmediate(() => { throw error; }));`;

/**
 * Reads the first sheet of an xlsx workbook that is not hidden. An empty cell leaves its field unchanged. `line` is the row of
 * the sheet.
 * @param onForm called before the first row
 * @param onRows called with the number of rows read and of all rows
 * @throws UnreadableFile
 */
export async function* readXlsx(
  file: string,
  onForm: (form: FileForm) => void,
  onRows: (done: number, all: number) => void,
  bounds: WorkbookBounds,
): AsyncGenerator<FileRow> {
  const rows = await sheetOf(file, bounds);
  const search = openHeaderSearch();
  let names: string[] | undefined;
  let numeric: boolean[] = [];
  for (const [i, row] of rows.entries()) {
    const line = i + 1;
    onRows(line, rows.length);
    if (row.every(isBlank)) continue;
    const cells = withinColumns(row, line, isBlank);
    if (!names) {
      names = search.among(cells.map((cell) => (cell === null ? '' : asText(cell))));
      if (!names) continue;
      // Rows may be longer than the header: the extra cells are reported.
      const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
      while (names.length < Math.min(width, MOST_COLUMNS)) names.push('');
      numeric = names.map((name) => NUMERIC.has(columnOf(name)?.field ?? ''));
      onForm({ kind: 'xlsx', columns: names });
      continue;
    }
    // A number in a column of texts, such as the year of a series, is a text.
    const values = cells.map((cell, column) =>
      cell === null || (typeof cell === 'number' && numeric[column]) ? cell : asText(cell),
    );
    yield { line, item: itemOf(names, values) };
  }
  if (names) return;
  search.end();
  throw new UnreadableFile('its first sheet is empty', 'broken', { code: 'no_header' });
}

const isBlank = (cell: Cell): boolean => cell === null;

const NUMERIC = new Set<string>([
  ...FIELDS.filter(({ kind }) => kind === 'number' || kind === 'code').map(({ name }) => name),
  STOCK.name,
]);

function asText(cell: Exclude<Cell, null>): string {
  return typeof cell === 'object' ? cell.toISOString().slice(0, 10) : String(cell);
}

/** The rows of the first sheet, as texts: '' where a cell is empty. @throws UnreadableFile */
export async function rowsOfWorkbook(file: string, bounds: WorkbookBounds): Promise<string[][]> {
  const rows = await sheetOf(file, bounds);
  return rows.map((cells) => cells.map((cell) => (cell === null ? '' : asText(cell))));
}

async function sheetOf(file: string, bounds: WorkbookBounds): Promise<Cell[][]> {
  const { size } = await stat(file);
  if (size > bounds.bytes)
    throw new UnreadableFile(`a workbook may have ${bounds.bytes} bytes at most; use CSV`, 'large');
  const content = await readFile(file);
  refuseBomb(content, bounds.unpacked);
  const read = (): Promise<Cell[][]> => readInThread(content, bounds);
  return bounds.turns ? bounds.turns.during(read) : read();
}

function readInThread(content: Buffer, bounds: WorkbookBounds): Promise<Cell[][]> {
  const library = createRequire(import.meta.url).resolve('read-excel-file/universal');
  const xml = join(dirname(library), '../commonjs/xml/parseXml.js');
  const bytes = Uint8Array.from(content).buffer; // a copy that can be transferred to the thread
  return new Promise((resolve, reject) => {
    const worker = new Worker(READ, {
      eval: true,
      workerData: { library, xml, content: bytes, cells: bounds.cells, text: bounds.text },
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
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
    const timer = setTimeout(refuse('reading the workbook takes too long; use CSV', 'large'), bounds.ms);
    worker.once('message', (rows: Cell[][]) => finish(() => resolve(rows)));
    worker.once('error', (error) => {
      const isTooMuch = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' || error.message === TOO_MUCH;
      if (isTooMuch) refuse(`the workbook cannot be read (${TOO_MUCH})`, 'large')();
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
