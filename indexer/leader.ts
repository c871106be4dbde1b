import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureEpoch, listenForChanges, SEARCH_READER, tip } from '../src/catalogue/index.js';
import type { Position } from '../src/catalogue/index.js';
import { isUnavailable, LOCKS, Unusable, within, withSession } from '../src/platform/index.js';
import { EngineTrouble } from '../src/search/index.js';
import { LeadershipLost, refuseUnsupported } from './context.js';
import type { IndexerContext, Leading } from './context.js';
import { every } from './every.js';
import { Follower } from './follow.js';
import { checkHealth } from './health-check.js';
import { keepKeys } from './keys-reader.js';
import { Rebuilder } from './rebuild.js';
import { beginReader } from './store.js';

interface IndexerOptions {
  signal: AbortSignal;
  /** called each time this process has another role */
  onRole?: (role: Role) => void;
  /** what else the leader does, beside feeding the index and writing keys, by name */
  chores?: Chores;
}

/** What an indexer is at the moment. */
export type Role = 'starting' | 'standing by' | 'leading';

/** Endless work, by the names that the log uses. */
export type Chores = Record<string, (signal: AbortSignal) => Promise<never>>;

/**
 * Keeps the index in step with the table until it is aborted. Of all processes that run it, one is elected leader; the others are standbys, and one of them takes over within 5 s of the leader's end,
 * however it ended.
 */
