import { indexerOfFile } from '../../support/indexer.js';
import { serviceOfFile } from '../../support/service.js';
import examples from './forms.json' with { type: 'json' };

// What a product is called by its synonyms is believed only as far as its structure allows.

const service = serviceOfFile();
indexerOfFile(service);
/** Pushes products, and waits until they are searchable. */
const index = (products: object[]) => service.write('POST', '/sync/push', products, { Prefer: 'wait=30' });
beforeAll(async () => {
  await index(examples.ibuprofens);
});

/** @param size of the page: an answer of another size is not in the cache */
async function matches(q: string, size = 20): Promise<Record<string, string>> {
  const { body } = await service.call('GET', `/products/search?q=${encodeURIComponent(q)}&page_size=${size}`);
  expect(body.degraded).toBe(false);
  return Object.fromEntries(body.data.map(({ code, match }: Record<string, string>) => [code, match]));
}

test('of what a text mainly names, other substances with its name as a synonym are similar', async () => {
  expect(await matches('ibuprofen')).toEqual({
    RAC: 'exact',
    SAME: 'exact',
    S: 'similar',
    SALT: 'similar',
    MIX: 'similar',
    // Nothing is said against what has no structure.
    BARE: 'exact',
  });
});

test('of those that are called so in the same way, those are meant that an alias calls so as well', async () => {
  await index(examples.oxides);
  const aliases = [
    { cas: '1317-38-0', text: '氧化铜' },
    { cas: '100-97-0', text: '乌洛托品' },
    { cas: '79-33-4', text: 'L-(+)-lactic acid' },
    { cas: '10034-99-8', text: 'Epsom salt' },
    { cas: '357-57-3', text: '马钱子碱' },
  ];
  await service.write('PUT', '/aliases', { aliases }, { Prefer: 'wait=30' });
  expect(await matches('氧化铜')).toEqual({ CUO: 'exact', CU2O: 'similar' });
  expect(await matches('乌洛托品')).toEqual({ HEX: 'exact', CYS: 'similar' });
  // A salt that is called as its acid is by its supplier.
  expect(await matches('L-(+)-lactic acid')).toEqual({ LAC: 'exact', ZN: 'similar' });
  // So is a main name, which stays exact.
  expect(Object.entries(await matches('马钱子碱'))).toEqual([
    ['BRU', 'exact'],
    ['STR', 'exact'],
  ]);
  // A supplier's synonym of another substance is less than an alias.
  expect(Object.entries(await matches('epsom salt'))).toEqual([
    ['WET', 'exact'],
    ['DRY', 'similar'],
  ]);
  const list = encodeURIComponent('氧化铜; 乌洛托品; epsom salt');
  const { body } = await service.call('GET', `/products/search?q=${list}`);
  expect(body.items).toEqual([
    { text: '氧化铜', code: 'CUO', match: 'exact' },
    { text: '乌洛托品', code: 'HEX', match: 'exact' },
    { text: 'epsom salt', code: 'WET', match: 'exact' },
  ]);
});

test('where the whole text names a product, what the text without its wishes names is similar', async () => {
  await index(examples.wished);
  expect(await matches('chlorine powder')).toMatchObject({ POWDER: 'exact', GAS: 'similar' });
  expect(await matches('chlorine price')).toMatchObject({ GAS: 'exact' });
  expect(await matches('tin')).toMatchObject({ SN: 'exact', NITRIDE: 'similar' });
  expect(await matches('TiN')).toMatchObject({ NITRIDE: 'exact' });
});

test('a symbol means the element, and not its ion, whichever of them is called so', async () => {
  await index([
    { code: 'PB2', name_cn: '铅离子', name_en: 'Lead(2+)', synonyms: 'Pb;lead', formula: 'Pb+2', smiles: '[Pb+2]' },
    { code: 'PB', name_cn: '铅', name_en: 'Lead', formula: 'Pb', smiles: '[Pb]' },
  ]); // prettier-ignore
  for (const q of ['Pb', 'lead']) expect(await matches(q)).toEqual({ PB: 'exact', PB2: 'similar' });
});

test('what the text names comes first, on pages of any size, where the names of others begin with it', async () => {
  await index([
    { code: 'DL', name_cn: '甲-1', name_en: 'Tartaric acid (racemic)', synonyms: 'D-tartaric acid', in_stock: true, smiles: 'OC(C(O)C(O)=O)C(O)=O' },
    { code: 'D', name_cn: '甲-2', name_en: 'D-Tartaric acid', smiles: 'O[C@H]([C@@H](O)C(O)=O)C(O)=O' },
  ]); // prettier-ignore
  for (const q of ['D-tartaric acid', 'D-酒石酸']) {
    expect(await matches(q)).toEqual({ D: 'exact', DL: 'similar' });
    const page = (size: number, number: number) =>
      service.call('GET', `/products/search?q=${encodeURIComponent(q)}&page_size=${size}&page=${number}`);
    const codes = [];
    for (const number of [1, 2]) codes.push((await page(1, number)).body.data[0].code);
    expect(codes).toEqual(['D', 'DL']);
  }
});

