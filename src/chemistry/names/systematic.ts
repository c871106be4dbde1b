import { hash } from 'node:crypto';
import { translated } from './chinese.js';
import { withHyphens, withoutHydrogen } from './hydrogen.js';
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
const GROUPED = new RegExp(TERMS.any('group'));
const POSITIONS: Record<string, string> = { '2': 'o', '3': 'm', '4': 'p' };
const LONGEST = 250;
/** The longest part with all its repetitions, in characters: nested brackets would multiply a short name without end. */
const LONGEST_PART = 2_000;
/** Names that are not split: a racemate without brackets, a cation, and a beginning with its star. */
const UNREAD = /^(?:±|\+\/?-)|[+*]$/;
class TooLong extends Error {}
/** What every systematic name contains. It excludes most other names at once. */
const TELLING =
  /[a-z](?:yl|oxy|ol|one|ane|ene|ine|ate|ide|oro|omo|ino|tro|oic|lic|tic|ole|in|al|id)(?![a-z]*[^\x20-\x7e±])/;

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
export function withoutPlaces(form: string): string | undefined {
  return PLACED.exec(form)?.[1];
}

/** The sorted parts of a systematic name with their locants; undefined as in {@link systematicKey}. */
function systematicParts(form: string): string[] | undefined {
  if (form.length > LONGEST || UNREAD.test(form)) return undefined;
  const whole = hasHan(form) ? translated(form) : form;
  if (whole === undefined || !TELLING.test(whole) || COUNTED_OTHERWISE.test(whole)) return undefined;
  const { name: plain, hydrogen } = withoutHydrogen(withHyphens(whole));
  const name = inTerms(plain);
  // A name that had hydrogen is systematic, even with a single part.
  const least = plain === whole ? 2 : 1;
  if (least === 2 && !GROUPED.test(name)) return undefined;
  try {
    const parts = partsOf(tokensOf(distinctPositions(name)), false).flatMap(written);
    if (parts.length < least) return undefined;
    const placed = onPropanoic(inPositions(parts));
    return inDirection([...placed, ...(hydrogen === '' ? [] : [`h${hydrogen}`])].toSorted());
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    throw error;
  }
}

interface Token {
  kind: 'locants' | 'sign' | 'group' | 'text' | 'opening' | 'closing' | 'space';
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
    else if (sign !== undefined) add(end, 'sign', sign);
    else if (group !== undefined) add(end, 'group', group, times);
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
  const put = (on: string[], text: string, times: number, end: number, bracket = false): void => {
    parts.push({ on, text, times, locants, end, bracket });
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
    const isAlone = times === 1 && locants.length === 0;
    if (kind === 'locants') locants.push(...text.split(','));
    else if (kind === 'opening') {
      const inside = bracketOf(tokens, times);
      if (inside && 'locants' in inside) locants.push(...inside.locants);
      else if (inside) put(inside.on, inside.text, inside.times, inside.end, true);
    } else if (kind === 'space') {
      parts.push(...wordOf(parts.splice(word)));
      word = parts.length;
    } else if (kind === 'text' && text === 'h' && locants.length > 0) locants = [];
    else if (isAlone && last?.end === from && standsOn(last, text))
      parts[parts.length - 1] = joined(last, text, end);
    // A part that ends at 0 has nothing directly behind it.
    else put([], text, times, kind === 'sign' ? 0 : end);
  }
  if (locants.length > 0) put([], '', 1, 0);
  return [...parts.slice(0, word), ...wordOf(parts.slice(word))];
}

/** Reads a bracket: as one part, as the locants of a bracket of numbers ([1,4]benzodiazepine), or as nothing. */
function bracketOf(
  tokens: Token[],
  times: number,
): Pick<Part, 'on' | 'text' | 'times' | 'end'> | Pick<Part, 'locants'> | undefined {
  const inner = partsOf(tokens, true);
  const end = tokens.shift()?.end ?? 0;
  const [only, ...others] = inner;
  if (only === undefined) return undefined;
  const isSingle = others.length === 0;
  if (isSingle && only.text === '') return { locants: only.locants };
  if (isSingle && times === 1 && only.locants.length === 0)
    return { on: only.on, text: only.text, times: only.times, end };
  return { ...asOne(inner), times, end };
}

/** Whether a part is carried by the group directly behind it. Two alkyl groups without numbers stand side by side. */
function standsOn({ text, locants }: Part, group: string): boolean {
  return (
    CARRIERS.test(group) &&
    text !== 'benzene' &&
    !(ALKYLS.test(group) && ALKYLS.test(text) && !/^\d/.test(locants[0] ?? ''))
  );
}

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
  if (parts.every(({ text, locants }) => ALKYLS.test(text) && locants.length === 0)) return parts;
  return [{ ...last, ...asOne(parts), times: 1 }];
}

/** A part, repeated for each of its locants, or as often as its multiplier says. @throws TooLong */
function written({ on, text, times, locants }: Part): string[] {
  const whole = on.toSorted().join('') + text;
  if (whole.length * times > LONGEST_PART) throw new TooLong();
  const told = locants.length > 0 && /^\d/.test(whole) ? `(${whole})` : whole;
  if (locants.length === times) return locants.map((locant) => locant + told);
  return Array.from({ length: times }, (_, n) => (n === 0 ? locants.join() : '') + told);
}

const POSITION = /(?<![a-z])[omp](?=-)/g;

/** If o, m and p occur several times, each belongs to the group behind it, as numbers do. */
function distinctPositions(name: string): string {
  if ((name.match(POSITION)?.length ?? 0) < 2) return name;
  return name.replace(POSITION, (letter) => `9${'omp'.indexOf(letter)}`);
}

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

/** α-Methylphenylacetic acid is 2-phenylpropanoic acid. */
function onPropanoic(parts: string[]): string[] {
  const phenyls = parts.filter((part) => part.endsWith('phenyl'));
  if (phenyls.length !== 1 || !parts.includes('acetic') || !parts.includes('alphamethyl')) return parts;
  return parts
    .filter((part) => part !== 'alphamethyl')
    .map((part) => {
      if (part === 'acetic') return 'propanoic';
      return part === phenyls[0] ? `2${/^\d/.test(part) ? `(${part})` : part}` : part;
    });
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
