import { abbreviated, abbreviationsFrom } from '../../../src/chemistry/names/abbreviations.js';
import { casWithin, readCas } from '../../../src/search/text/cas.js';
import { isCas } from '../../../src/chemistry/values/cas.js';

import { bareForm, chineseSaltOf, parentsOf, saltForm } from '../../../src/chemistry/names/salts.js';
import { formulaKey, readFormula } from '../../../src/chemistry/values/formula.js';
import { bookOf, impurityKeys, impurityOf, parentKeys } from '../../../src/chemistry/names/impurity.js';
import { compact, readable } from '../../../src/chemistry/names/normalise.js';
import { flatForm, signedKey } from '../../../src/chemistry/names/stereo.js';
import examples from './chemistry.json' with { type: 'json' };

const salt = (name: string): string => compact(saltForm(readable(name)));

test.each(examples.salts)('%s: every way to write the salt is one', (name, ...others) => {
  for (const other of others) expect(`${other}: ${salt(other)}`).toBe(`${other}: ${salt(name)}`);
}); // prettier-ignore

test('other salts, and acids by themselves, stay what they are', () => {
  const different = ['lidocaine', 'lidocaine hydrochloride', 'lidocaine sulfate', 'lidocaine dihydrochloride', 'HCl', 'hydrochloric acid', 'copper sulfate', 'copper sulfate pentahydrate', 'copper sulfate monohydrate', 'sodium sulfate', 'monosodium sulphate', 'phosphoric acid, potassium salt', 'phosphoric acid, potassium salt (1:1)', 'phosphoric acid, monopotassium salt', '盐酸', '利多卡因', '硫酸利多卡因'];
  expect(new Set(different.map(salt)).size).toBe(different.length);
}); // prettier-ignore

test.each(examples.without_stereo)('%s without stereo is %s', (name, flat) => {
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

test.each(examples.bare)('%s without what buyers add is %s', (typed, bare) => {
  expect(bareForm(typed)).toBe(bare);
});

test('a hydrate has its salt and its substance as parents, the nearest first', () => {
  expect(parentsOf('ampicillin sodium trihydrate')).toEqual(['ampicillin sodium', 'ampicillin']);
  expect(parentsOf('盐酸二甲双胍')).toEqual(['二甲双胍']);
  expect(parentsOf('硫酸铜五水合物')).toEqual(['硫酸铜']);
  expect(parentsOf('aspirin')).toEqual([]);
});

test.each(examples.impurities as [string, string, string | null, string][])(
  '%s is read as parent, book and label',
  (name, parent, book, label) => {
    expect(impurityOf(readable(name))).toEqual({ parent, book: book ?? undefined, label });
  },
);

test('what is no impurity of something is not read as one', () => {
  for (const text of examples.no_impurities) expect(impurityOf(text)).toBeUndefined();
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

test.each(examples.cas as [string, object | null][])('%s as a CAS number', (text, reading) => {
  expect(readCas(readable(text))).toEqual(reading ?? undefined);
});

test('a CAS number among words is known by its check digit', () => {
  expect(casWithin('aspirin (50-78-2)')).toEqual(['50-78-2']);
  expect(casWithin('50-78-2 or 58-08-2, not 50-78-2')).toEqual(['50-78-2', '58-08-2']);
  expect(casWithin('aspirin 50-78-3')).toEqual([]);
  expect(casWithin('1-50-78-2')).toEqual([]);
});

test.each(examples.formula_keys)('the formula %s is indexed as %s', (formula, key) => {
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

test.each(examples.formulas as [string, string, string[]][])(
  '%s is read as the formula %s, and comes near %j',
  (typed, formula, near) => {
    const reading = readFormula(typed);
    expect(reading.keys).toContain(formulaKey(formula));
    expect(reading.near).toEqual(expect.arrayContaining(near.map(formulaKey)));
  },
);

test('a formula with right capitals is no other one', () => {
  for (const formula of ['CO', 'Co', 'NO', 'No', 'CoSO4', 'HF', 'Hf'])
    expect(readFormula(formula)).toEqual({
      keys: [formulaKey(formula), ...(/\d/.test(formula) ? [formula.toLowerCase()] : [])],
      near: [],
    });
});

test('words are no formulas', () => {
  for (const word of examples.words) expect(readFormula(word).keys).toEqual([]);
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
