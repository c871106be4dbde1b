import { parse } from 'csv-parse/sync';
import { indexerOfFile } from '../support/indexer.js';
import { serviceOfFile } from '../support/service.js';
import { surfaced } from '../support/surfaced.js';
import { changesAfter } from './changes.js';

const service = serviceOfFile();
indexerOfFile(service);
beforeAll(async () => {
  const products = Array.from({ length: 205 }, (_, i) => ({
    code: `N-${String(i).padStart(3, '0')}`,
    name_cn: `填充${i}`,
    category: i < 3 ? '标准品' : '中间体',
    status: i % 2 ? 'in_stock' : 'off',
  }));
  await service.push(products);
  await service.call('POST', '/sync/push', {
    key: service.key,
    headers: { Prefer: 'wait=30' },
    json: [
      { code: 'ASP-1', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4',
        synonyms: '乙酰水杨酸;acetylsalicylic acid', tags: '解热镇痛', structure_url: '/media/1' },
      { code: 'ASP-2', name_cn: '阿司匹林片', cas: '50-78-2', status: 'in_stock' },
    ], // prettier-ignore
  });
});

const get = (path: string) => service.call('GET', path);
const codesOf = ({ body }: { body: { data: { code: string }[] } }): string[] =>
  body.data.map(({ code }) => code);

describe('4.1 GET /products', () => {
  test('page and page_size: 1 and 20 by default, page_size at most 200', async () => {
    const { body } = await get('/products');
    expect(body).toMatchObject({ ok: true, page: 1, page_size: 20, total: 207, next_cursor: expect.any(String), as_of: expect.any(String) }); // prettier-ignore
    expect(body.data).toHaveLength(20);
    const second = await get('/products?page=2&page_size=200&sort=code');
    expect(codesOf(second)).toEqual(['N-198', 'N-199', 'N-200', 'N-201', 'N-202', 'N-203', 'N-204']);
    expect((await get('/products?page_size=200')).body.data).toHaveLength(200);
    expect((await get('/products?page_size=201')).status).toBe(400);
    expect((await get('/products?page_size=0')).status).toBe(400);
    expect((await get('/products?page=0')).status).toBe(400);
  });

  test('updated_after: exactly the later rows, whatever the notation of the instant', async () => {
    const instant: string = (await get('/products/N-100')).body.data.updated_at;
    await service.push([{ code: 'N-007', name_en: 'written later' }]);
    for (const notation of [
      instant,
      instant.replace('Z', '%2B00:00'),
      instant.replace('T', ' ').replace('Z', ''),
    ]) {
      const later = await get(`/products?updated_after=${notation}&page_size=200`);
      const expected = await service.db.map('SELECT code FROM products WHERE updated_at > $1 ORDER BY updated_at, id LIMIT 200', [instant], (row: { code: string }) => row.code); // prettier-ignore
      expect(codesOf(later)).toEqual(expected);
      expect(codesOf(later)).toContain('N-007');
      expect(codesOf(later)).not.toContain('N-100');
    }
    for (const wrong of ['yesterday', '1700000000', '2026-02-31', '2026-01-01T25:00Z'])
      expect([wrong, (await get(`/products?updated_after=${wrong}`)).status]).toEqual([wrong, 400]);
  });

  test('updated_after with as_of of the answer before: a pull that misses nothing', async () => {
    const first = await get('/products?sort=updated_at&page_size=200');
    await service.push([{ code: 'PULL', name_cn: '甲' }]);
    const second = await get(`/products?updated_after=${first.body.as_of}&page_size=200`);
    expect(codesOf(second)).toContain('PULL');
    expect(second.body.as_of >= first.body.as_of).toBe(true);
    // The searches of this file count what the index holds: it is to be without this one again.
    const headers = { Prefer: 'wait=30' };
    await service.call('DELETE', '/products/PULL', { key: service.key, headers });
  });

  test('category: only that one; an unknown one gives an empty list', async () => {
    expect(codesOf(await get(`/products?category=${encodeURIComponent('标准品')}&sort=code`))).toEqual(['N-000', 'N-001', 'N-002']); // prettier-ignore
    expect((await get('/products?category=none')).body).toMatchObject({ data: [], total: 0 });
  });

  test('in_stock: true, false, 1 and 0, and nothing else', async () => {
    for (const [value, total] of [
      ['true', 103],
      ['1', 103],
      ['false', 104],
      ['0', 104],
    ])
      // prettier-ignore
      expect([value, (await get(`/products?in_stock=${value}`)).body.total]).toEqual([value, total]);
    expect((await get('/products?in_stock=yes')).status).toBe(400);
  });
});

describe('4.1 GET /products/{code_or_cas}', () => {
  test('by product number', async () => {
    const { body } = await get('/products/ASP-1');
    expect(body).toMatchObject({
      ok: true,
      data: { code: 'ASP-1' },
      same_cas: ['ASP-2'],
      series_products: [],
    });
  });

  test('by CAS number: in stock first', async () => {
    expect((await get('/products/50-78-2')).body.data.code).toBe('ASP-2');
  });

  test('an unknown one is a 404', async () => {
    expect((await get('/products/none')).status).toBe(404);
    expect((await get('/products/N%2FA')).status).toBe(404);
  });
});

