import { blankProduct } from '../../../src/catalogue/products/fields.js';
import { Hit } from '../../../src/search/text/found.js';
import { mayBelongTo, nearestFirst } from '../../../src/search/text/nearest.js';
import type { TierName } from '../../../src/search/text/tier.js';

const hit = (
  tier: TierName,
  name_en: string,
  formula: string | null = null,
  synonyms: string | null = null,
): Hit => {
  const named = { name_cn: name_en, name_en, formula, synonyms };
  const json = JSON.stringify({ ...blankProduct(name_en, 'sync'), ...named });
  return new Hit({ id: 1, json }, tier, () => ({ match: 'similar' }));
};
const order = (form: string, hits: Hit[]): string[] =>
  nearestFirst(hits, form).map(({ product }) => product.name_en!);

test('of names that differ in stereo descriptors those that agree come first, within their reading', () => {
  const hits = [
    hit('name', 'ofloxacin'),
    hit('near_name', 'trans-1,2-dichloroethene'),
    hit('near_name', '1,2-dichloroethene'),
    hit('near_name', 'cis-1,2-dichloroethene'),
    hit('words', 'trans-x'),
    hit('words', 'cis-x'),
  ];
  expect(order('cis-1,2-dichloroethene', hits)).toEqual([
    'ofloxacin',
    'cis-1,2-dichloroethene',
    '1,2-dichloroethene',
    'trans-1,2-dichloroethene',
    'trans-x',
    'cis-x',
  ]);
});

test('a synonym tells the stereoisomer where the name does not', () => {
  const hits = [
    hit('near_name', 'ofloxacin', null, 'tarivid'),
    hit('near_name', 'dextrofloxacin', null, '(R)-ofloxacin'),
    hit('near_name', 'levofloxacin', null, 'cravit;(-)-ofloxacin'),
  ];
  expect(order('(s)-(-)-ofloxacin', hits)[0]).toBe('levofloxacin');
});

test('of a Chinese name any English one tells the stereoisomer, a main one most surely', () => {
  const hits = [
    hit('near_name', '薄荷醇', null, 'menthol'),
    hit('near_name', 'menthol', null, 'D-Menthol'),
    hit('near_name', 'd-menthol'),
  ];
  expect(order('d-薄荷醇', hits)).toEqual(['d-menthol', 'menthol', '薄荷醇']);
});

test('a salt comes before an acid that suppliers call so', () => {
  const hits = [
    hit('near_name', 'gluconic acid', 'C6H12O7', 'zinc gluconate'),
    hit('near_name', 'zinkgluconaat', 'C12H22O14Zn', 'zinc gluconate'),
  ];
  expect(order('葡萄糖酸锌', hits)[0]).toBe('zinkgluconaat');
});

test('what is mainly called the impurity of a label comes before what another book calls so', () => {
  const hits = [
    hit('impurity_of_book', 'Amlodipine EP Impurity A', null, 'Amlodipine Related Compound B'),
    hit('impurity_of_book', 'Amlodipine EP Impurity B'),
  ];
  expect(order('amlodipine impurity b', hits)[0]).toBe('Amlodipine EP Impurity B');
});

test('of deuterated products those without other hydrogen come first, then those with more deuterium', () => {
  const hits = [
    hit('deuterated', 'methanol-d', 'CH3DO'),
    hit('deuterated', 'methanol-d3', 'CHD3O'),
    hit('deuterated', 'methanol-d4', 'CD4O'),
    hit('deuterated', 'mislabelled'),
  ];
  expect(order('氘代甲醇', hits)).toEqual(['methanol-d4', 'methanol-d3', 'methanol-d', 'mislabelled']);
});

test('an impurity of a short name that is two letters off is one of another substance', () => {
  const belongs = mayBelongTo('aspirin impurity a')!;
  const names = ['Aspirim Impurity A', 'Aspilan Impurity A', 'Salaspirin'];
  expect(names.map((name) => belongs(hit('name', name)))).toEqual([true, false, true]);
});
