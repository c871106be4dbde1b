import { partsOfList } from '../../../src/search/text/list.js';
import { partRead, readTyped } from '../../../src/search/text/typed.js';
import { withoutWishes } from '../../../src/search/text/wishes.js';

test.each([
  ['aspirin\ncaffeine\n\nibuprofen', ['aspirin', 'caffeine', 'ibuprofen']],
  ['aspirin; caffeine；ibuprofen;', ['aspirin', 'caffeine', 'ibuprofen']],
  ['50-78-2、58-08-2、103-90-2', ['50-78-2', '58-08-2', '103-90-2']],
  ['50-78-2 58-08-2, 103-90-2', ['50-78-2', '58-08-2', '103-90-2']],
  ['PDS-000130 PDS-000113', ['PDS-000130', 'PDS-000113']],
  ['1. aspirin 2. caffeine 3. ibuprofen', ['aspirin', 'caffeine', 'ibuprofen']],
  ['1) 2,4-dinitrophenol\n2) 1,2-dichloroethane', ['2,4-dinitrophenol', '1,2-dichloroethane']],
  ['- aspirin\n- caffeine', ['aspirin', 'caffeine']],
  ['1、阿司匹林\n2、咖啡因', ['阿司匹林', '咖啡因']],
  ['1、阿司匹林 2、咖啡因 3、布洛芬', ['阿司匹林', '咖啡因', '布洛芬']],
  ['1.阿司匹林 2.咖啡因', ['阿司匹林', '咖啡因']],
  ['50-78-2, 58-08-2; 103-90-2', ['50-78-2', '58-08-2', '103-90-2']],
  ['PDS-000130,PDS-000113\nPDS-000052 64-17-5', ['PDS-000130', 'PDS-000113', 'PDS-000052 64-17-5']],
  ['aspirin 50-78-2 and caffeine 58-08-2', ['50-78-2', '58-08-2']],
  ['In; NO; SDS; CoA', ['In', 'NO', 'SDS', 'CoA']],
  ['dear sir; please quote; aspirin; caffeine', ['aspirin', 'caffeine']],
  ['(8)-Gingerol\n(14)C-urea', ['(8)-Gingerol', '(14)C-urea']],
  ['(1) (8)-Gingerol\n(2) aspirin', ['(8)-Gingerol', 'aspirin']],
])('%j is a list', (text, texts) => {
  expect(partsOfList(text)).toEqual({ texts, sure: true });
});

test.each([
  ['aspirin, caffeine and ibuprofen', ['aspirin', 'caffeine', 'ibuprofen']],
  ['aspirin,caffeine', ['aspirin', 'caffeine']],
  ['阿司匹林，咖啡因和布洛芬', ['阿司匹林', '咖啡因', '布洛芬']],
  ['diethyl ether, sodium sulfate', ['diethyl ether', 'sodium sulfate']],
  ['水杨酸, salicylic acid, AR, 500g', ['水杨酸', 'salicylic acid']],
  ['zinc, tin', ['zinc', 'tin']],
  ['iron, sodium', ['iron', 'sodium']],
  ['glyphosate, dimethoate', ['glyphosate', 'dimethoate']],
  ['aspirin/caffeine', ['aspirin', 'caffeine']],
  ['dear sir, please quote: aspirin, caffeine', ['please quote: aspirin', 'caffeine']],
])('%j may be a list', (text, texts) => {
  expect(partsOfList(text)).toEqual({ texts, sure: false });
});

