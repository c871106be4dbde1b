import { startSearch } from '../../search/text/catalogue.js';
import { shared } from '../../support/with-own.js';

const PRODUCTS = [
  { code: 'P-1', name_cn: '对乙酰氨基酚', name_en: 'paracetamol', cas: '103-90-2', stock: 1 },
  { code: 'P-2', name_cn: '阿司匹林', name_en: 'aspirin', synonyms: '乙酰水杨酸', cas: '50-78-2' },
  { code: 'P-3', name_cn: '阿司匹林', name_en: 'aspirin, second grade', cas: '50-78-2', stock: 1 },
  { code: 'P-4', name_cn: '泰诺', name_en: 'another substance of that name', cas: '1-00-0' },
  { code: 'P-5', name_cn: '氢氧化钠', name_en: 'sodium hydroxide', cas: '1310-73-2' },
  { code: 'P-6', name_cn: '混合物', name_en: 'in-house mixture' },
  { code: 'P-7', name_cn: '对乙酰氨基酚杂质K', name_en: 'Paracetamol EP Impurity K', cas: '123-30-8' },
  { code: 'P-8', name_cn: '西格列汀EP杂质C', name_en: 'Sitagliptin EP Impurity C' },
  { code: 'P-9', name_cn: '二甲基亚砜', name_en: 'dimethyl sulfoxide', cas: '67-68-5' },
];

const ALIASES: [cas: string | null, code: string | null, text: string, lang: string | null, kind: string][] =
  [
    ['103-90-2', null, '必理通', 'zh', 'brand'],
    ['103-90-2', null, '泰诺', 'zh', 'brand'],
    ['103-90-2', null, '乙醯胺酚', 'zh-TW', 'foreign'],
    ['103-90-2', null, 'Tylenol®', 'en', 'brand'],
    ['103-90-2', null, 'CID 1983', null, 'identifier'],
    ['103-90-2', null, '203-157-5', null, 'identifier'],
    ['103-90-2', null, 'RZVAJINKPMORJF-UHFFFAOYSA-N', null, 'identifier'],
    ['50-78-2', null, 'Acetylsalicylsäure', 'de', 'foreign'],
    ['50-78-2', null, 'アセチルサリチル酸', 'ja', 'foreign'],
    ['50-78-2', null, '아세틸살리실산', 'ko', 'foreign'],
    ['50-78-2', null, 'Ацетилсалициловая кислота', 'ru', 'foreign'],
    ['1310-73-2', null, '苛性钠', 'zh', 'old'],
    [null, 'P-6', 'Blend "Nr. 5"', null, 'trade'],
    ['1310-73-2', null, '(+)-Lye', 'en', 'trade'],
    ['999-99-9', null, 'Tylenolum', 'la', 'foreign'],
    ['486460-32-6', null, 'Januvia', 'en', 'brand'],
    ['486460-32-6', null, 'sitagliptin', 'en', 'trade'],
    ['67-68-5', null, 'DMSO', 'en', 'trade'],
  ];

const service = shared(() => startSearch(PRODUCTS));
beforeAll(async () => {
  for (const alias of ALIASES)
    await service.db.none(
      `INSERT INTO aliases (cas, code, text, lang, kind, source) VALUES ($1, $2, $3, $4, $5, 'test')`,
      alias,
    );
  await service.index();
});

type Found = { code: string; match: string; explain: { tier: string; alias?: string } };
const search = async (q: string): Promise<Found[]> => (await service.search(q, { explain: true })).data;

test.each([
  ['a Chinese brand', '必理通', 'P-1', '必理通'],
  ['a brand in any case, without its sign', 'TYLENOL', 'P-1', 'Tylenol®'],
  ['a brand with a form of medicine', 'tylenol tablets', 'P-1', 'Tylenol®'],
  ['the name of another region', '乙醯胺酚', 'P-1', '乙醯胺酚'],
  ['the same in simplified characters', '乙酰胺酚', 'P-1', '乙醯胺酚'],
  ['German', 'acetylsalicylsäure', 'P-3', 'Acetylsalicylsäure'],
  ['German without umlauts', 'Acetylsalicylsaeure', 'P-3', 'Acetylsalicylsäure'],
  ['Japanese', 'アセチルサリチル酸', 'P-3', 'アセチルサリチル酸'],
  ['Japanese in half width', 'ｱｾﾁﾙｻﾘﾁﾙ酸', 'P-3', 'アセチルサリチル酸'],
  ['Korean', '아세틸살리실산', 'P-3', '아세틸살리실산'],
  ['Russian', 'АЦЕТИЛСАЛИЦИЛОВАЯ кислота', 'P-3', 'Ацетилсалициловая кислота'],
  ['an old name', '苛性鈉', 'P-5', '苛性钠'],
  ['a number of PubChem', 'PubChem CID: 1983', 'P-1', 'CID 1983'],
  ['a number of the European list', 'EINECS No. 203-157-5', 'P-1', '203-157-5'],
  ['an InChI key', 'InChIKey=RZVAJINKPMORJF-UHFFFAOYSA-N', 'P-1', 'RZVAJINKPMORJF-UHFFFAOYSA-N'],
  ['an alias of one product by its number', 'blend nr. 5', 'P-6', 'Blend "Nr. 5"'],
])('%s names its product: %s', async (_what, query, code, alias) => {
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
