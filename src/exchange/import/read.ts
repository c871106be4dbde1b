import { columnMeaning, FIELDS, isGuarded, isRead, nameKey, REASON_COLUMN } from '../../catalogue/index.js';
import type { ColumnMeaning, GivenWarning } from '../../catalogue/index.js';
import { rowsInFile, textOf, unguarded, UnreadableFile, withoutGuards } from '../../platform/index.js';
import type { Cell, FileKind, ReadOptions, Row, WrittenCell } from '../../platform/index.js';
import { applied, knownBy } from './mapping.js';
import type { AppliedMapping, KnownBy, Mapping } from './mapping.js';
import { HeadlessFile } from './row.js';
import type { FileForm, FileRow, SkippedRow } from './row.js';
import { aboutTable, areLengths, mayBeCode, NOTE_ROW } from './table-rows.js';

/** Rows that are not empty, among which the header is looked for: reports have titles above it. */
export const HEADER_WITHIN = 10;
/** Columns at most: each of them costs memory in every row. */
const MOST_COLUMNS = 1_000;

/** @param least the names of fields in a header, where other sheets may have one: a cover has titles alone */
export interface FileReading extends Omit<ReadOptions, 'isName' | 'onKind'> {
  /** called before the first row that is a product */
  onForm?: (form: FileForm) => void;
  /** what columns are read as; of several the first that is of the columns of this file */
  mappings?: readonly Mapping[] | undefined;
}

/**
 * Reads products from a file: a table with a header, or JSON. An empty cell leaves its field unchanged. Of a workbook it reads the
 * first sheet with a header: others may stand before it.
 * @throws UnreadableFile
 */
export async function* readFileRows(file: string, options: FileReading = {}): AsyncGenerator<FileRow> {
  for (let sheet = 0, least = 2; ; sheet++) {
    const kind: { others?: string[] } = {};
    try {
      return yield* readOne(file, { ...options, sheet, least }, kind);
    } catch (error) {
      const others = kind.others?.length ?? 0;
      if (!(error instanceof HeadlessFile) || (sheet === others && (others === 0 || least === 1)))
        throw error;
      if (sheet === others) [sheet, least] = [-1, 1];
    }
  }
}

async function* readOne(
  file: string,
  { onForm = () => {}, mappings = [], least, ...options }: FileReading & { least: number },
  found: { others?: string[] },
): AsyncGenerator<FileRow> {
  let kind: FileKind = { kind: 'csv' };
  let table: ReturnType<typeof openTable> | undefined;
  const onKind = (given: FileKind): void => {
    kind = Object.assign(found, given);
    if (kind.kind === 'json' || kind.kind === 'ndjson') onForm({ ...kind, kind: kind.kind });
  };
  const known = knownBy(mappings);
  let keys: AppliedMapping | undefined;
  for await (const row of rowsInFile(file, { ...options, isName: known.isNamed, onKind })) {
    if ('cells' in row) {
      table ??= openTable(kind, onForm, known, mappings, kind.others ? least : 1);
      yield* table.take(row);
    } else if ('fault' in row)
      yield { line: row.line, reason: 'malformed_json', message: row.fault, held: row.held };
    else if (mappings.length === 0 || typeof row.item !== 'object' || row.item === null) yield row;
    else {
      if (!keys && (kind.kind === 'json' || kind.kind === 'ndjson')) {
        keys = applied(mappings, Object.keys(row.item));
        if (keys) onForm({ ...kind, kind: kind.kind, mapping: keys.name, leftOut: keys.leftOut });
      }
      yield { ...row, item: keys ? keys.itemOf(Object.entries(row.item)) : row.item };
    }
  }
  if (table) yield* table.end();
  else if (kind.kind === 'xlsx')
    throw new UnreadableFile('none of its sheets that are shown has values', { code: 'no_header' });
}

type TableRow = Extract<Row, { cells: unknown }>;
type Value = string | number | null;

type Columns = ReturnType<typeof columnsOf>;

