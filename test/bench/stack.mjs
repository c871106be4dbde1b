// The servers of a run: Postgres with settings as in production (what is committed is on disk), the search engine,
// gateways, the indexer, and the servers that they are compared with, each a process of its own.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startMeilisearch, stopMeilisearch } from '../../dist/infra/embedded/meilisearch.js';
import { makeSecret, startPostgres } from '../../dist/infra/embedded/postgres.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// A quarter of a small server's memory for Postgres; everything that guards data stays as Postgres has it.
const POSTGRES_SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  min_wal_size: '2GB', // as where it has run for a while: files of the log are used again, not made and filled
};

/** Starts Postgres; the engine starts when it is first asked for. */
export async function openBenchStack() {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-bench-'));
  chmodSync(folder, 0o711); // Postgres runs under an account of its own
  const sweeper = startSweeper(folder);
  const postgresLog = join(folder, 'postgres.log');
  const postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    logFile: postgresLog,
    password: makeSecret(),
    settings: { ...POSTGRES_SETTINGS, log_line_prefix: '@@%p@%a@' },
  });
  sweeper.stdin.write(`${postgres.pid}\n`);
  const urlOf = (database) => Object.assign(new URL(postgres.url), { pathname: database }).href;
  const masterKey = makeSecret();
  const children = new Set();
  let engine;
  let floors = 0;

  /** Starts a script of ours or a server that it is compared with, and waits for its first message. */
  async function start(script, { env = {}, execArgv = [], args = [] } = {}) {
    const child = fork(join(ROOT, script), args, {
      execArgv,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true, // in a session of its own, as services and containers are
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const [message] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`${script} ended with ${code} before it was ready`);
      }),
    ]);
    return { child, pid: child.pid, message, stop: () => stop(child) };
  }

  async function stop(child) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  return {
    folder,
    /** Ends a process that a section has started, if the section does not come to it. */
    stopAtEnd(child) {
      children.add(child);
      child.once('exit', () => children.delete(child));
    },
    postgresLog,
    start,
    urlOf,
    /** Runs statements on a connection of their own. */
    async sql(database, ...statements) {
      const client = new pg.Client({
        connectionString: urlOf(database),
        application_name: 'bench',
      });
      await client.connect();
      try {
        let result;
        for (const statement of statements) result = await client.query(statement);
        return result.rows;
      } finally {
        await client.end();
      }
    },
    async engine() {
      if (!engine) {
        const logFile = join(folder, 'engine.log');
        engine = await startMeilisearch({ folder: join(folder, 'engine'), logFile, masterKey });
        sweeper.stdin.write(`${engine.pid}\n`);
      }
      return { ...engine, key: masterKey };
    },
    /** A second engine that works as it does by itself. @returns with the way to stop it */
    async startPlainEngine() {
      const options = {
        folder: join(folder, 'plain-engine'),
        logFile: join(folder, 'plain-engine.log'),
        masterKey,
      };
      const plain = await startMeilisearch({
        ...options,
        flags: '--http-payload-size-limit 100MB', // its own default
      });
      sweeper.stdin.write(`${plain.pid}\n`);
      const stop = async () => {
        await stopMeilisearch(options.folder, 10_000);
        rmSync(options.folder, { recursive: true, force: true });
      };
      return { url: plain.url, pid: plain.pid, key: masterKey, stop };
    },
    /** The variables with which gateways and indexers find the engine and the index of a database. */
    async searchEnv(database) {
      const { url, key } = await this.engine();
      return { MEILI_URL: url, MEILI_KEY: key, MEILI_INDEX: database };
    },
    /** What the service is compared with. @param config as floor.mjs tells */
    async startFloor(config) {
      const file = join(folder, `floor-${floors++}.json`);
      writeFileSync(file, JSON.stringify(config));
      const started = await start('test/bench/floor.mjs', { args: [file] });
      return { ...started, origin: started.message.origin };
    },
    /** An indexer with the Node flags of `npm run indexer`. */
    async startIndexer(database) {
      return start('dist/indexer.js', {
        execArgv: nodeFlags('indexer'),
        env: {
          DATABASE_URL: urlOf(database),
          ...(await this.searchEnv(database)),
        },
      });
    },
    /** A gateway with the Node flags of `npm run gateway`, without rate limits. */
    async startGateway(database, env = {}) {
      const started = await start('dist/gateway.js', {
        execArgv: nodeFlags('gateway'),
        env: {
          DATABASE_URL: urlOf(database),
          PORT: '0',
          RATE_LIMIT: 'off',
          ...env,
        },
      });
      return { ...started, origin: started.message.listening.replace('localhost', '127.0.0.1') };
    },
    async close() {
      await Promise.all([...children].map(stop));
      const gone = once(sweeper, 'exit');
      sweeper.ref();
      sweeper.stdin.end();
      await gone;
    },
  };
}

/** The process that ends the servers and removes the folder when this one has ended, however it does. */
function startSweeper(folder) {
  const script = join(ROOT, 'test/support/sweeper.mjs');
  const sweeper = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  sweeper.unref();
  sweeper.stdin.unref();
  return sweeper;
}

/** The flags that an npm script gives to node: memory is measured as it is run. */
export function nodeFlags(script) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return [.../node((?: --\S+)*) dist/.exec(scripts[script])[1].matchAll(/--\S+/g)].map(String);
}

/** MB of a process that are resident. @param what VmRSS now, VmHWM at most so far */
export function memoryOf(pid, what = 'VmRSS') {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)[1]) / 1024;
}

/** Runs something and watches a process meanwhile. @returns its result and the peak, MB */
export async function watching(pid, work) {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}
