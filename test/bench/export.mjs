// Measures GET /export?format=csv against `psql \copy` of the same query on the same server, in turns, and how much
// memory the gateway takes for it.
//
//   npm run build && node test/bench/export.mjs [products.ndjson | products.ndjson.gz] [rounds]
//
// Without a file the sample catalogue is repeated up to 77,496 products. DATABASE_URL names an empty database to
// measure on; without it a Postgres server of its own is started.
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { makeSecret, startPostgres, stopPostgres } from '../../dist/infra/embedded/postgres.js';
import { connect, disconnect } from '../../dist/src/database/connect.js';
import { migrate } from '../../dist/src/database/migrate.js';
import { LAYOUTS } from '../../dist/src/products/export-formats.js';
import { pushProducts } from '../../dist/src/products/push.js';

const PRODUCTS = 77_496;
const TARGET = { ratio: 0.6, rss: 150 };
const [file, rounds = 9] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);

function psqlVersion() {
  const { stdout, error } = spawnSync('psql', ['--version'], { encoding: 'utf8' });
  if (!error) return stdout.trim();
  say('psql is not on this machine: nothing to compare with (apt-get install postgresql-client).');
  process.exit(2);
}

/** The products of a file, or of the sample as often as it takes, each time under other codes. */
async function* products() {
  const path = file ?? new URL('../../infra/sample/products.ndjson', import.meta.url).pathname;
  const input = createReadStream(path);
  const lines = createInterface({ input: path.endsWith('.gz') ? input.pipe(createGunzip()) : input });
  const read = [];
  for await (const line of lines) {
    if (file !== undefined) yield JSON.parse(line);
    else read.push(JSON.parse(line));
  }
  for (let n = 0; n < PRODUCTS && read.length > 0; n++) yield { ...read[n % read.length], code: `B-${n}` };
}

async function load(db) {
  let batch = [];
  const push = async () => {
    await pushProducts(db, batch, { source: 'bench' });
    batch = [];
  };
  for await (const product of products()) {
    batch.push(product);
    if (batch.length === 5_000) await push();
  }
  await push();
  await db.none('VACUUM ANALYZE products');
  return db.one('SELECT count(*) AS n FROM products', [], (row) => row.n);
}

/**
 * One export, read from a bare socket into one buffer: the client is to cost as little as psql does.
 * @returns ms, bytes on the wire
 */
async function exportOnce(origin) {
  const begun = performance.now();
  const buffer = Buffer.alloc(256 * 1024);
  let head = '';
  let tail = '';
  let bytes = 0;
  const socket = connectTo({
    host: '127.0.0.1',
    port: new URL(origin).port,
    onread: {
      buffer,
      callback(length) {
        if (bytes === 0) head = buffer.toString('latin1', 0, 15);
        tail = (tail + buffer.toString('latin1', Math.max(0, length - 5), length)).slice(-5);
        bytes += length;
        return true;
      },
    },
  });
  socket.write('GET /api/v1/export?format=csv HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  if (head !== 'HTTP/1.1 200 OK' || tail !== '0\r\n\r\n') throw new Error(`cut short: ${head} … ${tail}`);
  return { ms: performance.now() - begun, bytes };
}

/** One \copy of the same query, as psql itself times it: without its start and its connection. */
function copyOnce(url, origin) {
  const query = LAYOUTS.csv.select('FROM products ORDER BY id').replaceAll(/\s+/g, ' ');
  const { stdout, stderr } = spawnSync(
    'psql',
    [
      url,
      '-Xq',
      '-c',
      `SET catalogue.site_origin = '${origin}'`,
      '-c',
      '\\timing on',
      '-c',
      `\\copy (${query}) TO '/dev/null' WITH (FORMAT csv)`,
    ],
    { encoding: 'utf8' },
  );
  const [, ms] = /Time: ([\d.]+) ms/.exec(stdout) ?? [];
  if (ms === undefined) throw new Error(`psql: ${stderr}`);
  return Number(ms);
}

/** MB of resident memory. */
function memoryOf(pid) {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))[1]) / 1024;
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024;
}