export async function runIndexer(context: IndexerContext, options: IndexerOptions): Promise<void> {
  const { signal } = options;
  const running = retry('the leader election', context, signal, async () => {
    for (;;) {
      const lock = await waitForLock(context, signal, options.onRole);
      try {
        await lead(context, options, AbortSignal.any([signal, lock.lost]));
      } catch (error) {
        if (!(error instanceof LeadershipLost)) throw error;
        context.log.warn(error.message);
      } finally {
        options.onRole?.('starting');
        await lock.release();
      }
    }
  });
  await running.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Everything a leader does. */
async function lead(
  context: IndexerContext,
  { onRole, chores = {} }: IndexerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  await ensureEpoch(db);
  const start = await tip(db);
  log.info('leading');
  onRole?.('leading');
  const work: Chores = {
    'feeding the index': (during) => feed({ ...context, leader: randomUUID() }, start, during),
    'writing keys': (during) => keepKeys(context, during),
    ...chores,
  };
  await sideBySide(context, work, signal);
}

/** Follows the log, rebuilds the index and checks its health, while the engine is one that is supported. */
async function feed(context: Leading, start: Position, signal: AbortSignal): Promise<never> {
  const { db, databaseUrl, log, leader } = context;
  await refuseUnsupported(context);
  await beginReader(db, SEARCH_READER, start, { leader, generation: 0, complete: false }, { leader });
  const changes = listenForChanges(databaseUrl, 'catalogue indexer: changes', log);
  const follower = new Follower(context, changes);
  const rebuilder = new Rebuilder(context, follower);
  const work: Chores = {
    async following(during) {
      // A former leader may have left a swap half done: only after it is clear which index is the live one.
      await rebuilder.finishSwap(during);
      return follower.run(during);
    },
    rebuilding: (during) => rebuilder.run(during),
    'the health check': (during) => checkHealth(context, follower, during),
  };
  try {
    return await together(signal, [
      (during) => sideBySide(context, work, during),
      // An engine may be replaced at its place.
      (during) => every(1_000, during, () => refuseUnsupported(context)),
    ]);
  } finally {
    await changes.stop();
  }
}

/** Does all of this, each repeated where it fails, until the leadership is lost. */
function sideBySide(context: IndexerContext, work: Chores, signal: AbortSignal): Promise<never> {
  const tasks = Object.entries(work).map(
    ([name, task]) =>
      (during: AbortSignal) =>
        retry(name, context, during, () => task(during)),
  );
  return together(signal, tasks);
}

/** Runs tasks side by side. The first that fails ends the others; its error is thrown when all have ended. */
async function together(
  signal: AbortSignal,
  tasks: ((signal: AbortSignal) => Promise<never>)[],
): Promise<never> {
  const ending = new AbortController();
  const during = AbortSignal.any([signal, ending.signal]);
  setMaxListeners(0, during); // whatever waits listens
  await Promise.allSettled(
    tasks.map((task) =>
      task(during).catch((error: unknown) => {
        ending.abort(error);
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  throw ending.signal.reason;
}

const LONGEST_PAUSE_MS = 2_000;

/** Repeats a task that fails, after growing pauses, until it is aborted or the leadership is lost. */
async function retry(
  name: string,
  context: IndexerContext,
  signal: AbortSignal,
  task: () => Promise<never>,
): Promise<never> {
  const { log } = context;
  let pause = 0;
  let reported = '';
  for (;;) {
    const started = performance.now();
    try {
      return await task();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeadershipLost) throw error;
      const worked = performance.now() - started;
      if (worked > 10_000) pause = 0;
      const outage = outageOf(error);
      // An outage is logged once, not at every attempt; after a minute of work it is another one.
      if (worked > 60_000) reported = '';
      if (outage === undefined) log.error({ err: error }, `${name} failed; trying again`);
      else if (outage !== reported) log.warn({ reason: String(error) }, `${name}: ${outage}; trying again`);
      reported = outage ?? '';
    }
    pause = Math.min(pause * 2 + 100, LONGEST_PAUSE_MS);
    await sleep(pause, undefined, { signal });
  }
}

function outageOf(error: unknown): string | undefined {
  if (isUnavailable(error)) return 'Postgres is away';
  if (error instanceof Unusable) return error.message;
  return error instanceof EngineTrouble ? 'the search engine is away' : undefined;
}

const HEARTBEAT_MS = 500;
/** A standby has the session of a leader ended that was silent for so long, ms: one that is frozen or cut off loses the lock. */
const SILENCE_MS = 3_500;
const END_SILENT = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND objid = ${LOCKS.indexer} AND datname = current_database()
    AND state = 'idle' AND state_change < clock_timestamp() - interval '${SILENCE_MS} ms'`;

/** Waits for the leader's lock, on its own connection. */
async function waitForLock(
  { databaseUrl, log }: IndexerContext,
  signal: AbortSignal,
  onRole?: IndexerOptions['onRole'],
) {
  const client = new pg.Client({
    connectionString: withSession(databaseUrl),
    application_name: 'catalogue indexer: leader',
    connectionTimeoutMillis: 5_000,
  });
  const lost = new AbortController();
  const lose = (why: unknown): void =>
    lost.abort(new LeadershipLost(`the leadership is lost: ${String(why)}`));
  client.on('error', lose).on('end', () => lose('the connection ended'));
  // An answer that waits while this process is busy has come in time.
  const ask = (sql: string) => within(SILENCE_MS - 2 * HEARTBEAT_MS, client.query<{ locked: boolean }>(sql));
  const close = async (): Promise<void> => {
    await within(500, client.end()).catch(() => {});
  };
  try {
    await client.connect();
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const { rows } = await ask(`SELECT pg_try_advisory_lock(${LOCKS.indexer}) AS locked`);
      if (rows[0]!.locked) break;
      if (attempt === 0) {
        log.info('standing by: another indexer is the leader');
        onRole?.('standing by');
      }
      await sleep(HEARTBEAT_MS, undefined, { signal });
      await ask(END_SILENT);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const beat = setInterval(() => void ask('SELECT 1').catch(lose), HEARTBEAT_MS);
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true });
  return {
    /** aborted, with a LeadershipLost, once another process may hold the lock */
    lost: lost.signal,
    async release(): Promise<void> {
      clearInterval(beat);
      await close();
    },
  };
}
