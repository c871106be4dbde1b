import { derivedFrom, derivedKeys } from '../../../src/chemistry/names/derived.js';
import { saltForm } from '../../../src/chemistry/names/salts.js';
import examples from './derived.json' with { type: 'json' };

const basesOf = (text: string): (string | undefined)[] => {
  const derived = derivedFrom(saltForm(text));
  return [derived?.base, derived?.kind, derived?.endings[0]];
};

test.each(examples.derived as [string, ...(string | null)[]][])('%s is made of %s', (text, ...made) => {
  expect(basesOf(text)).toEqual(made.map((each) => each ?? undefined));
});

test.each(examples.underived)('%s is made of nothing', (text) => {
  expect(derivedFrom(saltForm(text))).toBeUndefined();
});

test('what was made is called by the names of the base, Chinese ones by a Chinese ending', () => {
  const keysOf = (text: string, ...names: string[]): string[] =>
    derivedKeys(derivedFrom(saltForm(text))!, names);
  expect(keysOf('氨苄西林钠', 'ampicillin', '氨苄青霉素')).toEqual([
    'ampicillinsodium',
    'ampicillinsodiumsalt',
    '氨苄青霉素钠',
  ]);
  expect(keysOf('槲皮素二水合物', 'quercetin')).toEqual(['quercetindihydrate']);
  expect(keysOf('氨-d3', 'ammonia', '氨气')).toEqual(['ammoniad3', '氨气d3']);
  expect(keysOf('氘代氯仿', 'chloroform', '氯仿')).toEqual([
    'chloroformd',
    ...Array.from({ length: 12 }, (_, at) => `chloroformd${at + 1}`),
    'deuteratedchloroform',
    'perdeuteratedchloroform',
  ]);
});

test('a Chinese stereoisomer is called by the English names of the substance, with its descriptor', () => {
  const keysOf = (text: string, ...names: string[]): string[] => derivedKeys(derivedFrom(text)!, names);
  expect(keysOf('左旋薄荷醇', 'dl-menthol', '薄荷脑')).toEqual([
    'lmenthol',
    'menthol-',
    'levomenthol',
    'levmenthol',
  ]);
  expect(keysOf('s-布洛芬', 'ibuprofen')).toEqual(['sibuprofen', 'sibuprofen+', 'sibuprofen-']);
  expect(keysOf('17beta-雌二醇', 'estradiol')).toEqual(['17betaestradiol']);
});

test('a metabolite or ester in Chinese is called by the English names of the substance', () => {
  const keysOf = (text: string, ...names: string[]): string[] =>
    derivedKeys(derivedFrom(saltForm(text))!, names);
  expect(keysOf('阿苯达唑砜', 'albendazole', '丙硫咪唑')).toEqual(['albendazolesulfone', '丙硫咪唑砜']);
  expect(keysOf('N-去甲基氯氮平'.toLowerCase(), 'clozapine')).toContain('ndesmethylclozapine');
});

test('a metal salt is called as its acid is, too', () => {
  expect(derivedKeys(derivedFrom('葡萄糖酸锌')!, ['gluconic acid'])).toContain('zincgluconate');
});
