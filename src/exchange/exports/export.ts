import { hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { encodePosition, latestShown, stateOf, tipOfSnapshot, upTo, whereOf } from '../../catalogue/index.js';
import type { Filters, Position } from '../../catalogue/index.js';
import { allowSilence, copyOut, openAsOf } from '../../platform/index.js';
import type { BorrowedConnection, Connection, Database } from '../../platform/index.js';
import { ORIGIN, SHOWN_UP_TO } from './columns.js';
import type { Bind } from './columns.js';
import { describeFile, encoded, tableOf } from './layouts.js';
import type { Layout } from './layouts.js';
import type { SentFile } from './send.js';

/** What is written of a snapshot. */
export interface Selection {
  layout: Layout;
  filters: Filters;
  /** `<scheme>://<host>[:port]` of this site, for addresses */
  siteOrigin: string;
}

type Seen = Awaited<ReturnType<typeof see>>;

/**
 * What of the catalogue a file is of: the name of what is seen of the products (src/catalogue/changes/log.ts), and the latest
 * `updated_at` that is shown, for who goes on from the highest one: `asOf` where something later is there, for what is older may still
 * appear; else infinity, so that the same state makes the same bytes.
 * @param asOf an instant that was read before the statement, or its snapshot, began
 */
async function see(db: Connection, asOf: string) {
  const state = await stateOf(db);
  return { state, shownUpTo: await latestShown(db, asOf) };
}

/** A file that is written, with what is known of it. */
export interface Export extends SentFile {
  /** where its snapshot stands in the change log */
  position: Position;
  /** what {@link versionNow} tells of it */
  version: string | null;
}

/**
 * Begins a file: one snapshot of the catalogue, on a connection of its own. A slow reader of the stream slows the query
 * down; destroying it before its end ends the query.
 * @param given an instant up to which the database holds everything; of a primary it is read where none is given
 * @param check asks the snapshot whether there may be such a file
 */
export async function openExport(
  db: Database,
  asked: Selection,
  given?: string,
  check?: (snapshot: Connection) => Promise<void>,
): Promise<Export> {
  const asOf = given ?? (await openAsOf(db).read()).asOf;
  const selection = { ...asked, filters: upTo(asOf, asked.filters) };
  const connection = await db.connect();
  try {
    await connection.none('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const seen = await see(connection, asOf);
    const position = await tipOfSnapshot(connection, seen.shownUpTo);
    await check?.(connection);
    const count = await countOf(connection, selection);
    const stream = await write(connection, selection, seen, count);
    const version = fileVersion(selection, seen);
    const cursor = encodePosition(position);
    return { ...describeFile(selection.layout), count, position, cursor, version, stream };
  } catch (error) {
    void connection.done(true);
    throw error;
  }
}

/** Begins to write what is selected. The connection is closed with the stream: within a COPY it cannot be used again. */
async function write(
  connection: BorrowedConnection,
  selection: Selection,
  seen: Seen,
  count: number,
): Promise<Readable> {
  const { values, sql } = copyOf(selection, seen);
  await connection.any(`SELECT set_config('catalogue.' || key, value, true) FROM json_each_text($1)`, [
    JSON.stringify(values),
  ]);
  // Sorting may take long before the first row, and a slow client delays the others.
  allowSilence(connection);
  const rows = copyOut(connection, sql);
  const { format, columns, encoding } = selection.layout;
  const { finish } = format;
  // An error or an end of one stream ends all of them; the reader of the last one gets the error.
  const file = finish
    ? pipeline(
        rows,
        (from: AsyncIterable<Buffer>) => encoded(finish(from, { columns, count }), encoding),
        () => {},
      )
    : rows;
  return (file as unknown as Readable).once('close', () => void connection.done(true));
}

/** To be raised when a format writes other bytes of the same rows. */
const REVISION = 3;

/**
 * Names the bytes that {@link openExport} would write now: the same for two files only where they are the same.
 * @returns null where nothing can say so: the state has no name, or more than the products decides what is selected or
 *   how it is written
 */
export async function versionNow(db: Database, asked: Selection, asOf: string): Promise<string | null> {
  return fileVersion({ ...asked, filters: upTo(asOf, asked.filters) }, await see(db, asOf));
}

function fileVersion(selection: Selection, seen: Seen): string | null {
  const { layout, filters } = selection;
  const { format, columns, encoding } = layout;
  if (seen.state === null || filters.quality !== undefined || format.isDrawn) return null;
  const { sql, values } = copyOf(selection, seen);
  const headers = columns.map(({ header, kind }) => [header, kind]);
  const parts = [REVISION, seen.state, sql, values, format.extension, headers, encoding];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** COPY takes no parameters: the values are settings of the transaction, which the query reads. */
function copyOf(
  { layout, filters, siteOrigin }: Selection,
  { shownUpTo }: Pick<Seen, 'shownUpTo'>,
): { sql: string; values: Record<string, string> } {
  const values: Record<string, string> = { [ORIGIN]: siteOrigin, [SHOWN_UP_TO]: shownUpTo };
  const bind: Bind = (text) => {
    const name = `value_${Object.keys(values).length}`;
    values[name] = text;
    return `current_setting('catalogue.${name}')`;
  };
  // Qualified: a column of the file may have the name of one of the table.
  const from = `${rowsOf({ layout, filters }, bind)} ORDER BY products.${layout.order}`;
  const columns = layout.columns.map(({ header, kind, sql }) => ({ header, kind, sql: sql(bind) }));
  return { sql: layout.format.copy(columns, from), values };
}

async function countOf(connection: Connection, selection: Selection): Promise<number> {
  const values: string[] = [];
  const from = rowsOf(selection, (text) => `$${values.push(text)}`);
  const { count } = await connection.one<{ count: number }>(`SELECT count(*) AS count ${from}`, values);
  return count;
}

function rowsOf({ layout, filters }: Omit<Selection, 'siteOrigin'>, bind: Bind): string {
  const conditions = [...whereOf(filters, bind).conditions, ...(layout.where?.(bind) ?? [])];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  return `FROM ${tableOf(layout, bind)} ${where}`;
}
