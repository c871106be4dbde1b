import { hasHan } from './normalise.js';
import { losesSign } from './stereo.js';

/**
 * Chinese systematic names in English: 1,3-二氯苯 is 1,3-dichlorobenzene. Chinese nomenclature is built as the English
 * one is, morpheme by morpheme, so a table translates it.
 */

/** Chains by their number of carbon atoms, and what they become with each ending. */
const CHAINS = '甲meth 乙eth 丙prop 丁but 戊pent 己hex 庚hept 辛oct 壬non 癸dec';
const CHAIN_ENDINGS = {
  基: 'yl',
  烷: 'ane',
  烯: 'ene',
  炔: 'yne',
  醇: 'anol',
  酮: 'anone',
  醛: 'anal',
  酸: 'anoic acid',
  腈: 'anenitrile',
  酰: 'anoyl',
  胺: 'ylamine',
  酰胺: 'anamide',
  酰氯: 'anoyl chloride',
  氧基: 'oxy',
  烷基: 'yl',
  烯基: 'enyl',
  二醇: 'anediol',
  三醇: 'anetriol',
  二酮: 'anedione',
  二醛: 'anedial',
  二腈: 'anedinitrile',
  烯酸: 'enoic acid',
  烯醇: 'enol',
  烯醛: 'enal',
  烯酮: 'enone',
  烯腈: 'enenitrile',
  炔醇: 'ynol',
  硫醇: 'anethiol',
  二酸: 'anedioic acid',
  二胺: 'anediamine',
  二烯: 'adiene',
  烯二酸: 'enedioic acid',
  酯: 'yl ester',
} as const;

