import { abbreviated, abbreviationsFrom } from '../../../src/chemistry/names/abbreviations.js';
import { casWithin, readCas } from '../../../src/search/text/cas.js';
import { isCas } from '../../../src/chemistry/values/cas.js';

import { bareForm, chineseSaltOf, parentsOf, saltForm } from '../../../src/chemistry/names/salts.js';
import { formulaKey, readFormula } from '../../../src/chemistry/values/formula.js';
import { bookOf, impurityKeys, impurityOf, parentKeys } from '../../../src/chemistry/names/impurity.js';
import { compact, readable } from '../../../src/chemistry/names/normalise.js';
import { flatForm, signedKey } from '../../../src/chemistry/names/stereo.js';

const salt = (name: string): string => compact(saltForm(readable(name)));

test.each([
  ['lidocaine hydrochloride', 'Lidocaine HCl', 'lidocaine.HCl', 'lidocaine·HCl', 'lidocaine (HCl)', 'lidocaine monohydrochloride', 'lidocaine hydrochloride (1:1)', 'lidocaine hydrochloride salt'],
  ['chlorphenamine maleate', 'chlorphenamine maleate (1:1)'],
  ['metformin hydrochloride', '盐酸metformin', 'metformin盐酸盐', 'hydrochloride of metformin'],
  ['edetate tetrasodium', 'edetate 4Na'],
  ['acetic acid, sodium salt', 'acetic acid, sodium salt (1:1)', 'acetic acid, monosodium salt'],
  ['hydrazine dihydrochloride', 'hydrazine 2HCl', 'hydrazine·2HCl'],
  ['scopolamine hydrobromide', 'scopolamine HBr'],
  ['amlodipine besylate', 'amlodipine benzenesulfonate', 'amlodipine benzenesulphonate'],
  ['atropine sulfate', 'atropine sulphate', 'atropine·H2SO4'],
  ['copper sulfate pentahydrate', 'copper sulphate 5H2O', 'copper sulfate · 5 H2O'],
  ['citric acid monohydrate', 'citric acid H2O', 'citric acid·H2O'],
  ['diclofenac sodium', 'diclofenac sodium salt', 'Diclofenac sodium, salt', 'the sodium salt of diclofenac'],
  ['aluminum chloride', 'aluminium chloride'],
  ['盐酸利多卡因', '利多卡因盐酸盐', '利多卡因·HCl', '利多卡因 HCl', '利多卡因 hydrochloride', '鹽酸利多卡因'],
  ['柠檬酸西地那非', '枸橼酸西地那非', '西地那非枸橼酸盐'],
  ['硫酸铜五水合物', '五水硫酸铜', '五水合硫酸铜', '硫酸铜五水物'],
  ['双氯芬酸钠', '双氯芬酸钠盐'],
  ['amlodipine besylate', 'amlodipine besilate'],
  ['imatinib mesylate', 'imatinib mesilate', 'imatinib methanesulphonate'],
  ['clopidogrel bisulfate', 'clopidogrel hydrogen sulphate', 'clopidogrel bisulphate'],
  ['diclofenac sodium', 'diclofenac Na', 'diclofenac-Na', 'diclofenac Na salt'],
  ['硫酸氢氯吡格雷', '氯吡格雷硫酸氢盐'],
  ['二盐酸西替利嗪', '西替利嗪二盐酸盐', '双盐酸西替利嗪'],
  ['盐酸利多卡因', '一盐酸利多卡因'],
])('%s: every way to write the salt is one', (name, ...others) => {
  for (const other of others) expect(`${other}: ${salt(other)}`).toBe(`${other}: ${salt(name)}`);
}); // prettier-ignore

test('other salts, and acids by themselves, stay what they are', () => {
  const different = ['lidocaine', 'lidocaine hydrochloride', 'lidocaine sulfate', 'lidocaine dihydrochloride', 'HCl', 'hydrochloric acid', 'copper sulfate', 'copper sulfate pentahydrate', 'copper sulfate monohydrate', 'sodium sulfate', 'monosodium sulphate', 'phosphoric acid, potassium salt', 'phosphoric acid, potassium salt (1:1)', 'phosphoric acid, monopotassium salt', '盐酸', '利多卡因', '硫酸利多卡因'];
  expect(new Set(different.map(salt)).size).toBe(different.length);
}); // prettier-ignore

