import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { withSession } from './connect.js';
import { within } from '../process/time-out.js';

interface ListenOptions {
  /** shown in pg_stat_activity */
  name: string;
  channels: readonly string[];
  log: Logger;
  /** a notification on one of the channels; those sent while the connection was down are lost */
  onNotice: (channel: string, payload: string) => void;
  /** the connection came up (true: read what was missed) or went down (false) */
  onState?: (up: boolean) => void;
}

const HEARTBEAT_MS = 1_000;
const DEADLINE_MS = 3_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * LISTENs on its own connection and reconnects whenever it is lost. A heartbeat detects a connection whose
 * other end has disappeared, so `onState(false)` comes at most 4 s after its loss.
 */
export function listen(databaseUrl: string, options: ListenOptions) {
  const stopping = new AbortController();
  const ended = run(databaseUrl, options, stopping.signal);
  return {
    /** Ends the connection; nothing is called afterwards. */
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

async function run(databaseUrl: string, options: ListenOptions, signal: AbortSignal): Promise<void> {
  const { log, name, onState } = options;
  let pause = 0;
  let isReported = false;
  while (!signal.aborted) {
    try {
      await session(databaseUrl, options, signal, () => {
        if (isReported) log.info(`${name}: listening again`);
        isReported = false;
        pause = 0;
        onState?.(true);
      });
    } catch (error) {
      if (!signal.aborted && !isReported) {
        log.warn({ err: error }, `${name}: not listening; trying again`);
        isReported = true;
      }
    }
    if (signal.aborted) return;
    onState?.(false);
    pause = Math.min(pause * 2 + 50, LONGEST_PAUSE_MS);
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}

/** One connection, from its beginning to its end. @throws what ended it */
async function session(
  databaseUrl: string,
  { name, channels, onNotice }: ListenOptions,
  signal: AbortSignal,
  onUp: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: withSession(databaseUrl),
    application_name: name,
    connectionTimeoutMillis: 5_000,
    query_timeout: DEADLINE_MS,
  });
  let stop = (): void => {};
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject).on('end', () => reject(new Error('connection ended')));
    stop = () => reject(signal.reason);
  });
  signal.addEventListener('abort', stop);
  lost.catch(() => {});
  client.on('notification', ({ channel, payload }) => {
    if (!signal.aborted) onNotice(channel, payload ?? '');
  });
  try {
    await Promise.race([client.connect(), lost]);
    for (const channel of channels) {
      await Promise.race([client.query(`LISTEN ${client.escapeIdentifier(channel)}`), lost]);
    }
    onUp();
    const beating = heartbeat(client, signal);
    beating.catch(() => {});
    // Promise.race only once: a pending promise keeps a reference to every race.
    await Promise.race([beating, lost]);
  } finally {
    // The signal outlives this connection, and would keep it.
    signal.removeEventListener('abort', stop);
    // A graceful end could wait forever on a dead connection.
    await within(500, client.end()).catch(() => {});
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

/** @throws where the connection no longer answers, or at the stop */
async function heartbeat(client: pg.Client, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(HEARTBEAT_MS, undefined, { signal, ref: false });
    await client.query('SELECT 1');
  }
}
