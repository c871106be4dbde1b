import { SALT_METALS } from './elements.js';
import { chineseSaltOf, CN_MULTIPLE, MULTIPLE, parentsOf } from './salts.js';
import { hasHan, lettersOf } from './normalise.js';
import { flatForm, signedKey } from './stereo.js';
import { systematicKey } from './systematic.js';
import { vocabulary } from './vocabulary.js';

/**
 * A name read as a base and what was made of it: a salt, a hydrate, or the base with deuterium. Suppliers list such
 * products under any name of the base: 阿莫西林三水合物 as “amoxicillin trihydrate”, 氨-d3 as “ammonia-d3”.
 */
interface Derived {
  base: string;
  /**
   * `acid`: a Chinese salt by its acid; `form`: by its metal, or a hydrate; `english`: either in English, or a Chinese
   * stereoisomer, ester or the like by the English names of the substance; `deuterium`, of which the name does not say
   * how much
   */
  kind: 'acid' | 'form' | 'english' | 'deuterium';
  /** what follows an English name of the base */
  endings: string[];
  /** what follows a Chinese name of the base */
  han?: string;
  /** in place of all of these: what stands in front of an English name of it */
  fronts?: string[];
}

const TIMES: Record<string, string> = {
  半: 'hemi',
  ...Object.fromEntries(CN_MULTIPLE.slice(1).map((times, at) => [times, MULTIPLE[at + 1] || 'mono'])),
};

const HYDRATE = new RegExp(`^(.*?\\p{Script=Han}.*?)(([${Object.keys(TIMES).join('')}]?)水合物)$`, 'u');
const HYDRATE_FIRST = /^水合(\p{Script=Han}{2,})$/u;
const METAL_SALT = new RegExp(
  `^(.*?\\p{Script=Han}{2,}?)(([一二三]?)([${Object.keys(SALT_METALS).join('')}]))$`,
  'u',
);
/** Sodium salts of the esters in which drugs are sold, such as 地塞米松磷酸钠. */
const ESTERS: Record<string, string> = { 磷酸: 'phosphate', 琥珀酸: 'succinate', 硫酸: 'sulfate' };
const ESTER_SALT = new RegExp(`^(\\p{Script=Han}{2,})(${Object.keys(ESTERS).join('|')})(二?)钠$`, 'u');
const NUMBERED = /^(.*\p{Script=Han})-d(\d{0,2})$|^([^\p{Script=Han}]{3,})-d(\d{1,2})$/u;
const DEUTERATED = /^(?:全?氘代|(?:per)?deuterated )(.+)$/u;

/**
 * What Chinese names of metabolites, esters and degradation products end with, and English ones: 涕灭威砜, 地塞米松乙酸酯.
 */
const MADE = vocabulary('made');
const MADE_NAME = MADE.map(([ending = '', ...english]): [RegExp, string[]] => [
  // A single character more often ends another name, and what follows a group belongs to it: 甲基亚砜.
  new RegExp(
    `^(\\p{Script=Han}{${ending.length === 1 ? 3 : 2},}?(?:[a-z]\\d{0,2})?)(?<![基酰化代亚])-?(${ending})$`,
    'u',
  ),
  english,
]);
/** Esters with the acid in front, as drugs are named: 戊酸倍他米松. Not those named by their alcohol: 戊酸乙酯. */
const MADE_ESTER = MADE.filter(([ending = '']) => ending.endsWith('酸酯')).map(
  ([ending = '', ...english]): [RegExp, string[]] => [
    new RegExp(`^${ending.slice(0, -1)}(\\p{Script=Han}{3,})(?<![酯钠钾钙盐酸酐酰])$`, 'u'),
    english,
  ],
);
/** What they begin with, behind a locant: 3-羟基克百威, N-去甲基氯氮平. */
const MADE_FRONTS = vocabulary('made-fronts');
const LOCANT = "\\d{1,2}(?:alpha|beta)?'*";
const MADE_BEFORE = MADE_FRONTS.map(([front = '', ...english]): [RegExp, string[]] => [
  new RegExp(
    `^((?:${LOCANT}(?:,${LOCANT})*|[nos]'*|alpha|beta)-)?${front}-?((?:[dl]-\\p{Script=Han}{2}|\\p{Script=Han}{3})\\p{Script=Han}*(?:[a-z]\\d{0,2})?)$`,
    'u',
  ),
  english,
]);

