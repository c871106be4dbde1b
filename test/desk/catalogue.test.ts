import { serviceOfFile } from '../support/service.js';
import { until } from '../support/until.js';
import { officeOfFile } from './office.js';
import examples from './catalogue.json' with { type: 'json' };

const service = serviceOfFile();
const office = officeOfFile(service);

const codes = async (query: string): Promise<string[]> =>
  (await office.call('GET', `/products${query}`)).body.data.map(({ code }: { code: string }) => code);

describe('products', () => {
  beforeAll(async () => {
    await service.push(examples.products);
    await office.call('POST', '/products', { code: 'BO-1', name_cn: '对乙酰氨基酚', category: '标准品' });
  });

  test('one that is made here has the source back-office, and API readers see it', async () => {
    const { body } = await service.call('GET', '/products/BO-1');
    expect(body.data).toMatchObject({ code: 'BO-1', source: 'back-office', category: '标准品' });
  });

  test('what is typed is judged as an import and the checks would judge it, and nothing is written or logged', async () => {
    const doubts = async (given: object): Promise<[string[], string[]]> => {
      const { status, body } = await office.call('POST', '/product-doubts', given);
      expect(status).toBe(200);
      const { warnings, findings } = body.data;
      return [
        warnings.map(({ field, reason }: Record<string, string>) => `${field} ${reason}`).sort(),
        findings.map(({ check }: { check: string }) => check).sort(),
      ];
    };
    const before = (await office.call('GET', '/actions')).body.total;
    const missing = ['formula_missing', 'image_missing', 'mw_missing', 'name_en_missing'];
    // As the form of a new product is filled; the values of one that is there are not those that are stored.
    expect(await doubts({})).toEqual([[], [...missing, 'cas_missing'].sort()]);
    expect(await doubts({ cas: '50-78-3' })).toEqual([
      ['cas check_digit'],
      [...missing, 'check_digit'].sort(),
    ]);
    const aspirin = { name_cn: '阿司匹灵', name_en: 'Aspirin', cas: '50-78-2', structure_url: '/media/1' };
    const whole = { ...aspirin, formula: 'C9H8O4', mw: 18.016, smiles: 'CCO' };
    const wrong = ['formula structure_formula', 'mw other_weight', 'mw structure_weight'];
    const found = ['other_weight', 'structure_formula', 'structure_weight'];
    expect(await doubts({ code: 'NEW-1', ...whole })).toEqual([
      [...wrong, 'name_cn several_names'],
      [...found, 'several_names'].sort(),
    ]);
    expect(await doubts({ code: 'ERP-1', ...whole })).toEqual([wrong, found]);
    expect(await doubts({ code: 'ERP-1', ...whole, formula: '甲', mw: null, smiles: null })).toEqual([
      ['formula no_formula'],
      ['mw_missing', 'no_formula'],
    ]);
    expect(await doubts({ code: 'ERP-1', mw: 'x' })).toEqual([[], []]);
    expect((await doubts({ code: 'ERP\u200b-1' }))[0]).toContain('code lookalike');
    expect((await doubts({ tags: '甲;甲\u200b' }))[0]).toEqual(['tags lookalike', 'tags lookalike']);
    expect((await office.call('GET', '/products/ERP-1')).body.data).toMatchObject({
      name_cn: '阿司匹林',
      formula: null,
    });
    expect((await office.call('GET', '/actions')).body.total).toBe(before);
  });

  test('the filter "synced" finds those of every key and none of the back office', async () => {
    expect((await codes('?source=synced&sort=code')).sort()).toEqual(['ERP-1', 'ERP_2']);
    expect(await codes('?source=back-office')).toEqual(['BO-1']);
    expect((await codes('?source=erp')).sort()).toEqual(['ERP-1', 'ERP_2']);
    expect(await codes('?source=nobody')).toEqual([]);
  });

  test.each(examples.lists as [string, string[]][])('the list of %s is %j', async (query, wanted) => {
    expect((await codes(`?${query}`)).sort()).toEqual(wanted);
  });

  test('pages and the total fit together in both orders of the code', async () => {
    expect(await codes('?sort=code&page_size=2')).toEqual(['BO-1', 'ERP-1']);
    expect(await codes('?sort=code&page_size=2&page=2')).toEqual(['ERP_2']);
    expect(await codes('?sort=-code')).toEqual(['ERP_2', 'ERP-1', 'BO-1']);
    expect((await office.call('GET', '/products?page_size=1')).body.total).toBe(3);
  });

  test('a text of any length is looked for, in every list', async () => {
    const long = encodeURIComponent('长'.repeat(400));
    for (const path of ['products', 'tags', 'terms', 'media', 'demand', 'deleted-products']) {
      const answer = await office.call('GET', `/${path}?q=${long}`);
      expect([path, answer.status, answer.body.data]).toEqual([path, 200, []]);
    }
  });

  test.each(examples.refused as [object, string, string][])(
    'making %j is refused for %s: %s',
    async (product, path, code) => {
      const answer = await office.call('POST', '/products', product);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({ path, code });
      expect((await service.call('GET', '/products/X')).status).toBe(404);
    },
  );

  test('of two who edit the same field of a product, the second one is refused, and nothing is written', async () => {
    const edit = (description: string | null, was: object) =>
      office.api('PUT', '/products/ERP-1', { description, was });
    const { description } = (await office.call('GET', '/products/ERP-1')).body.data;
    expect((await edit('先', { description })).status).toBe(200);
    const second = await edit('后', { description });
    expect([second.status, second.body.type.split('#')[1]]).toEqual([412, 'changed-meanwhile']);
    expect((await office.call('GET', '/products/ERP-1')).body.data.description).toBe('先');
    expect((await edit(description, { description: '先' })).status).toBe(200);
  });

  test('the values of source and series are listed once each', async () => {
    expect((await office.call('GET', '/product-values?field=source')).body.data).toEqual([
      'back-office',
      'erp',
    ]);
    await service.push([
      { code: 'S1', name_cn: '甲', series: '他汀类' },
      { code: 'S2', name_cn: '乙', series: '他汀类' },
      { code: 'S3', name_cn: '丙', series: '沙坦类' },
    ]);
    const { body } = await office.call('GET', '/product-values?field=series&start=他');
    expect(body.data).toEqual(['他汀类']);
  });
});