test.each([
  'aspirin',
  '2,4-dinitrophenol',
  'N,N-dimethylformamide',
  'Benzoic acid, 2-hydroxy-',
  '2-Propanol, 1-[(1-methylethyl)amino]-3-(1-naphthalenyloxy)-',
  '1,3-二氯苯',
  '2、4-二氯苯酚',
  'N、N-二甲基甲酰胺',
  'citric acid, sodium salt',
  'formaldehyde, polymer with 1-methyl-4-(1-methylethylidene)cyclohexane and phenol',
  'alpha,alpha,alpha-trichloro-m-tolyl isothiocyanate',
  '2-hexynoic acid, ethyl ester',
  'tetracaine, hydrochloride',
  'menthol, formate',
  'naproxen, sodium',
  'diclofenac, potassium, 5 g',
  'cholesterol, benzoate',
  'linalool, oxide',
  'codeine, N-oxide',
  'octane, 2-methoxy- acetate',
  '(S)-|a-citronellol',
  'bis(2-ethylhexyl; 3-methyl) phthalate',
  '&alpha;-pinene',
  'PDS-000130 布洛芬',
  '卡马西平 298-46-4 236.27',
  '丙酮,AR,500ml',
  'caffeine, CP',
  'dear sir, please quote aspirin',
  'DMF/DMA',
  '',
  ';;;',
])('%j is none', (text) => {
  expect(partsOfList(text)).toBeUndefined();
});

test('an item of a sure list may be a list itself', () => {
  const within = readTyped('aspirin, caffeine; ethanol').list!.items.map(({ list }) =>
    list?.items.map(({ text }) => text),
  );
  expect(within).toEqual([['aspirin', 'caffeine'], undefined]);
});

test('a list is cut at 25 items, and lines that were broken within brackets stay together', () => {
  expect(readTyped(Array.from({ length: 60 }, (_, i) => `A${i}`).join('\n')).list?.items).toHaveLength(25);
  expect(readTyped('①阿司匹林②咖啡因').list?.items).toHaveLength(2);
  expect(readTyped('3\t阿司匹林\n4\t咖啡因').list?.items.map(({ text }) => text)).toEqual([
    '阿司匹林',
    '咖啡因',
  ]);
  expect(readTyped('2-[2-(2,6-dichloroanilino)\nphenyl]acetic acid\ncaffeine').list?.items).toHaveLength(2);
});

test('of a list that is too long, the part that the cut goes through is left out, as is half a word of any text', () => {
  const name = 'x'.repeat(90);
  // 300 characters end behind “sodium acetate”, or within a product number.
  const long = (separator: string, end: string): string => [name, name, name, end].join(separator);
  const textsOf = (given: string) => readTyped(given).list?.items.map(({ text }) => text);
  for (const separator of ['\n', '; ', '；', '、']) {
    const given = long(separator, 'sodium acetate'.padStart(30 - 3 * separator.length) + ' trihydrate');
    expect(textsOf(given)).toEqual([name, name, name]);
  }
  expect(textsOf(long(', ', 'sodium acetate'.padStart(24) + ' trihydrate'))).toEqual([name, name, name]);
  const numbers = Array.from({ length: 40 }, (_, at) => `PDS-${100_000 + at}`);
  expect(textsOf(numbers.join(' '))).toEqual(numbers.slice(0, 25));
  expect(textsOf(`${'PDS-1000 '.repeat(33)}PDS-1234`)).not.toContain('PDS-');
  expect(readTyped(`${'x '.repeat(146)}PDS-001859`).text).not.toContain('PDS');
  // To join lines takes more characters than to break them.
  const lines = Array.from({ length: 20 }, (_, at) => `name-${String.fromCharCode(97 + at)}-of-14`);
  for (const text of textsOf(lines.join('\n'))!) expect(lines).toContain(text);
});

test('what is handed on of a long text is read as the same, also a structure', () => {
  const chain = `CC${'C(F)'.repeat(80)}=O`;
  for (const given of ['aspirin', 'aspirin; '.repeat(50), 'a '.repeat(400), 'a'.repeat(400)])
    expect(readTyped(partRead(given))).toEqual(readTyped(given));
  for (const given of [chain, `SMILES: ${chain}`])
    expect(readTyped(partRead(given)).structure).toEqual({ kind: 'smiles', text: chain });
});

