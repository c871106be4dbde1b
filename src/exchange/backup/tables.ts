import pgPromise from 'pg-promise';
import type { Connection } from '../../platform/index.js';

const { as } = pgPromise;

/** A table to back up, with its columns in order. */
export interface Table {
  name: string;
  columns: string[];
}

// Tables of this cluster, not of the catalogue: migrations, positions in the log, the state of the search index and of the keys, when it
// was backed up. They are not backed up, and a restore leaves them (it records the back-up that came back).
// prettier-ignore
const LEFT_ALONE = [
  'migrations', 'backups', 'change_log', 'log_readers', 'product_keys', 'product_keys_next', 'index_dead_letters', 'reindex_queue', 'index_rebuilds',
  'index_checks',
];
/** Tables that are not backed up and that a restore empties. Findings and fingerprints are recomputed. */
// prettier-ignore
export const EMPTIED = [
  'product_changes', 'findings', 'finding_totals', 'read_names', 'structure_fingerprints', 'staff_sessions', 'staff_attempts', 'kept_answers', 'list_parts',
  'page_ends',
];

/**
 * The tables to back up: all but those above, so that a new one cannot be forgotten, each after those that it
 * references.
 */
export async function tablesToKeep(db: Connection): Promise<Table[]> {
  const tables = await db.any<Table>(
    `SELECT c.relname AS name,
            (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
       FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [[...LEFT_ALONE, ...EMPTIED]],
  );
  const references = await db.any<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to
       FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const sorted: Table[] = [];
  const place = (table: Table): void => {
    if (sorted.includes(table)) return;
    for (const other of tables)
      if (references.some(({ from, to }) => from === table.name && to === other.name)) place(other);
    sorted.push(table);
  };
  for (const table of tables) place(table);
  return sorted;
}

/** The identity columns, with the last number that each has given; 0 where none. */
export async function identitiesOf(
  db: Connection,
  tables: Table[],
): Promise<{ table: string; column: string; last: number }[]> {
  return db.any(
    `SELECT i.table_name AS table, i.column_name AS column,
            coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(i.table_name), i.column_name)::regclass), 0) AS last
       FROM information_schema.columns i
      WHERE i.table_schema = 'public' AND i.is_identity = 'YES' AND i.table_name = ANY ($1) ORDER BY 1, 2`,
    [tables.map(({ name }) => name)],
  );
}

/** The names of the applied migrations. */
export async function migrationsOf(db: Connection): Promise<string[]> {
  return db.map('SELECT name FROM migrations ORDER BY name', [], ({ name }: { name: string }) => name);
}

/** Records that there is a whole back-up of the state at an instant, and keeps the last hundred such records. */
export async function recordBackup(db: Connection, madeAt: string): Promise<void> {
  await db.none(
    `WITH made AS (INSERT INTO backups (made_at) VALUES ($1) RETURNING id)
     DELETE FROM backups USING made WHERE backups.id <= made.id - 100`,
    [madeAt],
  );
}

/** The instant of the newest whole back-up, in seconds since 1970; 0 where there was none. */
export async function lastBackup(db: Connection): Promise<number> {
  const { at } = await db.one<{ at: number }>(
    `SELECT coalesce(extract(epoch FROM max(made_at)), 0)::float8 AS at FROM backups`,
  );
  return at;
}

/** Names of tables as SQL. */
export const tablesSql = (names: string | string[]): string => as.name(names);

/** A table and its columns as SQL. */
export const tableSql = ({ name, columns }: Table): string => `${as.name(name)} (${as.name(columns)})`;
