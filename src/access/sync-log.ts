import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Database, Transaction } from '../database/connect.js';
import type { Answer, Call, Caller } from '../http/route.js';
import { insertLog } from './store.js';
import type { LogEntry } from './store.js';

const FLUSH_MS = 200;
const BATCH = 1_000;
const MOST_WAITING = 50_000;

function entryOf(
  req: Request,
  res: Response,
  key: Caller,
  status: number,
  counts: object | null = null,
): LogEntry {
  return {
    keyId: key.id,
    method: req.method,
    path: req.originalUrl.slice(0, 500).toWellFormed().replaceAll('\0', ''),
    status,
    durationMs: Math.round(performance.now() - (res.locals['startedAt'] as number)),
    address: req.ip ?? '',
    requestId: res.locals['requestId'] as string,
    counts,
  };
}

/**
 * Does a keyed write: its effect and its row in the sync log commit together, so that a call is in the log if and
 * only if it is in the catalogue.
 */
export async function recorded(
  db: Database,
  call: Call,
  work: (tx: Transaction) => Promise<Answer & { counts?: object }>,
): Promise<Answer> {
  const answer = await db.tx(async (tx) => {
    const done = await work(tx);
    await recordIn(tx, call, done.status ?? 200, done.counts);
    return done;
  });
  markRecorded(call);
  return answer;
}

/** Writes the sync-log row of a call in a transaction of the caller's; {@link markRecorded} follows its commit. */
export async function recordIn(
  tx: Transaction,
  { req, res, key }: Call,
  status: number,
  counts?: object,
): Promise<void> {
  if (key) await insertLog(tx, [entryOf(req, res, key, status, counts)]);
}

/** The call's row has committed: the answer must not be logged again. */
export function markRecorded({ res }: Call): void {
  res.locals['recorded'] = true;
}

/** The rows of reads and refused calls: gathered, and written together a few times a second. */
export interface SyncLog {
  /** sees every request; logs the keyed ones when they have been answered */
  observe: RequestHandler;
  /** writes what is still waiting */
  close(): Promise<void>;
}

export function openSyncLog(db: Database, log: Logger): SyncLog {
  let waiting: LogEntry[] = [];
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await insertLog(db, batch);
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = (): Promise<void> => {
    writing ??= write()
      .catch((error: unknown) =>
        log.warn({ err: error, waiting: waiting.length }, 'sync log rows wait for the database'),
      )
      .finally(() => (writing = null));
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    observe(req, res, next) {
      res.on('close', () => {
        const key = res.locals['key'] as Caller | undefined;
        if (!key || res.locals['recorded']) return;
        if (waiting.length < MOST_WAITING) waiting.push(entryOf(req, res, key, res.statusCode));
        else
          log.error(
            { request_id: res.locals['requestId'] },
            'sync log row dropped: the database has been away for too long',
          );
      });
      next();
    },
    async close() {
      clearInterval(timer);
      await flush();
      if (waiting.length > 0) await flush();
    },
  };
}
