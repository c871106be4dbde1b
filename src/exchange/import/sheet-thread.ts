import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { readPattern, formatWhole } from './number-format.js';
import type { NumberPattern } from './number-format.js';
import type { SheetCell, MergedCells, SheetPart, SheetTask } from './sheet.js';

// The thread of sheet.ts. What the library that reads workbooks leaves out is taken from the XML before the library reads it.
// - It takes a cell with an error (`#N/A`) for an empty one, and one with a formula without its result: as texts they are
//   refused.
// - Rows and cells need not say where they stand: then each follows the one before.
// - Hidden sheets, which nobody sees in a spreadsheet, are left out.
// - Formats of numbers, merged cells and further sheets are noted.
// Of this project it imports types and number-format.ts alone: what sheet.ts needs takes a fifth of a second to load.

/** Of a spreadsheet. The library makes every row and cell up to the one that is named, and a far one would end the process. */
const LAST_ROW = 1_048_576;
/** The most further sheets that are looked at. */
const MOST_SHEETS = 20;
/** How much of such a sheet is looked at for a cell with a value, bytes. */
const HEAD = 1024 * 1024;
/** Cells that are handed over at once: whoever takes them does nothing else meanwhile. */
const AT_ONCE = 5_000;

type Attributes = Record<string, string | undefined>;
type OnOpen = (tag: string, given: Attributes, state: unknown) => void;
type OnClose = (tag: string, state: unknown) => void;
type OnText = (text: string, state: unknown) => void;
type ParseXml = (
  text: string,
  state: unknown,
  onOpen: OnOpen,
  onClose?: OnClose,
  onText?: OnText,
  ...others: unknown[]
) => unknown;

const { content, cells: mostCells, text: mostText } = workerData as SheetTask;
const require = createRequire(import.meta.url);
const library = require.resolve('read-excel-file/universal');
const xml = require(join(dirname(library), '../commonjs/xml/parseXml.js')) as { default: ParseXml };

const sheets: { name: string; id: string | undefined }[] = [];
const files = new Map<string | undefined, string | undefined>(); // by the ids of sheets
const formats = new Map<string | undefined, string | undefined>(); // by their ids
const styles: (string | undefined)[] = []; // the ids of their formats
const patterns = new Map<string | undefined, NumberPattern | undefined>(); // by the ids of formats
const styled: { row: number; column: number; pattern: NumberPattern }[] = [];
const merged: MergedCells[] = [];
let areas = 0; // of merged cells, in rows too

function patternOf(style: string): NumberPattern | undefined {
  const id = styles[Number(style)];
  if (!patterns.has(id)) patterns.set(id, readPattern(formats.get(id)));
  return patterns.get(id);
}

const lettersOf = (column: number): string =>
  column === 0
    ? ''
    : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
const columnNumber = (place: string): number =>
  [...place.replace(/[^A-Z]/g, '')].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0);

