import { blankProduct } from '../../../src/catalogue/products/fields.js';
import { matcher } from '../../../src/search/text/match.js';
import type { TierName } from '../../../src/search/text/tier.js';
import { readTyped } from '../../../src/search/text/typed.js';

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

test.each([
  ['2-chlorophenol', '3-chlorophenol', 'a locant'],
  ['1,2-dichlorobenzene', '1,12-dichlorobenzene', 'a digit of a locant'],
  ['(R)-naproxen', '(S)-naproxen', 'R and S'],
  ['(+)-limonene', '(-)-limonene', 'a sign'],
  ['(±)-menthol', '(-)-menthol', 'the racemate'],
  ['±menthol', '(-)-menthol', 'the racemate without brackets'],
  ['+-menthol', '(+)-menthol', 'the racemate without brackets'],
  ['Ga+3', 'GA3', 'a charge behind its sign'],
  ['d-carnitine', 'l-carnitine', 'd and l'],
  ['(E)-stilbene', '(Z)-stilbene', 'E and Z'],
  ['cis-2-butene', 'trans-2-butene', 'cis and trans'],
  ['ethylbenzene', 'methylbenzene', 'a homologue'],
  ['propane', 'propene', '-ane and -ene'],
  ['hexanol', 'hexanone', '-ol and -one'],
  ['sodium nitrite', 'sodium nitrate', '-ite and -ate'],
  ['4-bromoaniline', '4-chloroaniline', 'a halogen'],
  ['iron(2+)', 'iron(3+)', 'a charge'],
  ['copper(2+)', 'copper(2-)', 'the sign of a charge'],
  ['乙苯', '甲苯', 'a Chinese homologue'],
  ['邻二氯苯', '间二氯苯', 'a Chinese position'],
  ['布络芬', '布洛芬', 'a character that sounds the same'],
  ["2'-chloroacetophenone", '2-chloroacetophenone', 'a prime'],
  ["N,N'-dimethylurea", 'N,N-dimethylurea', 'the prime of a letter'],
  ["2,4'-dichlorobiphenyl", '2,4-dichlorobiphenyl', 'the prime of a second number'],
  ['6"-O-acetylgenistin', '6-O-acetylgenistin', 'a double prime'],
  ['acetic acid, phenyl-, methyl ester', 'acetic acid, phenylmethyl ester', 'the commas of an index'],
  ['4-(methylthio)phenol', '4-methylthiophenol', 'brackets'],
  ['m-ethylaniline', 'methylaniline', 'a place that is a letter'],
  ['Pd/C', 'PDC', 'a slash between letters'],
])('%s for %s is never more than similar: %s', (text, name) => {
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

test.each([
  ['pyridine-d5', 'similar'],
  ['urea-13C', 'similar'],
  ['13C-urea', 'similar'],
  ['vitamin D3', 'exact'],
  ['vitamin-D3', 'exact'],
  ['2(3H)-furanone', 'exact'],
])('the label of %s, as a synonym of what has none: %s', (text, expected) => {
  expect(match(text, 'Azabenzene', { synonyms: text, tier: 'synonym' })).toBe(expected);
  expect(match(text, text, { tier: 'name' })).toBe('exact');
});

test.each([
  ['Caffeine', 'caffeine'],
  ['D/L-alanine', 'DL-alanine'],
  ['±menthol', '(±)-Menthol'],
  ['NAD+', 'NAD+'],
  ['(−)-limonene', '(-)-Limonene'],
  ['lidocaine HCl', 'Lidocaine hydrochloride'],
  ['caffeine 98% 5 g', 'caffeine'],
  ['布洛芬 标准品', '布洛芬'],
  ['利多卡因盐酸盐', '盐酸利多卡因'],
  ['2 chlorophenol', '2-Chlorophenol'],
  ['6"-O-acetylgenistin', "6''-O-acetylgenistin"],
])('%s names %s', (text, name) => {
  expect(match(text, name, { tier: 'name' })).toBe('exact');
});

test.each([
  ['2-羟基苯甲酸', '2-hydroxybenzoic acid', 'exact'],
  ['右旋酒石酸', '(+)-tartaric acid', 'exact'],
  ['右旋酒石酸', 'D-tartaric acid', 'similar'],
  ['左旋乳酸', 'L-lactic acid', 'similar'],
  ['H-Gly-Leu-OH', 'Glycyl-L-leucine', 'exact'],
  ['Boc-D-Ala-OH', 'Boc-D-alanine', 'exact'],
  ['Boc-D-Ala-OH', 'Boc-L-alanine', 'similar'],
  ['酸性红18', 'C.I. Acid Red 18', 'exact'],
  ['Acid Red 18', 'C.I. Acid Red 18', 'exact'],
  ['酸性红18', 'Acid Red 1', 'similar'],
  ["2'-氯苯乙酮", '2-chloroacetophenone', 'similar'],
  ['(-)-2-丁醇', '2-butanol', 'similar'],
])('%s, which is translated, is to %s: %s', (text, name, wanted) => {
  expect(match(text, name, { tier: 'translated' })).toBe(wanted);
});

test('a residue without a letter is L, whatever suppliers call so', () => {
  const synonyms = 'Gly-Leu';
  expect(match('Gly-Leu', 'Glycyl-L-leucine', { synonyms, tier: 'synonym' })).toBe('exact');
  expect(match('Gly-Leu', 'Glycyl-DL-leucine', { synonyms, tier: 'synonym' })).toBe('similar');
});

test.each([
  ['caff', 'caffeine'],
  ['acid', 'acetic acid'],
  ['chlorophenol', '2-chlorophenol'],
  ['2-chlor', '2-chlorophenol'],
  ['甲基亚砜', '二甲基亚砜'],
])('%s is a part of %s', (text, name) => {
  expect(match(text, name, { tier: 'words' })).toBe('partial');
});

test.each([
  ['C8H10N4O2', 'exact'],
  ['caffeine C8H10N4O2', 'exact'],
  ['caffeine sulfate C8H10N4O2', 'similar'],
  ['aspirin C8H10N4O2', 'similar'],
  ['MF: C8H10N4O2', 'exact'],
  ['caffeine, C8H10N4O2 (194.19)', 'exact'],
])('%s, a formula, with a name or without, is caffeine: %s', (text, wanted) => {
  expect(match(text, 'caffeine', { formula: 'C8H10N4O2', tier: 'formula' })).toBe(wanted);
});

test.each<[name: string, synonyms: string | null, text: string, wanted: string, why: string]>([
  ['2-chloro-3-methyl-4-nitrotoluene', null, 'Toluene, 3-methyl-2-chloro-4-nitro-', 'exact', 'the main name in another order'],
  ['trade', 'benzene, 2-fluoro-4-nitro-', '2-fluoro-4-nitrobenzene', 'similar', 'one synonym in another order'],
  ['trade', '4-bromo-2-nitrophenol;phenol, 4-bromanyl-2-nitro-', '2-nitro-4-bromophenol', 'exact', 'what two synonyms say in different words'],
  ['trade', 'N-(2-bromophenyl)urea;2-bromophenylurea;1-(2-bromophenyl)urea', '1-(o-bromophenyl)urea', 'exact', 'what one synonym says, and others with fewer places'],
  ['trade', '2-chloro-4-ethylphenol;phenol, 4-chloro-2-ethyl-', '4-chloro-2-ethylphenol', 'similar', 'what one synonym says, and another contradicts'],
  ['trade', 'phenol, 4-bromo-2-nitro-', 'phenol,4-bromo-2-nitro-', 'exact', 'a synonym in its letters'],
  ['2-bromothioanisole', '1-bromo-2-methylthiobenzene;2-bromothioanisol', '1-methyl-2-bromothiobenzene', 'similar', 'its parts put together in another way'],
])('a product called %s, with %s among its synonyms, is for %s %s: %s', (name, synonyms, text, wanted) => {
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

test.each([
  ['streptomycin sulphate', 'streptomycin', 'streptomycin sulphate', 'similar'],
  ['amoxicillin trihydrate', 'amoxicillin', 'amoxicillin trihydrate', 'similar'],
  ['streptomycin sulphate', 'estreptopanto', 'streptomycin sulphate', 'exact'],
  ['硫酸链霉素', '植霉素', '硫酸链霉素', 'exact'],
  ['d-limonene', '(-)-limonene', 'd-limonene;l-limonene', 'similar'],
  ['dl-limonene', 'dipentene', 'd-limonene;l-limonene;dl-limonene', 'exact'],
])('%s, of %s with the synonyms %s: %s', (text, name, synonyms, wanted) => {
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

test.each([
  ['aspirin 50-78-2', 'exact'],
  ['aspirin from stock 50-78-2', 'exact'],
  ['aspirin impurity A 50-78-2', 'similar'],
  ['aspirin-d4 CAS 50-78-2', 'similar'],
  ['50-78-2 sodium salt', 'similar'],
  ['50-78-2 powder', 'exact'],
  ['aspirin sodium 50-78-2', 'similar'],
  ['aspirin monohydrate 50-78-2', 'similar'],
  ['50-78-2 zinc salt', 'similar'],
  ['50-78-2钠盐', 'similar'],
  ['50-78-2 盐酸盐', 'similar'],
  ['盐酸 50-78-2', 'similar'],
  ['50-78-2 一水合物', 'similar'],
  ['50-78-2 methyl ester', 'similar'],
  ['aspirin methyl ester 50-78-2', 'similar'],
  ['aspirin dimer 50-78-2', 'similar'],
  ['50-78-2 甲酯', 'similar'],
  ['acetylsalicylic acid methyl ester 50-78-2', 'exact'],
  ['2h-aspirin 50-78-2', 'exact'],
])('of a number of aspirin, %s is to it: %s', (text, wanted) => {
  expect(match(text, 'Aspirin', { tier: 'cas' })).toBe(wanted);
});

test.each([
  ['AB-1859', 'Aspirin', 'exact'],
  ['AB-1859 aspirin', 'Aspirin', 'exact'],
  ['AB-1859 impurity B', 'Aspirin', 'similar'],
  ['AB-1859 杂质A', '阿司匹林', 'similar'],
  ['aspirin impurity B AB-1859', 'Aspirin', 'similar'],
  ['AB-1859 d4', 'Aspirin', 'similar'],
  ['AB-1859 hydrochloride', 'Aspirin', 'similar'],
  ['AB-1859 impurity B', 'Aspirin EP Impurity B', 'exact'],
  ['AB-1859 impurity C', 'Aspirin EP Impurity B', 'similar'],
  ['AB-1859 d4', 'Aspirin-d4', 'exact'],
  ['50-78-2 impurity B', 'Aspirin', 'similar'],
  ['50-78-2 d4', 'Aspirin', 'similar'],
])('of a product with the numbers AB-1859 and 50-78-2, %s is to %s: %s', (text, name, wanted) => {
  const tier = text.startsWith('50') ? 'cas' : 'code';
  expect(match(text, name, { code: 'AB-1859', tier })).toBe(wanted);
});

test.each([
  ['salbutamol', 'salbutamol', 'exact'],
  ['(-)-salbutamol', 'salbutamol', 'similar'],
  ['(±)-adrenaline', 'adrenaline', 'similar'],
  ['(+-)-adrenaline', 'adrenaline', 'similar'],
  ['(-)-salbutamol', '(-)-Salbutamol', 'exact'],
  ['R-(-)-salbutamol', '(R)-Salbutamol', 'exact'],
  ['(R)-(-)-salbutamol', '(R)-(-)-salbutamol', 'exact'],
  ["vitamin H'", 'vitamin H', 'similar'],
  ["vitamin H'", "Vitamin H'", 'exact'],
  ['Pd/C', 'PDC', 'similar'],
  ['p-CP', 'PCP', 'similar'],
  ['p-CP', 'p-CP', 'exact'],
  ['salbut*', 'salbut', 'similar'],
  ['Ga(3+)', 'GA3', 'similar'],
  ['Fe(3+)', 'Fe3+', 'exact'],
])('%s, of what has the alias %s: %s', (text, alias, wanted) => {
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
