// The Postgres and the Meilisearch that the tests share. `npm run test:servers` keeps them between runs until Ctrl-C.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMeilisearch, stopMeilisearch } from '../../dist/infra/embedded/meilisearch.js';
import { makeSecret, startPostgres, stopPostgres } from '../../dist/infra/embedded/postgres.js';

/** Where servers that are kept are named. */
export const KEPT = fileURLToPath(new URL('../../dist/test-servers.json', import.meta.url));

/** Whether servers that were kept still are. */
export function isRunning(kept) {
  try {
    return kept !== undefined && process.kill(kept.pid, 0);
  } catch {
    return false;
  }
}

/**
 * Starts the servers over a folder.
 * @param needs `postgres`, `engine`
 * @param started is told the process of each, once it runs
 */
export async function startServers(folder, needs, started) {
  const key = makeSecret();
  const postgres =
    needs.includes('postgres') &&
    (await startPostgres({
      folder: join(folder, 'postgres'),
      logFile: join(folder, 'postgres.log'),
      password: makeSecret(),
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }));
  if (postgres) started(postgres.pid);
  const place = { folder: join(folder, 'meilisearch'), logFile: join(folder, 'meilisearch.log') };
  const engine = needs.includes('engine') && (await startMeilisearch({ ...place, masterKey: key }));
  if (engine) started(engine.pid);
  return { postgres: postgres || undefined, engine: engine ? { url: engine.url, key } : undefined };
}

if (import.meta.filename === process.argv[1]) {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-servers-'));
  const { postgres, engine } = await startServers(folder, ['postgres', 'engine'], () => {});
  const kept = { pid: process.pid, folder, postgres: { url: postgres.url }, engine };
  writeFileSync(KEPT, JSON.stringify(kept), { mode: 0o600 });
  process.stdout.write('The servers of the tests are kept until Ctrl-C.\n');
  const stop = async () => {
    rmSync(KEPT, { force: true });
    await Promise.all([
      stopPostgres(join(folder, 'postgres'), 5_000),
      stopMeilisearch(join(folder, 'meilisearch'), 5_000),
    ]);
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());
  setInterval(() => {}, 60_000);
}
