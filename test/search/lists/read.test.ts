import { readIdentifier } from '../../../src/search/lists/read.js';
import type { Identifier } from '../../../src/search/lists/read.js';
import examples from './read.json' with { type: 'json' };

// What is looked up for an identifier, which no catalogue is needed for.

const asksOf = (identifier: Identifier): string[] =>
  readIdentifier(identifier).asks.map(({ fact, typed }) => `${fact}: ${typed.name}`);

test.each<[line: string, ...asks: string[]]>([
  ['58-08-2\taspirin 99%', 'cas: 58-08-2', 'text: aspirin'],
  ['Methanol 99%\t500 ml', 'text: Methanol'],
  ['乙醇 95%\t500ml', 'text: 乙醇'],
  ['58-08-2\t99% (R)-BINAP', 'cas: 58-08-2', 'text: (R)-BINAP'],
  ['58-08-2\t98% (mixture of isomers)', 'cas: 58-08-2', 'text: (mixture of isomers)'],
  ...examples.purities.map((purity): [string, string] => [`58-08-2\t${purity}`, 'cas: 58-08-2']),
])('a name with a purity in its cell is looked up, a purity alone is not: %j', (line, ...asks) => {
  expect(asksOf(line)).toEqual(asks);
});

test.each([
  ['58-08-2 d9', 'd9'],
  ['50-78-2 (13C6) 5 g', '(13C6)'],
  ['PDS-001859 D4', 'D4'],
  ['50-78-2\t99% d4', 'd4'],
])('isotopes beside a number are looked up as a name: %j', (line, name) => {
  expect(asksOf(line).map((ask) => ask.replace(/^\w+: /, ''))).toContain(name);
});

test.each(examples.numbering)(
  'numbering is left out, a number that belongs to the name is not: %j',
  (line, name) => {
    expect(asksOf(line)).toEqual([`text: ${name}`]);
  },
);

test('columns that name an impurity together keep the structure and the number beside them', () => {
  expect(asksOf('Amlodipine\tImpurity A\tCC(=O)Oc1ccccc1C(=O)O\t50-78-2')).toEqual([
    'cas: 50-78-2',
    'structure: CC(=O)Oc1ccccc1C(=O)O',
    'text: Amlodipine Impurity A',
  ]);
});

test('what is repeated is looked up once, and what is left out is told', () => {
  const repeated = readIdentifier(`${'58-08-2 '.repeat(6)}50-78-2`);
  expect(repeated.isCut).toBe(false);
  expect(repeated.asks.map(({ given }) => given)).toEqual(['58-08-2', '50-78-2']);
  const { asks, isCut } = readIdentifier('58-08-2 9000-90-2 9000-91-3 9000-92-4 9000-93-5 9000-94-6 50-78-2');
  expect([asks.length, isCut]).toEqual([6, true]);
  const names = 'caffeine\t咖啡因\tSigma\tAR\tShanghai\tZhang San';
  expect(readIdentifier(`58-08-2\t${names}`).isCut).toBe(false);
  expect(readIdentifier(`${names}\tcitrate`)).toHaveProperty('isCut', true);
});

test('a line that is too long ends with a whole cell, or a whole word, and tells that it is cut', () => {
  const dots = '…'.repeat(330); // 990 characters as they are read
  const read = (line: Identifier) => {
    const { asks, isCut } = readIdentifier(line);
    return [isCut === true, ...asks.map(({ given }) => given.replace(/^\.+ ?/, ''))];
  };
  expect(read(`${dots}; caffeine sulfate`)).toEqual([true]);
  expect(read(`58-08-2; ${dots}caffeine sulfate`)).toEqual([true, '58-08-2']);
  expect(read(`${dots} tin sulfate`)).toEqual([true, 'tin']);
  expect(read(`${dots} tin 𠮷𠮷𠮷𠮷`)).toEqual([true, 'tin']);
  expect(read({ cas: `58-08-2; ${dots} 50-78-2` })).toEqual([true, '58-08-2']);
  expect(read('caffeine sulfate')).toEqual([false, 'caffeine sulfate']);
});

test('columns are read as far as any list has them, and that there were more is told', () => {
  const amounts = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1} g`).join('\t');
  expect(asksOf(`caffeine\t${amounts(8)}\tcitrate`)).toEqual(['text: caffeine', 'text: citrate']);
  expect(readIdentifier(`caffeine\t${amounts(8)}`).isCut).toBe(false);
  expect(readIdentifier(`caffeine\t${amounts(23)}\tcitrate`)).toHaveProperty('isCut', true);
});

test('a line that ends with dots was cut elsewhere', () => {
  for (const line of ['caffeine\t…', 'caffeine...', '… …', { name: 'caffeine …' }])
    expect(readIdentifier(line)).toHaveProperty('isCut', true);
  expect(readIdentifier('…caffeine').isCut).toBe(false);
});

test.each<[line: string, ...asks: string[]]>([
  ['C8H10N4O2\t25 g', 'text: C8H10N4O2'],
  ['H2O2\t500 ml', 'text: H2O2'],
  ['caffeine\tC8H10N4O2\t25 g', 'text: caffeine'],
  ['C8H10N4O2\tH2O2'],
])('a formula is looked up where nothing else is: %j', (line, ...asks) => {
  expect(asksOf(line)).toEqual(asks);
});

describe('how much is wanted', () => {
  const wanted = (line: string): unknown[] => {
    const { quantity, asks } = readIdentifier(line);
    return [quantity, asks.at(-1)?.typed.name];
  };
  const forms = ['两瓶', '一盒', '三支', '十瓶', '半克', '二十五毫克', '两三瓶', '叁支', '一瓶半', '2瓶', '2 ea', '2 x 10 mg', '10mg*2', '10mg×2支', '2~3瓶', '1/2 g', '.5g', '2 vials', '2 Stück', '2本', '2병']; // prettier-ignore
  test.each(forms)('%s is read behind a name, and behind a CAS number', (form) => {
    expect(wanted(`阿司匹林 ${form}`)).toEqual([form, '阿司匹林']);
    expect(wanted(`50-78-2 ${form}`)).toEqual([form, '50-78-2']);
  });

  test.each(examples.quantities)('of %s', (line, quantity, name) => {
    expect(wanted(line)).toEqual([quantity, name]);
  });

  const names = ['二甲苯', '1,2-二甲苯', '三乙胺', '半胱氨酸', '两性霉素B', '十二烷基硫酸钠', '一氧化碳', '双酚A', '六一散', '千斤拔', '半支莲', '一支黄花', '阿司匹林杂质2', '布洛芬杂质(2)', '杂质 2', '16:0-18:1 PC', 'polysorbate (80)', 'Copper(2)', "2'-脱氧腺苷", '二十碳五烯酸', 'Vitamin B2', 'airedale yellow 3gm']; // prettier-ignore
  test.each([...names, 'caffeine\t98', 'caffeine\t99.5'])('%s asks for none', (line) => {
    expect(wanted(line)[0]).toBeUndefined();
    expect(wanted(line)[1]).toBe(line.split('\t')[0]);
  });
});
