import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { until } from '../../support/until.js';
import { startSearch } from '../../search/text/catalogue.js';
import { httpAssistant, PRODUCTS } from './client.js';
import type { Assistant } from './client.js';
import examples from './tools.json' with { type: 'json' };
import { closing, shared } from '../../support/with-own.js';

interface JsonSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
  additionalProperties?: boolean;
}

const service = shared(() => startSearch(PRODUCTS));
let assistant: Assistant;
beforeAll(async () => {
  assistant = await httpAssistant(service.origin);
});

const codesOf = (products: { code: string }[]): string[] => products.map(({ code }) => code);

test('an assistant finds all tools, each with what it takes and what it gives; all but one only read', async () => {
  expect(assistant.client.getServerVersion()).toMatchObject({ name: 'product-data-service' });
  expect(assistant.client.getInstructions()).toContain('resolve_identifiers');
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }): string => name).sort()).toEqual(examples.tools);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    expect(description).toMatch(/[a-z].*\p{Script=Han}/su);
    expect(inputSchema.type).toBe('object');
    expect(outputSchema?.type).toBe('object');
    expect(annotations).toMatchObject({ readOnlyHint: name !== 'request_quote', destructiveHint: false });
  }
  // References are not resolved by every assistant.
  expect(JSON.stringify(tools)).not.toContain('$ref');
});

test.each(['阿司匹林', 'aspirin', '乙酰水杨酸', 'asipilin', '50-78-2', 'PDS-1'])(
  'search finds the product for %s, fetch tells all about it, and its address leads to its page',
  async (query) => {
    const { results } = await assistant.ask('search', { query });
    expect(results[0]).toEqual({
      id: 'PDS-1',
      title: '阿司匹林 / Aspirin (CAS 50-78-2, PDS-1)',
      url: `${service.origin}/products/PDS-1`,
      match: expect.any(String),
    });
    const fetched = await assistant.ask('fetch', { id: results[0].id });
    expect(fetched).toMatchObject({
      id: 'PDS-1',
      title: results[0].title,
      url: results[0].url,
      metadata: { code: 'PDS-1', cas: '50-78-2', mw: 180.16, in_stock: true },
    });
    expect(fetched.text).toMatch(/Chinese name · 中文名称: 阿司匹林\n.*For assay\..*PDS-2 水杨酸/s);
    expect(fetched.metadata).not.toHaveProperty('ai_summary');
  },
);

test('where nothing is exact, an answer says so in both languages', async () => {
  for (const [name, query] of [
    ['search', 'query'],
    ['search_products', 'q'],
  ] as const) {
    const { note, exact } = await assistant.ask(name, { [query]: 'ibuprofin' });
    expect([exact, note]).toEqual([
      false,
      'No exact match; similar names: · 没有完全匹配的产品；相近的名称：',
    ]);
    expect((await assistant.ask(name, { [query]: 'ibupro' })).note).toMatch(
      /^No exact match; names that contain it/,
    );
    expect(await assistant.ask(name, { [query]: 'ibuprofen' })).not.toHaveProperty('note');
    const { items } = await assistant.ask(name, { [query]: 'ibuprofen; nonsenseword' });
    expect(items.map(({ match }: { match: string }) => match)).toEqual(['exact', 'none']);
  }
});

