import { readTable, tableLine } from '../values/table.js';
import type { TableRow } from '../values/table.js';
import type { Alias } from './alias.js';

const COLUMNS = ['cas', 'code', 'text', 'lang', 'kind'] as const;

/** Reads a table of aliases. @throws NoTable where the header does not name `text` and one of `cas` and `code` */
export function parseAliasTable(table: Buffer): TableRow<(typeof COLUMNS)[number]>[] {
  return readTable(
    table,
    COLUMNS,
    (names) => names.includes('text') && (names.includes('cas') || names.includes('code')),
    'text, one of cas and code, and where there are any lang and kind',
  );
}

/** The first line of a table that {@link parseAliasTable} reads. */
export function aliasTableHeader(): string {
  return tableLine(COLUMNS);
}

/** An alias as a line of a table. */
export function aliasTableLine(alias: Alias): string {
  return tableLine(COLUMNS.map((name) => alias[name]));
}
