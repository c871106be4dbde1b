import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';
import pg from 'pg';
import type { Logger } from 'pino';
import { ensureEpoch, tip, watchChanges } from '../src/changes/log.js';
import { isUnavailable } from '../src/database/connect.js';
import { LOCKS } from '../src/database/locks.js';
import { EngineTrouble } from './engine.js';
import { openFollower } from './follow.js';
import { LeadLost } from './parts.js';
import type { Parts } from './parts.js';
import { openRebuilder } from './rebuild.js';
import { linked } from './signals.js';
import { takeLead } from './store.js';
import { watchIndex } from './watch.js';

export interface LeadOptions {
  signal: AbortSignal;
  /** called each time this process begins to lead */
  onLeading?: () => void;
  /** called each time it stands by because another leads */
  onStandby?: () => void;
  /** what else the leader does, beside following, watching and rebuilding, by name */
  chores?: Record<string, (signal: AbortSignal) => Promise<never>>;
}

/**
 * Keeps the index in step with the table until it is aborted. Of all processes that do, one leads; the others
 * stand by and one of them takes over within 5 s of the leader's end, however it ended.
 */
export async function lead(parts: Parts, options: LeadOptions): Promise<void> {
  const { signal } = options;
  const leading = persist('leading', parts.log, signal, async () => {
    for (;;) {
      const lock = await takeLock(parts, signal, options.onStandby);
      const serving = linked(signal, lock.lost);
      try {
        await serve(parts, options, serving.signal);
      } catch (error) {
        if (!(error instanceof LeadLost)) throw error;
        parts.log.warn(error.message);
      } finally {
        serving.release();
        await lock.release();
      }
    }
  });
  await leading.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Everything a leader does. */
async function serve(parts: Parts, { onLeading, chores }: LeadOptions, signal: AbortSignal): Promise<void> {
  const { db, databaseUrl, log } = parts;
  const leader = randomUUID();
  await ensureEpoch(db);
  await takeLead(db, leader, await tip(db));
  log.info('leading');
  onLeading?.();
  const watch = watchChanges(databaseUrl, 'catalogue indexer: changes', log);
  const rebuilder = openRebuilder(parts, leader);
  const follower = openFollower(parts, leader, watch, (during) => rebuilder.settle(during));
  const work: Record<string, (signal: AbortSignal) => Promise<never>> = {
    following: (during) => follower.run(during),
    rebuilding: (during) => rebuilder.run(follower, during),
    watching: (during) => watchIndex(parts, leader, follower, during),
    ...chores,
  };
  try {
    await together(
      signal,
      Object.entries(work).map(
        ([name, task]) =>
          (during: AbortSignal) =>
            persist(name, log, during, () => task(during)),
      ),
    );
  } finally {
    await watch.stop();
  }
}

/** Runs tasks side by side. The first that fails ends the others; its error is thrown when all have ended. */
async function together(
  signal: AbortSignal,
  tasks: ((signal: AbortSignal) => Promise<never>)[],
): Promise<void> {
  const ending = linked(signal);
  const ended = await Promise.allSettled(
    tasks.map((task) =>
      task(ending.signal).catch((error: unknown) => {
        ending.abort(error);
        throw error;
      }),
    ),
  );
  ending.release();
  signal.throwIfAborted();
  if (ended.length > 0) throw ending.signal.reason;
}

const LONGEST_PAUSE_MS = 2_000;

/** Does something again and again until it is aborted or the lead is lost, with growing pauses after failures. */
async function persist(
  name: string,
  log: Logger,
  signal: AbortSignal,
  task: () => Promise<never>,
): Promise<never> {
  let pause = 0;
  let said = '';
  for (;;) {
    const started = performance.now();
    try {
      return await task();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeadLost) throw error;
      if (performance.now() - started > 10_000) pause = 0;
      const away = awayOf(error);
      // An outage is said once, not each time it is met.
      if (away === undefined) log.error({ err: error }, `${name} failed; trying again`);
      else if (away !== said) log.warn({ reason: String(error) }, `${name}: ${away} is away; trying again`);
      said = away ?? '';
    }
    pause = Math.min(pause * 2 + 100, LONGEST_PAUSE_MS);
    await sleep(pause, undefined, { signal });
  }
}

function awayOf(error: unknown): string | undefined {
  if (isUnavailable(error)) return 'Postgres';
  if (error instanceof MeilisearchRequestError || error instanceof EngineTrouble) return 'the search engine';
  // `system`: it lacks room, memory or files.
  if (
    error instanceof MeilisearchApiError &&
    (error.response.status >= 500 || error.cause?.type === 'system')
  )
    return 'the search engine';
  return undefined;
}

interface Lock {
  /** aborted, with a LeadLost, once the lock may be another's */
  lost: AbortSignal;
  release(): Promise<void>;
}

const HEARTBEAT_MS = 500;
/** The server ends a session that was silent for so long, ms: that of a leader that is frozen or cut off. */
const SILENCE_MS = 4_000;

/** Waits for the lock of the leader, on a connection of its own. */
async function takeLock(
  { databaseUrl, log }: Parts,
  signal: AbortSignal,
  onStandby?: () => void,
): Promise<Lock> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'catalogue indexer: lead',
    connectionTimeoutMillis: 5_000,
    query_timeout: SILENCE_MS - 2 * HEARTBEAT_MS,
  });
  const lost = new AbortController();
  const lose = (why: unknown): void => lost.abort(new LeadLost(`the lead is lost: ${String(why)}`));
  client.on('error', lose).on('end', () => lose('the connection ended'));
  const close = async (): Promise<void> => {
    await Promise.race([client.end().catch(() => {}), sleep(500, undefined, { ref: false })]);
  };
  try {
    await client.connect();
    await client.query(`SET idle_session_timeout = ${SILENCE_MS}`);
    for (let asked = 0; ; asked++) {
      signal.throwIfAborted();
      const { rows } = await client.query<{ locked: boolean }>(
        `SELECT pg_try_advisory_lock(${LOCKS.indexer}) AS locked`,
      );
      if (rows[0]!.locked) break;
      if (asked === 0) {
        log.info('standing by: another indexer leads');
        onStandby?.();
      }
      await sleep(HEARTBEAT_MS, undefined, { signal });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const beat = setInterval(() => void client.query('SELECT 1').catch(lose), HEARTBEAT_MS);
  lost.signal.addEventListener('abort', () => clearInterval(beat), { once: true });
  return {
    lost: lost.signal,
    async release() {
      clearInterval(beat);
      await close();
    },
  };
}
