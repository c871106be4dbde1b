import { hash } from 'node:crypto';
import { translated } from './chinese.js';
import { hasHan } from './normalise.js';
import { inTerms, TERMS } from './terms.js';

/**
 * Gives the many spellings of a systematic name one key: with substituents in any order, inverted as in an index
 * (“benzoic acid, 2-hydroxy-”), in older or newer terms, with o, m and p, in English or Chinese. A name is split into
 * parts with their locants; the sorted parts are the key.
 */

const MULTIPLIERS = TERMS.table('multiplier');
const TOKEN = TERMS.one('token');
const CARRIERS = new RegExp(`^${TERMS.any('carrier')}$`);
/** A group without a locant that belongs on a benzene ring, with what it carries: `chloro`, `fluorofluoromethyl`. */
const ON_RING = new RegExp(`^(?:${TERMS.any('carrier_on_ring')}|${TERMS.any('other_on_ring')})+$`);
/** Parts that have no place on a ring. */
const BESIDE_RING = /(?:ester|acid|sulfonic|hydro|chloride|bromide)$/;
const ALKYLS = new RegExp(`^${TERMS.any('alkyl')}$`);
const GROUPED = new RegExp(TERMS.any('read_by_parts'));
const POSITIONS: Record<string, string> = { '2': 'o', '3': 'm', '4': 'p' };
const LONGEST = 250;
/** The longest part with all its repetitions, in characters: nested brackets would multiply a short name without end. */
const LONGEST_PART = 2_000;
/** Names that are not split: a racemate without brackets, a cation, and a beginning with its star. */
const UNREAD = /^(?:±|\+\/?-)|[+*]$/;
/** What every systematic name contains. It excludes most other names at once. */
const TELLING =
  /[a-z](?:yl|oxy|ol|one|ane|ene|ine|ate|ide|oro|omo|odo|ino|tro|ydro|ile|oic|lic|tic|ole|in|al|id)(?![a-z]*[^\x20-\x7e±])/;

/**
 * Names whose places are counted in two ways, of which the parts know only one: 2 of acetanilide is on the chain, and
 * toluidines are counted from either group.
 */
const COUNTED_OTHERWISE =
  /acetoacetanilide|(?<![\d'])2(?![\d']).*acetanilide|acetanilide.*(?<![\d'])2(?![\d'])|\d.*\d-(?:toluidine|anisidine|cresol|toluenesulf)/;

/**
 * The key of a `readable` systematic name. Undefined for a name with nothing to sort, such as a trivial one; for one
 * that leaves open where groups stand on a benzene ring, as it names several substances; and for a Chinese one that
 * cannot be translated.
 */
export function systematicKey(form: string): string | undefined {
  const parts = systematicParts(form);
  return parts && !isOpen(parts) ? `=${hash('sha1', parts.join(' '), 'base64url').slice(0, 16)}` : undefined;
}

/**
 * Whether a name leaves places open: “methylphenol” is any cresol and “p-chlorocresol” two of them, but
 * “hexachlorobenzene” has a group for each place.
 */
function isOpen(parts: readonly string[]): boolean {
  const groups = parts.filter((part) => ON_RING.test(part));
  const places = parts.filter((part) => PLACE.test(part));
  return (
    groups.length > 1 + places.length &&
    groups.length < 5 &&
    parts.includes('benzene') &&
    parts.every(
      (part) => part === 'benzene' || ON_RING.test(part) || BESIDE_RING.test(part) || PLACE.test(part),
    )
  );
}

const PLACE = /^[omp]$/;
const PLACED = /^(?:[omp]-|[邻间对](?=\p{Script=Han})|\d(?:,\d)*-)(\p{L}{2}[^\d]*)$/u;

/**
 * A `readable` name without the locants at its beginning, if it has no others: “cresol” for “o-cresol”. Undefined
 * otherwise.
 */
export const withoutPlaces = (form: string): string | undefined => PLACED.exec(form)?.[1];