const parseXml = xml.default;
xml.default = (text, state, onOpen, onClose, onText, ...others) => {
  let row = 0;
  let last: string | undefined; // the place of the cell before, in its row
  let cell: Attributes | undefined;
  /** Of this cell: whether it has a formula, and the result of one. */
  let isFormula = false;
  let result: 'none' | 'expected' | 'there' = 'none';

  const placed = (place: string | undefined): string => {
    if (place) row = Number(place.replace(/\D/g, ''));
    last = place ?? lettersOf(columnNumber(last ?? '') + 1) + row;
    if (!/^[A-Z]{1,3}\d{1,7}$/.test(last)) throw new Error('no spreadsheet has this cell');
    return last;
  };
  /** What is noted of a tag. @returns its attributes where they are to be others; null where the library is not to see it */
  const begin = new Map<string, (given: Attributes) => Attributes | null | void>(
    Object.entries({
      Relationship: ({ Id, Target }: Attributes) => void files.set(Id, Target),
      sheet({ name, id, state: visibility }: Attributes) {
        const isHidden = /hidden$/i.test(visibility ?? '');
        if (!isHidden) sheets.push({ name: name ?? '', id });
        return isHidden ? null : undefined;
      },
      numFmt: ({ numFmtId, formatCode }: Attributes) => void formats.set(numFmtId, formatCode),
      cellXfs: () => void (styles.length = 0),
      xf: ({ numFmtId }: Attributes) => void styles.push(numFmtId),
      row({ r }: Attributes) {
        row = r ? Number(r) : row + 1;
        if (!(row <= LAST_ROW)) throw new Error('no spreadsheet has this row');
        last = undefined;
      },
      c(given: Attributes) {
        const place = placed(given['r']);
        cell = { ...given, r: place, t: given['t'] === 'e' ? 'str' : given['t'] };
        isFormula = false;
        result = 'none';
        const pattern = given['s'] && (cell['t'] ?? 'n') === 'n' ? patternOf(given['s']) : undefined;
        if (pattern) styled.push({ row, column: columnNumber(place), pattern });
        return cell;
      },
      f: () => void (isFormula = true),
      v: () => void (result = cell?.['t'] === 'str' ? 'there' : 'expected'),
      is: () => void (result = 'there'),
      mergeCell({ ref }: Attributes) {
        areas++;
        const [, column, from, to] = /^([A-Z]{1,3})(\d+):[A-Z]+(\d+)$/.exec(ref ?? '') ?? [];
        if (column !== undefined && Number(to) > Number(from))
          merged.push({ column: columnNumber(column), from: Number(from), to: Number(to) });
      },
    }),
  );
  const opened: OnOpen = (tag, given, current) => {
    const mended = begin.get(tag)?.(given);
    if (mended !== null) onOpen(tag, mended ?? given, current);
  };
  const closed: OnClose = (tag, current) => {
    if (tag === 'c' && cell && isFormula && result !== 'there') {
      cell['t'] = 'str';
      onOpen('v', {}, current);
      onText?.('#FORMULA!', current);
      onClose?.('v', current);
    }
    if (tag === 'c') cell = undefined;
    onClose?.(tag, current);
  };
  const texted: OnText = (part, current) => {
    if (cell && result === 'expected' && part.trim() !== '') result = 'there';
    onText?.(part, current);
  };
  return parseXml(text, state, opened, onClose && closed, onText && texted, ...others);
};

function hasCells({ id }: (typeof sheets)[number]): boolean {
  const end = (files.get(id) ?? '').replace(/^\.*\//, '');
  if (end === '') return false;
  const found = unzipSync(new Uint8Array(content), { filter: ({ name }) => name.endsWith(`/${end}`) });
  return Object.values(found).some((bytes) =>
    /<(?:\w+:)?(?:v|is)>/.test(Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')),
  );
}

/** Numbers stand in it as their formats show them. @returns undefined where it holds too much */
async function readRows(): Promise<SheetCell[][] | undefined> {
  const { readSheet } = require(library) as {
    readSheet: (file: ArrayBuffer, sheet: number) => Promise<SheetCell[][]>;
  };
  const rows = await readSheet(content, 1);
  let cells = areas;
  let text = 0;
  const isTooMuch = (): boolean => cells > mostCells || text > mostText;
  for (const row of rows) {
    cells += row.length;
    for (const cell of row) if (typeof cell === 'string') text += cell.length;
    if (isTooMuch()) return undefined;
  }
  for (const { row, column, pattern } of styled) {
    const number = rows[row - 1]?.[column - 1];
    const shown = typeof number === 'number' ? formatWhole(pattern, number) : undefined;
    if (shown === undefined) continue;
    rows[row - 1]![column - 1] = { number: number as number, shown };
    text += shown.length;
    if (isTooMuch()) return undefined;
  }
  return rows;
}

const send = (part: SheetPart): void => parentPort!.postMessage(part, []);

/** Sends what is known of the sheet, and then, whenever it is asked, the next rows. */
function handOver(rows: SheetCell[][]): void {
  const others = sheets.slice(1, 1 + MOST_SHEETS).filter(hasCells);
  send({ merged, others: others.map(({ name }) => name), height: rows.length });
  let from = 0;
  parentPort!.on('message', () => {
    let to = from;
    for (let cells = 0; to < rows.length && cells < AT_ONCE; to++) cells += 1 + rows[to]!.length;
    send({ rows: rows.slice(from, to) });
    from = to;
  });
}

try {
  const rows = await readRows();
  if (rows) handOver(rows);
  else send({ isTooMuch: true });
} catch (error) {
  // Thrown in a turn of its own it ends the thread, whatever promise of the library it comes from.
  setImmediate(() => {
    throw error;
  });
}
