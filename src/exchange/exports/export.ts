import { hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { encodePosition, latestShown, stateOf, tipOfSnapshot, upTo, whereOf } from '../../catalogue/index.js';
import type { Filters, Position } from '../../catalogue/index.js';
import { allowSilence, openAsOf } from '../../platform/index.js';
import type { Connection, Database } from '../../platform/index.js';
import { ORIGIN, SHOWN_UP_TO } from './columns.js';
import type { Bind } from './columns.js';
import { encoders } from './encode.js';
import { describeFile, tableOf } from './layouts.js';
import type { Layout } from './layouts.js';
import type { SentFile } from './send.js';

/** What is written of a snapshot. */
export interface Selection {
  layout: Layout;
  filters: Filters;
  /** `<scheme>://<host>[:port]` of this site, for addresses */
  siteOrigin: string;
}

/** What of the catalogue a file is of. */
interface Seen {
  /** everything that was written up to this instant is there */
  asOf: string;
  /**
   * The latest `updated_at` that is shown, for who goes on from the highest one: `asOf` where something later is there, for
   * what is older may still appear; else infinity, so that the same state makes the same bytes.
   */
  shownUpTo: string;
  /** names what is seen of the products (src/catalogue/changes/log.ts) */
  state: string | null;
}

/** A state of the database, from which any number of files are written one after the other. */
export interface Snapshot extends Seen {
  /** of it in the change log */
  position: Position;
  /** Reads from it, not while a file is written; where that fails the snapshot is closed. */
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Begins a file. A slow reader of the stream slows the query down; destroying it before its end ends the query and
   * closes the snapshot.
   */
  write(selection: Selection): Promise<Readable>;
  /** Gives the connection back. */
  close(): Promise<void>;
}

/** @param asOf an instant that was read before the statement, or its snapshot, began */
async function see(db: Connection, asOf: string): Promise<Seen> {
  const state = await stateOf(db);
  const shownUpTo = await latestShown(db, asOf);
  return { asOf, shownUpTo, state };
}

/**
 * Opens a snapshot on its own connection.
 * @param given an instant up to which it holds everything; of a primary it is read where none is given
 */
export async function openSnapshot(db: Database, given?: string): Promise<Snapshot> {
  const asOf = given ?? (await openAsOf(db).read()).asOf;
  const connection = await db.connect();
  let isOpen = true;
  let isWriting = false;
  // A connection within a COPY cannot be used again: it is closed, which ends the query.
  const abandon = (): void => {
    if (isOpen) void connection.done(true);
    isOpen = false;
  };
  const abandonWith = (error: unknown): never => {
    abandon();
    throw error;
  };
  try {
    await connection.none('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const seen = await see(connection, asOf);
    const position = await tipOfSnapshot(connection, seen.shownUpTo);
    return {
      ...seen,
      position,
      read: (work) => work(connection).catch(abandonWith),
      async write(selection) {
        try {
          const { values, sql } = copyOf(selection, seen);
          await connection.any(
            `SELECT set_config('catalogue.' || key, value, true) FROM json_each_text($1)`,
            [JSON.stringify(values)],
          );
          // Sorting may take long before the first row, and a slow client delays the others.
          const limitSilence = allowSilence(connection);
          const rows = connection.client.query(copyTo(sql) as never) as unknown as CopyToStreamQuery;
          isWriting = true;
          rows.once('end', () => {
            isWriting = false;
            limitSilence();
          });
          rows.once('close', () => {
            if (isWriting) abandon();
          });
          const { format, columns, encoding } = selection.layout;
          const finish = [...format.finish(columns), ...encoders(encoding)];
          // An error or an end of one stream ends all of them; the reader of the last one gets the error.
          const stages = [rows, ...finish] as unknown as NodeJS.ReadWriteStream[];
          return finish.length === 0 ? rows : (pipeline(stages, () => {}) as unknown as Readable);
        } catch (error) {
          return abandonWith(error);
        }
      },
      async close() {
        if (isWriting) abandon();
        if (!isOpen) return;
        isOpen = false;
        await connection.none('COMMIT').then(
          () => connection.done(),
          () => connection.done(true),
        );
      },
    };
  } catch (error) {
    return abandonWith(error);
  }
}

/** A file that is written, with what is known of it. */
interface Export extends SentFile {
  /** what {@link versionNow} tells of it */
  version: string | null;
}

/** Begins the one file of a snapshot ({@link openSnapshot}), which is closed with it. */
export async function openExport(db: Database, asked: Selection, asOf?: string): Promise<Export> {
  const snapshot = await openSnapshot(db, asOf);
  const selection = { ...asked, filters: upTo(snapshot.asOf, asked.filters) };
  const count = await snapshot.read((connection) => countOf(connection, selection));
  const stream = await snapshot.write(selection);
  stream.once('close', () => void snapshot.close());
  const version = fileVersion(selection, snapshot);
  const cursor = encodePosition(snapshot.position);
  return { ...describeFile(selection.layout), count, cursor, version, stream };
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