test('the page of a product whose number needs encoding is where its address says', async () => {
  const { results } = await assistant.ask('search', { query: 'ibuprofen' });
  const page = await fetch(results[0].url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('A/B 5');
});

test('list_products leaves what is later than an older write for the next call with changed_since', async () => {
  const { as_of: since } = (await service.call('GET', '/products')).body;
  const changed = async (more = {}) =>
    codesOf((await assistant.ask('list_products', { changed_since: since, ...more })).data);
  const older = await service.db.connect();
  await older.none(`BEGIN; UPDATE products SET updated_at = next_instant() WHERE code = 'PDS-2'`);
  await service.write('PUT', '/products/PDS-1', { mw: 180.16 });
  expect(await changed()).toEqual([]);
  await older.none('COMMIT');
  await older.done();
  expect(await changed()).toEqual(['PDS-2', 'PDS-1']);
});

test('search_products gives what the search of the API gives, filter by filter and page by page', async () => {
  for (const args of [
    { q: '阿司匹林' },
    { q: 'paracetamol', status: 'custom' },
    { in_stock: true },
    { category: '标准品' },
    { series: '阿司匹林', tag: '' },
    { tag: 'HPLC' },
    { page: 2, page_size: 3 },
  ]) {
    const { q = '', ...more } = args as { q?: string };
    const api = await service.search(q, more);
    const found = await assistant.ask('search_products', args);
    expect(found.data.length).toBeGreaterThan(0);
    expect({ ...found, data: codesOf(found.data) }).toEqual({
      data: codesOf(api.data),
      page: api.page,
      page_size: 'page_size' in args ? api.page_size : 10,
      total: api.total,
      total_is_estimate: api.total_is_estimate,
      degraded: false,
      exact: api.exact,
    });
  }
});

test('a product has the 19 fields of the API, with addresses that are whole', async () => {
  const api = (await service.call('GET', '/products/PDS-1')).body;
  const { product, same_cas, series_products } = await assistant.ask('get_product', { code: 'PDS-1' });
  expect(product).toEqual({
    ...api.data,
    structure_url: `${service.origin}/media/1`,
    url: `${service.origin}/products/PDS-1`,
  });
  expect(same_cas).toEqual([]);
  expect(codesOf(series_products)).toEqual(['PDS-2']);
});

test('an assistant is shown the structure of a product, and told where its drawing is', async () => {
  await service.push([{ code: 'D/1', name_cn: '画', smiles: 'CCO' }]);
  const { structure, product } = await assistant.ask('get_product', { code: 'D/1' });
  expect([structure.smiles, product.structure_url]).toEqual(['CCO', null]);
  const drawing = await fetch(structure.drawing_url);
  const drawn = Buffer.from(await drawing.arrayBuffer());
  expect(await assistant.pictures('get_product', { code: 'D/1' })).toEqual([
    { mimeType: 'image/webp', bytes: drawn },
  ]);
  expect(await assistant.pictures('get_product', { code: 'PDS-1' })).toEqual([]);

  // Research assistants read one text.
  const fetched = await assistant.ask('fetch', { id: 'D/1' });
  expect(fetched.text).toContain(`结构绘图: ${structure.drawing_url}`);
  expect(fetched.metadata.drawing_url).toBe(structure.drawing_url);
  expect(await assistant.pictures('fetch', { id: 'D/1' })).toEqual([]);

  // What cannot be drawn is left out.
  await service.db.none(`UPDATE product_structures SET given = 'C1'`);
  expect(await assistant.pictures('get_product', { code: 'D/1' })).toEqual([]);
  await service.write('DELETE', '/products/D%2F1');
});

test('the other forms of a product are told, with what each differs in', async () => {
  await service.push([
    { code: 'LAC-L', name_cn: '乳酸', smiles: 'C[C@H](O)C(=O)O' },
    { code: 'LAC-D', name_cn: '乳酸', smiles: 'C[C@@H](O)C(=O)O' },
  ]);
  const { other_forms } = await assistant.ask('get_product', { code: 'LAC-L' });
  expect(other_forms).toMatchObject([{ code: 'LAC-D', differs_in: ['stereo'], stereo: 'enantiomer' }]);
  expect((await assistant.ask('get_product', { code: 'PDS-1' })).other_forms).toEqual([]);
  await service.db.none(`DELETE FROM products WHERE code IN ('LAC-L', 'LAC-D')`);
});

test('get_product takes a CAS number too, and tells who shares it', async () => {
  const { product, same_cas } = await assistant.ask('get_product', { code: '103-90-2' });
  expect([product.code, ...same_cas]).toEqual(['PDS-3', 'PDS-4']);
});

test('a product that is not there is a tool error that names it', async () => {
  expect(await assistant.refusal('get_product', { code: 'NONE-1' })).toContain('"NONE-1"');
  expect(await assistant.refusal('fetch', { id: '1-1-1' })).toContain('"1-1-1"');
});

test('25 names and numbers are resolved in their order, each with how it was found', async () => {
  const expected = examples.resolved as [string, string, string | null][];
  const filled = [...expected, ...Array.from({ length: 8 }, () => expected[0]!)];
  const { results } = await assistant.ask('resolve_identifiers', {
    identifiers: filled.map(([text]) => text),
  });
  expect(
    results.map((each: { identifier: string; match: string; product: { code: string } | null }) => [
      each.identifier,
      each.match,
      each.product?.code ?? null,
    ]),
  ).toEqual(filled.map(([text, ...rest]) => [text.trim(), ...rest]));
});

test('an identifier that several products answer to names the others', async () => {
  const { results } = await assistant.ask('resolve_identifiers', { identifiers: ['103-90-2'] });
  expect(results).toEqual([
    {
      index: 0,
      identifier: '103-90-2',
      reason: 'several_products',
      match: 'exact',
      product: {
        code: 'PDS-3',
        name_cn: '对乙酰氨基酚',
        name_en: 'Paracetamol',
        cas: '103-90-2',
        formula: null,
        mw: null,
        status: 'futures',
        in_stock: false,
        url: `${service.origin}/products/PDS-3`,
      },
      others: ['PDS-4'],
    },
  ]);
});

test.each([
  ['quotation marks, which JSON writes as two characters', '"'],
  ['rare characters, which are two units', '\u{20bb7}'],
])('the largest products, of %s, leave an answer within 12,000 characters', async (_, character) => {
  const largest = closing(
    await startSearch(
      Array.from({ length: 25 }, (_each, n) => ({
        code: `${n + 10}${character.repeat(28)}`,
        name_cn: character.repeat(200),
        name_en: character.repeat(200),
        synonyms: character.repeat(300),
        cas: character.repeat(40),
        formula: character.repeat(60),
        mw: 1234.5678,
        series: character.repeat(50),
        structure_url: `https://example.com/${'x'.repeat(480)}`,
        description: character.repeat(1000),
        ai_summary: character.repeat(4000),
        description_en: character.repeat(1000),
        ai_summary_en: character.repeat(4000),
        tags: character.repeat(300),
      })),
    ),
  );
  const reader = await httpAssistant(largest.origin);
  const code = `10${character.repeat(28)}`;
  const one = await reader.ask('get_product', { code });
  expect(JSON.stringify(one).length).toBeLessThanOrEqual(12_000);
  expect(one).toMatchObject({ product: { code }, same_cas_truncated: true, series_count: 24 });
  expect([one.same_cas.length, one.series_products.length]).toEqual([20, 20]);
  expect(one.product.ai_summary).toMatch(new RegExp(`^(${character})+…$`, 'u'));

  const page = await reader.ask('search_products', { page_size: 20 });
  expect(JSON.stringify(page).length).toBeLessThanOrEqual(12_000);
  expect(page.data.length).toBeGreaterThan(1);
  expect([page.data.length + page.omitted, page.total]).toEqual([20, 25]);
  const small = await reader.ask('search_products', { page_size: 2 });
  expect([small.data.length, small.omitted]).toEqual([2, undefined]);
});

test('a usual product is told whole, with as many of its series as there are', async () => {
  const text = '一段说明。'.repeat(100);
  await service.push([
    { code: 'LONG-1', name_cn: '长说明', description: text, ai_summary: text, series: '长系列' },
    ...Array.from({ length: 21 }, (_, n) => ({ code: `LONG-${n + 2}`, name_cn: '长说明', series: '长系列' })),
  ]);
  const { product, ...others } = await assistant.ask('get_product', { code: 'LONG-1' });
  expect([product.description, product.ai_summary]).toEqual([text, text]);
  expect(others).toMatchObject({ series_count: 21, series_products_truncated: true });
  expect(codesOf(others.series_products)).toHaveLength(20);
});

test('list_categories gives the categories of the API, with their English names', async () => {
  const api = (await service.call('GET', '/categories')).body;
  expect(await assistant.ask('list_categories')).toEqual({
    categories: api.data,
    english: expect.objectContaining({ 标准品: 'Reference standards' }),
  });
  const { english } = await assistant.ask('get_product', { code: 'PDS-1' });
  expect(english).toMatchObject({ 标准品: 'Reference standards' });
});

test('a filter takes the English name that answers show; one of several values is refused', async () => {
  const counted = async (filters: object): Promise<number> =>
    (await assistant.ask('list_products', filters)).total;
  expect(await counted({ category: '标准品' })).toBeGreaterThan(0);
  expect(await counted({ category: 'reference standard' })).toBe(await counted({ category: '标准品' }));
  for (const name of ['list_products', 'search_products']) {
    const listed = async (category: string) => codesOf((await assistant.ask(name, { category })).data);
    expect(await listed('Reference standards')).toEqual(await listed('标准品'));
  }
  await service.db.none(
    `INSERT INTO terms (kind, value, name_en) VALUES ('series', '甲类', 'Twin series'), ('series', '乙类', 'Twin series')`,
  );
  const refused = () => assistant.refusal('list_products', { series: 'Twin series' }).catch(() => '');
  await until(async () => /series: is the name of (甲类, 乙类|乙类, 甲类)/.test(await refused()));
});

test.each([
  ...(examples.refused as [string, string, object, string][]),
  ['201 identifiers', 'resolve_identifiers', { identifiers: Array(201).fill('PDS-1') }, 'at most 200'],
])('%s is a tool error that says so', async (_, name, args, says) => {
  expect(await assistant.refusal(name, args)).toMatch(new RegExp(says));
});

test.each([
  ...(examples.meant as [string, string, object, object][]),
  ['more numbers than a name has room for', 'resolve_identifiers', { identifiers: 'PDS-1; '.repeat(40) }, { identifiers: Array(40).fill('PDS-1') }],
])('%s: the same answer as to what was meant', async (_, name, args, meant) => {
  expect(await assistant.ask(name, args)).toEqual(await assistant.ask(name, meant));
}); // prettier-ignore

test('an argument that a tool does not know is told in its answer', async () => {
  const plain = await assistant.ask('search_products', { q: '阿司匹林' });
  expect(await assistant.ask('search_products', { q: '阿司匹林', size: 5, brand: 'x' })).toEqual({
    ignored_arguments: ['size', 'brand'],
    ...plain,
  });
});

test('schemas compile in strict mode, say what each argument is, and which are required', async () => {
  const { tools } = await assistant.client.listTools();
  for (const { name, inputSchema, outputSchema } of tools) {
    const ajv = addFormats.default(new Ajv({ strict: true, allowUnionTypes: true }));
    for (const schema of [inputSchema, outputSchema!]) expect(() => ajv.compile(schema)).not.toThrow();
    const { properties = {}, required, additionalProperties } = inputSchema as unknown as JsonSchema;
    expect([name, required, additionalProperties]).toEqual([name, expect.any(Array), false]);
    for (const [property, { description }] of Object.entries(properties))
      expect([name, property, description]).toEqual([name, property, expect.any(String)]);
  }
});

test('lists leave out synonyms, which get_product has', async () => {
  const { data } = await assistant.ask('search_products', { q: 'PDS-1' });
  expect(data[0]).not.toHaveProperty('synonyms');
  expect((await assistant.ask('get_product', { code: 'PDS-1' })).product.synonyms).toMatch(/乙酰水杨酸/);
});
