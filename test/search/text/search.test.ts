import { FIELD_NAMES } from '../../../src/catalogue/products/fields.js';
import { shared } from '../../support/with-own.js';
import { startSearch } from './catalogue.js';
import examples from './search.json' with { type: 'json' };

const { products: PRODUCTS } = examples;

const service = shared(() => startSearch(PRODUCTS));

const codes = async (q: string, more = {}): Promise<string[]> =>
  (await service.search(q, more)).data.map((product: { code: string }) => product.code);

test('the answer has the envelope of a search, and each product its 19 fields in their order and its match', async () => {
  const body = await service.search('aspirin');
  expect(Object.keys(body)).toEqual(['ok', 'query', 'data', 'page', 'page_size', 'total', 'total_is_estimate', 'took_ms', 'degraded', 'exact']);
  expect(String(body.took_ms)).toMatch(/^\d+(\.\d)?$/);
  expect(body).toMatchObject({ ok: true, query: 'aspirin', page: 1, page_size: 20, degraded: false });
  expect(body.data.length).toBeGreaterThan(0);
  for (const product of body.data) expect(Object.keys(product)).toEqual([...FIELD_NAMES, 'match']);
  const detail = await service.call('GET', '/products/S-1');
  expect(body.data[0]).toEqual({ ...detail.body.data, match: 'exact' });
}); // prettier-ignore

test.each([
  ['aspirin', true, 'exact'],
  ['乙酰水杨酸', true, 'exact'],
  ['C9H8O4', true, 'exact'],
  ['asp', false, 'partial'],
  ['甲基亚砜', false, 'partial'],
  ['asprin', false, 'similar'],
  ['methanol-d3', false, 'similar'],
  ['zzzzzz', false, undefined],
])('%s: whether anything is named exactly, and how surely the first is meant', async (q, exact, match) => {
  const body = await service.search(q);
  expect([body.exact, body.data[0]?.match]).toEqual([exact, match]);
});

test('a later page knows too that the first product is named exactly', async () => {
  const { exact, data } = await service.search('methanol', { page: 2, page_size: 1 });
  expect([exact, data.map(({ match }: { match: string }) => match)]).toEqual([true, ['partial']]);
});

test.each(examples.kinds)('%s finds its product first: %s', async (_what, query, code) => {
  expect((await codes(query))[0]).toBe(code);
});

test.each([
  ['布洛芬杂质A', []],
  ['ibuprofen impurity A', []],
  ['阿斯匹林杂质A', ['S-2']],
  ['asprin EP impurity B', ['S-2']],
])('of %s no impurity of another substance is an answer', async (query, found) => {
  const impurities = (await codes(query)).filter((code) => code === 'S-2' || code === 'S-3');
  expect(impurities).toEqual(expect.arrayContaining(found));
  if (found.length === 0) expect(impurities).toEqual([]);
});

test('the impurity of one book is never taken for that of another', async () => {
  for (const [book, own, other] of [
    ['EP', 'S-2', 'S-3'],
    ['USP', 'S-3', 'S-2'],
  ]) {
    const { data } = await service.search(`impurity A ${book} of aspirin`, { explain: true });
    const tierOf = (code: string): string | undefined =>
      data.find((product: { code: string }) => product.code === code)?.explain.tier;
    expect(tierOf(own!)).toBe('impurity');
    expect(tierOf(other!)).not.toBe('impurity');
  }
});

test.each(examples.mended)(
  'a CAS number %s is mended, and the answer says so: %s',
  async (_what, query, cas, code) => {
    const { data, did_you_mean } = await service.search(query, { explain: true });
    expect(data[0]).toMatchObject({ code, explain: { tier: 'mended' } });
    expect(did_you_mean).toContain(cas);
  },
);

test('a number that a product has, or that is right in itself, is not mended', async () => {
  for (const query of ['50-78-2', '5O-78-2', '64-17-5', '50-78', 'aspirin', 'C9H8O4'])
    expect((await service.search(query)).did_you_mean).toBeUndefined();
  expect((await service.search('50-78-3', { in_stock: true })).data).toEqual([]);
});

test.each(['caffeine aspirin', '咖啡因 甲醇'])(
  '%s is no list: it may be a compound of both',
  async (query) => {
    const { data, exact, items } = await service.search(query);
    expect([data.length > 0, exact, items]).toEqual([true, false, undefined]);
  },
);

