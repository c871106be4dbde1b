import { readIdentifier } from '../../../src/search/lists/read.js';
import type { Identifier } from '../../../src/search/lists/read.js';

// What is looked up for an identifier, which no catalogue is needed for.

const asksOf = (identifier: Identifier): string[] =>
  readIdentifier(identifier).asks.map(({ fact, typed }) => `${fact}: ${typed.name}`);

test.each<[line: string, ...asks: string[]]>([
  ['58-08-2\taspirin 99%', 'cas: 58-08-2', 'text: aspirin'],
  ['Methanol 99%\t500 ml', 'text: Methanol'],
  ['乙醇 95%\t500ml', 'text: 乙醇'],
  ['58-08-2\t99% (R)-BINAP', 'cas: 58-08-2', 'text: (R)-BINAP'],
  ['58-08-2\t98% (mixture of isomers)', 'cas: 58-08-2', 'text: (mixture of isomers)'],
  ...[
    '≥98% (HPLC)',
    'Purity: 99%',
    '98%+',
    '97% min',
    '98% (by HPLC)',
    '99.9% trace metals basis',
    'technical grade 90%',
    '30% in water',
    '含量≥99%',
    '30%水溶液',
    '98% (titration)',
    '98%以上',
    '≥98%（HPLC法）',
    '不低于98%',
    'not less than 98%',
    '98% (NMR)',
    '10% w/w',
  ].map((purity): [string, string] => [`58-08-2\t${purity}`, 'cas: 58-08-2']),
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

test.each([
  ['(8)-Gingerol', '(8)-Gingerol'],
  ['（1）-Menthol', '(1)-Menthol'],
  ['(2)H2O', '(2)H2O'],
  ['(14)C-urea', '(14)C-urea'],
  ['(1) aspirin', 'aspirin'],
  ['(1)aspirin', 'aspirin'],
  ['（2）α-pinene', 'α-pinene'],
  ['（1）阿司匹林', '阿司匹林'],
  ['1)aspirin', 'aspirin'],
  ['12. aspirin', 'aspirin'],
])('numbering is left out, a number that belongs to the name is not: %j', (line, name) => {
  expect(asksOf(line)).toEqual([`text: ${name}`]);
});

test('columns that name an impurity together keep the structure and the number beside them', () => {
  expect(asksOf('Amlodipine\tImpurity A\tCC(=O)Oc1ccccc1C(=O)O\t50-78-2')).toEqual([
    'cas: 50-78-2',
    'structure: CC(=O)Oc1ccccc1C(=O)O',
    'text: Amlodipine Impurity A',
  ]);
});

test('what is repeated is looked up once, and what is left out is told', () => {
  const repeated = readIdentifier(`${'58-08-2 '.repeat(6)}50-78-2`);
  expect(repeated).not.toHaveProperty('isCut');
  expect(repeated.asks.map(({ given }) => given)).toEqual(['58-08-2', '50-78-2']);
  const { asks, isCut } = readIdentifier('58-08-2 9000-90-2 9000-91-3 9000-92-4 9000-93-5 9000-94-6 50-78-2');
  expect([asks.length, isCut]).toEqual([6, true]);
  const names = 'caffeine\t咖啡因\tSigma\tAR\tShanghai\tZhang San';
  expect(readIdentifier(`58-08-2\t${names}`)).not.toHaveProperty('isCut');
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
  expect(readIdentifier(`caffeine\t${amounts(8)}`)).not.toHaveProperty('isCut');
  expect(readIdentifier(`caffeine\t${amounts(23)}\tcitrate`)).toHaveProperty('isCut', true);
});

test('a line that ends with dots was cut elsewhere', () => {
  for (const line of ['caffeine\t…', 'caffeine...', '… …', { name: 'caffeine …' }])
    expect(readIdentifier(line)).toHaveProperty('isCut', true);
  expect(readIdentifier('…caffeine')).not.toHaveProperty('isCut');
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

  test.each([
    ['阿司匹林两瓶', '两瓶', '阿司匹林'],
    ['两瓶阿司匹林', '两瓶', '阿司匹林'],
    ['阿司匹林（两瓶）', '两瓶', '阿司匹林'],
    ['阿司匹林 各两瓶', '两瓶', '阿司匹林'],
    ['阿司匹林 数量：二', '二', '阿司匹林'],
    ['aspirin two bottles', 'two bottles', 'aspirin'],
    ['2 bottles of aspirin', '2 bottles', 'aspirin'],
    ['aspirin qty: 2', '2', 'aspirin'],
    ['aspirin (2)', '2', 'aspirin'],
    ['aspirin (x2)', '2', 'aspirin'],
    ['aspirin ×2', '2', 'aspirin'],
    ['阿司匹林 X2', '2', '阿司匹林'],
    ['aspirin 5x', '5', 'aspirin'],
    ['aspirin, 2', '2', 'aspirin'],
    ['aspirin,1,500 mg', '1,500 mg', 'aspirin'],
    ['aspirin 10 mg, 2 vials', '10 mg x 2 vials', 'aspirin'],
    ['阿司匹林\t10mg\t2', '10mg x 2', '阿司匹林'],
    ['阿司匹林\t2', '2', '阿司匹林'],
    ['二甲苯 十瓶', '十瓶', '二甲苯'],
    ['两性霉素B两瓶', '两瓶', '两性霉素B'],
    ['五氧化二磷 五百克', '五百克', '五氧化二磷'],
    ['一支黄连素', '一支', '黄连素'],
  ])('of %s', (line, quantity, name) => {
    expect(wanted(line)).toEqual([quantity, name]);
  });

  const names = ['二甲苯', '1,2-二甲苯', '三乙胺', '半胱氨酸', '两性霉素B', '十二烷基硫酸钠', '一氧化碳', '双酚A', '六一散', '千斤拔', '半支莲', '一支黄花', '阿司匹林杂质2', '布洛芬杂质(2)', '杂质 2', '16:0-18:1 PC', 'polysorbate (80)', 'Copper(2)', "2'-脱氧腺苷"]; // prettier-ignore
  test.each([...names, 'caffeine\t98', 'caffeine\t99.5'])('%s asks for none', (line) => {
    expect(wanted(line)[0]).toBeUndefined();
    expect(wanted(line)[1]).toBe(line.split('\t')[0]);
  });
});
