import { setTimeout as sleep } from 'node:timers/promises';
import { serviceOfFile } from '../support/service.js';
import { PNG } from './images.js';

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

describe('2.1 Product: bounds, in code points', () => {
  test.each([
    ['code', 30],
    ['name_cn', 200],
    ['name_en', 200],
    ['cas', 40],
    ['formula', 60],
    ['synonyms', 300],
    ['series', 50],
    ['tags', 300],
    ['description', 1000],
    ['description_en', 1000],
    ['ai_summary', 4000],
    ['ai_summary_en', 4000],
  ])('%s: max %i characters', async (field, max) => {
    const product = (length: number) => ({ code: fresh(), name_cn: '甲', [field]: '💊'.repeat(length) });
    const fits = product(max);
    expect(await service.push([fits, product(max + 1)])).toMatchObject({
      created: 1,
      invalid: 1,
      errors: [{ index: 1, field, reason: 'too_long' }],
    });
    expect((await read(fits.code))[field]).toBe(fits[field as 'code']);
  });

  test('structure_url: max 500 characters', async () => {
    const address = 'https://example.com/'.padEnd(500, 'x');
    const [fits, tooLong] = [fresh(), fresh()];
    expect(
      await service.push([
        { code: fits, name_cn: '甲', structure_url: address },
        { code: tooLong, name_cn: '甲', structure_url: `${address}x` },
      ]),
    ).toMatchObject({ created: 1, invalid: 1 });
    expect((await read(fits)).structure_url).toBe(address);
  });
});

describe('2.1 Product: rules', () => {
  test('code: globally unique, the locating key', async () => {
    await service.push([{ code: 'U', name_cn: '甲' }]);
    await service.push([{ code: 'U', name_cn: '乙' }]);
    expect(
      await service.db.one(`SELECT count(*), min(name_cn) AS name FROM products WHERE code = 'U'`),
    ).toEqual({
      count: 1,
      name: '乙',
    });
  });

  test('code: absent with a cas it is EXT- and the CAS number; absent without one the item is invalid', async () => {
    expect(await service.push([{ name_cn: '甲', cas: '50-00-0' }, { name_cn: '乙' }])).toMatchObject({
      created: 1,
      invalid: 1,
      codes: ['EXT-50-00-0'],
    });
  });

  test('name_cn: required', async () => {
    expect(await service.push([{ code: fresh(), name_en: 'no Chinese name' }])).toMatchObject({
      invalid: 1,
      errors: [{ field: 'name_cn', reason: 'required' }],
    });
  });

  test('cas: absent it is stored as N/A; it matches products when no code is supplied', async () => {
    const code = fresh();
    await service.push([{ code, name_cn: '甲' }]);
    expect((await read(code)).cas).toBe('N/A');
    await service.push([{ code, cas: '64-17-5' }]);
    expect((await service.push([{ cas: '64-17-5', name_en: 'ethanol' }])).codes).toEqual([code]);
    expect((await read(code)).name_en).toBe('ethanol');
  });

  test('mw: a number', async () => {
    const code = fresh();
    expect(
      await service.push([
        { code, name_cn: '甲', mw: '180.16' },
        { code: fresh(), name_cn: '乙', mw: 'heavy' },
      ]),
    ).toMatchObject({ created: 1, invalid: 1 });
    expect((await read(code)).mw).toBe(180.16);
  });

  test('synonyms and tags: separated by semicolons, ASCII or full width', async () => {
    const code = fresh();
    await service.push([{ code, name_cn: '甲', synonyms: ' a ；b;a;', tags: 'HPLC；EP' }]);
    expect(await read(code)).toMatchObject({ synonyms: 'a;b', tags: 'HPLC;EP' });
  });

  test('category: the three defaults may be used; a custom one only after its creation', async () => {
    const item = (category: string) => ({ code: fresh(), name_cn: '甲', category });
    const items = ['杂质对照品', '标准品', '中间体', '代谢物'].map(item);
    expect(await service.push(items)).toMatchObject({ created: 3, invalid: 1, errors: [{ index: 3, field: 'category', reason: 'unknown_category' }] }); // prettier-ignore
    await service.call('POST', '/categories', { key: service.key, json: { name: '代谢物' } });
    expect(await service.push([item(' 代谢物 ')])).toMatchObject({ created: 1 });
  });

  test('series: the detail view groups products by it', async () => {
    const [one, other] = [fresh(), fresh()];
    await service.push([one, other].map((code) => ({ code, name_cn: '甲', series: '布洛芬' })));
    const { body } = await service.call('GET', `/products/${one}`);
    expect(body.series_products).toEqual([
      { code: other, name_cn: '甲', name_en: null, cas: 'N/A', status: 'futures', in_stock: false, structure_url: null },
    ]); // prettier-ignore
  });

  test('status: one of in_stock, futures, custom, off', async () => {
    const items = ['in_stock', 'futures', 'custom', 'off', 'sold'].map((status) => ({ code: fresh(), name_cn: '甲', status })); // prettier-ignore
    expect(await service.push(items)).toMatchObject({ created: 4, invalid: 1, errors: [{ index: 4, field: 'status' }] }); // prettier-ignore
    for (const { code, status } of items.slice(0, 4)) expect((await read(code)).status).toBe(status);
  });

  test('structure_url: an http(s) address or an image of this site', async () => {
    const items = ['https://example.com/a.png', '/media/7', 'ftp://example.com/a.png', 'javascript:alert(1)', '/etc/passwd'].map((structure_url) => ({ code: fresh(), name_cn: '甲', structure_url })); // prettier-ignore
    expect(await service.push(items)).toMatchObject({ created: 2, invalid: 3 });
  });

  test('updated_at: refreshed on any write, also one that changes nothing; the basis of updated_after', async () => {
    const code = fresh();
    const writes = [
      () => service.push([{ code, name_cn: '甲' }]),
      () => service.push([{ code, name_cn: '甲' }]),
      () => service.call('PUT', `/products/${code}`, { key: service.key, json: {} }),
      () => service.call('POST', '/tags/apply', { key: service.key, json: { codes: [code], tags: ['t'] } }),
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

  test('in_stock: whether the status is in_stock', async () => {
    const [yes, no] = [fresh(), fresh()];
    await service.push([
      { code: yes, name_cn: '甲', status: 'in_stock' },
      { code: no, name_cn: '乙', status: 'custom' },
    ]);
    expect((await read(yes)).in_stock).toBe(true);
    expect((await read(no)).in_stock).toBe(false);
  });

  test('source: the label of the key that created the product; never set by the caller', async () => {
    const code = fresh();
    await service.push([{ code, name_cn: '甲', source: 'mine' }]);
    expect((await read(code)).source).toBe('erp');
    const edit = await service.call('PUT', `/products/${code}`, {
      key: service.key,
      json: { source: 'mine' },
    });
    expect(edit.status).toBe(400);
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

describe('2.4 Media item', () => {
  test('id, url /media/<id>, group, file name; the full address is public', async () => {
    const upload = await service.call('POST', '/media', {
      key: service.key,
      json: { image: PNG.toString('base64'), mime: 'image/png', filename: '结构.png', group: '结构式' },
    });
    const { id, url } = upload.body.results;
    expect(url).toBe(`/media/${id}`);
    const [item] = (await service.call('GET', '/media')).body.data;
    expect(item).toMatchObject({ id, url, group: '结构式', filename: '结构.png' });
    const answer = await fetch(service.origin + url);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
  });
});
