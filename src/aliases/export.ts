import type { Connection } from '../database/connect.js';
import { aliasesAfter } from './store.js';
import type { AliasFilters } from './store.js';
import { aliasTableHeader, aliasTableLine } from './tsv.js';

const PAGE = 5_000;

/** The aliases as a table, in pieces: its header, then a line each. */
export async function* exportAliases(db: Connection, filters: AliasFilters): AsyncGenerator<string> {
  yield aliasTableHeader();
  for (let last = 0; ;) {
    const rows = await aliasesAfter(db, filters, last, PAGE);
    for (const row of rows) yield aliasTableLine(row);
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}