/** Runs something and watches a process meanwhile. @returns its result and the peak, MB */
async function watching(pid, work) {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 20);
  try {
    return { result: await work(), peak };
  } finally {
    clearInterval(timer);
  }
}

/** The flags that `npm run gateway` gives to node: memory is measured as it is run. */
function gatewayFlags() {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return [.../node((?: --\S+)*) dist\/src\/main\.js/.exec(scripts.gateway)[1].matchAll(/--\S+/g)].map(String);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const range = (numbers) => `${Math.min(...numbers).toFixed(0)} to ${Math.max(...numbers).toFixed(0)}`;

const psql = psqlVersion();
const folder = mkdtempSync(join(tmpdir(), 'catalogue-bench-'));
const cluster = join(folder, 'postgres');
const given = process.env.DATABASE_URL;
const url =
  given ??
  (
    await startPostgres({
      folder: cluster,
      logFile: join(folder, 'postgres.log'),
      password: makeSecret(),
      settings: { fsync: 'off' },
    })
  ).url;
let gateway;
try {
  await migrate(url);
  const db = connect(url, { name: 'bench', statementTimeout: 0 });
  const rows = await load(db);
  const server = await db.one('SHOW server_version', [], (row) => row.server_version);
  await disconnect(db);

  const execArgv = gatewayFlags();
  gateway = fork(new URL('../../dist/src/main.js', import.meta.url).pathname, {
    execArgv,
    env: { ...process.env, DATABASE_URL: url, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'error', DATA_DIR: folder },
  }); // prettier-ignore
  const [{ listening: origin }] = await once(gateway, 'message');
  const resting = memoryOf(gateway.pid);

  const ours = [];
  const theirs = [];
  let bytes = 0;
  const { peak } = await watching(gateway.pid, async () => {
    for (let round = -1; round < Number(rounds); round++) {
      const copied = copyOnce(url, origin);
      const exported = await exportOnce(origin);
      if (round < 0) continue; // the first warms up
      theirs.push(copied);
      ours.push(exported.ms);
      bytes = exported.bytes;
    }
  });
  const { peak: peakOfFour } = await watching(gateway.pid, () =>
    Promise.all(Array.from({ length: 4 }, () => exportOnce(origin))),
  );

  const perSecond = (ms) => Math.round((rows / ms) * 1000);
  const ratio = median(theirs) / median(ours);
  say(
    `rows/s of GET /export (csv, uncompressed) over rows/s of psql \\copy: ${ratio.toFixed(2)} (target ${TARGET.ratio})`,
  );
  say(
    `peak RSS of the gateway, MB: ${peak.toFixed(0)} (target under ${TARGET.rss}; resting ${resting.toFixed(0)}; four exports at once ${peakOfFour.toFixed(0)})`,
  );
  say(`rows: ${rows}, bytes: ${bytes}, rounds: ${ours.length}, in turns`);
  say(
    `GET /export: median ${median(ours).toFixed(0)} ms (${range(ours)}), ${perSecond(median(ours))} rows/s`,
  );
  say(
    `psql \\copy: median ${median(theirs).toFixed(0)} ms (${range(theirs)}), ${perSecond(median(theirs))} rows/s`,
  );
  say(`node ${process.version} ${execArgv.join(' ')}, Postgres ${server}, ${psql}, ${cpus().length} x ${cpus()[0].model}`); // prettier-ignore
  process.exitCode = ratio >= TARGET.ratio && peak < TARGET.rss ? 0 : 1;
} finally {
  if (gateway) {
    gateway.kill('SIGTERM');
    if (gateway.exitCode === null) await once(gateway, 'exit');
  }
  if (given === undefined) await stopPostgres(cluster, 10_000);
  rmSync(folder, { recursive: true, force: true });
}
