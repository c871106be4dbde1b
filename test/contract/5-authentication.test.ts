import { issueKey } from '../../src/platform/access/keys.js';
import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

// Each call for whoever may not make it, and for whoever may: platform/access/roles.

describe('5 Authentication', () => {
  test('a write without a key names the way to send one; a wrong key is refused, on reads too', async () => {
    const without = await service.call('POST', '/products', { json: [] });
    expect(without).toMatchObject({ status: 401, body: { ok: false, title: 'API key required' } });
    expect(without.headers.get('www-authenticate')).toMatch(/^ApiKey /);
    const wrong = `pds_${'x'.repeat(43)}`;
    for (const key of [wrong, 'pds_short', 'nonsense', `${wrong}, ${service.key}`]) {
      const refused = await service.call('GET', '/products', { key });
      expect(refused).toMatchObject({ status: 401, body: { title: 'API key refused' } });
      expect(refused.headers.get('www-authenticate')).toMatch(/^ApiKey realm="/);
    }
    // Outside of the API nobody looks at keys.
    for (const path of ['//healthz', '//readyz', '//api-docs/openapi.json'])
      expect([path, (await service.call('GET', path, { key: wrong })).status]).toEqual([path, 200]);
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
