import type { PreparedStatement } from 'pg-promise';
import type { Connection } from './connect.js';

// What a statement gives that gives one thing only.

type Query = string | PreparedStatement;
const first = (row: object) => Object.values(row)[0];

/** The only column of the rows. */
export const readColumn = <T>(db: Connection, query: Query, values: object = []): Promise<T[]> =>
  db.map(query, values, first);

/** The only value. */
export const readSingle = <T>(db: Connection, query: Query, values: object = []): Promise<T> =>
  db.one(query, values, first);

/** How many rows were written. */
export const countWritten = (db: Connection, query: Query, values: object = []): Promise<number> =>
  db.result(query, values, ({ rowCount }) => rowCount);
