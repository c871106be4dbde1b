import { lettersOf } from './normalise.js';
import { dictionary } from './vocabulary.js';

/** Stereo descriptors of names: `(2R,3S)-`, `(+)-`, `dl-`, `cis-`, 左旋. All functions take `readable` text. */

// No alternative may contain a separator (`d,l` and `+/-` are two descriptors). If a text could match in two ways,
// each further descriptor would double the time the expression takes to fail.
const DESCRIPTOR = String.raw`(?:(?:\d+[a-z]?'*|alpha|beta)?[rsez]\*?|rs|sr|[+-]|\+-|±|rac|rel|dl?|l|all-[ez]|cis|trans)`;
const BRACKETED = new RegExp(String.raw`[([]${DESCRIPTOR}(?: ?[,;/] ?${DESCRIPTOR})*[)\]][- ]*`, 'g');
const PREFIXED =
  /^(?:±|\+\/?-)[- ]?(?=[a-z0-9([\u4e00-\u9fff])|(?<![a-z0-9\u4e00-\u9fff])(?:dl|d,l|d|l|r,s|r|s|e|z|cis|trans|rac|rel|racemic|\+\/-|±|\+)-(?=[a-z0-9([\u4e00-\u9fff])|\bracemic |^(?:外?消旋|左旋|右旋)(?:体)?-?/gu;

/** The text without stereo descriptors, `anhydrous` and `free base`, for the tier of near names. */
export function flatForm(text: string): string {
  return text
    .replace(BRACKETED, '')
    .replace(PREFIXED, '')
    .replace(/[ ,(]*(?:\banhydrous\b|\bfree (?:base|acid)\b)\)?|^无水/g, '')
    .trim();
}

type Side = 'sign' | 'letter' | 'double' | 'chiral';

/** The stereo descriptors of a text, by kind. R and S of all centres are in the order of their locants. */
function stereoOf(text: string): Partial<Record<Side, string>> & { racemic?: true } {
  const found: ReturnType<typeof stereoOf> = {};
  const chiral: { at: number; is: string }[] = [];
  for (const [part] of [...text.matchAll(BRACKETED), ...text.matchAll(PREFIXED)]) {
    if (RACEMIC.test(part)) found.racemic = true;
    else if (/左旋|右旋/.test(part)) found.sign = part.includes('右') ? '+' : '-';
    else if (/[+-](?=\))|^\+-/.test(part)) found.sign = part.includes('+') ? '+' : '-';
    else if (/cis|trans/.test(part)) found.double = part.includes('cis') ? 'cis' : 'trans';
    else if (/^[([]?[dl]\b/.test(part)) found.letter = part.includes('d') ? 'd' : 'l';
    for (const [, at = '', is = ''] of part.matchAll(/(?<![a-z])(\d*)[a-z]?'*([rsez])\*?(?![a-z])/g))
      chiral.push({ at: Number(at), is });
  }
  if (chiral.length > 0)
    found.chiral = chiral
      .toSorted((a, b) => a.at - b.at)
      .map(({ is }) => is)
      .join('');
  return found;
}

const RACEMIC = /^[([]?(?:±|\+\/?-(?:\)|[- ]?$)|rac|dl|d,l|r,s|rs\b|sr\b|外?消旋)/;

/** Whether two names of one constitution have descriptors that exclude each other. */
export function contradict(one: string, other: string): boolean {
  const [a, b] = [stereoOf(one), stereoOf(other)];
  const [aSides, bSides] = [a, b].map((each) =>
    Number('sign' in each || 'letter' in each || 'chiral' in each),
  );
  if ((a.racemic && !b.racemic && bSides) || (b.racemic && !a.racemic && aSides)) return true;
  const differ = (side: Side): boolean =>
    a[side] !== undefined && b[side] !== undefined && a[side] !== b[side];
  if (differ('sign') || differ('letter') || differ('double')) return true;
  return a.chiral?.length === b.chiral?.length && differ('chiral');
}

const HANDS = dictionary('hands');
const HAND = new RegExp(`^(?:${Object.keys(HANDS).join('|')})(?=[a-z]{4}|\\p{Script=Han})`, 'u');

/** The name of the mirror image, if a prefix says which enantiomer is meant: dextromethorphan for levomethorphan. */
export const mirrorOf = (form: string): string | undefined =>
  HAND.test(form) ? form.replace(HAND, (hand) => HANDS[hand]!) : undefined;

/** What says in a common name which stereoisomers are meant: esfenvalerate, quizalofop-P-ethyl, lambda-cyhalothrin. */
const SELECTED =
  /^(?:levo|lev|dextro|dex|es)(?=[a-z]{4})|^(?:alpha|beta|gamma|zeta|theta|lambda)[- ](?=[a-z]+thrin\b)|(?<=[a-z]{4})-[pm](?=-[a-z]|$)|^[左右]旋?(?=\p{Script=Han}{3})|^高效(?=\p{Script=Han}+菊酯$)/u;

/** The common name of all stereoisomers, if one says which of them are meant: fenvalerate for esfenvalerate. */
export const withoutSelection = (form: string): string | undefined =>
  SELECTED.test(form) ? form.replace(SELECTED, '') : undefined;

/** Whether a name means one stereoisomer. The name of a racemate means two. */
export function isOneStereoisomer(form: string): boolean {
  // In front of a peptide, Z is a protecting group.
  const { racemic, ...sides } = stereoOf(form.replace(/^[ez]-/, ''));
  return !racemic && Object.keys(sides).length > 0;
}

/** Whether a name has any stereo descriptors, even those of a racemate. */
export const statesStereo = (form: string): boolean => Object.keys(stereoOf(form)).length > 0;

/** How many stereo descriptors two names share; negative if they contradict each other. */
export function agreement(one: string, other: string): number {
  if (contradict(one, other)) return -1;
  const [a, b] = [stereoOf(one), stereoOf(other)];
  const shared = (['sign', 'letter', 'double', 'chiral'] as const).filter(
    (side) => a[side] !== undefined && a[side] === b[side],
  );
  return shared.length;
}

const SIGN = /\(\d*([+-]|±|\+\/?-)\)|^(±|\+\/?-)/g;

/** The letters and digits of a name, followed by its signs, to tell (+)- from (-)-limonene. */
export function signedKey(form: string): string {
  const key = lettersOf(form);
  if (!/[)±]|^\+/.test(form)) return key;
  const signs = [...form.matchAll(SIGN)].map(([, sign = '±']) => sign);
  return key + signs.map((sign) => (sign.length > 1 ? '±' : sign)).join('');
}

/** Whether the letters of a name name another substance too, as they lack its sign: (-)-imidazole is no imidazole. */
export const losesSign = (form: string): boolean => signedKey(form) !== lettersOf(form);