test.each(examples.lists as [string, string, (string | null)[]][])(
  'a list %s is answered item by item',
  async (_what, query, expected) => {
    const { data, items, total, exact } = await service.search(query);
    expect(items.map(({ code }: { code: string | null }) => code)).toEqual(expected);
    const found = [...new Set(expected.filter((code) => code !== null))];
    expect(data.map(({ code }: { code: string }) => code)).toEqual(found);
    expect([total, exact]).toEqual([found.length, true]);
  },
);

test('a list tells how surely each item is meant, and what was mended', async () => {
  const { items, did_you_mean } = await service.search('caffeine; 103-90-3; caffein; zzzzzz');
  expect(items).toEqual([
    { text: 'caffeine', code: 'S-4', match: 'exact' },
    { text: '103-90-3', code: 'S-7', match: 'similar' },
    { text: 'caffein', code: 'S-4', match: 'partial' },
    { text: 'zzzzzz', code: null, match: 'none' },
  ]);
  expect(did_you_mean).toEqual(['103-90-2']);
});

test('a page, a filter and facets of a list are those of its products', async () => {
  const query = 'aspirin; caffeine; methanol';
  expect(await codes(query, { page: 2, page_size: 2 })).toEqual(['S-8']);
  expect(await codes(query, { in_stock: true })).toEqual(['S-4', 'S-8']);
  const { facets } = await service.search(query, { facets: true });
  expect([facets.in_stock, facets.series]).toEqual([{ true: 2, false: 1 }, { 阿司匹林: 1 }]);
});

test('names with commas are no lists', async () => {
  for (const query of examples.no_lists) expect((await service.search(query)).items).toBeUndefined();
});

test.each(examples.wishes)('%s around a product does not hide it: %s', async (_what, query, code) => {
  const { data, exact } = await service.search(query);
  expect([data[0].code, exact]).toEqual([code, true]);
});

test.each(examples.beside_numbers)(
  '%s: a number beside the main name of another product is not exact',
  async (q, match) => {
    const [first] = (await service.search(q)).data;
    expect([first.code, first.match]).toEqual(['S-4', match]);
  },
);

test('a molecular weight finds the products of that weight', async () => {
  for (const query of ['MW 180.16', '180.2 g/mol', '分子量：180'])
    expect(await codes(query)).toEqual(['S-1']);
  expect(await codes('mw 181')).toEqual([]);
});

test('a CAS number that no product has finds nothing', async () => {
  expect(await codes('64-17-5')).toEqual([]);
});

test.each(['kafein', 'rnethanol', '咖啡困', '(+)-caffeine (caffeine)'])(
  '%s: a slip or another sign is never exact',
  async (q) => {
    const { exact, data } = await service.search(q);
    expect([exact, data[0].match]).toEqual([false, 'similar']);
  },
);

test('what only sounds like a text that names a product is found by its words all the same', async () => {
  expect(await codes('dowtherm')).toEqual(['S-10', 'S-11']);
});

test('where no product has all the words, one that has some of them is found, as similar', async () => {
  const { data } = await service.search('hot zzyzx');
  expect(data.map(({ code, match }: Record<string, string>) => [code, match])).toEqual([['S-11', 'similar']]);
});

test('among equals those in stock come first, then the shorter name', async () => {
  expect(await codes('methan')).toEqual(['S-8', 'S-9']);
  // Of what begins so, an impurity comes last, in stock or not.
  expect((await codes('阿司')).slice(-1)).toEqual(['S-3']);
});

test('without words everything is listed, in stock first', async () => {
  for (const q of ['', '  ', '?!']) {
    const body = await service.search(q);
    expect(body).toMatchObject({ total: PRODUCTS.length, total_is_estimate: false });
    const stock = body.data.map((product: { in_stock: boolean }) => product.in_stock);
    expect(stock).toEqual([...stock].sort((a, b) => Number(b) - Number(a)));
  }
});

