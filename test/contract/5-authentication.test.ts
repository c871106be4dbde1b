import { setTimeout as sleep } from 'node:timers/promises';
import { issueKey, revokeKey } from '../../src/access/keys.js';
import { startGateway } from '../support/built.js';
import { engine } from '../support/engine.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { PNG } from './images.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const WRITES: [call: string, json: unknown][] = [
  ['POST /products', []],
  ['POST /sync/push', []],
  ['PUT /products/A', {}],
  ['DELETE /products/A', undefined],
  ['DELETE /products/batch', { codes: ['none'] }],
  ['POST /categories', { name: 'a' }],
  ['DELETE /categories', { name: 'a' }],
  ['POST /tags', { tag: 'a' }],
  ['POST /tags/apply', { codes: ['none'], tags: ['a'] }],
  ['POST /media', { image: PNG.toString('base64'), mime: 'image/png' }],
];
const READS = ['/products', '/products/A', '/products/search?q=a', '/products/suggest?q=a', '/export', '/changes', '/categories', '/tags', '/media']; // prettier-ignore

const send = (call: string, json: unknown, key?: string | null) => {
  const [method, path] = call.split(' ') as [string, string];
  return service.call(method, path, { json, ...(key !== undefined && { key }) });
};

describe('5 Authentication', () => {
  test.each(WRITES)('%s needs a key', async (call, json) => {
    const without = await send(call, json);
    expect(without).toMatchObject({ status: 401, body: { ok: false, title: 'API key required' } });
    expect(without.headers.get('www-authenticate')).toMatch(/^ApiKey /);
    await service.push([{ code: 'A', name_cn: '甲' }]);
    expect((await send(call, json, service.key)).status).toBe(200);
  });

  test('POST /media/upload and PUT /media/{filename} need a key', async () => {
    const body = new FormData();
    body.append('file', new Blob([PNG]), 'a.png');
    expect((await service.call('POST', '/media/upload', { body })).status).toBe(401);
    expect((await service.call('PUT', '/media/a.png', { body: PNG })).status).toBe(401);
  });

  test.each(READS)('GET %s is open, and takes a key', async (path) => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    expect((await service.call('GET', path)).status).toBe(200);
    expect((await service.call('GET', path, { key: service.key })).status).toBe(200);
  });

  test.each([...READS.map((path) => [`GET ${path}`, undefined] as const), ...WRITES])(
    '%s with a wrong key is a 401',
    async (call, json) => {
      const answer = await send(call, json, `pds_${'x'.repeat(43)}`);
      expect(answer).toMatchObject({ status: 401, body: { title: 'API key refused' } });
    },
  );

  test('an empty key is none', async () => {
    expect((await service.call('GET', '/tags', { headers: { 'X-API-Key': '' } })).status).toBe(200);
    const write = await service.call('POST', '/tags', { headers: { 'X-API-Key': '' }, json: { tag: 'a' } });
    expect(write).toMatchObject({ status: 401, body: { title: 'API key required' } });
  });

  test('an expired key is refused', async () => {
    const expiresAt = new Date(Date.now() + 300);
    const { key } = await issueKey(service.db, { name: 'short', expiresAt });
    expect((await service.call('GET', '/tags', { key })).status).toBe(200);
    await sleep(400);
    expect((await service.call('GET', '/tags', { key })).status).toBe(401);
  });

  test('a revoked key is refused within 2 s by every gateway on the database', async () => {
    const { url, key: meiliKey } = engine();
    const env = { DATABASE_URL: `${service.databaseUrl}?application_name=second`, MEILI_URL: url, MEILI_KEY: meiliKey, MEILI_INDEX: service.indexUid, PORT: '0', RATE_LIMIT: 'off' }; // prettier-ignore
    const second = await startGateway(env);
    const { id, key } = await issueKey(service.db, { name: 'to be revoked' });
    const asked = (origin: string) => fetch(`${origin}/api/v1/tags`, { headers: { 'X-API-Key': key } });
    const statuses = async () =>
      Promise.all([service.origin, second.origin].map(async (o) => (await asked(o)).status));
    expect(await statuses()).toEqual([200, 200]);
    await revokeKey(service.db, id);
    const deadline = performance.now() + 2_000;
    while ((await statuses()).includes(200) && performance.now() < deadline);
    expect(await statuses()).toEqual([401, 401]);
    await second.close();
  });

  test('products carry the source label of the key that created them', async () => {
    const { key } = await issueKey(service.db, { name: 'shop', source: 'marketplace' });
    const unnamed = await issueKey(service.db, { name: 'no label' });
    await service.call('POST', '/products', { key, json: [{ code: 'L-1', name_cn: '甲' }] });
    await service.call('POST', '/products', { key: unnamed.key, json: [{ code: 'L-2', name_cn: '甲' }] });
    await service.push([{ code: 'L-1', name_en: 'updated by another key' }]);
    const sources = await service.call('GET', '/products?source=marketplace');
    expect(sources.body.data).toMatchObject([{ code: 'L-1', source: 'marketplace' }]);
    expect((await service.call('GET', '/products/L-2')).body.data.source).toBe('sync');
  });
});