test.each([
  ['(S)-naproxen', 'naproxen'],
  ['(2R,3S)-tartaric acid', 'tartaric acid'],
  ['(±)-omeprazole', 'omeprazole'],
  ['dl-menthol', 'menthol'],
  ['rac-ibuprofen', 'ibuprofen'],
  ['trans-2-butene', '2-butene'],
  ['L-抗坏血酸', '抗坏血酸'],
  ['morphine anhydrous', 'morphine'],
  ['无水乙醇', '乙醇'],
  ['s-triazine', 'triazine'],
  ['±ibuprofen', 'ibuprofen'],
  ['+/--ibuprofen', 'ibuprofen'],
])('%s without stereo is %s', (name, flat) => {
  expect(flatForm(readable(name))).toBe(flat);
});

test('names of enantiomers have different keys, however their signs are written', () => {
  const key = (name: string): string => signedKey(readable(name));
  const different = ['limonene', '(+)-limonene', '(−)-limonene', '(±)-limonene', 'iron(2+)', 'iron(3+)'];
  expect(new Set(different.map(key)).size).toBe(different.length);
  for (const racemic of ['(+/-)-limonene', '±limonene', '± limonene', '+-limonene', '+/--limonene'])
    expect(key(racemic)).toBe(key('(±)-limonene'));
});

test('a Chinese salt has a base, and an acid that stands behind its English name', () => {
  const saltOf = (name: string) => chineseSaltOf(saltForm(readable(name)));
  expect(saltOf('盐酸丙咪嗪')).toEqual({ base: '丙咪嗪', acid: 'hydrochloride' });
  expect(saltOf('米托蒽醌二盐酸盐')).toEqual({ base: '米托蒽醌', acid: 'dihydrochloride' });
  expect(saltOf('枸橼酸西地那非')).toEqual({ base: '西地那非', acid: 'citrate' });
  for (const none of ['盐酸', '布洛芬', '硫酸铜']) expect(saltOf(none)).toBeUndefined();
});

test('letters within a name are no stereo descriptors', () => {
  for (const name of ['2-butanol', 'vitamin e', 'n,n-dimethylaniline', 'p-xylene', 'acid-l'])
    expect(flatForm(name)).toBe(name);
});

test.each([
  ['aspirin tablets', 'aspirin'],
  ['caffeine reference standard', 'caffeine'],
  ['阿司匹林 标准品', '阿司匹林'],
  ['ibuprofen 98% 500mg', 'ibuprofen'],
  ['布洛芬对照品 100 mg', '布洛芬'],
  ['standard', 'standard'],
  ['vitamin b12', 'vitamin b12'],
  ['alizarine yellow 5g', 'alizarine yellow 5g'],
  ['若丹明6g', '若丹明6g'],
  ['methylene blue (5g)', 'methylene blue'],
  ['methylene blue 25g', 'methylene blue'],
  ['rhodamine 6g 98%', 'rhodamine 6g'],
])('%s without what buyers add is %s', (typed, bare) => {
  expect(bareForm(typed)).toBe(bare);
});

test('a hydrate has its salt and its substance as parents, the nearest first', () => {
  expect(parentsOf('ampicillin sodium trihydrate')).toEqual(['ampicillin sodium', 'ampicillin']);
  expect(parentsOf('盐酸二甲双胍')).toEqual(['二甲双胍']);
  expect(parentsOf('硫酸铜五水合物')).toEqual(['硫酸铜']);
  expect(parentsOf('aspirin')).toEqual([]);
});

test.each([
  ['paracetamol EP impurity K', 'paracetamol', 'ep', 'k'],
  ['Paracetamol Imp. K', 'paracetamol', undefined, 'k'],
  ['Paracetamol impurity (K)', 'paracetamol', undefined, 'k'],
  ['Impurity K of Paracetamol', 'paracetamol', undefined, 'k'],
  ['Paracetamol Ph. Eur. impurity K CRS', 'paracetamol', 'ep', 'k'],
  ['USP Acetaminophen Related Compound B RS', 'acetaminophen', 'usp', 'b'],
  ['acetaminophen related compound B', 'acetaminophen', 'usp', 'b'],
  ['omeprazole related substance A', 'omeprazole', undefined, 'a'],
  ['对乙酰氨基酚杂质K', '对乙酰氨基酚', undefined, 'k'],
  ['对乙酰氨基酚 EP 杂质 K', '对乙酰氨基酚', 'ep', 'k'],
  ['中国药典 布洛芬杂质Ⅰ', '布洛芬', 'chp', 'i'],
  ['amlodipine besylate impurity D', 'amlodipine besylate', undefined, 'd'],
  ['amlodipine EP impurity D maleate', 'amlodipine', 'ep', 'd maleate'],
  ['氨氯地平杂质D马来酸盐', '氨氯地平', undefined, 'd maleate'],
  ['metformin hydrochloride impurity 12', 'metformin hydrochloride', undefined, '12'],
])('%s is read as parent, book and label', (name, parent, book, label) => {
  expect(impurityOf(readable(name))).toEqual({ parent, book, label });
});