const WORDS = `
一 mono,二 di,三 tri,四 tetra,五 penta,六 hexa,七 hepta,八 octa,双 bis,环 cyclo,聚 poly,异 iso,正 n-,仲 sec-,叔 tert-,新 neo,
邻 o-,间 m-,对 p-,顺 cis-,反 trans-,顺式 cis-,反式 trans-,左旋 (-)-,右旋 (+)-,外消旋 dl-,消旋 dl-,
氯 chloro,溴 bromo,氟 fluoro,碘 iodo,氯代 chloro,溴代 bromo,氟代 fluoro,碘代 iodo,硫代 thio,氢 hydro,氧 oxy,硫 thio,氧代 oxo,羟 hydroxy,羟基 hydroxy,氨 amino,氨基 amino,胺基 amino,
亚氨基 imino,硝基 nitro,亚硝基 nitroso,氰基 cyano,巯基 mercapto,羧基 carboxy,叠氮 azido,肼基 hydrazino,磺基 sulfo,
苯基 phenyl,苄基 benzyl,苯甲基 benzyl,苯乙基 phenethyl,苯氧基 phenoxy,苯氧 phenoxy,苄氧基 benzyloxy,萘基 naphthyl,吡啶基 pyridyl,呋喃基 furyl,
噻吩基 thienyl,咪唑基 imidazolyl,哌啶基 piperidinyl,哌嗪基 piperazinyl,吗啉基 morpholinyl,嘧啶基 pyrimidinyl,吡嗪基 pyrazinyl,吡唑基 pyrazolyl,噻唑基 thiazolyl,吲哚基 indolyl,喹啉基 quinolinyl,乙烯基 vinyl,烯丙基 allyl,炔丙基 propargyl,
乙酰氧基 acetoxy,乙酰氧 acetoxy,乙酰基 acetyl,乙酰 acetyl,乙酰胺基 acetylamino,甲酰基 formyl,甲酰 formyl,苯甲酰基 benzoyl,苯甲酰 benzoyl,磺酰基 sulfonyl,磺酰 sulfonyl,
亚磺酰 sulfinyl,羰基 carbonyl,酰基 oyl,氨基甲酰 carbamoyl,氨甲酰 carbamoyl,亚甲基 methylene,
甲酸 formic acid,乙酸 acetic acid,乙腈 acetonitrile,甲酰胺 formamide,乙酰胺 acetamide,乙酰氯 acetyl chloride,甲醛 formaldehyde,
乙醛 acetaldehyde,丙酮 acetone,丙烯酸 acrylic acid,丙烯酰胺 acrylamide,丙烯腈 acrylonitrile,乙二醇 ethylene glycol,丙二醇 propylene glycol,
甲烷磺酸 methanesulfonic acid,甲磺酸 methanesulfonic acid,磺酸 sulfonic acid,磺酰胺 sulfonamide,磺酰氯 sulfonyl chloride,
羧酸 carboxylic acid,甲酰氯 carbonyl chloride,硫脲 thiourea,脲 urea,双胍 biguanide,胍 guanidine,肼 hydrazine,醇 ol,酚 phenol,酮 one,胺 amine,酰胺 amide,
草酸 oxalic acid,丙二酸 malonic acid,丁二酸 succinic acid,琥珀酸 succinic acid,戊二酸 glutaric acid,己二酸 adipic acid,马来酸 maleic acid,
富马酸 fumaric acid,苹果酸 malic acid,酒石酸 tartaric acid,柠檬酸 citric acid,乳酸 lactic acid,水杨酸 salicylic acid,肉桂酸 cinnamic acid,
烟酸 nicotinic acid,氨基酸 amino acid,甘氨酸 glycine,丙氨酸 alanine,缬氨酸 valine,亮氨酸 leucine,异亮氨酸 isoleucine,丝氨酸 serine,
苏氨酸 threonine,半胱氨酸 cysteine,蛋氨酸 methionine,甲硫氨酸 methionine,苯丙氨酸 phenylalanine,酪氨酸 tyrosine,色氨酸 tryptophan,
组氨酸 histidine,赖氨酸 lysine,精氨酸 arginine,天冬氨酸 aspartic acid,谷氨酸 glutamic acid,天冬酰胺 asparagine,谷氨酰胺 glutamine,脯氨酸 proline,
苯 benzene,苯酚 phenol,苯胺 aniline,甲苯 toluene,二甲苯 xylene,甲酚 cresol,甲苯酚 cresol,二甲苯酚 dimethylphenol,二甲酚 dimethylphenol,三甲苯酚 trimethylphenol,二甲苯胺 dimethylaniline,苯甲酸 benzoic acid,苯甲醛 benzaldehyde,
苯甲腈 benzonitrile,苯腈 benzonitrile,联苯胺 benzidine,苯甲醚 anisole,茴香醚 anisole,苯甲醇 benzyl alcohol,苄醇 benzyl alcohol,苯乙酮 acetophenone,
苯乙烯 styrene,苯甲酰胺 benzamide,苯磺酸 benzenesulfonic acid,苯磺酰胺 benzenesulfonamide,苯磺酰氯 benzenesulfonyl chloride,
苯甲酰氯 benzoyl chloride,苯乙酸 phenylacetic acid,苯氧乙酸 phenoxyacetic acid,二苯乙烯 stilbene,维甲酸 retinoic acid,视黄酸 retinoic acid,苯乙胺 phenethylamine,苯肼 phenylhydrazine,苯硫酚 thiophenol,甲苯胺 toluidine,
苄胺 benzylamine,苄氯 benzyl chloride,苄溴 benzyl bromide,氯苄 benzyl chloride,溴苄 benzyl bromide,乙酰苯胺 acetanilide,
邻苯二甲酸 phthalic acid,间苯二甲酸 isophthalic acid,对苯二甲酸 terephthalic acid,邻苯二酚 catechol,间苯二酚 resorcinol,
对苯二酚 hydroquinone,邻苯二胺 o-phenylenediamine,间苯二胺 m-phenylenediamine,对苯二胺 p-phenylenediamine,苯二甲酸 benzenedicarboxylic acid,
苯二酚 benzenediol,二苯胺 diphenylamine,三苯胺 triphenylamine,二苯甲酮 benzophenone,联苯 biphenyl,萘 naphthalene,萘酚 naphthol,萘胺 naphthylamine,蒽 anthracene,蒽醌 anthraquinone,菲 phenanthrene,芴 fluorene,茚 indene,
吡啶 pyridine,嘧啶 pyrimidine,吡嗪 pyrazine,哒嗪 pyridazine,三嗪 triazine,咪唑 imidazole,吡唑 pyrazole,三唑 triazole,四唑 tetrazole,四氮唑 tetrazole,
吡咯 pyrrole,吡咯烷 pyrrolidine,吡咯烷酮 pyrrolidone,哌啶 piperidine,哌嗪 piperazine,吗啉 morpholine,呋喃 furan,噻吩 thiophene,噻唑 thiazole,
噁唑 oxazole,恶唑 oxazole,异噁唑 isoxazole,异恶唑 isoxazole,吲哚 indole,吲唑 indazole,喹啉 quinoline,异喹啉 isoquinoline,喹唑啉 quinazoline,
喹喔啉 quinoxaline,咔唑 carbazole,嘌呤 purine,黄嘌呤 xanthine,香豆素 coumarin,苯并 benzo,二噁烷 dioxane,二恶烷 dioxane,吡喃 pyran,吖啶 acridine,
环氧 epoxy,咖啡因 caffeine,苯并二氮杂卓 benzodiazepine,苯并二氮卓 benzodiazepine,苯二氮卓 benzodiazepine,
氯化 chloride ,溴化 bromide ,碘化 iodide ,氟化 fluoride ,氧化 oxide ,氢氧化 hydroxide ,硫化 sulfide ,氰化 cyanide ,
硫酸 sulfuric acid,硝酸 nitric acid,磷酸 phosphoric acid,碳酸 carbonic acid,盐酸 hydrochloride,氢溴酸 hydrobromide,高锰酸 permanganic acid,
重铬酸 dichromic acid,铬酸 chromic acid,亚硫酸 sulfurous acid,亚硝酸 nitrous acid,高氯酸 perchloric acid,氯酸 chloric acid,硼酸 boric acid,
硫酸氢 hydrogen sulfuric acid,碳酸氢 hydrogen carbonic acid,磷酸氢 hydrogen phosphoric acid,酸氢 ic acid hydrogen ,
钠 sodium,钾 potassium,锂 lithium,钙 calcium,镁 magnesium,钡 barium,锌 zinc,铜 copper,银 silver,铵 ammonium,铝 aluminum,
盐 ,水合物 hydrate,水 hydrate,合 ,酯 ester,
苯乙酯 phenethyl ester,苯甲酯 benzyl ester,异戊酯 isopentyl ester,异丙酯 isopropyl ester,异丁酯 isobutyl ester,叔丁酯 tert-butyl ester,苄酯 benzyl ester,苯酯 phenyl ester`;

