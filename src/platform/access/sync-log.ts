import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../database/connect.js';
import { flushRegularly } from '../database/flush.js';
import type { Writer, Writes } from '../database/writes.js';
import { goneSignal, holderOf } from '../http/holder.js';
import type { Answer, Call } from '../http/route.js';
import { drawLogIds, insertLog } from './store.js';
import type { LogEntry } from './store.js';

const FLUSH_MS = 200;
const BATCH = 1_000;
const MOST_WAITING = 50_000;
/** The logged status of a call whose client disconnected before it was answered. */
const CLIENT_GONE = 499;

/** The row of a call that was made with a key, or by staff, as it stands now. */
export function entryOf(
  { method, originalUrl, context }: Request,
  status: number,
  counts: object | null = null,
): LogEntry {
  const durationMs = Math.round(performance.now() - context.startedAt);
  const { id, name, isStaff } = context.caller!;
  return {
    at: new Date(Date.now() - durationMs).toISOString(),
    keyId: isStaff ? null : id,
    ...(isStaff && { staffName: name }),
    method,
    path: originalUrl.slice(0, 500).toWellFormed().replaceAll('\0', ''),
    status,
    durationMs,
    address: context.address,
    requestId: context.id,
    counts,
  };
}

/** Who makes a request, as the history of products names him. */
export function writerOf({ context: { caller, traceparent } }: Pick<Request, 'context'>): Writer {
  const kind = caller?.isStaff ? 'staff' : caller ? 'key' : 'visitor';
  return { kind, name: caller?.name ?? null, traceparent };
}

/**
 * Does a write, and commits its row of the sync log with its effect: a call with a key is in the log if and only if it is in
 * the catalogue. What staff do is in a log of their own.
 */
export async function recorded(
  writes: Writes,
  { req, res }: Pick<Call, 'req' | 'res'>,
  work: (tx: Transaction) => Promise<Answer & { counts?: object }>,
): Promise<Answer> {
  const { context } = req;
  const answer = await writes.tx(
    async (tx) => {
      const done = await work(tx);
      if (isOfKey(req))
        context.transaction = (
          await insertLog(tx, [entryOf(req, done.status ?? 200, done.counts)])
        ).transaction;
      return done;
    },
    {
      signal: goneSignal(res),
      holder: holderOf(req),
      ...((context.caller ?? context.traceparent) && { by: writerOf(req) }),
    },
  );
  context.isRecorded = true;
  return answer;
}

const isOfKey = ({ context: { caller } }: Request): boolean => caller !== null && !caller.isStaff;

/** Logs reads and refused calls: their rows are collected and written together, a few times a second. */
export type SyncLog = ReturnType<typeof openSyncLog>;

/** Opens the log of calls that write nothing themselves. */
export function openSyncLog(db: Database, log: Logger) {
  /** rows to be written: they wait while the database is away, and each is written once */
  let waiting: LogEntry[] = [];

  // Each row has its id before the first attempt: a retry after a commit whose answer was lost then adds no second row.
  const writeBatch = async (): Promise<void> => {
    const batch = waiting.slice(0, BATCH);
    const unnumbered = batch.filter((entry) => entry.id === undefined);
    const ids = await drawLogIds(db, unnumbered.length);
    unnumbered.forEach((entry, i) => (entry.id = ids[i]!));
    await insertLog(db, batch);
    waiting = waiting.slice(batch.length);
  };
  const write = async (): Promise<void> => {
    while (waiting.length > 0) await writeBatch();
  };
  const end = flushRegularly(FLUSH_MS, 'sync log rows', write, log);
  const add = (entry: LogEntry): void => {
    if (waiting.length < MOST_WAITING) waiting.push(entry);
    else log.error(entry, 'sync log row dropped: the database has been away for too long');
  };

  /** logs a request with a key when it has ended */
  const observe: RequestHandler = (req, res, next) => {
    const { context } = req;
    if (!isOfKey(req)) return next();
    const ended = async (): Promise<void> => {
      const entry = entryOf(req, res.headersSent ? res.statusCode : CLIENT_GONE);
      // A write continues without its client, and writes its own row.
      await context.handled?.catch(() => {});
      if (!context.isRecorded) add(entry);
    };
    if (res.closed) return void ended(); // the client disconnected while its key was looked up
    res.once('close', () => void ended());
    next();
  };
  return {
    observe,
    /** writes the rows that still wait */
    async close(): Promise<void> {
      await end();
      if (waiting.length > 0) log.error({ rows: waiting.length }, 'sync log rows lost: the database is away');
    },
  };
}
