import type { Socket } from 'node:net';
import { to as copyTo } from 'pg-copy-streams';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import pgPromise from 'pg-promise';
import type { Pool } from 'pg';
import type { IDatabase, ITask } from 'pg-promise';
import { codeOf, messageOf } from '../process/errors.js';
import { giveWay, nameOfProcess } from '../process/give-way.js';

/** When a statement of a pool last found the disk of the server full, on the clock of `performance.now()`. */
interface Context {
  fullAt: number;
}

const pgp = pgPromise({
  error(error, { dc }: { dc: Context }) {
    if (isDiskFull(error)) dc.fullAt = performance.now();
  },
});

// bigint columns hold identities and counts, far below 2^53: numbers serve them all. A bigint that may pass
// it (xid8) has another type and stays text.
pgp.pg.types.setTypeParser(pgp.pg.types.builtins.INT8, Number);

/** The pool: each statement borrows a connection. */
export type Database = IDatabase<object>;
/** What runs SQL: the pool, a borrowed connection or a transaction. */
export type Connection = Database | ITask<object> | BorrowedConnection;
/** A borrowed connection, to be returned with `done()`, or closed with `done(true)`. */
export type BorrowedConnection = Awaited<ReturnType<Database['connect']>>;
/** A transaction: all that runs on it commits together or not at all. */
export type Transaction = ITask<object>;

interface ConnectOptions {
  /** shown in pg_stat_activity */
  name: string;
  /** connections at most */
  pool?: number;
  /** the longest a statement may run, ms; 0 lifts the limit (a rebuild, an export) */
  statementTimeout?: number;
  /** the longest wait for a connection, ms: only after it an overload is answered with 503 */
  connectMs?: number;
  /** the longest silence of the server during a statement, ms: a frozen one would never end it; 0 lifts the limit */
  silence?: number;
  /** what it does gives way to what people wait for, where the server runs on this machine */
  givesWay?: boolean;
}

/** How much longer than the statement's own limit a living server may need to report that it cancelled it, ms. */
const GRACE_MS = 10_000;

/**
 * What values are written and read by. The server, the database or the role may be set otherwise: a back-up would lose digits,
 * take days for months, or lack time zones.
 */
const SESSION = {
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read\\ committed',
};

/** The address of a database with the settings of our sessions, behind what it sets itself. */
export function withSession(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get('options') ?? '';
  const settings = Object.entries(SESSION).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [own, ...settings].join(' '));
  return address.href;
}

/** Opens a pool. Nothing connects before the first statement. */
export function connect(
  url: string,
  {
    name,
    pool = 10,
    statementTimeout = 30_000,
    connectMs = 30_000,
    silence = statementTimeout && statementTimeout + GRACE_MS,
    givesWay = false,
  }: ConnectOptions,
): Database {
  const context: Context = { fullAt: -Infinity };
  const settings = {
    connectionString: withSession(url),
    application_name: name,
    max: pool,
    // Also the longest wait in the pool's queue.
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    // A server that is gone without a word is noticed in some twenty seconds, also by what has no limit of time.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: statementTimeout || false,
    // A client that dies between two statements must not block every reader of the change log.
    idle_in_transaction_session_timeout: 60_000,
  } as Parameters<typeof pgp>[0];
  const db = pgp(settings, context);
  // The driver's own limit (query_timeout) returns a connection to the pool whose statement and transaction may still
  // run. Here it is closed, which ends both.
  (db.$pool as unknown as Pool).on('connect', (client) => {
    const { stream } = socketOf(client);
    stream.setTimeout(silence);
    if (givesWay) letServerGiveWay(client);
    // Between statements, within a transaction too, nothing is expected of the server; the next one restarts the timer.
    // (A callback of setTimeout would be called once only.)
    stream.on('timeout', () => {
      if (!isIdle(client)) stream.destroy(new Error('Connection terminated: the server is silent'));
    });
  });
  return db;
}

/** Lets the process of Postgres that serves a connection give way, where it is one of this machine. */
function letServerGiveWay(client: object): void {
  const { processID } = client as { processID?: number | null };
  const isHere = ['127.0.0.1', '::1', undefined].includes(socketOf(client).stream.remoteAddress);
  if (isHere && processID && nameOfProcess(processID) === 'postgres') giveWay(processID);
}