test('the salt of a base is not found by the name of another base with a sign', async () => {
  await index([
    { code: 'QUININE', name_cn: '奎宁', name_en: 'Quinine', synonyms: '(+)-quinidine' },
    { code: 'QUINIDINE', name_cn: '奎尼丁硫酸盐', name_en: 'Quinidine sulfate' },
  ]);
  expect((await matches('硫酸奎宁'))['QUINIDINE']).not.toBe('exact');
});

test('the salt of a base is not found by the name of the racemate, which a supplier lists beside those of one isomer', async () => {
  await index([
    { code: 'LEVA', name_cn: '左旋咪唑', name_en: 'Levamisole', synonyms: 'l-tetramisole;(-)-tetramisole;dl-tetramisole' },
    { code: 'TETRA', name_cn: '四咪唑盐酸盐', name_en: 'Tetramisole hydrochloride', synonyms: 'dl-tetramisole hydrochloride' },
  ]); // prettier-ignore
  expect((await matches('盐酸左旋咪唑'))['TETRA']).not.toBe('exact');
});

test('a hydrochloride is not the base that has its name as a synonym, even if the base has chlorine', async () => {
  await index([
    { code: 'BASE', name_cn: '氯丁醇胺', name_en: 'Clobutinol', synonyms: 'clobutinol hydrochloride;camaldin hcl', formula: 'C14H22ClNO', smiles: 'CC(CN(C)C)C(C)(Cc1ccc(Cl)cc1)O' },
    { code: 'SALT', name_cn: '氯丙那林', name_en: 'Clorprenaline', synonyms: 'clorprenaline hydrochloride', formula: 'C11H17Cl2NO', smiles: 'CC(C)NCC(O)c1ccccc1Cl.Cl' },
  ]); // prettier-ignore
  expect(await matches('clobutinol hydrochloride')).toMatchObject({ BASE: 'similar' });
  expect(await matches('camaldin HCl')).toMatchObject({ BASE: 'similar' });
  expect(await matches('clobutinol')).toMatchObject({ BASE: 'exact' });
  expect(await matches('clorprenaline hydrochloride')).toMatchObject({ SALT: 'exact' });
});

test('of two dyes that differ in “C.I.” the one that was typed is meant, and without it the other', async () => {
  await index([
    { code: 'DYE', name_cn: '染料-1', name_en: 'Direct Yellow 4', smiles: 'Nc1ccccc1S(=O)(=O)[O-].[Na+]' },
    { code: 'CI', name_cn: '染料-2', name_en: 'C.I. Direct Yellow 4', smiles: 'Nc1ccccc1S(=O)(=O)O' },
    { code: 'ONE', name_cn: '染料-3', name_en: 'C.I. Direct Yellow 9', smiles: 'Nc1ccccc1' },
  ]);
  expect(await matches('direct yellow 4')).toMatchObject({ DYE: 'exact', CI: 'similar' });
  expect(await matches('c.i. direct yellow 4')).toMatchObject({ DYE: 'similar', CI: 'exact' });
  expect(await matches('direct yellow 9')).toMatchObject({ ONE: 'exact' });
});

test('where no product is mainly called so, a synonym counts, but not that of a stereoisomer that the structure is not', async () => {
  expect(await matches('citalopram')).toEqual({ CIT: 'exact' });
  await index(examples.unshown);
  expect(await matches('(S)-binap')).toMatchObject({ FLAT: 'similar' });
  // Nor does a main name of one in other words.
  expect(await matches('3-(2-chlorophenyl)prop-2-enoic acid, (E)-')).toEqual({ E: 'similar' });
  expect(await matches('(E)-3-(2-chlorophenyl)acrylic acid')).toEqual({ E: 'exact' });
});