describe('4.1 GET /products/search', () => {
  test.each([
    ['name', '阿司匹林'],
    ['English name', 'aspirin'],
    ['number', 'ASP-1'],
    ['CAS', '50-78-2'],
    ['synonyms', '乙酰水杨酸'],
    ['English synonyms', 'acetylsalicylic'],
    ['formula', 'C9H8O4'],
    ['tags', '解热镇痛'],
  ])('q finds by %s', async (_, q) => {
    const answer = await get(`/products/search?q=${encodeURIComponent(q)}`);
    expect(answer.body).toMatchObject({ ok: true, query: q, page: 1, page_size: 20, degraded: false });
    expect(codesOf(answer)).toContain('ASP-1');
  });

  test('best first: the product of that name before one that only has it in its name', async () => {
    expect(codesOf(await get(`/products/search?q=${encodeURIComponent('阿司匹林')}`)).slice(0, 2)).toEqual(['ASP-1', 'ASP-2']); // prettier-ignore
  });

  test('without q everything is listed, in pages', async () => {
    const { body } = await get('/products/search?page=3&page_size=100');
    expect(body).toMatchObject({ page: 3, page_size: 100, total: 207 });
    expect(body.data).toHaveLength(7);
  });

  test('beyond 10,000 hits it is a 400 that points at /export', async () => {
    const answer = await get('/products/search?page=51&page_size=200');
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('/api/v1/export');
    expect((await get('/products/search?page=50&page_size=200')).status).toBe(200);
  });

  test('GET /products/suggest: at most 10 completions', async () => {
    const { body } = await get(`/products/suggest?q=${encodeURIComponent('阿司')}`);
    expect(body.data).toContainEqual({ text: '阿司匹林', kind: 'name_cn', code: 'ASP-1' });
    expect((await get('/products/suggest?q=N-')).body.data.length).toBeLessThanOrEqual(10);
  });
});

test('structure_url is the same absolute address in every answer', async () => {
  const address = `${service.origin}/media/1`;
  await surfaced(service.db);
  const { next } = (await get('/changes')).body;
  await service.call('POST', '/sync/push', {
    key: service.key,
    headers: { Prefer: 'wait=30' },
    json: ['X', 'Y'].map((code) => ({
      code,
      name_cn: '绝对地址',
      series: '同一',
      status: 'off',
      structure_url: '/media/1',
    })),
  });
  const found = await get(`/products/search?q=${encodeURIComponent('绝对地址')}&highlight=true`);
  const detail = await get('/products/X');
  const changes = await changesAfter(service, next, 2);
  const products = [
    ...found.body.data,
    ...(await get('/products?series=同一')).body.data,
    ...detail.body.series_products,
    detail.body.data,
    ...changes.data.map((change: { product: object }) => change.product),
  ];
  expect(found.body.degraded).toBe(false);
  expect(products.map((each) => each.structure_url)).toEqual(Array(8).fill(address));
  await service.call('DELETE', '/products/batch', { key: service.key, json: { codes: ['X', 'Y'] } });
});

describe('4.1 GET /export', () => {
  test.each(['json', 'ndjson', 'csv', 'chemicalbook'])(
    'format=%s: all products, with absolute image addresses',
    async (format) => {
      const { text, headers } = await get(`/export?format=${format}`);
      const file = text.replace(/^\ufeff/, '');
      const read = {
      json: () => JSON.parse(file).data,
      ndjson: () => file.trimEnd().split('\n').map((line) => JSON.parse(line)),
      csv: () => parse(file, { columns: true }),
      chemicalbook: () => parse(file, { columns: true }),
    }[format]!; // prettier-ignore
      const rows = read() as Record<string, unknown>[];
      expect(rows).toHaveLength(format === 'chemicalbook' ? 207 - 103 : 207); // without those that are off
      const aspirin = rows.find((row) => (row['code'] ?? row['货号']) === 'ASP-1')!;
      expect(aspirin['structure_url'] ?? aspirin['结构式图片']).toBe(`${service.origin}/media/1`);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.(json|ndjson|csv)"$/,
      );
    },
  );

  test('json is the format without one; an unknown one is a 400', async () => {
    expect((await get('/export')).body).toMatchObject({ ok: true, count: 207 });
    expect((await get('/export?format=xml')).status).toBe(400);
  });
});

describe('4.1 GET /changes (beyond the seed)', () => {
  test('from the position of an export on: what was written and what was deleted', async () => {
    await surfaced(service.db);
    const cursor = (await get('/export')).headers.get('x-changes-cursor')!;
    await service.push([
      { code: 'CH-1', name_cn: '甲' },
      { code: 'CH-2', name_cn: '乙' },
    ]);
    await service.call('DELETE', '/products/CH-2', { key: service.key });
    expect(await changesAfter(service, cursor, 2)).toMatchObject({
      ok: true,
      more: false,
      data: [
        { code: 'CH-1', op: 'upsert', product: { name_cn: '甲' } },
        { code: 'CH-2', op: 'delete', product: null },
      ],
    });
    await service.call('DELETE', '/products/CH-1', { key: service.key });
  });

  test('without after: no items, and the end of the log; limit is 1 to 1000', async () => {
    expect((await get('/changes')).body).toMatchObject({ ok: true, data: [], more: false });
    expect((await get('/changes?limit=1000')).status).toBe(200);
    expect((await get('/changes?limit=1001')).status).toBe(400);
    expect((await get('/changes?after=nonsense')).status).toBe(400);
  });
});

describe('4.1 GET /categories, /tags, /media', () => {
  test('GET /categories: ok and data, an array of names in order of creation, the defaults first', async () => {
    expect((await get('/categories')).body).toEqual({ ok: true, data: ['杂质对照品', '标准品', '中间体'] });
  });

  test('GET /tags: data, an array of tag and use_count', async () => {
    expect((await get('/tags')).body).toEqual({ ok: true, data: [{ tag: '解热镇痛', use_count: 1 }] });
  });

  test('GET /media: the most recent images', async () => {
    expect((await get('/media')).body).toEqual({ ok: true, data: [] });
  });
});
