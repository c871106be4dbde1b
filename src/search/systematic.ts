import { hash } from 'node:crypto';
import { translated } from './chinese-names.js';
import { hasHan } from './normalise.js';

/**
 * One key for the many ways in which a systematic name is written: with its substituents in any order, as an index name
 * (“benzoic acid, 2-hydroxy-”), by older or newer words, with o, m and p, in English or Chinese. A name becomes its
 * parts, each with its locants; the sorted parts are the key.
 */

const RING =
  'naphthalen|pyridin|pyrimidin|pyrazin|pyridazin|furan|thiophen|imidazol|pyrazol|pyrrol|pyrrolidin|indol|quinolin|' +
  'isoquinolin|piperidin|piperazin|morpholin|thiazol|oxazol|triazol|tetrazol|purin|pyran|benzen';
const CHAIN =
  '(?:cyclo)?(?:meth|eth|prop|but|pent|hex|hept|oct|non|dec|undec|dodec)(?:an|en|yn)(?:e(?=d|tr|s|c|n))?';
const SUFFIX =
  '(?:di|tri)?(?:ol|one?|amine|thiol|carboxylic acid|carboxylate|carboxamide|carboxaldehyde|carbaldehyde|carbonitrile|' +
  'sulfonic acid|sulfonate|sulfonamide|oic acid|oate|amide|al|nitrile)';
const METAL = 'sodium|potassium|lithium|calcium|magnesium|barium|zinc|copper|silver|ammonium|aluminum';

/** Groups that are parts by themselves. */
const GROUP =
  'methyl|ethyl|propyl|isopropyl|butyl|isobutyl|secbutyl|tertbutyl|pentyl|hexyl|phenyl|benzyl|phenethyl|benzoyl|acetyl|formyl|' +
  'vinyl|allyl|chloro|bromo|fluoro|iodo|hydroxy|methoxy|ethoxy|isopropoxy|phenoxy|amino|imino|nitroso|nitro|cyano|thioxo|' +
  `oxo|oxy|mercapto|carboxy|hydro(?!gen)|sulfinyl|sulfonyl|benzene|bis|hydrochloride|hydrobromide|${METAL}`;

/** Older words, contractions and other orders of words for one thing. Each rule applies to what those above it leave. */
const RULES: [RegExp, string][] = (
  [
    // IUPAC's substitutive words for simple groups
    ['azanyl(?!id)', 'amino'], ['oxidanyl(?!id)', 'hydroxy'], ['(chlor|brom|fluor|iod)anyl', '$1o'],
    ['oxidanylidene', 'oxo'], ['azanylidene', 'imino'], ['sulfanylidene', 'thioxo'], ['sulfanyl', 'mercapto'],
    [`bis\\((${GROUP})\\)`, 'di$1'], [`tris\\((${GROUP})\\)`, 'tri$1'], [`tetrakis\\((${GROUP})\\)`, 'tetra$1'],
    ['methano(ic|ate|yl)', 'form$1'], ['ethano(ic|ate|yl)', 'acet$1'], ['ethanamid', 'acetamid'], ['ethanenitrile', 'acetonitrile'],
    ['propion(ic|ate|yl|amid)', 'propano$1'], ['propanoamid', 'propanamid'], ['butyr(ic|ate|yl)', 'butano$1'], ['valer(ic|ate|yl)', 'pentano$1'],
    ['butanedio', 'succin'], ['propanedio', 'malon'], ['ethanedio', 'oxal'],
    // branched chains
    ['\\(?(?:2-methylpropan-2-yl|1,1-dimethylethyl|t-butyl|tert\\.?[- ]?butyl)\\)?', 'tertbutyl'],
    ['\\(?(?:propan-2-yl|1-methylethyl|i-propyl|iso-propyl)\\)?', 'isopropyl'], ['\\(?(?:2-methylpropyl|i-butyl)\\)?', 'isobutyl'],
    ['\\(?(?:butan-2-yl|1-methylpropyl|sec-butyl)\\)?', 'secbutyl'],
    ['1-methylethoxy|isopropyloxy', 'isopropoxy'], ['(meth|eth|prop|but)yloxy', '$1oxy'],
    ['ethenyl', 'vinyl'], ['2-propen(?:-1-)?yl|prop-2-en(?:-1-)?yl', 'allyl'], ['\\(?phenylmethyl\\)?', 'benzyl'], ['2-phenylethyl', 'phenethyl'],
    ['\\b(o|m|p)(?:rtho|eta|ara)-', '$1-'],
    // rings: the locant stands before the ending, and names of benzene's derivatives are taken apart
    ['naphth(?=yl|o)', 'naphthalen'], ['pyrid(?=yl)', 'pyridin'], ['fur(?=yl)', 'furan'], ['thien(?=yl)', 'thiophen'],
    ['isoxazol', '1,2-oxazol'], ['isothiazol', '1,2-thiazol'], ['(?<![\\d,]-)\\b(ox|thi)azol', '1,3-$1azol'],
    ['pyrrolidone', 'pyrrolidinone'],
    [`(\\d+(?:,\\d+)*)-(${RING})e?yl`, '$2-$1-yl'], [`(?<![a-z])(\\d+(?:,\\d+)*)-((?:${RING}|${CHAIN})e?)(?=${SUFFIX})`, '$2-$1-'],
    ['benzenamine', 'aniline'], ['benzenecarboxylic acid', 'benzoic acid'], ['benzeneacetic', 'phenylacetic'], ['benzenol', 'phenol'],
    // salts and esters
    ['hydrogen(?=[a-z])', 'hydrogen '],
    [`^((?:mono|di|tri)?(?:${METAL})(?: hydrogen)?) (.*)ate$`, '$2ic acid $1'], ['^([^ ]*yl) (.*)ate$', '$2ic acid $1 ester'],
    ['sulfic acid', 'sulfuric acid'], ['phosphic acid', 'phosphoric acid'],
    ['\\bbi(sulf|carbon|phthal)', 'hydrogen $1'], [`hydro(?=${METAL})`, ' hydrogen '], ['\\bmono(?=[a-z])', ''], ['\\bsalt\\b', ''],
    ['anilino', 'phenylamino'], ['acetamido', 'acetylamino'], ['benzamido', 'benzoylamino'], ['acetanilide', 'acetylaminobenzene'],
    ['xylen(?=e|ol)', 'dimethylbenzen'], ['cresol', 'methylhydroxybenzene'], ['toluidine', 'methylaminobenzene'], ['anisidine', 'methoxyaminobenzene'],
    ['toluene', 'methylbenzene'], ['phenol', 'hydroxybenzene'], ['aniline', 'aminobenzene'], ['anisole', 'methoxybenzene'],
    ['benzoic acid', 'carboxybenzene'], ['benzaldehyde', 'formylbenzene'], ['benzonitrile', 'cyanobenzene'], ['styrene', 'vinylbenzene'],
  ] as [string, string][]
).map(([from, to]) => [new RegExp(from, 'g'), to]); // prettier-ignore

