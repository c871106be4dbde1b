import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { problemOf } from './requests.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

const detail = (codeOrCas: string): Promise<Answered> =>
  service.call('GET', `/products/${encodeURIComponent(codeOrCas)}`);
const shownCode = async (codeOrCas: string): Promise<string> => (await detail(codeOrCas)).body.data.code;

describe('which product a path means', () => {
  test('its code or its CAS number, with the same answer', async () => {
    await service.push([{ code: 'A/1', name_cn: '阿司匹林', cas: '50-78-2', stock: 3 }]);
    const byCode = await detail('A/1');
    const byCas = await detail('50-78-2');
    expect(byCode.body.data).toMatchObject({
      code: 'A/1',
      name_cn: '阿司匹林',
      in_stock: true,
      source: 'erp',
    });
    expect(byCas.text).toBe(byCode.text);
  });

  test('the code comes first: a product whose code is the CAS number of others is meant', async () => {
    await service.push([
      { code: 'A', name_cn: '甲', cas: '50-78-2', stock: 1 },
      { code: '50-78-2', name_cn: '乙' },
    ]);
    expect(await shownCode('50-78-2')).toBe('50-78-2');
  });

  test('by CAS number the one in stock comes first, then the first by code', async () => {
    const cas = '50-78-2';
    await service.push([
      { code: 'D', name_cn: '丁', cas, stock: 1 },
      { code: 'C', name_cn: '丙', cas, stock: 1 },
      { code: 'B', name_cn: '乙', cas, status: 'custom' },
      { code: 'A', name_cn: '甲', cas },
    ]);
    const order: string[] = [];
    for (let left = 4; left > 0; left--) {
      const code = await shownCode(cas);
      order.push(code);
      await service.push([{ code, cas: '' }]);
    }
    expect(order).toEqual(['C', 'D', 'A', 'B']);
    expect((await detail(cas)).status).toBe(404);
  });

  test('codes and CAS numbers are met exactly: no other case, no part, no blank', async () => {
    await service.push([{ code: 'Ab', name_cn: '甲', cas: 'X-1' }]);
    for (const other of ['ab', 'AB', 'A', 'Ab ', 'x-1', 'X', 'X-1 ', '%', 'A_', 'EXT-X-1', '甲']) {
      expect([other, problemOf(await detail(other)).status]).toEqual([other, 404]);
    }
  });

  test('N/A is no CAS number: nobody is found by it', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    expect((await detail('N/A')).status).toBe(404);
    expect(await service.push([{ code: 'N/A', name_cn: '乙' }])).toMatchObject({ invalid: 1 });
    expect((await detail('N/A')).status).toBe(404);
  });

  test('the reserved words are never products', async () => {
    const words = ['.', '..', 'search', 'suggest', 'batch', 'Search', 'BATCH'];
    const answer = await service.push(words.map((code) => ({ code, name_cn: '甲', cas: code })));
    expect(answer).toMatchObject({ created: 0, invalid: words.length });
    // As a CAS number such a word does not stand in the way of the path that has its name.
    await service.push(words.map((cas, i) => ({ code: `P${i}`, name_cn: '甲', cas })));
    expect((await service.call('GET', '/products/search')).body).not.toHaveProperty('same_cas');
    expect((await service.call('GET', '/products/batch')).status).toBe(405);
  });
});

describe('what a detail shows', () => {
  test('the other products with its CAS number, by code', async () => {
    const cas = '50-78-2';
    await service.push(['C', 'A', 'B'].map((code) => ({ code, name_cn: '甲', cas })));
    await service.push([
      { code: 'D', name_cn: '丁', cas: '50-78-20' },
      { code: 'E', name_cn: '戊' },
    ]);
    expect((await detail('B')).body.same_cas).toEqual(['A', 'C']);
    expect((await detail(cas)).body).toMatchObject({ data: { code: 'A' }, same_cas: ['B', 'C'] });
    expect((await detail('E')).body.same_cas).toEqual([]);
  });

  test('the other products of its series, with seven fields each, by code', async () => {
    const series = '阿司匹林';
    await service.push([
      {
        code: 'B',
        name_cn: '乙',
        series,
        name_en: 'b',
        cas: '1-1-1',
        stock: 1,
        structure_url: '/media/2',
        tags: 't',
      },
      { code: 'A', name_cn: '甲', series },
      { code: 'C', name_cn: '丙', series, status: 'off' },
      { code: 'D', name_cn: '丁', series: '阿司匹' },
      { code: 'E', name_cn: '戊' },
      { code: 'F', name_cn: '己' },
    ]);
    expect((await detail('A')).body.series_products).toEqual([
      {
        code: 'B',
        name_cn: '乙',
        name_en: 'b',
        cas: '1-1-1',
        status: 'in_stock',
        in_stock: true,
        structure_url: `${service.origin}/media/2`,
      },
      {
        code: 'C',
        name_cn: '丙',
        name_en: null,
        cas: 'N/A',
        status: 'off',
        in_stock: false,
        structure_url: null,
      },
    ]);
    expect(Object.keys((await detail('A')).body.series_products[0])).toEqual([
      'code', 'name_cn', 'name_en', 'cas', 'status', 'in_stock', 'structure_url',
    ]); // prettier-ignore
    for (const alone of ['D', 'E', 'F']) expect((await detail(alone)).body.series_products).toEqual([]);
  });

  test('says so where more than 200 share its CAS number or its series, and only there', async () => {
    const codes = Array.from({ length: 201 }, (_, i) => `P${String(i).padStart(3, '0')}`);
    const items = (more: object) => codes.map((code) => ({ code, name_cn: '甲', ...more }));
    await service.push(items({ cas: '50-78-2', series: 'S' }));
    const flags = async () => {
      const { data: _data, ...body } = (await detail('P100')).body;
      return { ...body, same_cas: body.same_cas.length, series_products: body.series_products.length };
    };
    expect(await flags()).toEqual({ ok: true, same_cas: 200, series_products: 200 });
    await service.push([{ code: 'Q', name_cn: '乙', cas: '50-78-2' }]);
    expect(await flags()).toEqual({
      ok: true,
      same_cas: 200,
      same_cas_truncated: true,
      series_products: 200,
    });
    await service.push([{ code: 'R', name_cn: '丙', series: 'S' }]);
    expect(await flags()).toEqual({ ok: true, same_cas: 200, same_cas_truncated: true, series_products: 200, series_products_truncated: true }); // prettier-ignore
  });
});