test('filters hold to the letter, alone and together', async () => {
  expect((await codes('', { in_stock: true })).sort()).toEqual(['S-2', 'S-3', 'S-4', 'S-8', 'S-9']);
  expect((await codes('', { in_stock: '0' })).length).toBe(PRODUCTS.length - 5);
  expect((await codes('', { category: '标准品' })).sort()).toEqual(['S-3', 'S-4']);
  expect(await codes('', { category: '標準品' })).toEqual([]);
  expect(await codes('', { category: 'no such' })).toEqual([]);
  expect((await codes('', { status: 'off' })).sort()).toEqual(['S-6']);
  expect((await codes('', { series: '阿司匹林' })).sort()).toEqual(['S-1', 'S-2', 'S-3']);
  expect(await codes('', { tag: 'HPLC' })).toEqual(['S-1']);
  expect(await codes('', { tag: 'hplc' })).toEqual(['S-2']);
  expect(await codes('', { tag: 'HPL' })).toEqual([]);
  expect(await codes('阿司匹林', { in_stock: true, tag: 'EP' })).toEqual(['S-2']);
  expect(await codes('caffeine', { category: '标准品' })).toEqual(['S-4']);
});

test('several values of a filter find what any of them finds; ranges of weight include their ends', async () => {
  const of = async (more: Record<string, string>): Promise<string[]> => (await codes('', more)).sort();
  const either = new Set([...(await of({ category: '标准品' })), ...(await of({ category: '杂质对照品' }))]);
  expect(await of({ category_in: '标准品; 杂质对照品' })).toEqual([...either].sort());
  expect(await of({ category: '标准品', category_in: '杂质对照品' })).toEqual([...either].sort());
  expect(await of({ tag_in: 'HPLC;hplc' })).toEqual(['S-1', 'S-2']);
  expect(await of({ tag_in: 'HPLC;hplc', status_in: 'in_stock;off' })).toEqual(['S-2']);
  expect(await of({ tag: 'HPLC,hplc', status: 'in_stock,off' })).toEqual(['S-2']);
  expect(await of({ category: '标准品,杂质对照品' })).toEqual([...either].sort());
  expect(await of({ series_in: '阿司匹林' })).toEqual(await of({ series: '阿司匹林' }));
  expect(await of({ series_in: '阿司\\;匹林' })).toEqual([]);
  const weights = PRODUCTS.flatMap((product) => ('mw' in product ? Number(product.mw) : [])).sort(
    (a, b) => a - b,
  );
  const [least, most] = [weights[0]!, weights.at(-1)!];
  expect((await of({ mw_min: String(least), mw_max: String(most) })).length).toBe(weights.length);
  expect((await of({ mw_min: String(most + 1) })).length).toBe(0);
  for (const [name, value] of [
    ['status_in', 'in_stock;gone'],
    ['tag_in', Array.from({ length: 21 }, (_, n) => n).join(';')],
    ['mw_min', '-1'],
    ['sort', 'price'],
  ]) {
    const { status, body } = await service.call(
      'GET',
      `/products/search?${name}=${encodeURIComponent(value!)}`,
    );
    expect([status, body.errors[0].path.split('.')[0]]).toEqual([400, name]);
  }
});

test.each(['', '阿司匹林'])('what "%s" finds is put in the order that is asked for', async (q) => {
  const found = (await codes(q)).sort();
  const order: Record<string, string> = {
    code: 'code',
    mw: 'mw NULLS LAST, code',
    '-mw': 'mw DESC NULLS LAST, code',
    newest: 'id DESC',
  };
  for (const [sort, columns] of Object.entries(order)) {
    const wanted = await service.db.map(
      `SELECT code FROM products WHERE code = ANY($1) ORDER BY ${columns}`,
      [found],
      ({ code }) => code as string,
    );
    const pages = [await codes(q, { sort, page_size: 2 }), await codes(q, { sort, page_size: 2, page: 2 })];
    expect([sort, ...pages]).toEqual([sort, wanted.slice(0, 2), wanted.slice(2, 4)]);
  }
});

test('facets of a field that is filtered by count as if it were not, so that another value can be added', async () => {
  const { facets, total } = await service.search('', {
    facets: true,
    status: 'in_stock',
    series: '阿司匹林',
  });
  expect([total, facets.series]).toEqual([2, { 阿司匹林: 2 }]);
  expect(facets.status).toEqual({ in_stock: 2, futures: 1 });
  expect(facets.in_stock).toEqual({ true: 2, false: 1 });
  const inStock = await service.search('阿司匹林', { facets: true, in_stock: true });
  expect(inStock.facets.status).toEqual({ in_stock: 2, futures: 1 });
  const list = await service.search('S-1; S-2', { facets: true, category: '标准品' });
  expect([list.total, list.facets.category]).toEqual([0, { 杂质对照品: 2 }]);
});