/** @param read the names by which they are read */
function columnsOf(names: string[], read: string[], mapping: AppliedMapping | undefined, isSheet: boolean) {
  const meanings = read.map((name) => columnMeaning(name));
  return {
    names,
    /** of the names, as they are compared */
    keys: names.map(nameKey),
    meanings,
    /** what is read of each */
    fields: meanings.map((meaning) => (meaning?.isComputed === false ? meaning.field : undefined)),
    /** whether their cells may be guarded against a spreadsheet */
    guards: read.map(isGuarded),
    /** a cell without what guards it against formulas in a CSV of rejected rows */
    plain: !isSheet && names.includes(REASON_COLUMN) ? withoutGuards<Cell> : (cell: Cell) => cell,
    itemOf: mapping?.itemOf ?? Object.fromEntries<unknown>,
  };
}

/** Takes the rows of a table one by one, and gives those that are no part of its head as products. */
function openTable(
  kind: FileKind,
  onForm: (form: FileForm) => void,
  known: KnownBy,
  mappings: readonly Mapping[],
  least: number,
) {
  let columns: Columns | undefined;
  let before: TableRow[] = [];
  const isSheet = kind.kind === 'xlsx';

  function* begin(isEnd: boolean): Generator<FileRow> {
    const headers = before.map((row) => readHeader(row.cells.map(textOf)));
    const isAll = isEnd || before.length > HEADER_WITHIN;
    const at = headerAt(headers.slice(0, HEADER_WITHIN), known, isAll && least === 1);
    if (at < 0) {
      if (isAll && before.length > 0) refuseHeadless(before[0]!);
      if (isEnd) yield { line: 1, skipped: 'no_rows', message: 'blank lines stand here alone', value: '' };
      return;
    }
    // What stands in the row behind it may be the second half of the header.
    if (at === before.length - 1 && !isEnd) return;
    const { names, rows } = headerOf(headers, at, known);
    const mapping = applied(mappings, names);
    const read = mapping ? names.map(mapping.nameOf) : names;
    columns = columnsOf(names, read, mapping, isSheet);
    onForm({
      ...kind,
      kind: isSheet ? 'xlsx' : 'csv',
      // Of several that are read as one field the first has its name: the others are within it.
      columns: read.map((name, i) => (mapping && read.indexOf(name) < i ? '' : name)),
      ...(mapping && { mapping: mapping.name, leftOut: mapping.leftOut }),
    });
    for (const row of before.slice(0, at)) yield skipped(row, 'title', 'stands above the header; it was skipped');
    for (const row of before.slice(at + rows)) yield rowOf(row, columns, isSheet);
    if (isEnd && before.length === at + rows)
      yield skipped(before[at]!, 'no_rows', 'is the header, and no rows stand below it');
    before = [];
  } // prettier-ignore

  return {
    *take(row: TableRow): Generator<FileRow> {
      // `sep=;` tells a spreadsheet the delimiter.
      if (row.cells.every(isBlank) || (row.line === 1 && /^sep=$/i.test(textOf(row.cells[0]!)))) return;
      const within = { ...row, cells: withinColumns(row) };
      if (columns) {
        yield rowOf(within, columns, isSheet);
        return;
      }
      before.push(within);
      yield* begin(false);
    },
    *end(): Generator<FileRow> {
      if (!columns) yield* begin(true);
    },
  };
}

/**
 * Which of the first rows names the columns; -1 where none does. A title may have the name of one field; a header mostly has several.
 * @param isAll whether no other row may
 */
export function headerAt(rows: string[][], { isName, isHeader }: KnownBy, isAll: boolean): number {
  const counts = rows.map((names) => (isHeader(names) ? 2 : names.filter(isName).length));
  const several = counts.findIndex((count) => count > 1);
  return several >= 0 || !isAll ? several : counts.findIndex((count) => count === 1);
}

/**
 * The names of a header, of which some may stand a row higher or lower, where cells are merged. @returns with the rows that it has
 */
export function headerOf(
  rows: string[][],
  at: number,
  { isName }: KnownBy,
): { names: string[]; rows: 1 | 2 } {
  const [above = [], names, below = []] = [rows[at - 1], rows[at]!, rows[at + 1]];
  const lower = below.flatMap((name, i) => (name === '' ? [] : [isName(name) && isName(names[i] ?? '')]));
  // One of them may stand below a name for several: 名称 above 中文名 and 英文名.
  const isLower =
    lower.length > 1 && below.every((name) => name === '' || isName(name)) && lower.includes(false);
  if (!isLower) {
    // One word alone above is a title.
    const upper = above.filter((name) => name !== '').length > 1 ? above : [];
    return {
      names: readHeader(names.map((name, i) => name || (isName(upper[i] ?? '') ? upper[i]! : ''))),
      rows: 1,
    };
  }
  const width = Math.max(names.length, below.length);
  return { names: readHeader(Array.from({ length: width }, (_, i) => below[i] || names[i] || '')), rows: 2 };
}

