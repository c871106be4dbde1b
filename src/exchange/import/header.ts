import { isRead } from '../../catalogue/index.js';
import { HeadlessFile, UnreadableFile } from './row.js';

type Value = string | number | null;

/** Rows that are not empty, among which the header is looked for: reports have titles above it. */
export const HEADER_WITHIN = 10;

/** Columns at most: each of them costs memory in every row. */
export const MOST_COLUMNS = 1_000;

/** The cells of a row; blank ones behind the last column that may be are left out. @throws UnreadableFile */
export function withinColumns<T>(cells: T[], line: number, isBlank: (cell: T) => boolean): T[] {
  if (cells.length <= MOST_COLUMNS) return cells;
  if (!cells.slice(MOST_COLUMNS).every(isBlank))
    throw new UnreadableFile(
      `line ${line} has more than ${MOST_COLUMNS} columns; nothing from there on was read`,
      'large',
      { code: 'too_many_columns', line },
    );
  return cells.slice(0, MOST_COLUMNS);
}

/** Finds the header of a table. Rows are given until it is found. */
export function openHeaderSearch() {
  let first: string[] | undefined;
  let rows = 0;
  const refuse = (): never => {
    const names = first!.join(', ').slice(0, 200);
    throw new HeadlessFile(
      `no line of the first ${HEADER_WITHIN} names a field; the first one names no field of a product: ${names}`,
      'broken',
      { code: 'no_header' },
    );
  };
  return {
    /** The names of the columns, where these cells are a header. @throws HeadlessFile after too many other rows */
    among(cells: string[]): string[] | undefined {
      first ??= cells;
      const names = readHeader(cells);
      if (names.some(isRead)) return names;
      return ++rows < HEADER_WITHIN ? undefined : refuse();
    },
    /** @throws HeadlessFile where there was a row, and no header */
    end: () => first && refuse(),
  };
}

/** The trimmed names of columns. A repeated one is numbered, so that it hides no other and is reported. */
function readHeader(cells: string[]): string[] {
  const counts = new Map<string, number>();
  return cells.map((cell) => {
    const name = cell.trim();
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
}

/** The key of a column's cell in an item. */
export const columnKey = (name: string, column: number): string => name || `column ${column + 1}`;

/** A product by the names of the columns. A column without a name is in it only where it has a value. */
export function itemOf(names: string[], cells: readonly Value[]): Record<string, Value> {
  const entries: [string, Value][] = [];
  for (let column = 0; column < Math.max(names.length, cells.length); column++) {
    const name = names[column] ?? '';
    const value = cells[column] ?? null;
    if (name !== '' || value !== null) entries.push([columnKey(name, column), value]);
  }
  return Object.fromEntries(entries);
}