describe('names in the other language', () => {
  beforeAll(() =>
    service.push([
      { code: 'T1', name_cn: '布洛芬', name_en: 'Ibuprofen', synonyms: '异丁苯丙酸;Brufen' },
      { code: 'T2', name_cn: '布洛芬', name_en: 'Ibuprofen' },
      { code: 'T3', name_cn: '布洛芬', name_en: 'ibuprofenum' },
    ]),
  );
  const translate = async (text: string, to: string): Promise<unknown> =>
    (await office.call('GET', `/translate?${new URLSearchParams({ text, to }).toString()}`)).body.data;

  test.each(examples.translated)('%s is known to the catalogue in %s as %s', async (text, to, name) => {
    expect(await translate(text, to)).toEqual({ name, origin: 'catalogue' });
  });

  test('what the catalogue does not know stays untranslated while no service is configured', async () => {
    expect(await translate('未知的物质', 'en')).toBeNull();
  });
});

test('a product without an image has the address of a drawing beside its fields', async () => {
  await service.push([{ code: 'D1', name_cn: '甲烷', smiles: 'C' }]);
  for (const path of ['/products?q=D1', '/products/D1']) {
    const { data } = (await office.call('GET', path)).body;
    expect([data].flat()).toEqual([
      expect.objectContaining({
        structure_url: null,
        drawing: expect.stringMatching(/^\/api\/v1\/products\/D1\/structure\.svg\?v=/),
      }),
    ]);
  }
  expect((await office.call('GET', '/products/D1')).body.data.structure).toBe('C');
  const edit = await office.api('PUT', '/products/D1', { inchi: 'InChI=1S/CH4O/c1-2/h2H,1H3', was: {} });
  expect(edit.body.updated_fields).toEqual(['inchi']);
  expect((await office.call('GET', '/products/D1')).body.data.structure).toBe('CO');
  // A page that still shows another one overwrites nothing unseen.
  const late = await office.api('PUT', '/products/D1', { smiles: 'CC', was: { structure: 'C' } });
  expect(late.status).toBe(412);
  expect((await office.api('PUT', '/products/D1', { smiles: 'CC', was: { structure: 'CO' } })).status).toBe(
    200,
  );
  await office.api('DELETE', '/products/batch', { codes: ['D1'] });
});

