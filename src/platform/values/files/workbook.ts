import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { isTimeFormat, shownBy, timeOf } from './number-format.js';
import { withoutNoise } from '../number.js';
import { encodingOfXml, openPackage } from './package.js';
import type { Package } from './package.js';
import builtIn from './built-in-formats.json' with { type: 'json' };
import type { Cell, Row, WrittenCell } from './row.js';

// Reads a workbook in the thread of sheet.ts: of this project it imports what does not need the rest.

/** Of a spreadsheet. */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_384;
/** Columns that are read: a cell beyond them stands in the next one, for whoever reads the row to refuse it. */
const MOST_COLUMNS = 1_000;
/** The most further sheets that are read for a header, and the most that are looked at for values. */
const MOST_SHEETS = 20;
const MOST_LOOKED_AT = 100;
/** How much of a sheet is looked at for a cell with a value, bytes. */
const HEAD = 1024 * 1024;
/** XML is read in pieces of so many bytes. */
const PIECE = 256 * 1024;
/** A number of more digits has lost some: a spreadsheet keeps 15. */
const EXACT = 1e15;

/** Which sheet: of those that are not hidden and have values, from 0. Its bounds: cells, and characters of all cells. */
export interface SheetBounds {
  sheet?: number;
  cells: number;
  text: number;
}

/** A workbook that holds more than that. */
export class TooMuch extends Error {}

type SheetRow = Extract<Row, { cells: unknown }>;

/**
 * Opens a sheet: a worksheet, as a chart has no values.
 * @throws TooMuch; any other error where the workbook is damaged
 */
export function openWorkbook(content: Uint8Array, bounds: SheetBounds) {
  const files = openPackage(content);
  const book = bookOf(files);
  const visible = book.sheets.filter(({ isHidden }) => !isHidden).slice(0, MOST_LOOKED_AT);
  const isFilled = new Map<string, boolean>(); // several may be of one part
  for (const { target } of visible)
    if (!isFilled.has(target)) isFilled.set(target, hasValues(files.part(target)));
  const parts = visible.map(({ target }) => (isFilled.get(target) ? target : undefined));
  const filled = parts.flatMap((part, at) => (part === undefined ? [] : at));
  const first = filled[bounds.sheet ?? 0] ?? 0;
  const target = visible[first]?.target;
  const xml = target === undefined ? undefined : files.part(target);
  if (!xml && visible.length > 0) throw new Error('its sheet is missing');
  const others = visible.slice(0, 1 + MOST_SHEETS).filter((_, at) => at !== first && parts[at] !== undefined);
  const known = {
    shared: sharedTexts(files, book.others('sharedstrings')),
    styles: stylesOf(files, book.others('styles')),
    ...book.marks,
    merged: xml ? mergedIn(xml) : new Map(),
  };
  return {
    /** the names of further sheets that have values */
    others: others.map(({ name }) => name),
    /** the size of the sheet, bytes */
    size: xml?.length ?? 0,
    /** the rows that have values, some at a time, and how much of the sheet was read */
    rows: rowsOf(xml, known, bounds),
  };
}

function hasValues(xml: Uint8Array | undefined): boolean {
  if (!xml) return false;
  const wide = encodingOfXml(xml).startsWith('utf-16');
  return wide || /<(?:\w+:)?(?:v|is)[\s>]/.test(Buffer.from(xml.subarray(0, HEAD)).toString('latin1'));
}

type Tag = (attributes: Record<string, string>, name: string) => void;

/** A parser of XML that gives names without prefixes. What is wrong in the middle is passed over, not an early end. */
function openXml({ open, close, text }: { open: Tag; close?: (name: string) => void; text?: (text: string) => void }) {
  const parser = new SaxesParser();
  const plain = (name: string): string => name.slice(name.indexOf(':') + 1);
  let depth = 0;
  parser.on('error', () => {});
  parser.on('opentag', (tag: SaxesTagPlain) => {
    depth += 1;
    open(tag.attributes, plain(tag.name));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(plain(name));
  });
  if (text) for (const event of ['text', 'cdata'] as const) parser.on(event, text);
  return {
    write: (piece: string): unknown => parser.write(piece),
    end(): void {
      if (depth > 0) throw new Error('the XML has no end');
    },
  };
} // prettier-ignore

