import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { codeOf } from '../errors.js';
import { openQueue } from '../http/queue.js';
import type { Queue } from '../http/queue.js';
import { ROOT } from '../root.js';
import { UnreadableFile } from './row.js';

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

/** A number that its format shows in another way, such as with leading zeros. */
interface ShownNumber {
  number: number;
  shown: string;
}

type Cell = string | number | ShownNumber | boolean | Date | null;

/** The first sheet of a workbook that is not hidden. */
export interface Sheet {
  /** from the first row of the sheet on */
  rows: Cell[][];
  /** areas of merged cells, as `A2:A5`: the first cell of each has its value, the others have none */
  merged: string[];
  /** the names of further sheets that have cells with values */
  others: string[];
}

/** Of a spreadsheet. The library makes every row and cell up to the one that is named, and a far one would end the process. */
const LAST_ROW = 1_048_576;
/** The most further sheets that are looked at. */
const MOST_SHEETS = 20;
const TOO_MUCH = 'it holds too much; use CSV';
const DAMAGED = 'it is a damaged xlsx file';

// In a thread: reading a large workbook takes seconds, and the heap of a thread can be bounded. What the library
// leaves out is taken from the XML before the library reads it.
// - It takes a cell with an error (`#N/A`) for an empty one, and one with a formula without its result: as texts they are
//   refused.
// - Rows and cells need not say where they stand: then each follows the one before.
// - Hidden sheets, which nobody sees in a spreadsheet, are left out.
// - Formats of numbers, merged cells and further sheets are noted.
const READ = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { unzipSync } = require(workerData.fflate);
  const xml = require(workerData.xml);
  const parseXml = xml.default;
  const lettersOf = (column) =>
    column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + (column - 1) % 26);
  const columnOf = (place) =>
    [...place.replace(/[^A-Z]/g, '')].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);
  const sheets = [];
  const files = new Map(); // by the ids of sheets
  const formats = new Map(); // by their ids
  const styles = []; // the ids of their formats
  const patterns = new Map(); // of number-format.ts, by the ids of formats
  const styled = []; // row, column and pattern of each number that has one
  const merged = [];
  let readPattern;
  const patternOf = (style) => {
    const id = styles[style];
    if (!patterns.has(id)) patterns.set(id, readPattern(formats.get(id)));
    return patterns.get(id);
  };
  xml.default = (text, state, onOpen, onClose, onText, ...others) => {
    let row = 0;
    let last; // the place of the cell before, in its row
    let cell;
    const placed = (place) => {
      if (place) row = Number(place.replace(/\\D/g, ''));
      last = place ?? lettersOf(columnOf(last ?? '') + 1) + row;
      if (!/^[A-Z]{1,3}\\d{1,7}$/.test(last)) throw new Error('no spreadsheet has this cell');
      return last;
    };
    const begin = new Map(Object.entries({
      Relationship: ({ Id, Target }) => void files.set(Id, Target),
      sheet({ name, id, state }) {
        const isHidden = /hidden$/i.test(state ?? '');
        if (!isHidden) sheets.push({ name, id });
        return isHidden ? null : undefined;
      },
      numFmt: ({ numFmtId, formatCode }) => void formats.set(numFmtId, formatCode),
      cellXfs: () => void (styles.length = 0),
      xf: ({ numFmtId }) => void styles.push(numFmtId),
      row(given) {
        row = given.r ? Number(given.r) : row + 1;
        if (!(row <= workerData.lastRow)) throw new Error('no spreadsheet has this row');
        last = undefined;
      },
      c(given) {
        cell = { ...given, r: placed(given.r), t: given.t === 'e' ? 'str' : given.t };
        const pattern = given.s && (cell.t ?? 'n') === 'n' && patternOf(given.s);
        if (pattern) styled.push({ row, column: columnOf(last), pattern });
        return cell;
      },
      f: () => void (cell && (cell.isFormula = true)),
      v: () => void (cell && (cell.hasResult = cell.t === 'str')),
      is: () => void (cell && (cell.hasResult = true)),
      mergeCell: ({ ref }) => void merged.push(ref),
    }));
    const opened = (tag, given, state) => {
      const mended = begin.get(tag)?.(given);
      if (mended !== null) onOpen(tag, mended ?? given, state);
    };
    const closed = (tag, state) => {
      if (tag === 'c' && cell?.isFormula && !cell.hasResult) {
        cell.t = 'str';
        onOpen('v', {}, state);
        onText('#FORMULA!', state);
        onClose('v', state);
      }
      if (tag === 'c') cell = undefined;
      onClose(tag, state);
    };
    const texted = (text, state) => {
      if (cell && cell.hasResult === false && text.trim() !== '') cell.hasResult = true;
      onText(text, state);
    };
    return parseXml(text, state, opened, onClose && closed, onText && texted, ...others);
  };
  const { readSheet } = require(workerData.library);
  const HEAD = 1024 * 1024;
  const hasCells = ({ id }) => {
    const end = (files.get(id) ?? '').replace(/^\\.*\\//, '');
    const found = unzipSync(new Uint8Array(workerData.content), { filter: ({ name }) => end !== '' && name.endsWith('/' + end) });
    return Object.values(found).some((bytes) => /<(?:\\w+:)?(?:v|is)>/.test(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')));
  };
  const work = async () => {
    const format = await import(workerData.numberFormat);
    readPattern = format.readPattern;
    const rows = await readSheet(workerData.content, 1);
    let cells = merged.length;
    let text = 0;
    const refuseTooMuch = () => {
      if (cells > workerData.cells || text > workerData.text) throw new Error('${TOO_MUCH}');
    };
    for (const row of rows) {
      cells += row.length;
      for (const cell of row) if (typeof cell === 'string') text += cell.length;
      refuseTooMuch();
    }
    for (const { row, column, pattern } of styled) {
      const number = rows[row - 1]?.[column - 1];
      const shown = typeof number === 'number' ? format.shownBy(pattern, number) : undefined;
      if (shown === undefined) continue;
      rows[row - 1][column - 1] = { number, shown };
      text += shown.length;
      refuseTooMuch();
    }
    const others = sheets.slice(1, 1 + workerData.sheets).filter(hasCells).map(({ name }) => name);
    parentPort.postMessage({ rows, merged, others });
  };
  work().catch((error) => setImmediate(() => { throw error; }));`;

/** @throws UnreadableFile */
export async function readSheet(file: string, bounds: WorkbookBounds): Promise<Sheet> {
  const { size } = await stat(file);
  if (size > bounds.bytes)
    throw new UnreadableFile(`a workbook may have ${bounds.bytes} bytes at most; use CSV`, 'large');
  const content = await readFile(file);
  refuseBomb(content, bounds.unpacked);
  const read = (): Promise<Sheet> => readInThread(content, bounds);
  return bounds.turns ? bounds.turns.during(read) : read();
}

function readInThread(content: Buffer, bounds: WorkbookBounds): Promise<Sheet> {
  const library = createRequire(import.meta.url).resolve('read-excel-file/universal');
  const xml = join(dirname(library), '../commonjs/xml/parseXml.js');
  const bytes = Uint8Array.from(content).buffer; // a copy that can be transferred to the thread
  return new Promise((resolve, reject) => {
    const worker = new Worker(READ, {
      eval: true,
      workerData: {
        library,
        xml,
        fflate: createRequire(import.meta.url).resolve('fflate'),
        // The compiled file, also where this one runs from its source: a thread cannot load TypeScript.
        numberFormat: pathToFileURL(join(ROOT, 'dist/src/import/number-format.js')).href,
        content: bytes,
        cells: bounds.cells,
        text: bounds.text,
        sheets: MOST_SHEETS,
        lastRow: LAST_ROW,
      },
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
    worker.once('message', (sheet: Sheet) => finish(() => resolve(sheet)));
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
