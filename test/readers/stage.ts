import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey } from '../../src/platform/access/keys.js';
import type { Database } from '../../src/platform/database/connect.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { freePort } from '../../infra/embedded/processes.js';
import { openProcess } from '../faults/topology.js';
import { engineEnvironment, freshIndexUid } from '../support/engine.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { closing } from '../support/with-own.js';
import { connected } from '../support/database.js';

/** Two gateways and an indexer over a Postgres of their own, and what befalls them. */
export interface Stage {
  origins: [string, string];
  db: Database;
  /** a new key of this name and source, in full */
  key(name: string, source: string): Promise<string>;
  /** what may befall it; each ends when all runs again */
  befalls: Record<
    'kill a gateway' | 'kill the indexer' | 'freeze the indexer' | 'set the clock back',
    () => Promise<void>
  >;
  /** stops everything, copies the data folder of Postgres, and starts everything again */
  copyData: () => Promise<void>;
  /** the same, but puts the copy back: what was written since has never been */
  putCopyBack: () => Promise<void>;
}

/** How far the clock goes back, ms: what was written before has later times than the clock shows. */
const BACK_MS = 2_000;

/** @param frozenMs how long the indexer is frozen */
export async function openStage(dice: () => number, frozenMs: number): Promise<Stage> {
  const postgres = closing(await startOwnPostgres());
  await migrate(postgres.url);
  const db = connected(postgres.url, { name: 'test', pool: 4 });
  db.$pool.on('error', () => {}); // its server goes away at times
  const shared = {
    DATABASE_URL: postgres.url,
    ...engineEnvironment(),
    MEILI_INDEX: freshIndexUid(),
    SITE_ORIGIN: 'http://catalogue.test',
    WEBHOOK_ALLOW: '127.0.0.1',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const ports = [await freePort(), await freePort()];
  const gateways = ports.map((port) =>
    openProcess(() => startGatewayProcess({ ...shared, PORT: String(port) })),
  );
  const indexer = openProcess(() => startIndexerProcess(shared));
  const all = [...gateways, indexer];
  const start = () => Promise.all(all.map((part) => part.start()));
  await start();

  /** Does something while none of them runs. */
  const stopped = async (work: () => Promise<void>): Promise<void> => {
    await Promise.all(all.map((part) => part.stop()));
    await work();
    await start();
  };
  let putBack: () => Promise<void>;
  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`) as [string, string],
    db,
    key: async (name, source) => (await issueKey(db, { name, source })).key,
    befalls: {
      async 'kill a gateway'() {
        const gateway = gateways[dice() < 0.5 ? 0 : 1]!;
        await gateway.kill();
        await gateway.start();
      },
      async 'kill the indexer'() {
        await indexer.kill();
        await indexer.start();
      },
      async 'freeze the indexer'() {
        indexer.freeze();
        await sleep(frozenMs);
        indexer.thaw();
      },
      // The times of writes follow the wall clock but never go back with it: they then stand ahead of it.
      'set the clock back': async () =>
        void (await db.one('SELECT take_instants($1, false)', [BACK_MS * 1_000])),
    },
    copyData: () => stopped(async () => void (putBack = await postgres.copy())),
    putCopyBack: () => stopped(() => putBack()),
  };
}
