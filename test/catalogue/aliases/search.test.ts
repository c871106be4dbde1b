import { startSearch } from '../../search/text/catalogue.js';
import { shared } from '../../support/with-own.js';
import examples from './search.json' with { type: 'json' };

const service = shared(() => startSearch(examples.products));
beforeAll(async () => {
  for (const alias of examples.aliases)
    await service.db.none(
      `INSERT INTO aliases (cas, code, text, lang, kind, source) VALUES ($1, $2, $3, $4, $5, 'test')`,
      alias,
    );
  await service.index();
});

type Found = { code: string; match: string; explain: { tier: string; alias?: string } };
const search = async (q: string): Promise<Found[]> => (await service.search(q, { explain: true })).data;

test.each(examples.named)('%s names its product: %s', async (_what, query, code, alias) => {
  const [first] = await search(query);
  expect(first).toMatchObject({ code, match: 'exact', explain: { tier: 'alias', alias } });
});

test('a Chinese alias is like a text with one wrong character, or one that sounds the same', async () => {
  for (const slip of ['必理桶', '必理丹'])
    expect((await search(slip))[0]).toMatchObject({ code: 'P-1', match: 'similar' });
});

test('every product with the CAS number is found, those in stock first', async () => {
  const named = (await search('Acetylsalicylsäure')).filter(({ explain }) => explain.tier === 'alias');
  expect(named.map(({ code }) => code)).toEqual(['P-3', 'P-2']);
});

test('an alias comes before the name that a supplier gave another substance, which stays exact', async () => {
  expect((await search('泰诺')).map(({ code, match, explain }) => [code, match, explain.tier])).toEqual([
    ['P-1', 'exact', 'alias'],
    ['P-4', 'exact', 'name'],
  ]);
});

test('an alias is never among the fields of a product', async () => {
  const detail = await service.call('GET', '/products/P-1');
  expect(detail.text).not.toMatch(/tylenol|必理通/i);
  expect((await service.search('tylenol')).data[0]).toEqual({ ...detail.body.data, match: 'exact' });
});

test('the beginning of an alias, and one with a typing error, find its product after surer readings', async () => {
  expect((await search('tyle'))[0]).toMatchObject({
    code: 'P-1',
    match: 'partial',
    explain: { tier: 'alias_start' },
  });
  expect((await search('tylenoll'))[0]).toMatchObject({
    code: 'P-1',
    match: 'similar',
    explain: { tier: 'spelling' },
  });
});

test('an alias with another sign than the text is similar, not exact', async () => {
  expect((await search('(+)-lye'))[0]).toMatchObject({ code: 'P-5', match: 'exact' });
  expect((await search('(-)-lye'))[0]).toMatchObject({ code: 'P-5', match: 'similar' });
});

test('the second page tells the alias too', async () => {
  const { data } = await service.search('Acetylsalicylsäure', { explain: true, page: 2, page_size: 1 });
  expect(data[0]).toMatchObject({
    code: 'P-2',
    match: 'exact',
    explain: { tier: 'alias', alias: 'Acetylsalicylsäure' },
  });
});

test('an impurity is found by an alias of its parent', async () => {
  expect((await search('Tylenol EP impurity K'))[0]).toMatchObject({
    code: 'P-7',
    explain: { tier: 'impurity' },
  });
});

test('an impurity is found by the brand of a parent that no product is', async () => {
  expect((await search('Januvia EP impurity C'))[0]).toMatchObject({ code: 'P-8', match: 'exact' });
  const { body } = await service.call('POST', '/products/resolve', {
    json: { identifiers: ['Januvia EP impurity C'] },
  });
  expect(body.data[0]).toMatchObject({ product: { code: 'P-8' }, match: 'exact' });
});

test('suggestions offer the alias that was meant, and its product', async () => {
  const suggest = async (q: string): Promise<object[]> =>
    (await service.call('GET', `/products/suggest?q=${encodeURIComponent(q)}`)).body.data;
  expect((await suggest('必理'))[0]).toEqual({ text: '必理通', kind: 'alias', code: 'P-1' });
  expect((await suggest('Tylenol'))[0]).toEqual({ text: 'Tylenol®', kind: 'alias', code: 'P-1' });
  // An abbreviation of the service's own table as well.
  expect((await suggest('DMSO'))[0]).toEqual({ text: 'DMSO', kind: 'alias', code: 'P-9' });
  expect((await suggest('para'))[0]).toEqual({ text: 'paracetamol', kind: 'name_en', code: 'P-1' });
});
