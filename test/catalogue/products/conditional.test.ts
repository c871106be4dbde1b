import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOfFile } from '../../support/service.js';
import { send } from '../../support/wire.js';
import type { WireAnswer } from '../../support/wire.js';

const service = serviceOfFile();
beforeEach(async () => {
  await service.db.none('DELETE FROM products');
  await service.push([
    { code: 'A', name_cn: '甲', series: 'S', cas: '50-78-2' },
    { code: 'B', name_cn: '乙', series: 'S' },
  ]);
  await sleep(10); // the push's own millisecond is over
});

const get = (path: string, ifNoneMatch?: string): Promise<WireAnswer> =>
  send(service, { path, ...(ifNoneMatch !== undefined && { headers: { 'If-None-Match': ifNoneMatch } }) });
const tagOf = async (path: string): Promise<string> => (await get(path)).headers['etag']!;

test('the tag of a product changes with the product and with its series, not with others', async () => {
  const tag = await tagOf('/products/A');
  await service.push([{ code: 'C', name_cn: '丙' }]);
  expect((await get('/products/A', tag)).status).toBe(304);
  await service.push([{ code: 'B', name_en: 'b' }]);
  const second = await get('/products/A', tag);
  expect(second.status).toBe(200);
  await service.push([{ code: 'A', name_en: 'a' }]);
  const third = await get('/products/A', second.headers['etag']);
  expect(third.status).toBe(200);
  expect(JSON.parse(third.text).data.name_en).toBe('a');
});

test('a list that has not changed keeps its tag for as long as nothing is written', async () => {
  for (const path of ['/products', '/products?updated_after=2026-01-01', '/products?category=中间体'].map(
    encodeURI,
  )) {
    const tag = await tagOf(path);
    await sleep(30);
    expect((await get(path, tag)).status).toBe(304);
    await service.push([{ code: 'A', name_en: path }]);
    await sleep(10);
    expect((await get(path, tag)).status).toBe(200);
  }
});

test('an error is an error, whatever the condition', async () => {
  for (const [path, status] of [
    ['/products/none', 404],
    ['/products?page=0', 400],
    ['/nowhere', 404],
  ] as const) {
    expect((await get(path, '*')).status).toBe(status);
  }
});

describe('If-Match', () => {
  const write = (method: string, ifMatch: string, path = '/products/A') =>
    service.call(method, path, {
      key: service.key,
      headers: { 'If-Match': ifMatch },
      ...(method === 'PUT' && { json: { name_en: 'mine' } }),
    });
  const nameOf = async () => (await service.call('GET', '/products/A')).body.data?.name_en;

  test.each(['PUT', 'DELETE'])(
    '%s is a 412 that writes nothing where the product has changed',
    async (method) => {
      await service.push([{ code: 'A', structure_url: '/media/1' }]);
      const tag = await tagOf('/products/A');
      await service.push([{ code: 'A', name_en: 'theirs' }]);
      const refused = await write(method, tag);
      expect([refused.status, await nameOf()]).toEqual([412, 'theirs']);
      expect(refused.body.type).toMatch(/#changed-meanwhile$/);
      const now = await tagOf('/products/A');
      expect((await write(method, `"other", ${now}`)).status).toBe(200);
      expect(await nameOf()).toBe(method === 'PUT' ? 'mine' : undefined);
    },
  );

  test.each(['PUT', 'DELETE'])(
    '%s takes the tag of the detail with its structure, until either changes',
    async (method) => {
      const path = '/products/A?structure=true';
      await service.push([{ code: 'A', smiles: 'CCO' }]);
      const first = await tagOf(path);
      await service.push([{ code: 'A', smiles: 'CCN' }]);
      const second = await get(path, first);
      expect(second.status).toBe(200);
      expect((await write(method, first)).status).toBe(412);
      await service.push([{ code: 'A', name_en: 'theirs' }]);
      expect((await write(method, second.headers['etag']!)).status).toBe(412);
      expect((await write(method, await tagOf(path))).status).toBe(200);
    },
  );

  test('is compared without chemistry where the detail without the structure is meant', async () => {
    await service.push([{ code: 'A', smiles: 'CCO' }]);
    const tag = await tagOf('/products/A');
    const found = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'chemistry-process'], {
      encoding: 'utf8',
    });
    const pids = found.trim().split('\n').map(Number);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      await service.db.none('UPDATE product_structures SET is_complete = false');
      const begun = performance.now();
      expect((await write('PUT', tag)).status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(4_000); // a structure that is not answered takes five seconds
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  });

  test('* is any product, but one must be there', async () => {
    expect((await write('PUT', '*')).status).toBe(200);
    expect((await write('PUT', '*', '/products/none')).status).toBe(404);
  });

  test('If-None-Match: * is no product, where there is one', async () => {
    const none = { key: service.key, json: {}, headers: { 'If-None-Match': '*' } };
    expect((await service.call('PUT', '/products/A', none)).status).toBe(412);
    expect((await service.call('PUT', '/products/none', none)).status).toBe(404);
  });

  test('of twenty writers who have read the same, one writes', async () => {
    const tag = await tagOf('/products/A');
    const answers = await Promise.all(Array.from({ length: 20 }, () => write('PUT', tag)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, ...Array(19).fill(412)]);
  });
});