test('a synonym that selects stereoisomers does not count where the structure shows none', async () => {
  await index([
    { code: 'FEN', name_cn: '氰戊菊酯', name_en: 'Fenvalerate', synonyms: 'esfenvalerate;pydrin', smiles: 'CC(C)C(C(=O)OC(C#N)c1ccccc1)c1ccc(Cl)cc1' },
    { code: 'QUI', name_cn: '喹禾灵', name_en: 'Quizalofop-ethyl', synonyms: 'quizalofop-P-ethyl', smiles: 'CCOC(=O)C(C)Oc1ccc(O)cc1' },
    { code: 'CYH', name_cn: '氯氟氰菊酯', name_en: 'Cyhalothrin', synonyms: 'lambda-cyhalothrin', smiles: 'CC1(C)C(C=CCl)C1C(=O)OC(C#N)c1ccccc1' },
    { code: 'LEV', name_cn: '左布', name_en: 'Bunolol', synonyms: 'levobunolol', smiles: 'CC(C)(C)NC[C@H](O)COc1ccccc1' },
  ]); // prettier-ignore
  expect(await matches('pydrin')).toEqual({ FEN: 'exact' });
  expect(await matches('esfenvalerate')).toMatchObject({ FEN: 'similar' });
  expect(await matches('quizalofop-P-ethyl')).toMatchObject({ QUI: 'similar' });
  expect(await matches('lambda-cyhalothrin')).toMatchObject({ CYH: 'similar' });
  expect(await matches('levobunolol')).toMatchObject({ LEV: 'exact' });
});

/** What the lines of a list mean. */
async function resolved(...identifiers: string[]): Promise<[code: string, match: string][]> {
  const { body } = await service.call('POST', '/products/resolve', { json: { identifiers } });
  expect(body.degraded).toBe(false);
  return body.data.map(({ match, product }: { match: string; product: { code: string } }) => [
    product.code,
    match,
  ]);
}

test('each line of a list is doubted by structures as a search is', async () => {
  expect(await resolved('(S)-binap', 'citalopram', 'ibuprofen')).toEqual([
    ['FLAT', 'similar'],
    ['CIT', 'exact'],
    ['RAC', 'exact'],
  ]);
});

test('what suppliers wrongly call so comes behind those with the text in their names', async () => {
  await index([
    { code: 'H2S', name_cn: '硫化氢', name_en: 'Hydrogen sulfide', synonyms: 'sulfur', formula: 'H2S', stock: 5 },
    { code: 'SO', name_cn: '一氧化硫', name_en: 'Sulfur monoxide' },
  ]); // prettier-ignore
  expect(Object.entries(await matches('sulfur'))).toEqual([
    ['SO', 'partial'],
    ['H2S', 'similar'],
  ]);
});

test('a line of a list names what a later reading names, where a supplier calls another product so', async () => {
  await index(examples.listed);
  expect(await resolved('硫酸卡那霉素')).toEqual([['KAS', 'exact']]);
});

test('a name in a list that is that of several substances is none of them for sure', async () => {
  await index([
    { code: 'O', name_cn: '邻二甲苯', name_en: 'o-Xylene', synonyms: 'xylol', cas: '95-47-6' },
    { code: 'P', name_cn: '对二甲苯', name_en: 'p-Xylene', synonyms: 'xylol', cas: '106-42-3' },
  ]);
  expect(Object.values(await matches('xylol; seractil'))).toEqual(['similar', 'exact']);
});

test('each item of a list is judged by itself', async () => {
  expect(await matches('ibuprofen\nseractil')).toEqual({ RAC: 'exact', S: 'exact' });
});

test('by a key of its parts nothing is exact that another skeleton has as well, but by its main name', async () => {
  const synonyms = '4-bromo-2-nitrophenol;phenol, 4-bromanyl-2-nitro-';
  const about = { synonyms, smiles: 'Oc1ccc(Br)cc1[N+]([O-])=O' };
  const push = (products: object[]) => service.call('POST', '/sync/push', { key: service.key, headers: { Prefer: 'wait=30' }, json: products });
  await push([{ code: 'BNP', name_cn: '甲', name_en: 'Bnp', ...about }]);
  expect(await matches('2-nitro-4-bromophenol')).toMatchObject({ BNP: 'exact' });
  await push([{ code: 'ISO', name_cn: '乙', name_en: 'Iso', synonyms, smiles: 'Oc1cc(Br)ccc1[N+]([O-])=O' }]);
  expect(await matches('2-nitro-4-bromophenol', 19)).toMatchObject({ BNP: 'similar', ISO: 'similar' });
  await push([{ code: 'BNP', name_cn: '甲', name_en: '4-Bromo-2-nitrophenol', ...about }]);
  expect(await matches('2-nitro-4-bromophenol', 18)).toMatchObject({ BNP: 'exact', ISO: 'similar' });
  await push([{ code: 'IONS', name_cn: '丙', name_en: 'tetrabutylammonium tetraphenylborate' }]);
  expect(await matches('tetraphenylammonium tetrabutylborate', 12)).toEqual({ IONS: 'similar' }); // in another order
}); // prettier-ignore