const TABLE = new Map<string, string>();
for (const chain of CHAINS.split(' '))
  for (const [ending, english] of Object.entries(CHAIN_ENDINGS))
    TABLE.set(chain[0] + ending, chain.slice(1) + english);
for (const entry of WORDS.split(',')) {
  const [chinese = '', english = ''] = entry.trim().split(/ (.*)/);
  if (chinese !== '') TABLE.set(chinese, english);
}
const MORPHEME = new RegExp([...TABLE.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu');

const RINGS =
  '吡啶|嘧啶|吡嗪|哒嗪|咪唑|吡唑|[三四]唑|吡咯烷?|哌啶|哌嗪|吗啉|呋喃|噻吩|噻唑|[噁恶]唑|吲[哚唑]|喹啉|喹唑啉|萘|蒽|菲|环[丙丁戊己庚辛]烷';
/** An acid on a ring, named by the ring: 吡啶-3-甲酸 is pyridine-3-carboxylic acid, not formic acid. */
const OF_RING = new RegExp(
  `(?<=(?:${RINGS})(?:-\\d+(?:,\\d+)*-)?|苯-\\d(?:,\\d)*-)([二三]?)甲(酸|醛|腈|酰胺)`,
  'gu',
);
const RING_ENDINGS: Record<string, string> = {
  酸: 'carboxylic acid',
  醛: 'carbaldehyde',
  腈: 'carbonitrile',
  酰胺: 'carboxamide',
};

/** Metals other than `SALT_METALS`; English names of their salts begin with them: 氯化钴, 硝酸铁. */
const OTHER_METALS: Record<string, string> = {
  钴: 'cobalt',
  镍: 'nickel',
  锰: 'manganese',
  铁: 'ferric',
  亚铁: 'ferrous',
  铅: 'lead',
  镉: 'cadmium',
  锡: 'stannic',
  亚锡: 'stannous',
  铬: 'chromium',
  锶: 'strontium',
  铈: 'cerium',
  镧: 'lanthanum',
  铝: 'aluminum',
};
const ANIONS: Record<string, string> = {
  氯化: 'chloride',
  溴化: 'bromide',
  碘化: 'iodide',
  氟化: 'fluoride',
  硝酸: 'nitrate',
  硫酸: 'sulfate',
  碳酸: 'carbonate',
  乙酸: 'acetate',
};
const OF_METAL = new RegExp(
  `^(${Object.keys(ANIONS).join('|')})(${Object.keys(OTHER_METALS).join('|')})$`,
  'u',
);

/** Short for an alkylbenzene: 乙苯, 正丙苯. What more stands in front may stand on the chain or on the ring. */
const ALKYLBENZENE = /^([邻间对]?二)?正?([异仲叔]?(?:[乙丙丁戊己庚辛壬癸]|十二))苯$/u;

/** The last character of what names a group, not a substance: 炔丙基, 丙酰, 氰化. */
const GROUP = /[基酰化代]$/u;

/**
 * The English form of a `readable` systematic name in Chinese. Undefined for a group, for the salts of an acid
 * (高氯酸盐), and if a character belongs to no morpheme of the tables.
 */
export function translated(form: string): string | undefined {
  if (GROUP.test(form)) return undefined;
  const [, anion = '', metal = ''] = OF_METAL.exec(form) ?? [];
  if (metal !== '') return `${OTHER_METALS[metal]} ${ANIONS[anion]}`;
  const english = form
    .replace(ALKYLBENZENE, '$1$2基苯')
    .replace(OF_RING, (_whole, times: string, ending: string) => times + RING_ENDINGS[ending]!)
    .replace(MORPHEME, (morpheme) => TABLE.get(morpheme) ?? '')
    // 顺式- has its own dash.
    .replace(/-{2,}/g, '-')
    // 喹啉-8-醇
    .replace(/e(?=-\d+(?:,\d+)*-(?:ol|one|amine)$)/, '');
  if (hasHan(english)) return undefined;
  return form.endsWith('盐') && /acid *$/.test(english) ? undefined : english;
}

/**
 * The English form of a name in Chinese, to look for what is made of the substance. Undefined also where its letters
 * say less: 左旋咪唑, levamisole, reads as (-)-imidazole, and its salts are none of imidazole.
 */
export function baseInEnglish(form: string): string | undefined {
  const english = hasHan(form) ? translated(form) : undefined;
  return english === undefined || losesSign(english) ? undefined : english;
}
