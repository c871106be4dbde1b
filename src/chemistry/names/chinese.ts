import { hasHan } from './normalise.js';
import { losesSign } from './stereo.js';
import { dictionary, vocabulary } from './vocabulary.js';

/**
 * Chinese systematic names in English: 1,3-二氯苯 is 1,3-dichlorobenzene. Chinese nomenclature is built as the English
 * one is, morpheme by morpheme, so a table translates it.
 */

/** Chains by their number of carbon atoms, and what they become with each ending. */
const CHAINS = '甲meth 乙eth 丙prop 丁but 戊pent 己hex 庚hept 辛oct 壬non 癸dec';

const TABLE = new Map<string, string>();
for (const chain of CHAINS.split(' '))
  for (const [ending = '', english = ''] of vocabulary('chain-endings'))
    TABLE.set(chain[0] + ending, chain.slice(1) + english);
for (const [chinese = '', english = ''] of vocabulary('morphemes')) TABLE.set(chinese, english);
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
const OTHER_METALS = dictionary('metals');
const ANIONS = dictionary('anions');
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