test('what is no impurity of something is not read as one', () => {
  for (const text of [
    'impurity',
    'impurity a',
    'simple aminophenol',
    '杂质对照品',
    'rc a',
    'aspirin',
    'imperatorin',
  ])
    expect(impurityOf(text)).toBeUndefined();
});

test('the same letter in two books never has a key in common', () => {
  const metformin = parentKeys('metformin');
  const ep = impurityKeys('a', metformin, 'ep');
  const usp = impurityKeys('a', metformin, 'usp');
  expect(ep.filter((key) => usp.includes(key))).toEqual([]);
  const salt = parentKeys('metformin hydrochloride');
  expect(impurityKeys('a', salt, 'ep')).toEqual(expect.arrayContaining(ep));
});

test('tags tell the book where they name one only', () => {
  expect(bookOf(['HPLC', 'EP'])).toBe('ep');
  expect(bookOf(['EP', 'USP'])).toBeUndefined();
  expect(bookOf(['HPLC'])).toBeUndefined();
});

test.each([
  ['50-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['cas 50-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['cas no.: 50-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['CAS登录号：50-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['50 - 78 - 2', { kind: 'whole', cas: '50-78-2' }],
  ['50-78-3', { kind: 'whole', cas: '50-78-3' }],
  ["'50-78-2", { kind: 'whole', cas: '50-78-2' }],
  ['050-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['5O-78-2', { kind: 'whole', cas: '50-78-2' }],
  ['67-64-l', { kind: 'whole', cas: '67-64-1' }],
  ['50/78/2', { kind: 'whole', cas: '50-78-2' }],
  ['0000050782', { kind: 'digits', digits: '0000050782', whole: '50-78-2' }],
  ['1975-09-02', { kind: 'date', mended: ['75-09-2'] }],
  ['1975-09-04', undefined],
  ['50-78', { kind: 'start', start: '50-78' }],
  ['50-', { kind: 'start', start: '50-' }],
  ['50782', { kind: 'digits', digits: '50782', whole: '50-78-2' }],
  ['50783', { kind: 'digits', digits: '50783', whole: undefined }],
  ['aspirin 50-78-2', undefined],
  ['cashew', undefined],
  ['123', undefined],
])('%s as a CAS number', (text, reading) => {
  expect(readCas(readable(text))).toEqual(reading);
});

test('a CAS number among words is known by its check digit', () => {
  expect(casWithin('aspirin (50-78-2)')).toEqual(['50-78-2']);
  expect(casWithin('50-78-2 or 58-08-2, not 50-78-2')).toEqual(['50-78-2', '58-08-2']);
  expect(casWithin('aspirin 50-78-3')).toEqual([]);
  expect(casWithin('1-50-78-2')).toEqual([]);
});

test.each([
  ['C9H8O4', 'c9h8o4'],
  ['H2SO4', 'h2o4s1'],
  ['CuSO4·5H2O', 'cu1h10o9s1'],
  ['CuSO4.5H2O', 'cu1h10o9s1'],
  ['Ca3(PO4)2', 'ca3o8p2'],
  ['NaCl', 'cl1na1'],
  ['CO', 'c1o1'],
  ['Co', 'co1'],
  ['C₈H₁₀N₄O₂', 'c8h10n4o2'],
  ['NO3-', 'n1o3-'],
  ['NO3^-', 'n1o3-'],
  ['C6H3BaN3O8+2', 'c6h3ba1n3o8+2'],
  ['SO4^2-', 'o4s1-2'],
  ['H2[18O]', '18o1h2'],
  ['unknown', 'unknown'],
])('the formula %s is indexed as %s', (formula, key) => {
  expect(formulaKey(formula)).toBe(key);
});

test('a formula is found in any case, but by its capitals first', () => {
  expect(readFormula('c9h8o4').keys).toContain(formulaKey('C9H8O4'));
  expect(readFormula('NiS').keys).toEqual([formulaKey('NiS')]);
  expect(readFormula('nacl').keys).toContain(formulaKey('NaCl'));
  expect(readFormula('CO2').keys[0]).toBe(formulaKey('CO2'));
  // No number of atoms begins with a zero: it was an O.
  expect(readFormula('H2S04').near).toContain(formulaKey('H2SO4'));
  expect(readFormula('NaC1').near).toContain(formulaKey('NaCl'));
  expect(readFormula('C_8H_{10}N_4O_2').keys).toContain(formulaKey('C8H10N4O2'));
  for (const hydrate of ['CuSO4(5H2O)', 'CuSO4-5H2O'])
    expect(readFormula(hydrate).keys).toContain(formulaKey('CuSO4·5H2O'));
  expect(readFormula('PdCl2(PPh3)2').near).toContain(formulaKey('C36H30Cl2P2Pd'));
  expect(readFormula('c2con2').keys).toEqual(
    expect.arrayContaining([formulaKey('C2CoN2'), formulaKey('C2CON2')]),
  );
});

test.each([
  ['CO', 'C1O1', []],
  ['Co', 'Co', []],
  ['CH3COOH', 'C2H4O2', []],
  ['(CH3)2CO', 'C3H6O', []],
  ['CH3CN', 'C2H3N', []],
  ['CH2=CH-CN', 'C3H3N', []],
  ['CH3-CH2-OH', 'C2H6O', []],
  ['SO42-', 'SO4^2-', []],
  ['SO4--', 'SO4^2-', []],
  ['Ca2+', 'Ca^2+', []],
  ['CuSO4 5H2O', 'CuSO4·5H2O', ['CuSO4']],
  ['CuSO4 x 5 H2O', 'CuSO4·5H2O', ['CuSO4']],
  ['COSO4', 'COSO4', ['CoSO4']],
])('%s is read as the formula %s, and comes near %j', (typed, formula, near) => {
  const reading = readFormula(typed);
  expect(reading.keys).toContain(formulaKey(formula));
  expect(reading.near).toEqual(expect.arrayContaining(near.map(formulaKey)));
});

test('a formula with right capitals is no other one', () => {
  for (const formula of ['CO', 'Co', 'NO', 'No', 'CoSO4', 'HF', 'Hf'])
    expect(readFormula(formula)).toEqual({
      keys: [formulaKey(formula), ...(/\d/.test(formula) ? [formula.toLowerCase()] : [])],
      near: [],
    });
});

test('words are no formulas', () => {
  for (const word of [
    'aspirin',
    'vitamin b12',
    'acetic acid',
    '阿司匹林',
    'caffeine anhydrous',
    'caff.',
    'caff*',
    '',
  ])
    expect(readFormula(word).keys).toEqual([]);
});

test('abbreviations mean CAS numbers that are right in themselves', () => {
  expect(abbreviated(compact('NAD+'))).toEqual(['53-84-9']);
  expect(abbreviated(compact('5-HT'))).toEqual(['50-67-9']);
  expect(abbreviated('nabh4')).toEqual(['16940-66-2']);
  expect(abbreviationsFrom('').filter((cas) => !isCas(cas))).toEqual([]);
  expect(abbreviated('bap', 'BaP')).toEqual(['50-32-8']);
  expect(abbreviated('bap', 'BAP')).toEqual(['1214-39-7']);
  expect(abbreviated('po', 'PO')).toEqual(['75-56-9']); // Po is polonium
  expect(abbreviated('po', 'Po')).toEqual([]);
  expect(abbreviated('csa')).toContain('59865-13-3'); // CsA is ciclosporin
  // Kainic or kojic acid, dicumyl peroxide or dicalcium phosphate: in a list such a text is in doubt.
  for (const several of ['ka', 'tmg', 'dbn', 'dcp', 'ptx']) expect(abbreviated(several)).toHaveLength(2);
  expect(abbreviated('thf').every(isCas)).toBe(true);
  expect(abbreviated('aspirin')).toEqual([]);
});
