import { indexerOfFile } from '../support/indexer.js';
import { serviceOfFile } from '../support/service.js';
import { surfaced } from '../support/surfaced.js';
import { changesAfter } from './changes.js';

const service = serviceOfFile();
indexerOfFile(service);
const get = (path: string) => service.call('GET', path);

// 4.1 GET /products: catalogue/products/list, updated-after; details: catalogue/products/detail; /export: export-formats;
// /categories, /tags, /media: 4.4, 4.5, 4.6; what a search finds: search/text/search.

describe('4.1 GET /products/search', () => {
  test('beyond 10,000 hits it is a 400 that points at /export', async () => {
    const answer = await get('/products/search?page=51&page_size=200');
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('/api/v1/export');
    expect((await get('/products/search?page=50&page_size=200')).status).toBe(200);
  });
});

test('structure_url is the same absolute address in every answer', async () => {
  const address = `${service.origin}/media/1`;
  await surfaced(service.db);
  const { next } = (await get('/changes')).body;
  const more = { series: '同一', status: 'off', structure_url: '/media/1' };
  const products = ['X', 'Y'].map((code) => ({ code, name_cn: '绝对地址', ...more }));
  await service.write('POST', '/sync/push', products, { Prefer: 'wait=30' });
  const found = await get(`/products/search?q=${encodeURIComponent('绝对地址')}&highlight=true`);
  const detail = await get('/products/X');
  const changes = await changesAfter(service, next, 2);
  const shown = [
    ...found.body.data,
    ...(await get('/products?series=同一')).body.data,
    ...detail.body.series_products,
    detail.body.data,
    ...changes.data.map((change: { product: object }) => change.product),
  ];
  // Behind nginx another gateway may hear of it a little later.
  expect(found.body.degraded && !process.env['TEST_BEHIND_NGINX']).toBe(false);
  expect(shown.map((each) => each.structure_url)).toEqual(Array(8).fill(address));
  await service.write('DELETE', '/products/batch', { codes: ['X', 'Y'] });
});

describe('4.1 GET /changes (beyond the seed)', () => {
  test('without after: no items, and the end of the log; limit is 1 to 1000', async () => {
    expect((await get('/changes')).body).toMatchObject({ ok: true, data: [], more: false });
    expect((await get('/changes?limit=1000')).status).toBe(200);
    expect((await get('/changes?limit=1001')).status).toBe(400);
    expect((await get('/changes?after=nonsense')).status).toBe(400);
  });

  test('in pages each change comes once, in its order, and `more` tells whether another page follows', async () => {
    const { next } = (await get('/changes')).body;
    await service.push(['P1', 'P2', 'P3', 'P4'].map((code) => ({ code, name_cn: '页' })));
    await changesAfter(service, next, 4);
    const pages: string[][] = [];
    for (let after = next, isMore = true; isMore;) {
      const { body } = await get(`/changes?limit=2&after=${after}`);
      pages.push(body.data.map(({ code }: { code: string }) => code));
      ({ next: after, more: isMore } = body);
    }
    expect(pages).toEqual([
      ['P1', 'P2'],
      ['P3', 'P4'],
    ]);
  });
});
