import { badField } from '../../platform/index.js';
import type { Connection, Transaction } from '../../platform/index.js';
import type { Mapping } from './mapping.js';
import type { MappedColumn } from './outcome.js';

/** Mappings at most, and those of a source that its keys may make. */
const MOST = 300;
const MOST_OF_SOURCE = 30;

const STORED = 'SELECT name, header, columns::json AS columns FROM import_mappings';

/**
 * Remembers a mapping for files with the same columns: those that staff import, and with a `source` those of its keys too. It keeps
 * the source that it had where none is given.
 * @param bound the source whose mappings alone are written
 * @returns null where the mapping of this name is of another source
 * @throws Problem 400 where there would be too many
 */
export async function putMapping(
  tx: Transaction,
  mapping: Required<Mapping> & { source: string | null; by: string; bound: string | undefined },
): Promise<{ name: string } | null> {
  await tx.none('LOCK TABLE import_mappings IN SHARE ROW EXCLUSIVE MODE'); // others would not be counted
  const { bound = null, columns } = mapping;
  const written = await tx.oneOrNone<{ name: string; isNew: boolean }>(
    `INSERT INTO import_mappings AS known (name, header, columns, source, by)
     VALUES ($(name), $(header), $(text), $(source), $(by))
     ON CONFLICT (name) DO UPDATE
        SET (header, columns, source, by, at) = ($(header), $(text), coalesce($(source), known.source), $(by), now())
      WHERE $(bound)::text IS NULL OR known.source = $(bound)
     RETURNING name, old.name IS NULL AS "isNew"`,
    { ...mapping, bound, text: JSON.stringify(columns) },
  );
  const count = await tx.one<{ all: number; own: number }>(
    'SELECT count(*) AS all, count(*) FILTER (WHERE source = $1) AS own FROM import_mappings',
    [bound],
  );
  const most = count.own > MOST_OF_SOURCE ? `${MOST_OF_SOURCE} mappings of a source` : `${MOST} mappings`;
  if (written?.isNew && Math.max(count.all - MOST, count.own - MOST_OF_SOURCE) > 0)
    throw badField('name', 'too_many', `at most ${most} are remembered`);
  return written;
}

/** Forgets a mapping. @param bound the source whose mappings alone are forgotten @returns null where it is none of those */
export const deleteMapping = (tx: Transaction, name: string, bound: string | undefined) =>
  tx.oneOrNone<{ name: string }>(
    'DELETE FROM import_mappings WHERE name = $1 AND ($2::text IS NULL OR source = $2) RETURNING name',
    [name, bound ?? null],
  );

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
