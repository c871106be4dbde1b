import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { issueKey } from '../../src/platform/access/keys.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { callAt } from '../support/call.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { startGatewayProcess, startIndexerProcess } from '../support/processes.js';
import { many } from '../support/wire.js';
import { pngOfSize } from '../catalogue/media/images.js';
import { startService } from '../support/service.js';
import { fill, mountSmall, unmount } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { atEnd, closing, shared } from '../support/with-own.js';
import { startDirectly } from './launch.js';
import { openPlace } from '../support/place.js';
import type { GatewayProcess, IndexerProcess } from '../support/processes.js';
import { connected } from '../support/database.js';

const disk = mountSmall('16m');
const withDisk = disk === undefined ? test.skip : test;
atEnd(() => disk !== undefined && unmount(disk));

const place = shared(() => openPlace({ LOG_LEVEL: 'trace' }));

withDisk('while the disk of the database is full, writes are refused with that, /readyz says so, and reads go on', async () => {
  const postgres = closing(await startOwnPostgres());
  const db = connected(postgres.url, { name: 'test', pool: 1 });
  const folder = join(disk!, 'tables');
  const ballast = join(disk!, 'ballast');
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
}); // prettier-ignore

/** Whether the index has every change. */
const HAS_ALL = `SELECT EXISTS (SELECT FROM log_readers WHERE name = 'search' AND seq = (SELECT max(seq) FROM product_changes)) AS has`;

/** Starts a process of the service whose output goes to a file, or into a pipe that nobody reads. */
async function start<T extends { metrics: string }>(
  begin: (env: Record<string, string>, output: number) => Promise<T>,
  file: string,
) {
  const log = openSync(file, 'a+');
  const running = await begin(place.env, log);
  closeSync(log);
  return {
    ...running,
    /** a sample of its metrics */
    sample: async (name: string): Promise<number> =>
      Number(
        new RegExp(`^${name} (.*)$`, 'm').exec((await callAt(`${running.metrics}/metrics`, 'GET')).text)![1],
      ),
  };
}
const statusOf = async (gateway: GatewayProcess, path: string, method = 'GET'): Promise<number> =>
  (await callAt(gateway.origin + path, method)).status;
async function ends(running: IndexerProcess): Promise<void> {
  running.kill('SIGTERM');
  expect(await running.ended).toBe(0); // and it has run until now
}

/** Calls whose records are long, until what waits to be written is full: some records of each round are lost then. */
async function callMuch(gateway: GatewayProcess & { sample(name: string): Promise<number> }): Promise<void> {
  for (let round = 0; (await gateway.sample('log_lines_dropped_total')) === 0; round++) {
    if (round === 30) throw new Error('no record of 6,000 was lost');
    await many(200, 20, () => statusOf(gateway, `/api/v1/${'x'.repeat(600)}`, 'POST'));
  }
}

withDisk('a gateway whose log is on a full disk answers as before, counts what it could not log, and logs on when there is room', async () => {
  const file = join(disk!, 'gateway.log');
  const ballast = join(disk!, 'ballast');
  const gateway = await start(startGatewayProcess, file);
  expect(await statusOf(gateway, '/api/v1/before', 'POST')).toBe(404);
  await until(async () => readFileSync(file, 'utf8').includes('/before'));

  fill(ballast);
  for (let n = 0; n < 50; n++) {
    expect(await statusOf(gateway, `/api/v1/${'x'.repeat(600)}`, 'POST')).toBe(404);
    expect(await statusOf(gateway, '/healthz')).toBe(200);
  }
  await callMuch(gateway);
  expect(await statusOf(gateway, '/healthz')).toBe(200);
  expect(await statusOf(gateway, '/api/v1/products')).toBe(200);
  const dropped = await gateway.sample('log_lines_dropped_total');
  expect(dropped).toBeGreaterThan(0);

  rmSync(ballast);
  await until(async () => readFileSync(file, 'utf8').includes('are lost'), 30_000);
  expect(await statusOf(gateway, '/api/v1/after', 'POST')).toBe(404);
  await until(async () => readFileSync(file, 'utf8').includes('/after'));
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
  await ends(gateway);
}, 300_000); // prettier-ignore

test('a gateway whose log is not read by the one who should answers as before, and counts what it could not log', async () => {
  const pipe = join(process.env['TEST_FOLDER']!, 'nobody-reads');
  execFileSync('mkfifo', [pipe]);
  const gateway = await start(startGatewayProcess, pipe);
  await callMuch(gateway);
  expect(await many(200, 20, () => statusOf(gateway, '/api/v1/products'))).toEqual(Array.from({ length: 200 }, () => 200));
  expect(await statusOf(gateway, '/healthz')).toBe(200);
  expect(await statusOf(gateway, '/api/v1/products')).toBe(200);
  expect(await gateway.sample('log_lines_dropped_total')).toBeGreaterThan(0);
  await ends(gateway);
}, 300_000); // prettier-ignore

withDisk('an indexer whose log is on a full disk goes on', async () => {
  const file = join(disk!, 'indexer.log');
  const ballast = join(disk!, 'ballast');
  fill(ballast);
  const indexer = await start<IndexerProcess>(startIndexerProcess, file);
  for (let n = 0; n < 20; n++) {
    await place.db.none(`INSERT INTO products (code, name_cn, source) VALUES ($1, '甲', 'test')`, [`F${n}`]);
    // Delivered by itself, or with the index that is built meanwhile.
    await until(async () => (await place.db.one<{ has: boolean }>(HAS_ALL)).has, 30_000);
  }
  expect(await indexer.sample('log_lines_dropped_total')).toBe(0);
  rmSync(ballast);
  await until(async () => readFileSync(file, 'utf8').includes('"delivered"'), 30_000);
  await ends(indexer);
}, 300_000); // prettier-ignore

withDisk('a first start on a full disk says so by the name of the variable', async () => {
  const small = mountSmall('48m')!;
  atEnd(() => unmount(small));
  const { code, err } = await startDirectly(join(small, 'data')).ended;
  expect(code).toBe(1);
  expect(err).toContain(`DATA_DIR: the disk of ${join(small, 'data')} is full. `);
}, 120_000); // prettier-ignore

withDisk('a data folder whose disk is full is named by /readyz and to who uploads an image; what needs no room is answered', async () => {
  const small = mountSmall('64m')!;
  atEnd(() => unmount(small));
  const service = closing(await startService({ DATA_DIR: small }));
  const upload = () => service.call('PUT', '/media/a.png', { key: service.key, body: new Uint8Array(pngOfSize(100_000)) });
  const ready = async () => (await service.call('GET', '//readyz')).body;
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
}, 120_000); // prettier-ignore