describe('categories and tags', () => {
  test('a category is added, counted, deleted; products keep it, and the list says so', async () => {
    expect((await office.api('POST', '/categories', { names: ['溶液', '标准品'] })).body).toMatchObject({
      added: 1,
      skipped: 1,
    });
    await service.push([{ code: 'C1', name_cn: '甲', category: '溶液' }]);
    const of = async (name: string): Promise<unknown> =>
      (await office.call('GET', '/categories')).body.data.find(
        (each: { name: string }) => each.name === name,
      );
    expect(await of('溶液')).toEqual({ name: '溶液', name_en: null, products: 1, listed: true });
    await office.api('DELETE', '/categories', { names: ['溶液'] });
    expect(await of('溶液')).toEqual({ name: '溶液', name_en: null, products: 1, listed: false });
    await office.api('DELETE', '/products/batch', { codes: ['C1'] });
    expect(await of('溶液')).toBeUndefined();
  });

  test('tags are found by a part of them, with their counts', async () => {
    await office.api('POST', '/tags', { tags: ['残留溶剂'] });
    const { body } = await office.call('GET', '/tags?q=溶剂');
    expect(body).toEqual({ ok: true, data: [{ tag: '残留溶剂', use_count: 0 }], total: 1 });
  });
});

describe('keys and the sync log', () => {
  test.each(examples.refused_keys as [object, string][])('a key like %j is refused', async (json, path) => {
    const answer = await office.call('POST', '/keys', json);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test('the log is filtered by key, status, method, path and time, and shows one call', async () => {
    const { body: issued } = await office.call('POST', '/keys', { name: 'log' });
    const { key, id } = issued.data;
    await service.call('POST', '/sync/push', { key, json: [{ code: 'L1', name_cn: '甲' }, {}] });
    await service.call('PUT', '/products/L-none', { key, json: {} });
    await service.call('GET', '/tags', { key });
    const paths = async (query: string): Promise<string[]> =>
      (await office.call('GET', `/sync-log?key=${id}&${query}`)).body.data.map(
        ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
      );
    const push = 'POST /api/v1/sync/push';
    const put = 'PUT /api/v1/products/L-none';
    const get = 'GET /api/v1/tags';
    await until(async () => (await paths('')).length >= 3);
    expect((await paths('')).sort()).toEqual([get, push, put]);
    expect((await paths('status=2')).sort()).toEqual([get, push]);
    expect(await paths('status=404')).toEqual([put]);
    expect(await paths('method=GET')).toEqual([get]);
    expect(await paths('path=L-none')).toEqual([put]);
    expect(await paths(`until=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual([]);
    expect((await paths(`since=${new Date(Date.now() - 3_600_000).toISOString()}`)).length).toBe(3);
    const { body } = await office.call('GET', `/sync-log?key=${id}&method=POST`);
    expect(body.total).toBe(1);
    const one = await office.call('GET', `/sync-log/${body.data[0].id}`);
    expect(one.body.data).toMatchObject({
      key_name: 'log',
      status: 200,
      counts: { created: 1, updated: 0, unchanged: 0, invalid: 1 },
    });
    expect((await office.call('GET', '/sync-log/999999999')).status).toBe(404);
  });
});

test('an inquiry is deleted with all that it says of a person, and the log of staff has its number alone', async () => {
  const { body: sent } = await service.call('POST', '/rfq', {
    json: { items: [{ code: 'K1' }], name: '张三', email: 'zhang@example.com', message: '请报价' },
  });
  await office.call('PUT', `/inquiries/${sent.id}`, { note: '张三，已致电' });
  const remove = async () => (await office.call('DELETE', `/inquiries/${sent.id}`)).status;
  expect([await remove(), await remove()]).toEqual([200, 404]);
  expect((await office.call('GET', `/inquiries/${sent.id}`)).status).toBe(404);
  expect(await service.db.any('SELECT FROM inquiry_lines WHERE inquiry_id = $1', [sent.id])).toEqual([]);
  const actions = async (): Promise<any[]> => (await office.call('GET', '/actions')).body.data; // eslint-disable-line @typescript-eslint/no-explicit-any
  const path = `/back-office/api/inquiries/${sent.id}`;
  // They are noted when they have been answered, in any order.
  const noted = async (): Promise<string[]> =>
    (await actions()).flatMap((each) => (each.path === path ? `${each.method} ${each.status}` : []));
  await until(async () => (await noted()).length === 3);
  expect((await noted()).sort()).toEqual(['DELETE 200', 'DELETE 404', 'PUT 200']);
  expect(JSON.stringify(await actions())).not.toMatch(/张三|zhang|请报价/);
});

test('an inquiry of several products has a status for each, is counted while it waits, and is a row for each in the table', async () => {
  await service.push([{ code: 'ASKED', name_cn: '咖啡因', name_en: 'caffeine' }]);
  const items = [
    { code: 'ASKED', quantity: 2, unit: 'g', note: '=1+1' },
    { cas: '50-78-2' },
    { product_name: '没有的', suggested: 'ASKED' },
  ];
  const { body: sent } = await service.call('POST', '/rfq', {
    json: { items, name: '王,芳', email: 'wang@example.com' },
  });
  const open = async (): Promise<number> => (await office.call('GET', '/inquiries/open')).body.data.open;
  const before = await open();
  const { body } = await office.call('GET', `/inquiries/${sent.id}`);
  expect(body.data.known).toEqual([{ code: 'ASKED', names: '咖啡因 · caffeine' }]);
  expect(body.data.lines.map(({ status }: { status: string }) => status)).toEqual(['new', 'new', 'new']);
  const changed = await office.call('PUT', `/inquiries/${sent.id}`, {
    status: 'answered',
    lines: [{ line: 1, status: 'quoted' }, { line: 3, status: 'declined' }],
  }); // prettier-ignore
  expect(changed.body.data.lines).toMatchObject([
    { line: 1, code: 'ASKED', quantity: '2', unit: 'g', status: 'quoted' },
    { line: 2, cas: '50-78-2', status: 'new' },
    { line: 3, product_name: '没有的', status: 'declined' },
  ]);
  expect(await open()).toBe(before - 1);
  // Somebody whose page is older undoes nothing of it unseen.
  const seen = [{ line: 1, status: 'new' }, { line: 2, status: 'new' }]; // prettier-ignore
  const late = [
    { status: 'new', was: { status: 'new' } },
    { note: 'late', was: { note: 'other' } },
    { lines: [{ line: 1, status: 'declined' }], was: { lines: seen } },
  ];
  for (const json of late) expect((await office.call('PUT', `/inquiries/${sent.id}`, json)).status).toBe(412);
  const own = { lines: [{ line: 2, status: 'new' }], was: { note: null, lines: [seen[1]] } };
  expect((await office.call('PUT', `/inquiries/${sent.id}`, own)).status).toBe(200);
  const unknown = await office.call('PUT', `/inquiries/${sent.id}`, {
    status: 'new',
    lines: [{ line: 4, status: 'quoted' }],
  });
  expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: 'lines' }] } });
  expect((await office.call('GET', `/inquiries/${sent.id}`)).body.data.status).toBe('answered');
  const { text } = await office.call('GET', '/inquiries/export?status=answered');
  const rows = text.split('\r\n').filter((row) => row.startsWith(`${sent.id},`));
  expect(rows).toEqual([
    expect.stringMatching(/,answered,"王,芳",,wang@example.com,,,1,quoted,ASKED,,,2,g,,'=1\+1,,,$/),
    expect.stringMatching(/,2,new,,50-78-2,,,,,,,,$/),
    expect.stringMatching(/,3,declined,,,没有的,,,,,ASKED,,$/),
  ]);
  const { body: again } = await office.call('PUT', `/inquiries/${sent.id}`, { status: 'new' });
  expect(again.data).toMatchObject({ answered_at: null, answered_by: null });
});