/** Greek letters and hands together, which are the same in English: beta-d-葡萄糖, 17beta-雌二醇. */
const GREEK_FRONT = /^((?:(?:\d{1,2})?(?:alpha|beta|gamma|delta)-|dl?-|l-){1,3})(\p{Script=Han}{2,})$/u;

/** A substance made of one with a common name. */
function madeFrom(form: string): Derived | undefined {
  for (const [name, endings] of MADE_ESTER) {
    const [, base = ''] = name.exec(form) ?? [];
    if (base !== '') return { base, kind: 'english', endings };
  }
  for (const [name, endings] of MADE_NAME) {
    const [, base = '', han = ''] = name.exec(form) ?? [];
    if (base !== '') return { base, kind: 'english', endings: endings.map(lettersOf), han };
  }
  for (const [name, english] of MADE_BEFORE) {
    const [, locant = '', base = ''] = name.exec(form) ?? [];
    if (base !== '')
      return { base, kind: 'english', endings: [], fronts: english.map((front) => locant + front) };
  }
  const [, front = '', base = ''] = GREEK_FRONT.exec(form) ?? [];
  return base === '' ? undefined : { base, kind: 'english', endings: [], fronts: [front] };
}

/** What says in front of a Chinese name which stereoisomer it is, and in front of an English one. */
const FRONTS: [string, string[]][] = [
  ['左旋?', ['l-', '(-)-', 'levo', 'lev']],
  ['右旋?', ['d-', '(+)-', 'dextro', 'dex']],
  ['顺式?', ['cis-', '(z)-']],
  ['反式?', ['trans-', '(e)-']],
  ...['d', 'l', 'dl', 'r', 's', 'e', 'z'].map((letter): [string, string[]] => [
    `${letter}(?=-)|\\(${letter}\\)`,
    ['', '(+)', '(-)'].map((sign) => `${letter}-${sign}`),
  ]),
];
const STEREO = FRONTS.map(([front, english]): [RegExp, string[]] => [
  new RegExp(`^(?:${front})-?(\\p{Script=Han}{2,})$`, 'u'),
  english,
]);

function stereoisomerFrom(form: string): Derived | undefined {
  for (const [name, fronts] of STEREO) {
    const [, base = ''] = name.exec(form) ?? [];
    if (base !== '') return { base, kind: 'english', endings: [], fronts };
  }
  return undefined;
}

/** With a number of deuterium atoms; the number 1 is often left out. */
function numberedFrom(form: string): Derived | undefined {
  const numbered = NUMBERED.exec(form);
  if (!numbered) return undefined;
  const count = numbered[2] ?? numbered[4] ?? '';
  const endings = count === '' || count === '1' ? ['d', 'd1'] : [`d${count}`];
  return { base: numbered[1] ?? numbered[3]!, kind: 'form', endings };
}

function deuteratedFrom(form: string): Derived | undefined {
  const [, base = ''] = DEUTERATED.exec(form) ?? [];
  return base === '' ? undefined : { base, kind: 'deuterium', endings: [] };
}

function hydrateFrom(form: string): Derived | undefined {
  const [, base = '', han = '', water = ''] = HYDRATE.exec(form) ?? [];
  if (base !== '') return { base, kind: 'form', endings: [`${TIMES[water] ?? ''}hydrate`], han };
  const [, first = ''] = HYDRATE_FIRST.exec(form) ?? [];
  return first === '' ? undefined : { base: first, kind: 'form', endings: ['hydrate'], han: '水合物' };
}

function acidSaltFrom(form: string): Derived | undefined {
  const acid = chineseSaltOf(form);
  return acid && { base: acid.base, kind: 'acid', endings: [acid.acid] };
}

function esterSaltFrom(form: string): Derived | undefined {
  const [, base = '', ester = '', two = ''] = ESTER_SALT.exec(form) ?? [];
  const esterOf = ESTERS[ester];
  if (esterOf === undefined) return undefined;
  const metals = two === '' ? ['sodium', 'disodium'] : ['disodium'];
  return { base, kind: 'form', endings: metals.flatMap((each) => [each + esterOf, esterOf + each]) };
}

