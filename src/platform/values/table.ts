import { rowsInFile } from './files/read.js';
import { textOf, UnreadableFile } from './files/row.js';

// Tables of names as files bring them: a line each, with tabs between the cells in those that are written here.

/** A file that is no such table; the message says what it lacks. */
export class NoTable extends Error {}

/** A line of a table, and its number. */
export interface TableRow<Column extends string> {
  line: number;
  item: Partial<Record<Column, string>>;
}

/**
 * Reads a table, CSV or a workbook: a header that names columns, then a row each; empty rows are skipped, other columns ignored.
 * @param enough whether these columns will do
 * @param needed what to say where they will not
 * @throws NoTable
 */
export async function readTable<Column extends string>(
  table: Buffer,
  columns: readonly Column[],
  enough: (names: readonly string[]) => boolean,
  needed: string,
): Promise<TableRow<Column>[]> {
  const nameOf = (cell: string): string => cell.trim().toLowerCase();
  const isName = (cell: string): boolean => (columns as readonly string[]).includes(nameOf(cell));
  const rows: TableRow<Column>[] = [];
  let known: { name: Column; at: number }[] | undefined;
  try {
    for await (const row of rowsInFile(table, { isName })) {
      const texts = 'cells' in row ? row.cells.map(textOf) : [];
      if ('cells' in row && texts.every((text) => text.trim() === '')) continue;
      if (known) {
        const item = Object.fromEntries(known.map(({ name, at }) => [name, texts[at] ?? '']));
        rows.push({ line: row.line, item: item as TableRow<Column>['item'] });
        continue;
      }
      const names = texts.map(nameOf);
      if (!enough(names)) break;
      known = columns.flatMap((name) => (names.includes(name) ? { name, at: names.indexOf(name) } : []));
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw new NoTable(`The table cannot be read: ${error.message}.`);
    throw error;
  }
  if (!known) throw new NoTable(`The first line must name the columns: ${needed}.`);
  return rows;
}

/** Cells as a line of a table that {@link readTable} reads. */
export function tableLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(cell ?? '')).join('\t')}\n`;
}

/** A cell that begins with a quote would be taken for a quoted one. */
const quoted = (cell: string): string => (/^\s*"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
