// Starts the servers that the tests share, real ones, by the code that `npm start` uses. It brings the build up to
// date first, however jest was started: jest reads the sources, but the processes that tests start run the build.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

await import('../../infra/prepare.mjs');
const { startMeilisearch } = await import('../../dist/infra/embedded/meilisearch.js');
const { makeSecret, startPostgres } = await import('../../dist/infra/embedded/postgres.js');
const { migrate } = await import('../../dist/src/platform/database/migrate.js');

export default async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-tests-'));
  // Other accounts may pass through: some tests run the service as another user.
  chmodSync(folder, 0o711);
  process.env.TEST_FOLDER = folder;
  const sweeper = sweepAfterwards(folder);
  globalThis.sweeper = sweeper;
  const masterKey = makeSecret();
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    password: makeSecret(),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  sweeper.stdin.write(`${postgres.pid}\n`);
  const engine = await startMeilisearch({
    folder: join(folder, 'meilisearch'),
    logFile: join(folder, 'meilisearch.log'),
    masterKey,
  });
  sweeper.stdin.write(`${engine.pid}\n`);
  process.env.TEST_DATABASE_TEMPLATE = await createTemplate(postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_MEILI_URL = engine.url;
  process.env.TEST_MEILI_KEY = masterKey;
}

/** The database that every test database is a copy of: migrated, and with nobody connected to it. */
async function createTemplate(url) {
  const name = 'template_migrated';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const template = new URL(url);
  template.pathname = name;
  await migrate(template.href);
  return name;
}

/** The process that stops the servers and removes their files when this one has ended: see sweeper.mjs. */
function sweepAfterwards(folder) {
  const script = fileURLToPath(new URL('sweeper.mjs', import.meta.url));
  const options = { detached: true, stdio: ['pipe', 'ignore', 'inherit'] };
  const sweeper = spawn(process.execPath, [script, folder], options);
  sweeper.unref();
  sweeper.stdin.unref();
  return sweeper;
}