/** Reads what is there of a part beside the sheet: what refers to a text that is missing is refused alone. */
function readXml(bytes: Uint8Array | undefined, handlers: Parameters<typeof openXml>[0]): void {
  const parser = openXml(handlers);
  if (bytes) for (const piece of piecesOf(bytes)) parser.write(piece.text);
}

function* piecesOf(bytes: Uint8Array): Generator<{ text: string; done: number }> {
  const decoder = new TextDecoder(encodingOfXml(bytes));
  for (let at = 0; at < bytes.length; at += PIECE) {
    const part = bytes.subarray(at, at + PIECE);
    yield { text: decoder.decode(part, { stream: true }), done: at + part.length };
  }
}

const isTrue = (given: string | undefined): boolean => /^(?:1|true|on)$/i.test(given?.trim() ?? '');

/** The sheets of a workbook, wherever its parts are. */
function bookOf(files: Package) {
  const named = [...files.relations('').values()].find(({ type }) => type === 'officedocument')?.target;
  const path = named ?? files.names.find((name) => /(?:^|\/)workbook\.xml$/.test(name)) ?? '';
  const book = files.part(path);
  if (!book) throw new Error('it has no workbook');
  const relations = files.relations(path);
  const sheets: { name: string; target: string; isHidden: boolean }[] = [];
  const marks = { is1904: false, isUncomputed: false };
  readXml(book, {
    open(given, tag) {
      if (tag === 'workbookPr') marks.is1904 = isTrue(given['date1904']);
      if (tag === 'calcPr') marks.isUncomputed = isTrue(given['fullCalcOnLoad']);
      if (tag !== 'sheet') return;
      const id = Object.entries(given).find(([key]) => key === 'id' || key.endsWith(':id'))?.[1] ?? '';
      const relation = relations.get(id);
      if (relation && relation.type !== 'worksheet') return;
      const target = relation?.target ?? path.replace(/[^/]*$/, `worksheets/sheet${sheets.length + 1}.xml`);
      sheets.push({ name: given['name'] ?? '', target, isHidden: /hidden$/i.test(given['state'] ?? '') });
    },
  });
  const others = (type: string): string =>
    [...relations.values()].find((relation) => relation.type === type)?.target ??
    files.names.find((name) => name.endsWith(`/${type}.xml`)) ??
    '';
  return { sheets, marks, others };
}

/** `_x000D_` stands for the character with this number. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** The text of what may be of several parts; what is spoken beside it, as in Japanese, is none of it. */
function openText() {
  let text = '';
  let isText = false;
  let beside = 0;
  return {
    open(tag: string): void {
      if (tag === 'rPh') beside += 1;
      isText = tag === 't' && beside === 0;
    },
    close(tag: string): void {
      if (tag === 'rPh') beside -= 1;
      if (tag === 't') isText = false;
    },
    add: (part: string): void => void (isText && (text += part)),
    take(): string {
      const taken = unescaped(text);
      text = '';
      return taken;
    },
  };
}

function sharedTexts(files: Package, path: string): string[] {
  const texts: string[] = [];
  const text = openText();
  readXml(files.part(path), {
    open: (_, tag) => text.open(tag),
    text: text.add,
    close(tag) {
      text.close(tag);
      if (tag === 'si') texts.push(text.take());
    },
  });
  return texts;
}

/** How a style shows numbers that stand for something else. */
interface Style {
  shown: ReturnType<typeof shownBy>;
  /** of a date or a time: its format */
  time: string | undefined;
}

/** Formats of dates, times and shares that every spreadsheet has. */
const BUILT_IN: Partial<Record<string, string>> = builtIn;

