import { badField } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { Mapping } from './mapping.js';
import type { MappedColumn } from './outcome.js';

/** Mappings at most. */
const MOST = 300;

const STORED = 'SELECT name, header, columns::json AS columns FROM import_mappings';

/**
 * Remembers a mapping for files with the same columns: those that staff import, and with a `source` those of its keys too. It keeps
 * the source that it had where none is given.
 * @throws Problem 400 where there would be too many
 */
export async function putMapping(
  tx: Transaction,
  { name, header, columns, source, by }: Required<Mapping> & { source: string | null; by: string },
): Promise<void> {
  await tx.none(
    `INSERT INTO import_mappings (name, header, columns, source, by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET (header, columns, source, by, at) = ($2, $3, coalesce($4, import_mappings.source), $5, now())`,
    [name, header, JSON.stringify(columns), source, by],
  );
  const { count } = await tx.one<{ count: number }>('SELECT count(*) FROM import_mappings');
  if (count > MOST) throw badField('name', 'too_many', `at most ${MOST} mappings are remembered`);
}

/** A mapping as the API shows it. */
export const mappingOf = (db: Connection, name: string) =>
  db.oneOrNone<{ name: string; columns: MappedColumn[]; source: string | null }>(
    'SELECT name, columns::json AS columns, source FROM import_mappings WHERE name = $1',
    [name],
  );

/** The mapping of a name, for a file of any columns. @throws Problem 400 where none has it */
export async function mappingNamed(db: Connection, name: string): Promise<Mapping> {
  const found = await mappingOf(db, name);
  if (!found) throw badField('mapping', 'unknown_name', `there is no mapping ${name}`);
  return { name, columns: found.columns };
}

/** The mappings that are remembered, the latest first. @param source for a source alone */
export const rememberedMappings = (db: Connection, source?: string): Promise<Mapping[]> =>
  db.any(`${STORED} WHERE $1::text IS NULL OR source = $1 ORDER BY at DESC`, [source ?? null]);