function metalSaltFrom(form: string): Derived | undefined {
  const [, salt = '', cation = '', times = '', metal = ''] = METAL_SALT.exec(form) ?? [];
  const sodium = SALT_METALS[metal];
  if (sodium === undefined) return madeFrom(form);
  if (POLYBASIC.test(salt)) return undefined;
  const english = `${times === '' || times === '一' ? '' : TIMES[times]}${sodium}`;
  return { base: salt, kind: 'form', endings: [english, `${english}salt`], han: cation };
}

/** The ways in which a name says what it was made of; the first that applies does. */
const READINGS = [
  numberedFrom,
  deuteratedFrom,
  hydrateFrom,
  stereoisomerFrom,
  acidSaltFrom,
  esterSaltFrom,
  (form: string) => (hasHan(form) ? metalSaltFrom(form) : englishFrom(form)),
];

/** What a name was made of. @param form `readable`, with its salt in the usual spelling */
export function derivedFrom(form: string): Derived | undefined {
  for (const read of READINGS) {
    const derived = read(form);
    if (derived) return derived;
  }
  return undefined;
}

/**
 * Of an English salt or hydrate, so that “aciclovir sodium” finds “acyclovir sodium”. Not for “zinc sulfate” or
 * “butyl acetate”, whose bases have no other names.
 */
function englishFrom(form: string): Derived | undefined {
  const [base = ''] = parentsOf(form);
  const isFormula = /\d/.test(base) && form.endsWith('hydrate');
  if (!(isFormula ? FORMULA : /^[a-z][a-z ()-]{4,}$/).test(base) || NO_BASE.test(base)) return undefined;
  return { base, kind: 'english', endings: [lettersOf(form.slice(base.length))] };
}
/** “CoCl2·6H2O” may be listed as the hexahydrate of any name of CoCl2. */
const FORMULA = /^[a-z()][a-z\d()]*$/;
const NO_BASE = /(?:yl|ium|copper|silver|cobalt|nickel|manganese|tetra|penta|hexa)$/;

/** Chinese acids that form several salts with one metal, and endings of what is no acid: 氯化钠. */
const POLYBASIC =
  /(?:磷酸|硫酸|碳酸|草酸|柠檬酸|酒石酸|苹果酸|马来酸|富马酸|琥珀酸|硅酸|硼酸|砷酸|铬酸|二酸|三酸|四酸|二甲酸|二乙酸|三乙酸|四乙酸|氢|化|合|基)$/u;

/** The most deuterium atoms that are tried if the text does not give their number. */
const MOST_DEUTERIUM = 12;
/** The most names of a base that are combined with each of them. */
const MOST_NAMES = 12;

/** The keys of what was made of a substance, by all its names. @param names of the base, `readable` */
export function derivedKeys({ kind, endings, han, fronts }: Derived, names: readonly string[]): string[] {
  if (fronts) {
    const english = [...new Set(names.filter((name) => !hasHan(name)).map(flatForm))].slice(0, MOST_NAMES);
    return english.flatMap((name) => fronts.map((front) => signedKey(front + name)));
  }
  if (kind === 'deuterium')
    return names
      .filter((name) => !hasHan(name))
      .slice(0, MOST_NAMES)
      .flatMap(withDeuterium);
  return names.flatMap((name) => {
    const key = lettersOf(name);
    if (!hasHan(name)) return endings.flatMap((ending) => [key + ending, ...saltOfAcid(name, ending)]);
    return [...(han === undefined ? [] : [han]), ...endings.filter((ending) => /^d\d*$/.test(ending))].map(
      (ending) => key + ending,
    );
  });
}

/**
 * The salt of a systematic acid: “X-carboxylic acid” with potassium gives the keys of potassium X-carboxylate, with
 * and without stereo descriptors.
 */
function saltOfAcid(name: string, metal: string): string[] {
  if (!name.endsWith('ic acid') || !Object.values(SALT_METALS).includes(metal)) return [];
  if (!/\d/.test(name)) return [lettersOf(`${metal} ${name.replace(/ic acid$/, 'ate')}`)];
  const key = systematicKey(`${name} ${metal}`);
  const flat = systematicKey(flatForm(`${name} ${metal}`));
  return [key, flat, flat && `~${flat}`].filter((each) => each !== undefined);
}

function withDeuterium(name: string): string[] {
  const key = lettersOf(name);
  const numbered = Array.from({ length: MOST_DEUTERIUM }, (_, at) => `${key}d${at + 1}`);
  return [`${key}d`, ...numbered, `deuterated${key}`, `perdeuterated${key}`];
}
