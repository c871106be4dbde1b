import { plan } from '../../../src/search/text/plan.js';
import { readTyped } from '../../../src/search/text/typed.js';

/** What a text may name in part, the longest first. */
const partsOf = (text: string): string[][] =>
  plan(readTyped(text))
    .late.filter(({ name }) => name === 'named_part')
    .map(({ parts }) => [...new Set(parts.flat().map(({ key }) => key))]);

test('words that follow each other may be a name, the longest first', () => {
  expect(partsOf('unknown brand salicylic acid')).toEqual([
    ['unknownbrandsalicylic'],
    ['brandsalicylicacid'],
    ['brandsalicylic'],
    ['salicylicacid'],
    ['unknownbrand'],
    ['salicylic'],
    ['unknown'],
    ['brand'],
  ]);
});

test('a single word, and words of many names, are no part', () => {
  expect(partsOf('aspirin')).toEqual([]);
  expect(partsOf('foobarate sodium').flat()).toEqual(['foobarate']);
  expect(partsOf('acid 12').flat()).toEqual([]);
});

test('what something is dissolved in is not meant', () => {
  expect(partsOf('native diazepam in methanol').flat()).not.toContain('methanol');
});

test('a Chinese part is most of its run, and no piece of a systematic name', () => {
  expect(partsOf('免费样品 布洛芬').flat()).toContain('布洛芬');
  expect(partsOf('免费样品 布洛芬').flat()).not.toContain('样品');
  expect(partsOf('超纯阿司匹林').flat()).toContain('阿司匹林');
  expect(partsOf('黄芩苷和黄芩素').flat()).toEqual(expect.arrayContaining(['黄芩苷', '黄芩素']));
  expect(partsOf('3,5-二叔丁基-4-羟基甲苯').flat()).toEqual([]);
});

test('a part of the name of an impurity, or of one that an index turned, is another substance', () => {
  expect(partsOf('amlodipine nitrosamine impurity')).toEqual([]);
  expect(partsOf('benzeneacetic acid, alpha-methyl-4-(2-methylpropyl)-')).toEqual([]);
});

test('a name with what it is an impurity of in brackets is meant', () => {
  expect(partsOf('salicylic acid (aspirin impurity C)')).toEqual([['salicylicacid']]);
  expect(partsOf('4-氨基苯酚（对乙酰氨基酚杂质K）').flat()).toContain('4aminophenol');
  expect(partsOf('aspirin impurity (batch 5)')).toEqual([]);
  expect(partsOf('新到：卡托普利（批号100318-202106）').flat()).toContain('卡托普利');
});

test('a part is looked for only where nothing else is found', () => {
  const { tiers, late } = plan(readTyped('unknown aspirin'));
  expect(late.map(({ name }) => name)).toContain('named_part');
  expect(tiers.map(({ name }) => name)).not.toContain('named_part');
});
