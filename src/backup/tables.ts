import type { Connection } from '../database/connect.js';

/** A table that is backed up, with its columns in their order. */
export interface Table {
  name: string;
  columns: string[];
}

// What belongs to this cluster and not to the catalogue: the form of the database, positions in the log, and what the
// indexer knows of its index. It stays as it is.
const OF_CLUSTER = [
  'migrations',
  'change_log',
  'log_readers',
  'index_dead_letters',
  'index_redeliveries',
  'index_rebuilds',
  'index_checks',
];
/** What means nothing afterwards: a restore empties it. */
export const MEANINGLESS = ['product_changes', 'staff_sessions', 'staff_attempts'];

/**
 * Every table of the service but those, so that a new one cannot be forgotten. A table comes after those that its rows
 * name.
 */
export async function tablesToKeep(db: Connection): Promise<Table[]> {
  const tables = await db.any<Table>(
    `SELECT c.relname AS name,
            (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
       FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> ALL ($1) ORDER BY c.relname`,
    [[...OF_CLUSTER, ...MEANINGLESS]],
  );
  const references = await db.any<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to
       FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const sorted: Table[] = [];
  const place = (table: Table): void => {
    if (sorted.includes(table)) return;
    const named = references.filter(({ from }) => from === table.name).map(({ to }) => to);
    for (const other of tables) if (named.includes(other.name)) place(other);
    sorted.push(table);
  };
  for (const table of tables) place(table);
  return sorted;
}

/** The columns that number their rows by themselves, and the last number that each has given; 0 where none. */
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

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table and its columns as SQL. */
export function named({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

/** Names of tables as SQL. */
export function listed(names: string[]): string {
  return names.map(quoted).join(', ');
}
