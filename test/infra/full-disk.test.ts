import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey } from '../../src/platform/access/keys.js';
import { connect, disconnect } from '../../src/platform/database/connect.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { callAt } from '../support/call.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { killAll, startGatewayProcess } from '../support/processes.js';
import { many } from '../support/wire.js';
import { freshDatabase } from '../support/database.js';
import { engine, freshIndexUid } from '../support/engine.js';
import { pngOfSize } from '../catalogue/media/images.js';
import { startService } from '../support/service.js';
import { fill, mountSmall, unmount } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { shared } from '../support/with-own.js';
import { startDirectly } from './launch.js';

const disk = mountSmall('16m');
const withDisk = disk === undefined ? test.skip : test;
afterAll(() => {
  if (disk !== undefined) unmount(disk);
});

const database = shared(freshDatabase);

withDisk('while the disk of the database is full, writes are refused with that, /readyz says so, and reads go on', async () => {
  const postgres = await startOwnPostgres();
  const db = connect(postgres.url, { name: 'test', pool: 1 });
  const folder = join(disk!, 'tables');
  const ballast = join(disk!, 'ballast');
  try {
    await migrate(postgres.url);
    const { data_directory } = await db.one<{ data_directory: string }>('SHOW data_directory');
    mkdirSync(folder);
    execFileSync('chown', ['--reference', data_directory, folder]);
    await db.none(`CREATE TABLESPACE small LOCATION '${folder}'`);
    await db.none('ALTER TABLE products SET TABLESPACE small');
    const gateway = await startGatewayProcess({ DATABASE_URL: postgres.url, RATE_LIMIT: 'off' });
    const { key } = await issueKey(db, { name: 'test' });
    const push = () => {
      const products = Array.from({ length: 20 }, () => ({ code: randomBytes(8).toString('hex'), name_cn: '品', description: randomBytes(400).toString('hex') }));
      return callAt(`${gateway.origin}/api/v1/sync/push`, 'POST', { key, json: { products } });
    };
    const ready = async () => (await callAt(`${gateway.origin}/readyz`, 'GET')).body;
    try {
      expect((await push()).body.created).toBe(20);
      expect((await ready()).dependencies.disk).toBe('up');
      fill(ballast);
      let refused = await push();
      while (refused.status === 200) refused = await push();
      expect([refused.status, refused.body.detail]).toEqual([503, expect.stringContaining('The disk of the database is full')]);
      await until(async () => (await ready()).dependencies.disk === 'down');
      expect(await ready()).toMatchObject({ ok: true, dependencies: { postgres: 'up' } });
      expect((await callAt(`${gateway.origin}/api/v1/products`, 'GET')).status).toBe(200);
      rmSync(ballast);
      expect((await push()).body.created).toBe(20);
    } finally {
      await killAll([gateway]);
    }
  } finally {
    rmSync(ballast, { force: true });
    await disconnect(db);
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}); // prettier-ignore

/** A process of the service whose output goes to a file, or into a pipe that nobody reads. */
interface Running {
  /** asks it under `/api/v1` or, where the path begins with `//`, anywhere. Fails where no answer comes in 20 s */
  ask(path: string, method?: string): Promise<number>;
  /** a sample of its metrics */
  sample(name: string): Promise<number>;
  /** ends it, and tells how it ended */
  stop(): Promise<number | NodeJS.Signals>;
  alive(): boolean;
}

async function start(module: string, output: number | 'pipe'): Promise<Running> {
  const { PATH, HOME } = process.env;
  const child: ChildProcess = fork(module, {
    env: {
      PATH,
      HOME,
      PORT: '0',
      LOG_LEVEL: 'trace',
      RATE_LIMIT: 'off',
      DATABASE_URL: database.url,
      MEILI_URL: engine().url,
      MEILI_KEY: engine().key,
      MEILI_INDEX: freshIndexUid(),
      DATA_DIR: process.env['TEST_FOLDER'],
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  const [ready] = (await once(child, 'message')) as [{ listening?: string; metrics: string }];
  const get = (address: string, method = 'GET'): Promise<Response> =>
    fetch(address, { method, signal: AbortSignal.timeout(20_000) });
  return {
    async ask(path, method) {
      const address = path.startsWith('//') ? path.slice(1) : `/api/v1${path}`;
      const answer = await get(`${ready.listening ?? ready.metrics}${address}`, method);
      await answer.text();
      return answer.status;
    },
    async sample(name) {
      const text = await (await get(`${ready.metrics}/metrics`)).text();
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);
    },
    stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      child.kill('SIGTERM');
      return ended.finally(() => clearTimeout(timer));
    },
    alive: () => child.exitCode === null && child.signalCode === null,
  };
}

/** Calls whose records are long, until what waits to be written is full: some records of each round are lost then. */
async function callMuch(gateway: Running): Promise<void> {
  for (let round = 0; (await gateway.sample('log_lines_dropped_total')) === 0; round++) {
    if (round === 30) throw new Error('no record of 6,000 was lost');
    await many(200, 20, () => gateway.ask(`/${'x'.repeat(600)}`, 'POST'));
  }
}

withDisk('a gateway whose log is on a full disk answers as before, counts what it could not log, and logs on when there is room', async () => {
  const file = join(disk!, 'gateway.log');
  const ballast = join(disk!, 'ballast');
  const log = openSync(file, 'a');
  const gateway = await start('dist/gateway.js', log);
  closeSync(log);
  try {
    expect(await gateway.ask('/before', 'POST')).toBe(404);
    await until(async () => readFileSync(file, 'utf8').includes('/before'));

    fill(ballast);
    for (let n = 0; n < 50; n++) {
      expect(await gateway.ask(`/${'x'.repeat(600)}`, 'POST')).toBe(404);
      expect(await gateway.ask('//healthz')).toBe(200);
    }
    await callMuch(gateway);
    expect(await gateway.ask('//healthz')).toBe(200);
    expect(await gateway.ask('/products')).toBe(200);
    const dropped = await gateway.sample('log_lines_dropped_total');
    expect(dropped).toBeGreaterThan(0);

    rmSync(ballast);
    await until(async () => readFileSync(file, 'utf8').includes('are lost'), 30_000);
    expect(await gateway.ask('/after', 'POST')).toBe(404);
    await until(async () => readFileSync(file, 'utf8').includes('/after'));
    expect(gateway.alive()).toBe(true);
    const records = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { path?: string; lines?: number });
    // What was told of as lost, and what is there, are all the calls that were made.
    const lost = records.reduce((sum, { lines = 0 }) => sum + lines, 0);
    expect(lost).toBe(await gateway.sample('log_lines_dropped_total'));
    expect(lost).toBeGreaterThanOrEqual(dropped);
    expect(records.findIndex(({ path }) => path === '/api/v1/after')).toBeGreaterThan(
      records.findIndex(({ lines }) => lines !== undefined),
    );
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
}, 300_000); // prettier-ignore

test('a gateway whose log is not read by the one who should answers as before, and counts what it could not log', async () => {
  const pipe = join(process.env['TEST_FOLDER']!, 'nobody-reads');
  execFileSync('mkfifo', [pipe]);
  const log = openSync(pipe, 'r+');
  const gateway = await start('dist/gateway.js', log);
  closeSync(log);
  try {
    await callMuch(gateway);
    expect(await many(200, 20, () => gateway.ask('/products'))).toEqual(Array.from({ length: 200 }, () => 200));
    expect(await gateway.ask('//healthz')).toBe(200);
    expect(await gateway.ask('/products')).toBe(200);
    expect(await gateway.sample('log_lines_dropped_total')).toBeGreaterThan(0);
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
}, 300_000); // prettier-ignore

withDisk('an indexer whose log is on a full disk goes on', async () => {
  const file = join(disk!, 'indexer.log');
  const ballast = join(disk!, 'ballast');
  fill(ballast);
  const log = openSync(file, 'a');
  const indexer = await start('dist/indexer.js', log);
  closeSync(log);
  try {
    for (let n = 0; n < 20; n++) {
      const before = await indexer.sample('indexer_delivered_products_total');
      await database.db.none(`INSERT INTO products (code, name_cn, source) VALUES ($1, '甲', 'test')`, [`F${n}`]);
      await until(async () => (await indexer.sample('indexer_delivered_products_total')) > before, 30_000);
    }
    expect(await indexer.sample('log_lines_dropped_total')).toBe(0);
    rmSync(ballast);
    await until(async () => readFileSync(file, 'utf8').includes('"delivered"'), 30_000);
    expect(indexer.alive()).toBe(true);
  } finally {
    rmSync(ballast, { force: true });
    expect(await indexer.stop()).toBe(0);
  }
}, 300_000); // prettier-ignore

withDisk('a first start on a full disk says so by the name of the variable', async () => {
  const small = mountSmall('48m')!;
  try {
    const { code, err } = await startDirectly(join(small, 'data')).ended;
    expect(code).toBe(1);
    expect(err).toContain(`DATA_DIR: the disk of ${join(small, 'data')} is full. `);
  } finally {
    unmount(small);
  }
}, 120_000); // prettier-ignore

withDisk('a data folder whose disk is full is named by /readyz and to who uploads an image; what needs no room is answered', async () => {
  const small = mountSmall('64m')!;
  const service = await startService({ DATA_DIR: small });
  const upload = () => service.call('PUT', '/media/a.png', { key: service.key, body: new Uint8Array(pngOfSize(100_000)) });
  const ready = async () => (await service.call('GET', '//readyz')).body;
  try {
    expect(await ready()).toMatchObject({ ok: true, dependencies: { disk: 'up' } });
    fill(join(small, 'ballast'));
    await until(async () => (await ready()).dependencies.disk === 'down');
    expect((await ready()).ok).toBe(true);
    const { status, headers, body } = await upload();
    expect([status, headers.get('retry-after')]).toEqual([503, '30']);
    expect(body.detail).toContain('its disk is full');
    expect((await service.call('GET', '/products')).status).toBe(200);
    rmSync(join(small, 'ballast'));
    expect((await upload()).status).toBe(200);
    await until(async () => (await ready()).dependencies.disk === 'up');
  } finally {
    await service.close();
    unmount(small);
  }
}, 120_000); // prettier-ignore
