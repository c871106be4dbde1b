import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const read = async (code: string) =>
  (await service.call('GET', `/products/${encodeURIComponent(code)}`)).body?.data;
let last = 0;
const fresh = (): string => `R-${++last}`;

describe('2.1 Product: output', () => {
  test('all fields, and no others, in their order', async () => {
    await service.push([{ code: 'OUT', name_cn: '甲' }]);
    expect(Object.keys(await read('OUT'))).toEqual([
      'code', 'name_cn', 'name_en', 'synonyms', 'cas', 'formula', 'mw', 'category', 'series', 'status', 'in_stock',
      'structure_url', 'description', 'ai_summary', 'description_en', 'ai_summary_en', 'tags', 'updated_at', 'source',
    ]); // prettier-ignore
  });

  test('what was never given: null, cas N/A, the default category and status', async () => {
    await service.push([{ code: 'BARE', name_cn: '甲' }]);
    expect(await read('BARE')).toEqual({
      code: 'BARE', name_cn: '甲', name_en: null, synonyms: null, cas: 'N/A', formula: null, mw: null,
      category: '杂质对照品', series: null, status: 'futures', in_stock: false, structure_url: null, description: null,
      ai_summary: null, description_en: null, ai_summary_en: null, tags: null,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/), source: 'erp',
    }); // prettier-ignore
  });
});

// Bounds, rules of each field and images: catalogue/products/bad-input, push, push-fields; statuses: 3-states; series:
// catalogue/products/detail; sources: 5-authentication; 2.4 Media item: catalogue/media.

describe('2.1 Product: rules', () => {
  test('category: the three defaults may be used; a custom one only after its creation', async () => {
    const item = (category: string) => ({ code: fresh(), name_cn: '甲', category });
    const items = ['杂质对照品', '标准品', '中间体', '代谢物'].map(item);
    expect(await service.push(items)).toMatchObject({ created: 3, invalid: 1, errors: [{ index: 3, field: 'category', reason: 'unknown_category' }] }); // prettier-ignore
    const faults = [{ message: expect.stringMatching(/标准物: POST \/categories creates one; the nearest: 标准品,/), value: '标准物', nearest: ['标准品', '杂质对照品', '中间体'] }]; // prettier-ignore
    expect((await service.push([item('标准物')])).errors).toMatchObject(faults);
    expect((await service.write('PUT', `/products/${items[0]!.code}`, { category: '标准物' })).body.errors).toMatchObject(faults); // prettier-ignore
    await service.write('POST', '/categories', { name: '代谢物' });
    expect(await service.push([item(' 代谢物 ')])).toMatchObject({ created: 1 });
  });

  test('updated_at: refreshed on any write, also one that changes nothing; the basis of updated_after', async () => {
    const code = fresh();
    const writes = [
      () => service.push([{ code, name_cn: '甲' }]),
      () => service.push([{ code, name_cn: '甲' }]),
      () => service.write('PUT', `/products/${code}`, {}),
      () => service.write('POST', '/tags/apply', { codes: [code], tags: ['t'] }),
    ];
    let before = '';
    for (const write of writes) {
      await write();
      const { updated_at } = await read(code);
      expect(updated_at > before).toBe(true);
      if (before) {
        const later = await service.call('GET', `/products?updated_after=${before}&page_size=200`);
        expect(later.body.data.map((product: { code: string }) => product.code)).toContain(code);
      }
      const none = await service.call('GET', `/products?updated_after=${updated_at}`);
      expect(none.body.data).toEqual([]);
      before = updated_at;
      await sleep(2); // the clock of the column is one of milliseconds
    }
  });
});

// 2.1 Key aliases accepted on push: products/push-fields.test.ts.

// 2.2 Category: 4.4-categories.test.ts.

describe('2.3 Tag dictionary entry', () => {
  test('tag and use_count, ordered by use, then by tag', async () => {
    await service.push([
      { code: fresh(), name_cn: '甲', tags: 'd-often;d-b' },
      { code: fresh(), name_cn: '乙', tags: 'd-often;d-a' },
    ]);
    const { data } = (await service.call('GET', '/tags')).body;
    const mine = data.filter(({ tag }: { tag: string }) => tag.startsWith('d-'));
    expect(mine).toEqual([
      { tag: 'd-often', use_count: 2 },
      { tag: 'd-a', use_count: 1 },
      { tag: 'd-b', use_count: 1 },
    ]);
    const counts = data.map(({ use_count }: { use_count: number }) => use_count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  });
});
