import { blankProduct } from '../../../src/catalogue/products/fields.js';
import { matcher } from '../../../src/search/text/match.js';
import type { TierName } from '../../../src/search/text/tier.js';
import { readTyped } from '../../../src/search/text/typed.js';
import examples from './match.json' with { type: 'json' };

/** How surely a text means a product with an English or Chinese name, found by a reading that forgives spelling. */
function match(
  text: string,
  name: string,
  {
    code = 'M-1',
    synonyms = null,
    formula = null,
    tier = 'spelling',
  }: { code?: string; synonyms?: string | null; formula?: string | null; tier?: TierName } = {},
) {
  const han = /\p{Script=Han}/u.test(name);
  const product = {
    ...blankProduct(code, 'sync'),
    in_stock: false,
    updated_at: '2026-01-01T00:00:00.000Z',
    name_cn: han ? name : '甲',
    name_en: han ? null : name,
    synonyms,
    formula,
  };
  return matcher(readTyped(text))({ tier, product }).match;
}

test.each(examples.similar)('%s for %s is never more than similar: %s', (text, name) => {
  for (const tier of ['name', 'synonym', 'near_name', 'spelling', 'words'] as const) {
    expect(match(text, name, { tier })).toBe('similar');
    expect(match(name, text, { tier })).toBe('similar');
  }
});

test('a name with a shade or the sign of a racemate is not the name without', () => {
  for (const [text, name] of [
    ['Rhodamine 6G', 'rhodamine'],
    ['Alizarine Yellow 5G', 'alizarine yellow'],
    ['+/-menthol', 'menthol'],
  ] as const)
    for (const tier of ['name', 'synonym', 'near_name'] as const)
      expect([text, match(text, name, { tier })]).toEqual([text, 'similar']);
});

test('a star asks for what begins so', () => {
  expect(match('acetamin*', 'acetamin', { tier: 'name' })).not.toBe('exact');
});

test.each(examples.labels)('the label of %s, as a synonym of what has none: %s', (text, expected) => {
  expect(match(text, 'Azabenzene', { synonyms: text, tier: 'synonym' })).toBe(expected);
  expect(match(text, text, { tier: 'name' })).toBe('exact');
});

test.each(examples.exact)('%s names %s', (text, name) => {
  expect(match(text, name, { tier: 'name' })).toBe('exact');
});

test.each(examples.translated)('%s, which is translated, is to %s: %s', (text, name, wanted) => {
  expect(match(text, name, { tier: 'translated' })).toBe(wanted);
});

test('a residue without a letter is L, whatever suppliers call so', () => {
  const synonyms = 'Gly-Leu';
  expect(match('Gly-Leu', 'Glycyl-L-leucine', { synonyms, tier: 'synonym' })).toBe('exact');
  expect(match('Gly-Leu', 'Glycyl-DL-leucine', { synonyms, tier: 'synonym' })).toBe('similar');
});

test.each(examples.parts)('%s is a part of %s', (text, name) => {
  expect(match(text, name, { tier: 'words' })).toBe('partial');
});

test.each(examples.formulas)('%s, a formula, with a name or without, is caffeine: %s', (text, wanted) => {
  expect(match(text, 'caffeine', { formula: 'C8H10N4O2', tier: 'formula' })).toBe(wanted);
});

test.each(examples.reordered as [name: string, synonyms: string | null, text: string, wanted: string][])('a product called %s, with %s among its synonyms, is for %s %s: %s', (name, synonyms, text, wanted) => {
  expect(match(text, name, { synonyms, tier: 'systematic' })).toBe(wanted);
}); // prettier-ignore

test('a labelled name that reads as one among the synonyms of what has no label is similar', () => {
  const labelled = { synonyms: 'chlorobenzene-d5', tier: 'systematic' } as const;
  expect(match('chlorobenzene-d5', 'chlorobenzene', labelled)).toBe('similar');
  expect(match('chlorobenzene-d5', 'chlorobenzene-d5', labelled)).toBe('exact');
});

test('a hydrate that reads as one among the synonyms of what has no water is similar', () => {
  const named = 'l-histidine hydrochloride monohydrate';
  const listed = { synonyms: 'l-histidine monohydrochloride monohydrate', tier: 'systematic' } as const;
  expect(match(named, 'l-histidine hydrochloride', listed)).toBe('similar');
  expect(match(named, 'l-histidine hydrochloride hydrate (1:1:1)', listed)).toBe('exact');
});

test('a synonym names a product, unless its main name is another stereoisomer', () => {
  const mirrored = { synonyms: 'levomethorphan;左甲吗南', tier: 'synonym' } as const;
  expect(match('levomethorphan', 'dextromethorphan', mirrored)).toBe('similar');
  expect(match('levomethorphan', 'methorphan', mirrored)).toBe('exact');
  expect(match('左甲吗南', '右甲吗南', mirrored)).toBe('similar');
  expect(match('木精', '甲醇', { synonyms: 'MeOH;木精', tier: 'synonym' })).toBe('exact');
  const synonyms = '(S)-naproxen;naproxen';
  expect(match('(S)-naproxen', '(R)-naproxen', { synonyms, tier: 'synonym' })).toBe('similar');
  expect(match('naproxen', '(R)-naproxen', { synonyms, tier: 'synonym' })).toBe('exact');
});

