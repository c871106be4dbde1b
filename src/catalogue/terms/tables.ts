import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTable, ROOT, tableLine } from '../../platform/index.js';
import type { Connection, Writes } from '../../platform/index.js';
import { readTerm } from './read.js';
import { putTerms, matchedTerms } from './store.js';
import type { TermFilters } from './store.js';
import type { Term, TermImport } from './term.js';

const COLUMNS = ['kind', 'value', 'name_en'] as const;
/** Lines at fault that are named; all are counted. */
const MAX_ERRORS = 1_000;
const STARTER = join(ROOT, 'infra/terms/terms.tsv');

/** Stores the names of a table. A blank one takes away what was there; a line at fault never stops the others. @throws NoTable */
export async function importTerms(writes: Writes, table: Buffer): Promise<TermImport> {
  const { terms, errors } = await readTerms(table);
  const written = await writes.tx((tx) => putTerms(tx, terms));
  return {
    ...written,
    invalid: errors.length,
    errors: errors.slice(0, MAX_ERRORS),
    ...(errors.length > MAX_ERRORS && { errors_truncated: true }),
  };
}

/** Gives values that have no English name the one that comes with the service. */
export async function loadStarterTerms(writes: Writes): Promise<TermImport> {
  const { terms, errors } = await readTerms(await readFile(STARTER));
  const [first] = errors;
  if (first) throw new Error(`${STARTER}, line ${first.line}: ${first.field} ${first.message}`);
  return { ...(await writes.tx((tx) => putTerms(tx, terms, true))), invalid: 0, errors };
}

async function readTerms(table: Buffer): Promise<Pick<TermImport, 'errors'> & { terms: Term[] }> {
  const rows = await readTable(
    table,
    COLUMNS,
    (names) => COLUMNS.every((name) => names.includes(name)),
    COLUMNS.join(', '),
  );
  const terms = new Map<string, Term>();
  const errors: TermImport['errors'] = [];
  for (const { line, item } of rows) {
    const term = readTerm(item);
    const key = JSON.stringify([item.kind, item.value?.trim()]);
    if ('reason' in term) errors.push({ line, ...term });
    else if (terms.has(key))
      errors.push({ line, field: 'value', reason: 'repeated', message: 'is given twice' });
    else terms.set(key, term);
  }
  return { terms: [...terms.values()], errors };
}

/** The values that products have or that have a name, as a table that {@link importTerms} reads, line by line. */
export async function* exportTerms(db: Connection, filters: TermFilters): AsyncGenerator<string> {
  yield tableLine(COLUMNS);
  for (const term of await matchedTerms(db, filters)) yield tableLine(COLUMNS.map((name) => term[name]));
}
