import { derivedFrom, derivedKeys } from '../../../src/chemistry/names/derived.js';
import { saltForm } from '../../../src/chemistry/names/salts.js';

const basesOf = (text: string): (string | undefined)[] => {
  const derived = derivedFrom(saltForm(text));
  return [derived?.base, derived?.kind, derived?.endings[0]];
};

test.each([
  ['阿莫西林三水合物', '阿莫西林', 'form', 'trihydrate'],
  ['一水硫酸锌', '硫酸锌', 'form', 'monohydrate'],
  ['水合溴化锂', '溴化锂', 'form', 'hydrate'],
  ['氨苄西林钠', '氨苄西林', 'form', 'sodium'],
  ['头孢曲松二钠', '头孢曲松', 'form', 'disodium'],
  ['布洛芬钠盐', '布洛芬', 'form', 'sodium'],
  ['盐酸二甲双胍', '二甲双胍', 'acid', 'hydrochloride'],
  ['地塞米松磷酸钠', '地塞米松', 'form', 'sodiumphosphate'],
  ['盐酸l-组氨酸', 'l-组氨酸', 'acid', 'hydrochloride'],
  ['氨-d3', '氨', 'form', 'd3'],
  ['对二氯苯-d4', '对二氯苯', 'form', 'd4'],
  ['caffeine-d9', 'caffeine', 'form', 'd9'],
  ['氘代丙酮', '丙酮', 'deuterium', undefined],
  ['deuterated acetone', 'acetone', 'deuterium', undefined],
  ['aciclovir sodium', 'aciclovir', 'english', 'sodium'],
  ['cupric chloride dihydrate', 'cupric chloride', 'english', 'dihydrate'],
  ['mncl2·4h2o', 'mncl2', 'english', 'tetrahydrate'],
  ['kal(so4)2·12h2o', 'kal(so4)2', 'english', 'dodecahydrate'],
  ['维生素b6盐酸盐', '维生素b6', 'acid', 'hydrochloride'],
  ['d-扁桃酸', '扁桃酸', 'english', undefined],
  ['左西替利嗪', '西替利嗪', 'english', undefined],
  ['涕灭威砜', '涕灭威', 'english', 'sulfone'],
  ['地塞米松醋酸酯', '地塞米松', 'english', 'acetate'],
  ['氯沙坦甲醛', '氯沙坦', 'english', 'carboxaldehyde'],
  ['睾酮丙酸酯', '睾酮', 'english', 'propionate'],
  ['3-羟基克百威', '克百威', 'english', undefined],
  ['脱乙基莠去津', '莠去津', 'english', undefined],
  ['戊酸倍他米松', '倍他米松', 'english', 'valerate'],
  ['戊酸雌二醇', '雌二醇', 'english', 'valerate'],
  ['倍他米松二丙酸酯', '倍他米松', 'english', 'dipropionate'],
  ['维生素e琥珀酸酯', '维生素e', 'english', 'succinate'],
  ['25-羟基维生素d3', '维生素d3', 'english', undefined],
  ['beta-d-葡萄糖', '葡萄糖', 'english', undefined],
  ['6alpha-甲基泼尼松龙', '泼尼松龙', 'english', undefined],
  ['2-脱氧-d-核糖', 'd-核糖', 'english', undefined],
])('%s is made of %s', (text, ...made) => {
  expect(basesOf(text)).toEqual(made);
});

test.each([
  ['维生素d3'],
  ['vitamin-d'],
  ['氯化钠'],
  ['柠檬酸钙'],
  ['邻苯二甲酸钾'],
  ['aspirin'],
  ['正丁基锂'],
  ['zinc sulfate'],
  ['n-butyl acetate'],
  ['丙酸酐'],
])('%s is made of nothing', (text) => {
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
