import { chineseSaltOf, parentsOf, SALT_METALS, TIMES } from './salts.js';
import { hasHan, lettersOf } from './normalise.js';
import { flatForm, signedKey } from './stereo.js';
import { Expressions } from './vocabulary.js';

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

const DERIVED = new Expressions('derived');
const ESTERS = DERIVED.table('ester');
const POLYBASIC = DERIVED.one('polybasic_acid');

type Found = Record<string, string>;
type Made = Omit<Derived, 'base'>;
/** A way in which a name says what it was made of. @returns undefined where it does not; null where it is made of nothing known */
type Reading = (form: string) => Derived | null | undefined;

/** What an expression, of which `base` is a group, says by its other groups. */
function by(name: string, made: (found: Found) => Made | null): Reading {
  const expression = new RegExp(name, 'u');
  return (form) => {
    const found = expression.exec(form)?.groups as Found | undefined;
    if (!found?.['base']) return undefined;
    const how = made(found);
    return how && { base: found['base'], ...how };
  };
}

/** The first that applies decides. */
const firstOf =
  (readings: readonly Reading[]): Reading =>
  (form) => {
    for (const read of readings) {
      const derived = read(form);
      if (derived !== undefined) return derived;
    }
    return undefined;
  };

/** The same for each of some words, and its English words. Most names have none of them, which one expression tells. */
function byEach(
  words: Record<string, string>,
  name: (word: string) => string,
  made: (english: string[], found: Found) => Made,
): Reading {
  const any = new RegExp(Object.keys(words).join('|'), 'u');
  const first = firstOf(
    Object.entries(words).map(([word, english]) =>
      by(name(word), (found) => made(english.split('|'), found)),
    ),
  );
  return (form) => (any.test(form) ? first(form) : undefined);
}

const withFronts = (fronts: string[]): Made => ({ kind: 'english', endings: [], fronts });

function acidSaltFrom(form: string): Derived | undefined {
  const acid = chineseSaltOf(form);
  return acid && { base: acid.base, kind: 'acid', endings: [acid.acid] };
}

function metalSalt({ base = '', han, times = '', metal = '' }: Found): Made | null {
  if (POLYBASIC.test(base)) return null;
  const english = `${times === '' || times === '一' ? '' : TIMES[times]}${SALT_METALS[metal]}`;
  return { kind: 'form', endings: [english, `${english}salt`], han: han! };
}

const HAN = '\\p{Script=Han}';
const LOCANT = "\\d{1,2}(?:alpha|beta)?'*";
const LOCANTS = `(?:${LOCANT}(?:,${LOCANT})*|[nos]'*|alpha|beta)-`;
const NAME = `(?:[dl]-${HAN}{2}|${HAN}{3})${HAN}*(?:[a-z]\\d{0,2})?`;

const ACID_ESTERS = DERIVED.table('acid_ester');

/** A single character more often ends another name, and what follows a group belongs to it: 甲基亚砜. */
const withEnding = (ending: string): string =>
  `^(?<base>${HAN}{${ending.length === 1 ? 3 : 2},}?(?:[a-z]\\d{0,2})?)(?<![基酰化代亚])-?(?<han>${ending})$`;
const endedBy = (endings: string[], { han }: Found): Made => ({
  kind: 'english',
  endings: endings.map(lettersOf),
  han: han!,
});

const METALS = Object.keys(SALT_METALS).join('');

// An expression that tries each beginning of a text looks at its end first: most end otherwise.
const derived = firstOf([
  // With a number of deuterium atoms; the number 1 is often left out.
  by(
    `^(?<base>.*${HAN}(?=-d\\d{0,2}$)|[^${HAN}]{3,}(?=-d\\d{1,2}$))-d(?<count>\\d{0,2})$`,
    ({ count = '' }) => ({
      kind: 'form',
      endings: count === '' || count === '1' ? ['d', 'd1'] : [`d${count}`],
    }),
  ),
  by('^(?:全?氘代|(?:per)?deuterated )(?<base>.+)$', () => ({ kind: 'deuterium', endings: [] })),
  by(
    `^(?=.*水合物$)(?<base>.*?${HAN}.*?)(?<han>(?<water>[${Object.keys(TIMES).join('')}]?)水合物)$`,
    ({ han, water = '' }) => ({ kind: 'form', endings: [`${TIMES[water] ?? ''}hydrate`], han: han! }),
  ),
  by(`^水合(?<base>${HAN}{2,})$`, () => ({ kind: 'form', endings: ['hydrate'], han: '水合物' })),
  byEach(DERIVED.table('hand'), (front) => `^(?:${front})-?(?<base>${HAN}{2,})$`, withFronts),
  acidSaltFrom,
  by(
    `^(?<base>${HAN}{2,})(?<ester>${Object.keys(ESTERS).join('|')})(?<two>二?)钠$`,
    ({ ester = '', two }) => ({
      kind: 'form',
      endings: (two ? ['disodium'] : ['sodium', 'disodium']).flatMap((metal) => [
        metal + ESTERS[ester]!,
        ESTERS[ester]! + metal,
      ]),
    }),
  ),
  by(
    `^(?=.*[${METALS}]$)(?<base>.*?${HAN}{2,}?)(?<han>(?<times>[一二三]?)(?<metal>[${METALS}]))$`,
    metalSalt,
  ),
  // Not those named by their alcohol: 戊酸乙酯.
  byEach(
    ACID_ESTERS,
    (acid) => `^${acid}(?<base>${HAN}{3,})(?<![酯钠钾钙盐酸酐酰])$`,
    (endings) => ({ kind: 'english', endings }),
  ),
  byEach(DERIVED.table('made'), withEnding, endedBy),
  byEach(ACID_ESTERS, (acid) => withEnding(`${acid}酯`), endedBy),
  byEach(
    DERIVED.table('front'),
    (front) => `^(?<locant>${LOCANTS})?${front}-?(?<base>${NAME})$`,
    (fronts, { locant = '' }) => withFronts(fronts.map((front) => locant + front)),
  ),
  // Greek letters and hands together, which are the same in English: beta-d-葡萄糖, 17beta-雌二醇.
  by(
    `^(?<front>(?:(?:\\d{1,2})?(?:alpha|beta|gamma|delta)-|dl?-|l-){1,3})(?<base>${HAN}{2,})$`,
    ({ front }) => withFronts([front!]),
  ),
  (form) => (hasHan(form) ? undefined : englishFrom(form)),
]);

/** What a name was made of. @param form `readable`, with its salt in the usual spelling */
export const derivedFrom = (form: string): Derived | undefined => derived(form) ?? undefined;

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

/** The salt of an acid in English, which begins with the metal: gluconic acid with zinc gives zinc gluconate. */
const saltOfAcid = (name: string, metal: string): string[] =>
  name.endsWith('ic acid') && Object.values(SALT_METALS).includes(metal)
    ? [lettersOf(`${metal} ${name.replace(/ic acid$/, 'ate')}`)]
    : [];

function withDeuterium(name: string): string[] {
  const key = lettersOf(name);
  const numbered = Array.from({ length: MOST_DEUTERIUM }, (_, at) => `${key}d${at + 1}`);
  return [`${key}d`, ...numbered, `deuterated${key}`, `perdeuterated${key}`];
}
