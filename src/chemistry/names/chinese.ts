import { hasHan } from './normalise.js';
import { losesSign } from './stereo.js';
import { Expressions, vocabulary } from './vocabulary.js';

/**
 * Chinese systematic names in English: 1,3-二氯苯 is 1,3-dichlorobenzene. Chinese nomenclature is built as the English
 * one is, morpheme by morpheme, so a table translates it.
 */

const CHINESE = new Expressions('chinese');
const TABLE = new Map<string, string>();
for (const [chain, stem] of Object.entries(CHINESE.table('chain')))
  for (const [ending, english] of Object.entries(CHINESE.table('chain_ending')))
    TABLE.set(chain + ending, stem + english);
for (const [chinese = '', english = ''] of vocabulary('morphemes')) TABLE.set(chinese, english);
const MORPHEME = new RegExp([...TABLE.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu');

const ON_RING = CHINESE.one('on_ring');
const RING_ENDINGS = CHINESE.table('ring_ending');
const OF_METAL = CHINESE.one('of_metal');
const OTHER_METALS = CHINESE.table('other_metal');
const ANIONS = CHINESE.table('anion');

/** Short for an alkylbenzene: 乙苯, 正丙苯. What more stands in front may stand on the chain or on the ring. */
const ALKYLBENZENE = /^([邻间对]?二)?正?([异仲叔]?(?:[乙丙丁戊己庚辛壬癸]|十二))苯$/u;

/** The last character of what names a group, not a substance: 炔丙基, 丙酰, 氰化. */
const GROUP = /[基酰化代]$/u;

/**
 * The English form of a `readable` systematic name in Chinese. Undefined for a group, for the salts of a substance
 * (高氯酸盐), and if a character belongs to no morpheme of the tables.
 */
export function translated(form: string): string | undefined {
  if (GROUP.test(form)) return undefined;
  const [, anion = '', metal = ''] = OF_METAL.exec(form) ?? [];
  if (metal !== '') return `${OTHER_METALS[metal]} ${ANIONS[anion]}`;
  const english = form
    .replace(ALKYLBENZENE, '$1$2基苯')
    .replace(ON_RING, (_whole, times: string, ending: string) => times + RING_ENDINGS[ending]!)
    .replace(MORPHEME, (morpheme) => TABLE.get(morpheme) ?? '')
    // 顺式- has its own dash.
    .replace(/-{2,}/g, '-')
    // 喹啉-8-醇
    .replace(/e(?=-\d+(?:,\d+)*-(?:ol|one|amine)$)/, '');
  if (hasHan(english)) return undefined;
  return form.endsWith('盐') && !/(?:ate|ite|ium|(?<!am|im|il)ide) *$/.test(english) ? undefined : english;
}

/**
 * The English form of a name in Chinese, to look for what is made of the substance. Undefined also where its letters
 * say less: 左旋咪唑, levamisole, reads as (-)-imidazole, and its salts are none of imidazole.
 */
export function baseInEnglish(form: string): string | undefined {
  const english = hasHan(form) ? translated(form) : undefined;
  return english === undefined || losesSign(english) ? undefined : english;
}