function refuseHeadless({ cells }: TableRow): never {
  const names = cells.map(textOf).join(', ').slice(0, 200);
  throw new HeadlessFile(
    `no line of the first ${HEADER_WITHIN} names a field; the first one names no field of a product: ${names}`,
    { code: 'no_header' },
  );
}

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

const skipped = ({ line, cells }: TableRow, what: string, message: string): SkippedRow => ({
  line,
  skipped: what,
  message,
  value: cells.map(textOf).filter((cell) => cell.trim() !== '').join(' ').slice(0, 200),
}); // prettier-ignore

/** The cells of a row; blank ones behind the last column that may be are left out. @throws UnreadableFile */
function withinColumns({ cells, line }: TableRow): Cell[] {
  if (cells.length <= MOST_COLUMNS) return cells;
  if (!cells.slice(MOST_COLUMNS).every(isBlank))
    throw new UnreadableFile(
      `line ${line} has more than ${MOST_COLUMNS} columns; nothing from there on was read`,
      { kind: 'large', code: 'too_many_columns', line },
    );
  return cells.slice(0, MOST_COLUMNS);
}

/** The trimmed names of columns. A repeated one is numbered, so that it hides no other and is reported. */
export function readHeader(cells: string[]): string[] {
  const counts = new Map<string, number>();
  return cells.map((cell) => {
    const name = cell.trim();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
}

/** The key of a column's cell in an item. */
export const columnKey = (name: string | undefined, column: number): string => name || `column ${column + 1}`;

/** What a row is that is no product; undefined for any other, and where it has only a cell that may be a number of one. */
function aboutRow(cells: readonly Cell[], { names, keys, meanings, fields }: Columns, line: number) {
  const at = cells.findIndex((cell) => !isBlank(cell));
  const first = textOf(cells[at] ?? null).trim();
  const given = (): string[] => cells.filter((cell) => !isBlank(cell)).map((cell) => textOf(cell).trim());
  const isKeyed = names.length === 1 || fields[at] === 'code' || fields[at] === 'cas';
  if (isKeyed && mayBeCode(first) && given().length === 1) return undefined;
  if (areLengths(textOf(cells[fields.indexOf('name_cn')] ?? null), given)) return NOTE_ROW;
  return aboutTable(first, given, () => isHeaderAgain(cells, keys, meanings, line));
}

function rowOf(row: TableRow, columns: Columns, isSheet: boolean): FileRow {
  const { names, fields, guards, plain, itemOf } = columns;
  const { line, merged } = row;
  const cells = row.cells.map(plain);
  const about = aboutRow(cells, columns, line);
  if (about) return skipped(row, about.skipped, about.message);
  const unread = (fault: CellFault): FileRow => ({ line, ...fault, held: cells.map(textOf) });
  if (!isSheet && !cells.slice(names.length).every(isBlank))
    return unread({ reason: 'malformed_row', message: 'the row has more cells than the header' });
  const entries: [string, Value][] = [];
  const warnings: GivenWarning[] = [];
  const width = isSheet ? Math.max(cells.length, names.length) : names.length;
  for (let column = 0; column < width; column++) {
    const cell = cells[column] ?? null;
    const field = fields[column];
    const doubt = field && doubtOf(cell);
    const fault = doubt && faultOf(doubt, field, column, cell);
    if (fault) return unread(fault);
    const value = isBlank(cell) ? null : valueOf(cell, field, isSheet || !guards[column]);
    if (value !== null || names[column]) entries.push([columnKey(names[column], column), value]);
    if (field === undefined || value === null) continue;
    const to = merged?.find(([at]) => at === column)?.[1];
    warnings.push(...warningsOf(field, doubt, to).map((warning) => ({ ...warning, value })));
  }
  return { line, item: itemOf(entries), ...(warnings.length > 0 && { warnings }) };
}

type Doubt = NonNullable<WrittenCell['doubt']>;

const doubtOf = (cell: Cell): Doubt | undefined => (typeof cell === 'object' ? cell?.doubt : undefined);

interface CellFault {
  reason: string;
  message: string;
  field?: 'code' | 'mw';
}

/** Why a row is not read for a cell of it. */
function faultOf(doubt: Doubt, field: string | undefined, column: number, cell: Cell): CellFault | undefined {
  const text = textOf(cell);
  if (doubt === 'unreadable')
    return { reason: 'unreadable_cell', message: `the cell in column ${column + 1} cannot be read: ${text}` };
  if (doubt === 'comma') {
    const message = `may be a fraction or thousands in a file with semicolons: ${text}; write it without a comma`;
    return field === 'mw' ? { reason: 'not_a_number', message, field } : undefined;
  }
  const { reason, message } = DOUBTS[doubt];
  return field === 'code' ? { reason, message: `${message}: format the column as text`, field } : undefined;
}

/** @param to the row up to which the cell is merged with others */
function warningsOf(
  field: GivenWarning['field'],
  doubt: Doubt | undefined,
  to: number | undefined,
): Omit<GivenWarning, 'value'>[] {
  const message = `is merged with the cells below it, up to row ${to}: those rows do not get this value`;
  return [
    ...(doubt && doubt !== 'unreadable' && doubt !== 'comma' && !(field === 'cas' && doubt === 'date')
      ? [{ field, ...DOUBTS[doubt] }]
      : []),
    ...(to === undefined ? [] : [{ field, reason: 'merged_cells', message }]),
  ];
}

const DOUBTS = {
  date: { reason: 'date', message: 'is a date, or a time, in the spreadsheet' },
  boolean: { reason: 'boolean', message: 'is true or false in the spreadsheet' },
  digits: { reason: 'inexact_number', message: 'has more digits than a spreadsheet keeps' },
};

/**
 * Whether cells name the columns as the header does, in its words or in others for the same fields.
 * @throws UnreadableFile where they name fields, but others: what follows would be stored in the wrong ones
 */
function isHeaderAgain(
  cells: readonly Cell[],
  keys: readonly string[],
  meanings: readonly (ColumnMeaning | undefined)[],
  line: number,
): boolean {
  const given = cells.flatMap((cell, at) => (isBlank(cell) ? [] : [{ cell: textOf(cell).trim(), at }]));
  const isSame = ({ cell, at }: { cell: string; at: number }): boolean =>
    nameKey(cell) === keys[at] || (isRead(cell) && columnMeaning(cell)!.field === meanings[at]?.field);
  const known = given.filter((each) => isRead(each.cell) || isSame(each));
  // What a column is to hold, 请填写货号, has its name; a product number has digits.
  const isAsked = ({ cell, at }: { cell: string; at: number }): boolean =>
    !/\d/.test(cell) && keys[at] !== '' && nameKey(cell).includes(keys[at]!);
  if (given.length > 1 && given.every(isAsked)) return true;
  if (known.length < Math.min(2, keys.length) || known.length === 0) return false;
  if (2 * known.length > given.length && known.every(isSame)) return true;
  if (!known.includes(given[0]!)) return false;
  if (known.length === given.length || known.length > 2)
    throw new UnreadableFile(
      `line ${line} names the columns in another order than the header; nothing from there on was read`,
      { code: 'other_header', line },
    );
  return false;
}

const NUMBERS = new Set<string | undefined>([
  ...FIELDS.filter(({ kind }) => kind === 'number').map(({ name }) => name),
  'stock',
]);

/** A number of a sheet in a column of texts, such as the year of a series, is a text. */
function valueOf(cell: Cell, field: string | undefined, isPlain: boolean): Value {
  if (typeof cell === 'string') return isPlain ? cell : unguarded(cell);
  if (typeof cell === 'number') return NUMBERS.has(field) || field === 'code' ? cell : String(cell);
  // A unit of the format may make it another number.
  if (cell && NUMBERS.has(field)) return /[%千万]$|kDa/i.test(cell.written) ? cell.written : cell.value;
  return cell && (cell.doubt === 'date' ? String(cell.value) : cell.written);
}
