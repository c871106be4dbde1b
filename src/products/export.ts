import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { allowSilence } from '../database/connect.js';
import type { Connection, Database } from '../database/connect.js';
import { LAYOUTS, toGb18030 } from './export-formats.js';
import type { Format } from './export-formats.js';
import type { Filters } from './list.js';
import { whereOf } from './list-store.js';

export interface ExportOptions {
  format: Format;
  filters: Pick<Filters, 'category' | 'in_stock' | 'updated_after'>;
  encoding?: 'utf-8' | 'gb18030' | undefined;
  /** goes in front of site-relative image addresses */
  siteOrigin: string;
}

/** Name and type of the file of an export; no query is run. */
export function describeExport({ format, encoding }: Pick<ExportOptions, 'format' | 'encoding'>): {
  contentType: string;
  fileName: string;
} {
  const { contentType, extension } = LAYOUTS[format];
  const day = new Date().toISOString().slice(0, 10);
  return {
    contentType: encoding === 'gb18030' ? contentType.replace('utf-8', 'gb18030') : contentType,
    fileName: `${format === 'chemicalbook' ? 'chemicalbook' : 'products'}-${day}.${extension}`,
  };
}

/**
 * Begins an export of one database snapshot. A slow reader of the stream slows the query down; destroying the stream ends
 * the query and closes its connection.
 * @param position reads the snapshot's position in the change log
 */
export async function openExport(
  db: Database,
  options: ExportOptions,
  position: (snapshot: Connection) => Promise<string>,
): Promise<{ cursor: string; stream: Readable }> {
  const connection = await db.connect();
  try {
    await connection.none('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const cursor = await position(connection);
    // Sorting may take long before the first row, and a slow client delays the others.
    const limitSilence = allowSilence(connection);
    const rows = connection.client.query(
      copyTo(await copyStatement(connection, options)) as never,
    ) as unknown as CopyToStreamQuery;
    const finish = [
      ...LAYOUTS[options.format].finish(),
      ...(options.encoding === 'gb18030' ? toGb18030() : []),
    ];
    // A connection within a COPY cannot be used again: unless everything was read it is closed, which ends the query.
    let whole = false;
    rows.once('end', () => (whole = true));
    rows.once('close', () => {
      if (whole) {
        limitSilence();
        void connection.none('COMMIT').then(
          () => connection.done(),
          () => connection.done(true),
        );
      } else void connection.done(true);
    });
    // An error or an end of one stream ends all of them; the reader of the last one gets the error.
    const stream =
      finish.length === 0 ? rows : (pipeline([rows, ...finish], () => {}) as unknown as Readable);
    return { cursor, stream };
  } catch (error) {
    await connection.done(true);
    throw error;
  }
}

/** COPY takes no parameters: the values are settings of the transaction, which the query reads. */
async function copyStatement(
  connection: Connection,
  { format, filters, siteOrigin }: ExportOptions,
): Promise<string> {
  const layout = LAYOUTS[format];
  const { conditions, values } = whereOf(filters, (n) => `current_setting('catalogue.value_${n}')`);
  await connection.any(
    `SELECT set_config('catalogue.' || name, value, true) FROM json_to_recordset($1) AS setting (name text, value text)`,
    [
      JSON.stringify([
        { name: 'site_origin', value: siteOrigin },
        ...values.map((value, i) => ({ name: `value_${i + 1}`, value })),
      ]),
    ],
  );
  const where = [...conditions, ...(layout.where ? [layout.where] : [])];
  const from = `FROM products ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''} ORDER BY ${layout.order}`;
  return `COPY (${layout.select(from)}) TO STDOUT (${layout.copy})`;
}