test.each(examples.synonyms)('%s, of %s with the synonyms %s: %s', (text, name, synonyms, wanted) => {
  expect(match(text, name, { synonyms, tier: 'synonym' })).toBe(wanted);
});

test('what its names say stands beside the number of a product', () => {
  expect(match('盐酸 7647-01-0', '盐酸', { formula: 'ClH', tier: 'cas' })).toBe('exact');
  expect(match('zinc 7440-66-6', 'zinc', { tier: 'cas' })).toBe('exact');
  expect(match('methyl ester 99-76-3', 'benzoic acid methyl ester', { tier: 'cas' })).toBe('exact');
  expect(
    match('lidocaine HCl 73-78-9', 'lidocaine hydrochloride', { synonyms: 'lidocaine', tier: 'cas' }),
  ).toBe('exact');
  const sodium = { synonyms: 'ibuprofen', formula: 'C13H17NaO2', tier: 'cas' } as const;
  expect(match('ibuprofen sodium dihydrate 31121-93-4', 'ibuprofen sodium', sodium)).toBe('similar');
  const dihydrate = { synonyms: 'ibuprofen sodium dihydrate', formula: 'C13H21NaO4', tier: 'cas' } as const;
  expect(match('ibuprofen sodium 2H2O 31121-93-4', 'ibuprofen sodium', dihydrate)).toBe('exact');
});

test('a hydrate is none with more water or less', () => {
  const synonyms = 'sodium carbonate monohydrate;soda;一水碳酸钠';
  for (const tier of ['synonym', 'systematic', 'salt_synonym'] as const) {
    const matchOf = (text: string, name: string) => match(text, name, { synonyms, tier });
    expect(matchOf('sodium carbonate monohydrate', 'soda decahydrate')).toBe('similar');
    expect(matchOf('sodium carbonate monohydrate', 'natrium carbonicum')).toBe('exact');
    expect(matchOf('sodium carbonate monohydrate', 'soda hydrate')).toBe('exact');
    expect(matchOf('sodium carbonate monohydrate', '单水合苏打')).toBe('exact');
    expect(matchOf('sodium carbonate monohydrate', '十水合苏打')).toBe('similar');
  }
  expect(match('一水碳酸钠', '碳酸钠十二水合物', { synonyms, tier: 'synonym' })).toBe('exact');
});

test('a text that is too long to be read whole is no name, even where the cut leaves one', () => {
  const name = `${'methyl'.repeat(47)} acetate`;
  for (const more of [' hydrochloride', ' trihydrate, dihydrochloride', ` of ${'x '.repeat(100)}`])
    for (const tier of ['name', 'synonym', 'words'] as const)
      expect(match(name + more, name, { tier })).toBe('similar');
  expect(match(name, name, { tier: 'name' })).toBe('exact');
  const index = `benzoic acid, 4-[${'methyl'.repeat(60)}]-, ethyl ester`;
  expect(match(index, 'benzoic acid', { tier: 'name' })).toBe('similar');
});

test('of synonyms that differ in a Greek letter alone none is believed, unless an alias is the same', () => {
  const synonyms = 'α-HCH;γ-HCH;β-pinene';
  for (const text of ['alpha-HCH', 'γ-HCH'])
    expect(match(text, 'lindane', { synonyms, tier: 'synonym' })).toBe('similar');
  expect(match('beta-pinene', 'lindane', { synonyms, tier: 'synonym' })).toBe('exact');
  expect(
    match('β-d-glucose pentaacetate', 'α-d-glucose pentaacetate', {
      synonyms: 'beta-d-glucose pentaacetate',
      tier: 'synonym',
    }),
  ).toBe('similar');
  const product = {
    ...blankProduct('M-2', 'sync'),
    name_cn: '林旦',
    synonyms,
    in_stock: false,
    updated_at: '',
  };
  const judged = matcher(readTyped('γ-HCH'))({ tier: 'synonym', product, aliases: ['gamma-HCH'] });
  expect(judged).toMatchObject({ match: 'exact', isConfirmed: true });
});

test('a salt by the Chinese name of its base alone is meant less surely than what is mainly called so', () => {
  const by = (name_en: string): unknown => {
    const product = {
      ...blankProduct('TOB', 'sync'),
      name_cn: '妥布霉素',
      name_en,
      in_stock: false,
      updated_at: '',
    };
    return matcher(readTyped('妥布霉素'))({ tier: 'name', product }).by;
  };
  expect([by('tobramycin sulfate'), by('tobramycin')]).toEqual(['other', 'main']);
});