/** The sorted parts of a systematic name with their locants; undefined as in {@link systematicKey}. */
function systematicParts(form: string): string[] | undefined {
  if (form.length > LONGEST || UNREAD.test(form)) return undefined;
  const whole = hasHan(form) ? translated(form) : form;
  if (whole === undefined || !TELLING.test(whole) || COUNTED_OTHERWISE.test(whole)) return undefined;
  const name = inTerms(whole);
  // A ring with its hydrogen is systematic, even as a single part.
  const isRing = /\dh-/.test(whole);
  if (!isRing && !GROUPED.test(name)) return undefined;
  const parts = partsOf(tokensOf(distinctPositions(name)), false).flatMap(written);
  return isRing || parts.length > 1 ? inDirection(inPositions(parts).toSorted()) : undefined;
}

interface Token {
  kind: 'locants' | 'text' | 'opening' | 'closing' | 'space';
  text: string;
  times: number;
  from: number;
  end: number;
}

function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  const add = (end: number, kind: Token['kind'], text: string, times = 1): void => {
    tokens.push({ kind, text, times, from, end });
    from = end;
  };
  for (const match of name.matchAll(TOKEN)) {
    const [whole, locants, sign, multiplier = '', group, opening, closing] = match;
    const times = Number(MULTIPLIERS[multiplier] ?? 1);
    const end = match.index + whole.length;
    if (match.index > from) add(match.index, 'text', name.slice(from, match.index));
    if (locants !== undefined) add(end, 'locants', locants);
    else if (sign !== undefined) add(end, 'text', sign);
    else if (group !== undefined) add(end, 'text', group, times);
    else if (opening !== undefined) add(end, 'opening', '', times);
    else if (closing !== undefined) add(end, 'closing', '');
    else if (/[ ,]/.test(whole)) add(end, 'space', '');
    else from = end;
  }
  if (from < name.length) add(name.length, 'text', name.slice(from));
  return tokens;
}

/** A part of a name: what it carries, its locants and multiplier, and where it ends in the name. */
interface Part {
  on: string[];
  text: string;
  times: number;
  locants: string[];
  end: number;
  /** it was in brackets, so that a number in front of them belongs to all that follows */
  bracket: boolean;
}

/**
 * Reads up to the end of a bracket or of the name. A bracket makes one part, and so does a word that ends with a
 * group.
 */
function partsOf(tokens: Token[], within: boolean): Part[] {
  const parts: Part[] = [];
  let word = 0;
  let locants: string[] = [];
  const put = (what: Pick<Part, 'on' | 'text'>, times: number, end: number, bracket = false): void => {
    parts.push({ ...what, times, locants, end, bracket });
    locants = [];
  };
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const { kind, text, times, from, end } = token;
    const last = parts.at(-1);
    if (kind === 'closing') {
      if (!within) continue;
      tokens.unshift(token);
      break;
    }
    if (kind === 'locants') locants.push(...text.split(','));
    else if (kind === 'opening') {
      const inner = partsOf(tokens, true);
      const close = tokens.shift()?.end ?? 0;
      const [only, ...others] = inner;
      if (only && others.length === 0 && times === 1 && only.locants.length === 0)
        put(only, only.times, close, true);
      else if (only) put(asOne(inner), times, close, true);
    } else if (kind === 'space') {
      parts.push(...wordOf(parts.splice(word)));
      word = parts.length;
    } else if (times === 1 && locants.length === 0 && last?.end === from && standsOn(last, text))
      parts[parts.length - 1] = joined(last, text, end);
    else put({ on: [], text }, times, end);
  }
  if (locants.length > 0) put({ on: [], text: '' }, 1, 0);
  return [...parts.slice(0, word), ...wordOf(parts.slice(word))];
}

/** Whether a part is carried by the group directly behind it. Two alkyl groups without numbers stand side by side. */
const standsOn = ({ text, locants }: Part, group: string): boolean =>
  CARRIERS.test(group) && !(ALKYLS.test(group) && ALKYLS.test(text) && !/^\d/.test(locants[0] ?? ''));

