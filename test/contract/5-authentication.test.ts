import { issueKey } from '../../src/platform/access/keys.js';
import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

const service = serviceOfFile();

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
    expect((await service.write('GET', path)).status).toBe(200);
  });

  test.each([...READS.map((path) => [`GET ${path}`, undefined] as const), ...WRITES])(
    '%s with a wrong key is a 401',
    async (call, json) => {
      const answer = await send(call, json, `pds_${'x'.repeat(43)}`);
      expect(answer).toMatchObject({ status: 401, body: { title: 'API key refused' } });
    },
  );

  // An empty key is none: access/limits.test.ts. Expired and revoked ones: access/keys.test.ts.

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
