// Tables as files bring them: a line each, fields between tabs, none of which can hold one.

/** A file that is no such table; the message says what it lacks. */
export class NoTable extends Error {}

/** A line of a table, and its number. */
export interface TableRow<Column extends string> {
  line: number;
  item: Partial<Record<Column, string>>;
}

/**
 * Reads a table: a header that names columns, then a line each; empty lines are skipped, other columns are ignored.
 * @param table UTF-8, or UTF-16 with a mark, as spreadsheets write it
 * @param enough whether these columns will do
 * @param needed what to say where they will not
 * @throws NoTable
 */
export function readTable<Column extends string>(
  table: Buffer,
  columns: readonly Column[],
  enough: (names: readonly string[]) => boolean,
  needed: string,
): TableRow<Column>[] {
  const [header = '', ...lines] = decoded(table).split(/\r?\n/);
  const names = header.split('\t').map((name) => name.trim().toLowerCase());
  if (!enough(names))
    throw new NoTable(`The first line must name the columns, with tabs between them: ${needed}.`);
  const known = columns.flatMap((name) => (names.includes(name) ? { name, at: names.indexOf(name) } : []));
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const cells = line.split('\t');
    const item = Object.fromEntries(known.map(({ name, at }) => [name, cells[at] ?? '']));
    return { line: at + 2, item: item as TableRow<Column>['item'] };
  });
}

function decoded(table: Buffer): string {
  const encoding = table[0] === 0xff && table[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(table);
  } catch {
    throw new NoTable('The table is not in UTF-8.');
  }
}

/** Cells as a line of a table that {@link readTable} reads. */
export function tableLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => cell ?? '').join('\t')}\n`;
}