test('a salt by a synonym is none with more of the acid, which its main name tells', () => {
  const synonyms = 'quinidine sulfate';
  expect(match('硫酸奎宁', '重硫酸奎宁', { synonyms, tier: 'salt_synonym' })).toBe('partial');
  expect(match('硫酸奎宁', '奎宁硫酸', { synonyms, tier: 'salt_synonym' })).toBe('exact');
});

test('the formula tells of a synonym whether it names a salt; K at its end may be a letter as in Vangard K', () => {
  const formula = 'C9H8Cl3NO2S';
  const matchOf = (text: string) => match(text, 'captan', { synonyms: text, formula, tier: 'synonym' });
  expect(['vangard k', 'captan potassium', 'captan sulfate'].map(matchOf)).toEqual([
    'exact',
    'similar',
    'exact',
  ]);
});

test.each(examples.numbers)('of a number of aspirin, %s is to it: %s', (text, wanted) => {
  expect(match(text, 'Aspirin', { tier: 'cas' })).toBe(wanted);
});

test.each(examples.two_numbers)(
  'of a product with the numbers AB-1859 and 50-78-2, %s is to %s: %s',
  (text, name, wanted) => {
    const tier = text.startsWith('50') ? 'cas' : 'code';
    expect(match(text, name, { code: 'AB-1859', tier })).toBe(wanted);
  },
);

test.each(examples.aliases)('%s, of what has the alias %s: %s', (text, alias, wanted) => {
  const product = { ...blankProduct('M-2', 'sync'), name_cn: '甲', in_stock: false, updated_at: '' };
  const judged = matcher(readTyped(text))({ tier: 'alias', product, aliases: [alias] });
  expect(judged.match).toBe(wanted);
  expect(judged.isConfirmed === true).toBe(wanted === 'exact');
});

test('a salt beside a number is exact where the product has a name of a salt', () => {
  const text = 'hydrochloride 5875-06-9';
  expect(match(text, 'proparacaine hydrochloride', { tier: 'cas' })).toBe('exact');
  expect(match(text, 'proparacaine', { tier: 'cas' })).toBe('similar');
  const listed = { synonyms: 'aspirin calcium', formula: 'C9H8O4', tier: 'cas' } as const;
  expect(match('sodium salt 50-78-2', 'aspirin', listed)).toBe('similar');
});

test('a compound is none of its elements, whatever its synonyms say', () => {
  const matchOf = (text: string, formula: string) =>
    match(text, 'brimstone', { synonyms: text, formula, tier: 'synonym' });
  expect(matchOf('sulphur', 'H2S')).toBe('similar');
  expect(matchOf('硫', 'H2S')).toBe('similar');
  expect(matchOf('sulfur', 'S8')).toBe('exact');
});

test('a salt is none of what lacks its acid or its metal', () => {
  const of = (text: string, formula: string) => {
    const product = {
      ...blankProduct('M-3', 'sync'),
      in_stock: false,
      updated_at: '2026-01-01T00:00:00.000Z',
      formula,
    };
    return matcher(readTyped(text))({ tier: 'salt_synonym', product }).match;
  };
  expect(of('硫酸链霉素', 'C21H39N7O12')).toBe('similar');
  expect(of('硫酸链霉素', 'C42H84N14O36S3')).toBe('exact');
  expect(of('penicillin G sodium', 'C16H18N2O4S')).toBe('similar');
  // Mainly called by its base, it is the salt nevertheless.
  for (const formula of ['C12H18Cl2N4OS', 'C12H17N4OS+']) expect(of('盐酸硫胺', formula)).toBe('exact');
});

test('a number among the synonyms names only what has none of its own', () => {
  const judge = matcher(readTyped('56-54-2'));
  const product = { ...blankProduct('M-2', 'sync'), in_stock: false, updated_at: '2026-01-01T00:00:00.000Z' };
  expect(judge({ tier: 'cas_synonym', product }).match).toBe('exact');
  expect(judge({ tier: 'cas_synonym', product: { ...product, cas: '130-95-0' } }).match).toBe('similar');
});

test('a salt that an acid has as a synonym is not the acid', () => {
  const acid = { synonyms: 'zinc gluconate;gluconic acid', formula: 'C6H12O7', tier: 'synonym' } as const;
  expect(match('zinc gluconate', 'hexonic acid', acid)).toBe('similar');
  expect(match('gluconic acid', 'hexonic acid', acid)).toBe('exact');
  expect(match('zinc gluconate', 'zinkgluconaat', { ...acid, formula: 'C12H22O14Zn' })).toBe('exact');
});

test('what a number, a code or an abbreviation finds is named by it', () => {
  for (const tier of ['cas', 'code', 'abbreviation'] as const)
    expect(match('x', 'caffeine', { tier })).toBe('exact');
});

test('a hostile text is judged in no more time than its length', () => {
  const text = '(+)-(r)-1,2-'.repeat(25);
  const began = performance.now();
  for (let n = 0; n < 200; n++) match(text, text.slice(12), { synonyms: text, tier: 'words' });
  expect((performance.now() - began) / 200).toBeLessThan(5);
});