test.each([
  ['buy caffeine', 'caffeine'],
  ['有阿司匹林吗', '阿司匹林'],
  ['有机硅', '有机硅'],
  ['購買阿司匹林', '阿司匹林'],
  ['is aspirin available?', 'aspirin'],
  ["I'm looking for aspirin", 'aspirin'],
  ['Rhodamine 6G', 'Rhodamine 6G'],
  ['罗丹明6G', '罗丹明6G'],
  ['Ponceau 4G', 'Ponceau 4G'],
  ['methylene blue 5g', 'methylene blue'],
  ['甲基橙25g', '甲基橙'],
  ['红霉素 1g', '红霉素'],
  ['Solvent Yellow 5', 'Solvent Yellow 5'],
  ['How much is aspirin?', 'aspirin'],
  ['do you have paracetamol in stock?', 'paracetamol'],
  ['What is the price of ethyl acetate', 'ethyl acetate'],
  ['quote for 5 g of nicotinamide', 'nicotinamide'],
  ['carbamazepine supplier China', 'carbamazepine'],
  ['EP caffeine CRS', 'caffeine'],
  ['conc. HCl', 'HCl'],
  ['acetone for HPLC 2.5 L', 'acetone'],
  ['ibuprofen 98% 500mg', 'ibuprofen'],
  ['有没有咖啡因', '咖啡因'],
  ['请问布洛芬多少钱？', '布洛芬'],
  ['我想买阿司匹林', '阿司匹林'],
  ['能不能提供双酚A的报价', '双酚A'],
  ['给我来一瓶乙腈', '乙腈'],
  ['乙腈色谱纯4L一箱', '乙腈'],
  ['咖啡因有货吗，急用', '咖啡因'],
  ['我要咖啡因，纯度99%以上', '咖啡因'],
  ['哪里可以买到黄曲霉毒素B1', '黄曲霉毒素B1'],
  ['双酚A标样 1ml 甲醇 100ug/ml 两支', '双酚A'],
  ['a bottle of chloroform', 'chloroform'],
  ['do you guys carry caffeine', 'caffeine'],
  ['邻苯二甲酸二辛酯 就是DOP 100mg 多少钱', '邻苯二甲酸二辛酯 (DOP)'],
  ['布洛芬（又名异丁苯丙酸）', '布洛芬 (异丁苯丙酸)'],
  ['阿司匹林标准品现货吗', '阿司匹林'],
  ['苯甲酸的分子式', '苯甲酸'],
  ['大黄素 20mg HPLC≥98%', '大黄素'],
  ['请问有萘普生吗', '萘普生'],
  ['你家有萘普生吗', '萘普生'],
  ['贵公司有没有氯霉素', '氯霉素'],
  ['请问有有机锡吗', '有机锡'],
  ['买10克萘普生', '萘普生'],
  ['要5瓶萘普生', '萘普生'],
  ['帮忙查下萘普生的库存', '萘普生'],
  ['品名:萘普生 规格:10g', '萘普生'],
  ['货号PDS-001859', 'PDS-001859'],
  ['cas 号 64 17 5', '64 17 5'],
  ['食品级柠檬酸', '柠檬酸'],
  ['GR级硝酸', '硝酸'],
  ['香兰素 食品级', '香兰素'],
  ['国药 丙酮', '丙酮'],
  ['稀盐酸', '盐酸'],
  ['发烟硝酸', '硝酸'],
  ['fuming nitric acid', 'nitric acid'],
  ['HPLC grade methanol', 'methanol'],
  ['methanol, HPLC grade, 4 L', 'methanol'],
  ['ACS acetone', 'acetone'],
  ['6N HCl', 'HCl'],
  ['TCI aspirin', 'aspirin'],
  ['Dr. Ehrenstorfer atrazine', 'atrazine'],
  ['caffeine, Sigma Aldrich', 'caffeine'],
  ["what's the CAS number for melamine", 'melamine'],
  ['Any chance you have naproxen?', 'naproxen'],
  ['compound name: naproxen', 'naproxen'],
  ['乙腈 HPLC 4L', '乙腈'],
  ['BHT ≥99.0% (GC), powder', 'BHT'],
  ['acetone ACS reagent >=99.5%', 'acetone'],
  ['甲醇中敌敌畏 1000μg/mL', '敌敌畏'],
  ['THF (stabilised with BHT)', 'THF'],
  ['anhydrous THF, inhibitor-free', 'THF'],
  ['dry DMF', 'DMF'],
  ['急需双酚A', '双酚A'],
  ['香兰素有现货吗', '香兰素'],
  ['咖啡因的CAS号是多少', '咖啡因'],
  ['melting point of benzoic acid', 'benzoic acid'],
  ['dear sir, please quote diclofenac sodium 25 g', 'diclofenac sodium'],
  ['我在找萘普生，请问有吗', '萘普生'],
  ['我们实验室采购萘普生，请报价', '萘普生'],
  ['高效液相级甲醇', '甲醇'],
  ['阿司匹林片', '阿司匹林'],
  ['我需要采购50g的咖啡因，请报价', '咖啡因'],
  ['NDMA 1 mg/mL in methanol', 'NDMA'],
  ['amphetamine 1000 µg/mL in Methanol:Water (1:1)', 'amphetamine'],
  // lists of prices, supplier's numbers, solutions
  ['阿斯巴甜 aspartame 350元/0.1g 现货', '阿斯巴甜 aspartame'],
  ['melamine 面议/1g', 'melamine'],
  ['carbofuran USD 45.00/10mL', 'carbofuran'],
  ['bisphenol A (Sigma-Aldrich C1580)', 'bisphenol A'],
  ['phenol, TRC C521536, 500mg', 'phenol'],
  ['n-hexane Lot# 348356 exp. 2027/05', 'n-hexane'],
  ['Salicylic Acid std', 'Salicylic Acid'],
  ['m-xylene in methanol 2000 ug/mL, 1 mL', 'm-xylene'],
  ['苯胺标准溶液（100mg/L，溶剂：正己烷）', '苯胺'],
  ['水中毒死蜱溶液标准物质 GBW(E)087418', '毒死蜱'],
  ['甲醇中2,4-二硝基甲苯 1000μg/mL 1mL', '2,4-二硝基甲苯'],
  // What may be a name stays one.
  ['LOT-6', 'LOT-6'],
  ['vitamin B in water', 'vitamin B in water'],
  ['来曲唑', '来曲唑'],
  ['稀土', '稀土'],
  ['AR 231453', 'AR 231453'],
  ["ar,ar'-biphenyldiol", "ar,ar'-biphenyldiol"],
  ['standard', 'standard'],
  ['价格', '价格'],
  ['In', 'In'],
  ['vitamin b12', 'vitamin b12'],
  ['EP impurity A of amlodipine', 'EP impurity A of amlodipine'],
  ['5-fluorouracil', '5-fluorouracil'],
  ['Omeprazole Related Substance A', 'Omeprazole Related Substance A'],
  ['2-butanol, (R)-', '2-butanol, (R)-'],
  ['丙酮,AR,500ml', '丙酮'],
  ['caffeine, CP', 'caffeine'],
  ['Vitamin K 1,5 mg', 'Vitamin K 1,5 mg'],
  ['Basic Red 1, 6G', 'Basic Red 1, 6G'],
  ['Paracetamol impurity A, EP', 'Paracetamol impurity A, EP'],
])('%s without wishes is %s', (text, name) => {
  expect(withoutWishes(text)).toBe(name);
});

test.each([
  ['InChI: 1S/CH4O/c1-2/h2H,1H3', 'inchikey'],
  ['InChI: InChI=1S/CH4O/c1-2/h2H,1H3', 'inchikey'],
  ['InChIKey: OKKJLVBELUTLKV-UHFFFAOYSA-N', 'inchikey'],
  ['InChIKey=OKKJLVBELUTLKV-UHFFFAOYSA-N', 'inchikey'],
  ['SMILES: CCO', 'smiles'],
  ['NOCl', undefined],
  ['smiles', undefined],
])('%s is read as a structure by what stands in front of it: %s', (text, kind) => {
  expect(readTyped(text).structure?.kind).toBe(kind);
  if (kind === 'inchikey') expect(readTyped(text).structure?.text).toBe('OKKJLVBELUTLKV-UHFFFAOYSA-N');
});