test('facets count all that was found', async () => {
  const { facets } = await service.search('', { facets: true });
  expect(facets).toEqual({
    category: { 杂质对照品: 10, 标准品: 2 },
    series: { 阿司匹林: 3 },
    tag: { HPLC: 1, 镇痛: 1, EP: 1, hplc: 1, USP: 1 },
    status: { in_stock: 5, futures: 6, off: 1 },
    in_stock: { true: 5, false: 7 },
  });
  const narrowed = await service.search('阿司匹林', { facets: true, series: '阿司匹林' });
  expect(narrowed.facets.status).toEqual({ in_stock: 2, futures: 1 });
  expect((await service.search('aspirin')).facets).toBeUndefined();
});

test('explain tells the reading, the place and the rule that decided', async () => {
  const { data } = await service.search('50-78-2', { explain: true });
  expect(data[0].explain).toEqual({ tier: 'cas', position: 1, rule: 'number' });
  const ruleOf = async (q: string) => (await service.search(q, { explain: true })).data[0].explain.rule;
  const rules = await Promise.all(['aspirin', 'asprin', '阿司匹'].map(ruleOf));
  expect(rules).toEqual(['main_name', 'alike', 'part']);
  expect((await service.search('asp', { explain: true })).data[0].explain.tier).toBe('name_start');
});

test.each(examples.refused)('%s is a 400 that names the parameter', async (query, path) => {
  const answer = await service.call('GET', `/products/search?${query}`);
  expect(answer.status).toBe(400);
  expect(answer.body.errors[0].path).toBe(path);
});

test('whatever is typed is answered', async () => {
  const odd = ['%', '_', '*', '-', '"', "'", '\\', '(((', 'NOT', 'a AND b', '😀', '\ud83d', 'a'.repeat(3_000), '甲'.repeat(600), '$(q)', 'k_exact = 1', ';DROP TABLE products'];
  for (const q of odd) expect(await service.search(q)).toMatchObject({ ok: true, degraded: false });
}); // prettier-ignore

describe('suggestions', () => {
  const suggest = async (q: string): Promise<{ text: string; kind: string; code: string }[]> =>
    (await service.call('GET', `/products/suggest?q=${encodeURIComponent(q)}`)).body.data;

  test.each(examples.suggested as [string, object][])('%s', async (typed, expected) => {
    expect((await suggest(typed))[0]).toEqual(expected);
  });

  test('offer what is asked for before a shorter name', async () => {
    expect((await suggest('kaf'))[0]).toEqual({ text: '咖啡因', kind: 'name_cn', code: 'S-4' });
    // In stock, and so likelier; the other name is as short.
    expect((await suggest('caffeine'))[0]!.code).toBe('S-4');
    expect((await suggest('kf'))[0]).toMatchObject({ text: '咖啡因' });
    expect((await suggest('DM'))[0]).toMatchObject({ code: 'S-6' });
  });

  test('are of withdrawn products last, but of the one whose number is typed', async () => {
    const named = (status: string, name: string, english: string) => Array.from({ length: 25 }, (_, i) => ({ code: `${status}-${i}`, name_cn: `${name}${i}`, name_en: `${english}${i}`, status })); // prettier-ignore
    await service.push([...named('off', '硫唑', 'thiazole '), ...named('futures', '硫唑嘌呤的有关物质对照品之', '硫唑嘌呤的有关物质对照品之')]); // prettier-ignore
    await service.index();
    for (const { code } of await suggest('硫唑')) expect(code).toMatch(/^futures-/);
    expect((await suggest('off-2'))[0]!.code).toBe('off-2');
  });

  test('are ten at most, each text once, and none for nothing', async () => {
    for (const typed of ['a', '酸', 'm', '1']) {
      const texts = (await suggest(typed)).map(({ text }) => text);
      expect(texts.length).toBeLessThanOrEqual(10);
      expect(new Set(texts).size).toBe(texts.length);
    }
    expect(await suggest('')).toEqual([]);
    expect(await suggest('zzzzzz')).toEqual([]);
  });
});
