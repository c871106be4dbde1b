import type { Alias } from './alias.js';

// Aliases as files have them: a line each, fields between tabs, none of which can hold one.

const COLUMNS = ['cas', 'code', 'text', 'lang', 'kind'] as const;

/** A file that is no table of aliases. */
export class NoAliasTable extends Error {}

/** An item of a file, and the line it stands in. */
export interface TableRow {
  line: number;
  item: Partial<Record<(typeof COLUMNS)[number], string>>;
}

/**
 * Reads a table of aliases: a header that names columns, then a line each; empty lines are skipped, other columns are
 * ignored.
 * @param table UTF-8, or UTF-16 with a mark, as spreadsheets write it
 * @throws NoAliasTable where the header does not name `text` and one of `cas` and `code`
 */
export function parseAliasTable(table: Buffer): TableRow[] {
  const [header = '', ...lines] = decoded(table).split(/\r?\n/);
  const names = header.split('\t').map((name) => name.trim().toLowerCase());
  if (!names.includes('text') || !(names.includes('cas') || names.includes('code')))
    throw new NoAliasTable(
      'The first line must name the columns, with tabs between them: text, one of cas and code, and where there are any lang and kind.',
    );
  const columns = COLUMNS.flatMap((name) => (names.includes(name) ? { name, at: names.indexOf(name) } : []));
  return lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const cells = line.split('\t');
    return { line: at + 2, item: Object.fromEntries(columns.map(({ name, at }) => [name, cells[at] ?? ''])) };
  });
}

function decoded(table: Buffer): string {
  const encoding = table[0] === 0xff && table[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(table);
  } catch {
    throw new NoAliasTable('The table is not in UTF-8.');
  }
}

/** The first line of a table that {@link parseAliasTable} reads. */
export function aliasTableHeader(): string {
  return `${COLUMNS.join('\t')}\n`;
}

/** An alias as a line of a table. */
export function aliasTableLine(alias: Alias): string {
  return `${COLUMNS.map((name) => alias[name] ?? '').join('\t')}\n`;
}