/**
 * Joins a part with the group that carries it. In 2-trifluoromethyl the number belongs to the whole, in
 * 2,6-dimethylphenyl to the methyl groups.
 */
function joined(last: Part, group: string, end: number): Part {
  const theirs = !last.bracket && last.locants.length === last.times;
  const on = written(theirs ? last : { ...last, locants: [] });
  return { on, text: group, times: 1, locants: theirs ? [] : last.locants, end, bracket: false };
}

/** All parts as one, the last of which carries the others. */
function asOne(parts: readonly Part[]): Pick<Part, 'on' | 'text'> {
  const others = parts.slice(0, -1).flatMap(written);
  const last = parts.at(-1)!;
  if (last.locants.length === 0 && last.times === 1) return { on: [...others, ...last.on], text: last.text };
  const [text = '', ...more] = written(last).toReversed();
  return { on: [...others, ...more], text };
}

/** The parts of a word. They are one if it ends with a group that can carry others: (5-fluoro-2-methylbenzyl) alcohol. */
function wordOf(parts: Part[]): Part[] {
  const last = parts.at(-1);
  if (!last || parts.length === 1 || last.locants.length > 0 || !CARRIERS.test(last.text)) return parts;
  return [{ ...last, ...asOne(parts), times: 1 }];
}

/** A part, repeated for each of its locants, or as often as its multiplier says. */
function written({ on, text, times, locants }: Part): string[] {
  const whole = on.toSorted().join('') + text;
  if (whole.length * times > LONGEST_PART) return [whole.slice(0, LONGEST_PART)];
  const told = locants.length > 0 && /^\d/.test(whole) ? `(${whole})` : whole;
  if (locants.length === times) return locants.map((locant) => locant + told);
  return Array.from({ length: times }, (_, n) => (n === 0 ? locants.join() : '') + told);
}

/** If o, m and p occur several times, each belongs to the group behind it, as numbers do. */
const distinctPositions = (name: string): string =>
  name.match(POSITION)?.[1] ? name.replace(POSITION, (letter) => `9${'omp'.indexOf(letter)}`) : name;
const POSITION = /(?<![a-z])[omp](?=-)/g;

/** Writes one position on a benzene ring, or 1 and a second one, as o, m or p. */
function inPositions(parts: string[]): string[] {
  const numbers = parts.flatMap((part) => /^\d[^a-z(]*/.exec(part)?.[0] ?? []);
  const [only = '', ...more] = numbers.filter((each) => each !== '1');
  const position = more.length === 0 && numbers.length < 3 ? POSITIONS[only] : undefined;
  const told = parts.some((part) => PLACE.test(part));
  if (position === undefined || told || parts.length < 3 || !parts.some((part) => part.endsWith('benzene')))
    return parts;
  return [...parts.map((part) => part.replace(/^\d+/, '')), position];
}

const CHAIN_LENGTHS = ['', 'meth', 'eth', 'prop', 'but', 'pent', 'hex', 'hept', 'oct'];

/** A chain can be counted from either end: 1-bromo-3-chloropropane. The smaller of the two results is used. */
function inDirection(parts: string[]): string[] {
  const chain = parts.find((part) => /^[a-z]{3,4}ane?$/.test(part)) ?? '';
  const end = CHAIN_LENGTHS.indexOf(chain.replace(/ane?$/, '')) + 1;
  const others = parts.filter((part) => part !== chain);
  const places = others.map((part) => Number(/^\d(?![\d,'])/.exec(part)?.[0] ?? 0));
  if (end < 2 || places.some((place) => place === 0 || place >= end)) return parts;
  const turned = [chain, ...others.map((part, at) => `${end - places[at]!}${part.slice(1)}`)].toSorted();
  return turned.join() < parts.join() ? turned : parts;
}
