import { indexerOfFile } from '../support/indexer.js';
import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

const service = serviceOfFile();
indexerOfFile(service);

describe('1 What the service does', () => {
  test('the recommended integration order leads from a key to a product that the website finds', async () => {
    const { key } = service;
    const write = (method: string, path: string, json: unknown) =>
      service.call(method, path, { key, json, headers: { Prefer: 'wait=20' } });

    expect((await write('POST', '/categories', { name: '代谢物' })).body).toMatchObject({
      ok: true,
      added: 1,
    });
    const image = await write('POST', '/media', {
      dataUrl: `data:image/png;base64,${PNG.toString('base64')}`,
    });
    const structure_url = service.origin + image.body.results.url;
    const pushed = await write('POST', '/sync/push', {
      products: [{ code: 'S-1', name_cn: '阿司匹林', category: '代谢物', structure_url, stock: 5 }],
    });
    expect(pushed.body).toMatchObject({ ok: true, created: 1, codes: ['S-1'] });
    const synced = await service.call('GET', '/products?source=erp');
    expect(synced.body.data).toEqual([expect.objectContaining({ code: 'S-1', structure_url })]);
    expect((await write('PUT', '/products/S-1', { name_en: 'aspirin' })).body.updated_fields).toEqual([
      'name_en',
    ]);
    expect((await write('POST', '/tags/apply', { codes: ['S-1'], tags: ['热销'] })).body.done).toBe(1);

    for (const q of ['阿司匹林', 'aspirin', '热销']) {
      const found = await service.call('GET', `/products/search?q=${encodeURIComponent(q)}`);
      expect([q, found.body.data.map(({ code }: { code: string }) => code)]).toEqual([q, ['S-1']]);
    }
    expect((await fetch(structure_url)).headers.get('content-type')).toBe('image/png');

    expect((await write('DELETE', '/products/S-1', undefined)).status).toBe(200);
    expect((await service.call('GET', `/products/search?q=aspirin`)).body.data).toEqual([]);
  });
});
