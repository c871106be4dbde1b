import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { readAliases } from './read.js';
import { replaceStarter } from './store.js';
import type { Written } from './store.js';
import type { Alias } from './alias.js';
import { parseAliasTable } from './tables.js';

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
