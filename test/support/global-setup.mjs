// Starts the servers that the tests share, real ones, by the code that `npm start` uses, or takes those that
// `npm run test:servers` keeps between runs. It brings the build up to date first, however jest was started: jest reads
// the sources, but the processes that tests start run the build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { missingForCluster, SMALL, startCluster } from '../../infra/opensearch/cluster.mjs';

await import('../../infra/prepare.mjs');
const { isRunning, KEPT, startServers } = await import('./servers.mjs');
const { migrate, MIGRATIONS } = await import('../../dist/src/platform/database/migrate.js');

export default async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-tests-'));
  // Other accounts may pass through: some tests run the service as another user.
  chmodSync(folder, 0o711);
  process.env.TEST_FOLDER = folder;
  const sweeper = sweepAfterwards(folder);
  globalThis.sweeper = sweeper;
  // What the files of this run need (run.mjs); all where that is not said.
  const needs = process.env.TEST_NEEDS?.split(',') ?? ['postgres', 'engine', 'cluster'];
  const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : undefined;
  const shared = isRunning(kept)
    ? kept
    : await startServers(folder, needs, (pid) => sweeper.stdin.write(`${pid}\n`));
  const { folder: servers = folder, postgres, engine } = shared;
  process.env.TEST_SERVERS = servers;
  // Or one that is given.
  const url = process.env.TEST_DATABASE_URL ?? postgres?.url;
  if (url) {
    process.env.TEST_DATABASE_TEMPLATE = await createTemplate(url);
    process.env.TEST_DATABASE_URL = url;
  }
  if (engine) {
    process.env.TEST_MEILI_URL = engine.url;
    process.env.TEST_MEILI_KEY = engine.key;
  }
  const isOnCluster = process.env.TEST_ENGINE === 'opensearch';
  if (isOnCluster || needs.includes('cluster')) await setUpCluster(folder, sweeper);
  if (isOnCluster) process.env.TEST_ENGINE_URLS = process.env.TEST_OPENSEARCH_URL;
}

/** One node, for what needs no more; or what OPENSEARCH_URL names. Where Java is missing, only CI may not go on without. */
async function setUpCluster(folder, sweeper) {
  const missing = process.env.OPENSEARCH_URL ? undefined : missingForCluster();
  if (missing && process.env.CI === 'true') throw new Error(missing);
  if (missing) return void process.stderr.write(`The tests of OpenSearch are left out: ${missing}\n`);
  let urls = process.env.OPENSEARCH_URL;
  if (!urls) {
    const cluster = await startCluster(join(folder, 'opensearch'), { nodes: 1, java: SMALL });
    for (const { child } of cluster.nodes) sweeper.stdin.write(`${child.pid}\n`);
    urls = cluster.urls.join(',');
  }
  process.env.TEST_OPENSEARCH_URL = urls;
  delete process.env.OPENSEARCH_URL;
}

/**
 * The database that every test database is a copy of: migrated, and with nobody connected to it. Servers that are kept have
 * one for each state of the schema.
 */
async function createTemplate(url) {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  const name = `template_${hash.digest('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount > 0) return name;
    // Under a name of its own until it is whole: a run that is broken off leaves no half of one.
    const unfinished = new URL(url);
    unfinished.pathname = `${name}_${process.pid}`;
    await client.query(`CREATE DATABASE ${name}_${process.pid}`);
    await migrate(unfinished.href);
    await client.query(`ALTER DATABASE ${name}_${process.pid} RENAME TO ${name}`);
  } finally {
    await client.end();
  }
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
