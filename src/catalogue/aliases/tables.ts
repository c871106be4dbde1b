import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTable, ROOT, tableLine } from '../../platform/index.js';
import type { Connection, Database, TableRow, Writes } from '../../platform/index.js';
import type { Alias, AliasImport } from './alias.js';
import { readAliases } from './read.js';
import { aliasesAfter, aliasWarnings, putAliases, replaceStarter } from './store.js';
import type { AliasFilters, Written } from './store.js';

const COLUMNS = ['cas', 'code', 'text', 'lang', 'kind'] as const;
/** Lines at fault that are named; all are counted. */
const MAX_ERRORS = 1_000;
/** Aliases a transaction: pushes of products wait for one. */
const BATCH = 5_000;

/** Reads a table of aliases. @throws NoTable where the header does not name `text` and one of `cas` and `code` */
function parseAliasTable(table: Buffer): Promise<TableRow<(typeof COLUMNS)[number]>[]> {
  return readTable(
    table,
    COLUMNS,
    (names) => names.includes('text') && (names.includes('cas') || names.includes('code')),
    'text, one of cas and code, and where there are any lang and kind',
  );
}

/**
 * Stores the aliases of a table, 5,000 a transaction; a line at fault never stops the others.
 * @param source who adds them
 * @throws NoTable
 */
export async function importAliases(
  writes: Writes,
  table: Buffer,
  source: string,
  { onProgress, signal }: { onProgress?: (done: number, all: number) => void; signal?: AbortSignal } = {},
): Promise<AliasImport> {
  const rows = await parseAliasTable(table);
  const outcome: AliasImport = { added: 0, updated: 0, unchanged: 0, invalid: 0, errors: [], warnings: [] };
  for (let start = 0; start < rows.length; start += BATCH) {
    signal?.throwIfAborted();
    const some = rows.slice(start, start + BATCH);
    const { aliases, faults } = readAliases(some.map(({ item }) => item));
    const [{ added, updated, unchanged }, doubts] = await writes.tx(async (tx) => [
      await putAliases(tx, aliases, source),
      await aliasWarnings(tx, aliases),
    ]);
    outcome.added += added;
    outcome.updated += updated;
    outcome.unchanged += unchanged;
    outcome.invalid += faults.length;
    for (const [kind, told] of [
      ['errors', faults],
      ['warnings', doubts],
    ] as const)
      for (const { index, ...fault } of told) {
        if (outcome[kind].length < MAX_ERRORS) outcome[kind].push({ line: some[index]!.line, ...fault });
        else outcome[`${kind}_truncated`] = true;
      }
    onProgress?.(start + some.length, rows.length);
  }
  return outcome;
}

/** The aliases as a table that {@link importAliases} reads, in pieces: its header, then a line each. */
export async function* exportAliases(db: Connection, filters: AliasFilters): AsyncGenerator<string> {
  yield tableLine(COLUMNS);
  for (let last = 0; ;) {
    const rows = await aliasesAfter(db, filters, last, BATCH);
    for (const row of rows) yield tableLine(COLUMNS.map((name) => row[name]));
    if (rows.length < BATCH) return;
    last = rows.at(-1)!.id;
  }
}

const FOLDER = join(ROOT, 'infra/aliases');

/** The names that come with the service. @throws where a file of theirs has a fault: it names the first */
export async function starterAliases(): Promise<Alias[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.tsv')).sort();
  const tables = await Promise.all(
    files.map(async (file) =>
      (await parseAliasTable(await readFile(join(FOLDER, file)))).map((row) => ({ ...row, file })),
    ),
  );
  const rows = tables.flat();
  const { aliases, faults } = readAliases(rows.map(({ item }) => item));
  const [first] = faults;
  if (first) {
    const { file, line } = rows[first.index]!;
    throw new Error(`infra/aliases/${file}, line ${line}: ${first.field ?? 'it'} ${first.message}`);
  }
  return aliases;
}

/**
 * Makes the list of this version the starter list of a database. What staff and keys wrote or deleted stays as they left
 * it.
 */
export async function loadStarterAliases(db: Database): Promise<Written & { deleted: number }> {
  const aliases = await starterAliases();
  return db.tx((tx) => replaceStarter(tx, aliases));
}
