import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { ConfigError, loadConfig } from '../src/config.js';
import { disconnect, isUnavailable } from '../src/database/connect.js';
import { DatabaseTooNew, migrate } from '../src/database/migrate.js';
import { answerChecks } from './checks.js';
import { keepHouse } from './housekeeping.js';
import { lead } from './lead.js';
import { openParts } from './parts.js';

/** Runs an indexer until it is told to stop. Whatever it needs may be away, now or later: it waits for it. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = pino({ level: config.logLevel, name: 'indexer' });
  const parts = openParts(config, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const stop = (): void => {
    if (signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), 4_000).unref();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop);

  for (let told = false; !signal.aborted; told = true) {
    try {
      await migrate(parts.databaseUrl);
      break;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (!told) log.warn({ reason: String(error) }, 'Postgres is away; trying again');
      await sleep(500, undefined, { signal }).catch(() => {});
    }
  }
  const ready = (): void => {
    process.send?.({ ready: true });
  };
  await lead(parts, {
    signal,
    onLeading: ready,
    onStandby: ready,
    chores: {
      'keeping house': (during) => keepHouse(parts, during),
      'answering checks': (during) => answerChecks(parts, during),
    },
  });
  await disconnect(parts.db);
  log.info('stopped');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof ConfigError || error instanceof DatabaseTooNew;
    process.stderr.write(`${expected ? error.message : String((error as Error).stack ?? error)}\n`);
    process.exit(1);
  },
);
