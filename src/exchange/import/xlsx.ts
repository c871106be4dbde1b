import { columnMeaning, FIELDS, STOCK } from '../../catalogue/index.js';
import type { GivenWarning } from '../../catalogue/index.js';
import { itemOf, MOST_COLUMNS, openHeaderSearch, withinColumns } from './header.js';
import { UnreadableFile } from './row.js';
import type { FileForm, FileRow } from './row.js';
import { readSheet } from './sheet.js';
import type { SheetCell, MergedCells, WorkbookBounds } from './sheet.js';

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
  const { rows, others, ...sheet } = await readSheet(file, bounds);
  const merged = mergedByLine(sheet.merged);
  const search = openHeaderSearch();
  let names: string[] | undefined;
  let fields: (string | undefined)[] = [];
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
      fields = names.map((name) => columnMeaning(name)?.field);
      onForm({ kind: 'xlsx', columns: names, ...(others.length > 0 && { others }) });
      continue;
    }
    const values = cells.map((cell, column) => valueOf(cell, fields[column]));
    const warnings = mergedWarnings(merged.get(line) ?? new Map(), names, values);
    yield { line, item: itemOf(names, values), ...(warnings.length > 0 && { warnings }) };
  }
  if (names) return;
  search.end();
  throw new UnreadableFile('its first sheet is empty', 'broken', { code: 'no_header' });
}

const isBlank = (cell: SheetCell): boolean => cell === null;

const NUMBERS = new Set<string | undefined>([
  ...FIELDS.filter(({ kind }) => kind === 'number').map(({ name }) => name),
  STOCK.name,
]);

/** A number in a column of texts, such as the year of a series, is a text. */
function valueOf(cell: SheetCell, field: string | undefined): string | number | null {
  if (cell === null) return null;
  if (typeof cell === 'number' && (NUMBERS.has(field) || field === 'code')) return cell;
  return typeof cell === 'object' && 'number' in cell && NUMBERS.has(field) ? cell.number : asText(cell);
}

function asText(cell: Exclude<SheetCell, null>): string {
  if (typeof cell !== 'object') return String(cell);
  return 'shown' in cell ? cell.shown : cell.toISOString().slice(0, 10);
}

/** For each row: the columns, from 0, of cells that are merged with those below them, and the last row of each. */
function mergedByLine(areas: MergedCells[]): Map<number, Map<number, number>> {
  const byLine = new Map<number, Map<number, number>>();
  for (const { column, from, to } of areas)
    byLine.set(from, (byLine.get(from) ?? new Map<number, number>()).set(column - 1, to));
  return byLine;
}

function mergedWarnings(
  merged: ReadonlyMap<number, number>,
  names: string[],
  values: (string | number | null)[],
): GivenWarning[] {
  return [...merged].flatMap(([column, to]) => {
    const meaning = columnMeaning(names[column] ?? '');
    const value = values[column] ?? null;
    if (meaning?.isComputed !== false || value === null) return [];
    return {
      field: meaning.field,
      reason: 'merged_cells',
      message: `is merged with the cells below it, up to row ${to}: those rows do not get this value`,
      value,
    };
  });
}

/** The rows of the first sheet, as texts: '' where a cell is empty. @throws UnreadableFile */
export async function rowsOfWorkbook(file: string, bounds: WorkbookBounds): Promise<string[][]> {
  const { rows } = await readSheet(file, bounds);
  return rows.map((cells) => cells.map((cell) => (cell === null ? '' : asText(cell))));
}