/**
 * Lifts the limit on the server's silence for a borrowed connection, which is closed behind it: for a long query, or a stream
 * with a slow reader.
 */
export const allowSilence = ({ client }: BorrowedConnection): void =>
  void socketOf(client).stream.setTimeout(0);

/** Does what may take minutes on a connection without limits of time, which is closed behind it. */
export async function unhurried<T>(db: Database, work: (own: BorrowedConnection) => Promise<T>): Promise<T> {
  const connection = await db.connect();
  try {
    allowSilence(connection);
    await connection.none('SET statement_timeout = 0');
    return await work(connection);
  } finally {
    await connection.done(true); // it must not be used again without its limits
  }
}

/** True where the driver waits for no answer of the server. */
const isIdle = (client: object): boolean => (client as { readyForQuery?: boolean }).readyForQuery === true;

const socketOf = (client: object): { stream: Socket } =>
  (client as { connection: { stream: Socket } }).connection;

/** What a `COPY … TO STDOUT` writes, as a stream. */
export const copyOut = ({ client }: BorrowedConnection, sql: string): CopyToStreamQuery =>
  client.query(copyTo(sql) as never) as unknown as CopyToStreamQuery;

/** Closes the pool once its statements have ended. */
export async function disconnect(db: Database): Promise<void> {
  // The pool reports its end before its sockets are closed: a server that stops just then is no error of ours.
  db.$pool.on('error', () => {});
  await db.$pool.end();
}

/** SQL, prepared where it has a name. */
export interface Statement {
  name?: string;
  text: string;
}

/**
 * Reads through the bare driver, for the most frequent reads: pg-promise adds noticeably to the time of each statement.
 */
export async function readRows<T>(db: Database, statement: Statement, values: unknown[]): Promise<T[]> {
  const { rows } = await (db.$pool as unknown as Pool).query({ ...statement, values });
  return rows as T[];
}

const namesByText = new Map<string, string>();

/**
 * A prepared statement named after its text. Each connection keeps it with its plan until it is closed, so this is only
 * for SQL of which there are a few hundred variants at most, whatever callers ask.
 */
export function named(text: string): Statement {
  let name = namesByText.get(text);
  if (name === undefined) namesByText.set(text, (name = `text-${namesByText.size}`));
  return { name, text };
}

/** The same for pg-promise. */
export const prepared = (text: string): pgPromise.PreparedStatement => new pgp.PreparedStatement(named(text));

/**
 * SQL that writes a timestamp as ISO 8601 UTC with milliseconds, so that no row passes through a JavaScript Date.
 * @param column an expression of our own, never a caller's text
 */
export function isoTime(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The same with microseconds, as the times of products are. */
export function exactTime(column: string): string {
  return `to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL for a text whose characters mean themselves in a LIKE pattern. @param p an expression of our own, a parameter */
export const escapeLike = (p: string): string => `regexp_replace(${p}, '([\\\\%_])', '\\\\\\1', 'g')`;

/**
 * True where the error says that Postgres is away, starting, stopping, closed to connections, demoted to a standby
 * (25006), or out of connections, disk or memory (class 53): worth a retry.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (
    code !== undefined &&
    /^(08|53|57P0|25006$|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$)/.test(code)
  )
    return true;
  return /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|not currently accepting connections/.test(
    messageOf(error),
  );
}

/** True where the server has no room on its disk: it answers reads, and refused this. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === '53100';
}

const FULL_FOR_MS = 60_000;

/** @throws Error where a statement of the last minute found no room on the disk of the server */
export function refuseFullDisk(db: Database): void {
  if (performance.now() - (db.$dc as Context).fullAt < FULL_FOR_MS)
    throw new Error('the disk of the database is full');
}

/** True where a statement waited too long for what another transaction has locked. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** True where the server cancelled a statement or a transaction: it ran too long, or deadlocked again and again. */
export function isOverload(error: unknown): boolean {
  return ['57014', '25P04', '40001', '40P01'].includes(codeOf(error) ?? '');
}