function stylesOf(files: Package, path: string): Style[] {
  const formats = new Map<string, string>();
  const styles: Style[] = [];
  const known = new Map<string, Style>();
  let isCell = false;
  readXml(files.part(path), {
    open(given, tag) {
      if (tag === 'cellXfs') isCell = true;
      if (tag === 'numFmt') formats.set(given['numFmtId'] ?? '', given['formatCode'] ?? '');
      if (tag !== 'xf' || !isCell) return;
      const id = given['numFmtId'] ?? '';
      const format = formats.get(id) ?? BUILT_IN[id];
      const time = isTimeFormat(format) ? format : undefined;
      known.set(id, known.get(id) ?? { shown: shownBy(format), time });
      styles.push(known.get(id)!);
    },
    close(tag) {
      if (tag === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

type Merged = Map<number, [column: number, to: number][]>;

/** The cells that are merged over rows, which a sheet names behind its rows. */
function mergedIn(xml: Uint8Array): Merged {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength);
  const merged: Merged = new Map();
  const at = bytes.lastIndexOf('</sheetData') < 0 ? bytes.lastIndexOf('sheetData') : bytes.lastIndexOf('</sheetData');
  const end = bytes.toString('latin1', Math.max(0, at), Math.min(bytes.length, at + 16 * HEAD));
  for (const [, letters, from, to] of end.matchAll(/mergeCell [^>]*ref=["']([A-Z]{1,3})(\d+):[A-Z]+(\d+)["']/g)) {
    if (Number(to) <= Number(from)) continue;
    const line = merged.get(Number(from)) ?? [];
    merged.set(Number(from), [...line, [columnOf(letters!), Number(to)]]);
  }
  return merged;
} // prettier-ignore

/** From 0. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1;

interface Known {
  shared: string[];
  styles: Style[];
  is1904: boolean;
  /** formulas are to be worked out when it is opened: a program that cannot has written 0 for their values */
  isUncomputed: boolean;
  merged: Merged;
}

const unreadable = (written: string): WrittenCell => ({ value: '', written, doubt: 'unreadable' });

/** The rows of a sheet, as their cells come. */
class Rows {
  #rows: SheetRow[] = [];
  #row: SheetRow = { line: 0, cells: [] };
  #place = { column: -1, isKnown: true };
  readonly #known: Known;
  readonly #bounds: SheetBounds;
  #cells = 0;
  #text = 0;

  constructor(known: Known, bounds: SheetBounds) {
    this.#known = known;
    this.#bounds = bounds;
    for (const [, areas] of known.merged) this.#cells += areas.length;
  }

  begin(given: string | undefined): void {
    const line = given === undefined ? this.#row.line + 1 : Number(given);
    if (!(Number.isInteger(line) && line > 0 && line <= LAST_ROW))
      throw new Error('no spreadsheet has this row');
    if (line <= this.#row.line) throw new Error('a row comes too early');
    const merged = this.#known.merged.get(line);
    this.#row = { line, cells: [], ...(merged && { merged }) };
    this.#place = { column: -1, isKnown: true };
  }

  enter(given: string | undefined): void {
    const [, letters, line] = /^\$?([a-z]{1,3})\$?(\d{1,7})$/i.exec(given ?? '') ?? [];
    if (line !== undefined && Number(line) !== this.#row.line && this.#row.cells.length === 0)
      this.begin(line);
    const column = letters === undefined ? this.#place.column + 1 : columnOf(letters.toUpperCase());
    this.#place = { column, isKnown: given === undefined || (letters !== undefined && column < LAST_COLUMN) };
  }

  leave(cell: GivenCell): void {
    const read = this.#place.isKnown ? cellOf(cell, this.#known) : unreadable(cell.value ?? '');
    this.#cells += 1;
    if (typeof read === 'string') this.#text += read.length;
    else if (typeof read === 'object' && read) this.#text += read.written.length;
    if (this.#cells > this.#bounds.cells || this.#text > this.#bounds.text) throw new TooMuch();
    if (read === null || read === '') return;
    const { cells } = this.#row;
    const column = Math.min(Math.max(0, this.#place.column), MOST_COLUMNS);
    while (cells.length < column) cells.push(null);
    cells[column] = read;
  }

  end(): void {
    if (this.#row.cells.length > 0) this.#rows.push(this.#row);
  }

  take(): SheetRow[] {
    const taken = this.#rows;
    this.#rows = [];
    return taken;
  }
}

/** A cell as it is given: its attributes, its value, and the text that stands in it. */
interface GivenCell {
  given: Record<string, string>;
  isFormula: boolean;
  value?: string;
  inline: string;
}

function* rowsOf(
  xml: Uint8Array | undefined,
  known: Known,
  bounds: SheetBounds,
): Generator<{ rows: SheetRow[]; done: number }> {
  const rows = new Rows(known, bounds);
  const inline = openText();
  let cell: GivenCell | undefined;
  let isValue = false;
  const parser = openXml({
    open(given, tag) {
      if (tag === 'row') rows.begin(given['r']);
      else if (tag === 'c') {
        rows.enter(given['r']);
        cell = { given, isFormula: false, inline: '' };
      } else if (cell && tag === 'f') cell.isFormula = true;
      else if (cell && tag === 'v') {
        isValue = true;
        cell.value = '';
      } else if (cell) inline.open(tag);
    },
    text(text) {
      if (isValue) cell!.value += text;
      else if (cell) inline.add(text);
    },
    close(tag) {
      if (tag === 'v') isValue = false;
      else if (tag === 'c') {
        rows.leave({ ...cell!, inline: inline.take() });
        cell = undefined;
      } else if (tag === 'row') rows.end();
      else if (cell) inline.close(tag);
    },
  });
  for (const { text, done } of xml ? piecesOf(xml) : []) {
    parser.write(text);
    yield { rows: rows.take(), done };
  }
  parser.end();
}

/** The value of a cell, as its type and its style say. */
function cellOf(cell: GivenCell, known: Known): Cell {
  const { given, value: written, inline } = cell;
  const { t: type = 'n', s: style = '' } = given;
  const value = written?.trim() ?? '';
  if (cell.isFormula && lacksResult(cell, known)) return '#FORMULA!';
  if (inline.trim() !== '') return inline;
  if (type === 'e') return value || '#VALUE!';
  if (value === '') return null;
  switch (type) {
    case 's':
      return /^\d+$/.test(value) ? (known.shared[Number(value)] ?? unreadable(value)) : unreadable(value);
    case 'b':
      return booleanCell(value);
    case 'd':
      return { value: value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace('T', ' '), written: value, doubt: 'date' };
    case 'n':
      return numberCell(Number(value), value, known.styles[Number(style)], known.is1904);
    default:
      return unescaped(written!);
  }
} // prettier-ignore

/** Whether a formula was never worked out. An empty text may be its result. */
function lacksResult({ given: { t: type = 'n' }, value, inline }: GivenCell, known: Known): boolean {
  if (type === 'str' || type === 'e') return value === undefined;
  return inline === '' && ['', known.isUncomputed && type === 'n' && '0'].includes(value?.trim() ?? '');
}

function booleanCell(value: string): Cell {
  const read = isTrue(value) ? 'TRUE' : /^(?:0|false|off)$/i.test(value) ? 'FALSE' : undefined;
  return read ? { value: read, written: read, doubt: 'boolean' } : unreadable(value);
}

function numberCell(number: number, written: string, style: Style | undefined, is1904: boolean): Cell {
  if (!Number.isFinite(number)) return unreadable(written);
  const time = style?.time === undefined ? undefined : timeOf(number, style.time, is1904);
  if (time !== undefined) return { value: time, written: time, doubt: 'date' };
  if (Math.abs(number) >= EXACT) return { value: number, written: String(number), doubt: 'digits' };
  const shown = style?.shown?.(number);
  return shown === undefined ? withoutNoise(number) : { value: number, written: shown };
}