/** What any rule is for. Three names of four have nothing of it, and the index is made of millions of names. */
const RULED = new RegExp(RULES.map(([from]) => `(?:${from.source})`).join('|'));

const MULTIPLIERS: Record<string, number> = { di: 2, tri: 3, tetra: 4, penta: 5, hexa: 6 };
const NUMBER = String.raw`(?:\d+[a-h]?(?![a-z])|\d+|(?<![a-z])(?:n|alpha|beta|gamma|delta|omega)\d*(?=['\d]*[-,]))'*`;
/** Locants; the sign of a rotation, or the ratio of a salt; a group. What stands between them is a part too. */
const TOKEN = new RegExp(
  String.raw`(${NUMBER}(?:,${NUMBER})*)|\(([+-]|±|\+\/?-|\d+:\d+(?::\d+)*)\)|(${Object.keys(MULTIPLIERS).join('|')})?(${GROUP})|[^a-z\d(]+|\(`,
  'g',
);
const POSITIONS: Record<string, string> = { '2': 'o', '3': 'm', '4': 'p' };
const LONGEST = 250;
/** What no systematic name lacks; most others are told apart by it at once. */
const TELLING =
  /[a-z](?:yl|oxy|ol|one|ane|ene|ine|ate|ide|oro|omo|ino|tro|oic|lic|tic|ole|in|al|id)(?![a-z]*[^\x20-\x7e±])/;

/**
 * The key of a `readable` systematic name. Undefined for a name that has no parts to be ordered, such as a trivial one,
 * and for a Chinese one that cannot be translated.
 */
export function systematicKey(form: string): string | undefined {
  const parts = systematicParts(form);
  return parts && `=${hash('sha1', parts.join(' '), 'base64url').slice(0, 16)}`;
}

/** The parts of a systematic name in their order, each with its locants; undefined as for {@link systematicKey}. */
function systematicParts(form: string): string[] | undefined {
  if (form.length > LONGEST) return undefined;
  let name = hasHan(form) ? translated(form) : form;
  if (name === undefined || !TELLING.test(name)) return undefined;
  if (RULED.test(name)) for (const [from, to] of RULES) name = name.replace(from, to);
  const parts: string[] = [];
  let groups = 0;
  let locants: string[] = [];
  const add = (part: string, times = 1): void => {
    if (part === 'h' && locants.length > 0)
      locants = []; // indicated hydrogen: 1H
    else if (locants.length === times) for (const locant of locants) parts.push(locant + part);
    else for (let n = 0; n < times; n++) parts.push((n === 0 ? locants.join() : '') + part);
    locants = [];
  };
  let read = 0;
  for (const match of name.matchAll(TOKEN)) {
    const [whole, numbers, sign, multiplier = '', group] = match;
    if (match.index > read) add(name.slice(read, match.index));
    read = match.index + whole.length;
    if (numbers !== undefined) locants.push(...numbers.split(','));
    else if (sign !== undefined) add(sign);
    else if (group !== undefined) {
      if (!/^hydro(?:chlor|brom)id/.test(group)) groups++; // any drug may be a salt
      add(group, MULTIPLIERS[multiplier]);
    }
  }
  if (read < name.length) add(name.slice(read));
  return parts.length < 2 || groups === 0 ? undefined : inPositions(parts).toSorted();
}

/** With one place to tell on a benzene ring, or 1 and another one, it is told by o, m or p. */
function inPositions(parts: string[]): string[] {
  const numbers = parts.flatMap((part) => /^\d[^a-z]*/.exec(part)?.[0] ?? []);
  const [only = '', ...more] = numbers.filter((each) => each !== '1');
  const position = more.length === 0 && numbers.length < 3 ? POSITIONS[only] : undefined;
  if (position === undefined || !parts.some((part) => part.endsWith('benzene'))) return parts;
  return [...parts.map((part) => part.replace(/^\d+/, '')), position];
}
