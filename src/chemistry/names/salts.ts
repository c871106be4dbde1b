import { hasHan } from './normalise.js';
import { Expressions, rewritten } from './vocabulary.js';

/**
 * Unifies what chemists write in more than one way. Documents and queries both pass through these functions, so that
 * different spellings match. All take `readable` text.
 */

const SALTS = new Expressions('dyes', 'salts');
/** Multiplying prefixes by their number; the one for 1 is often left out. */
export const MULTIPLE = ['', '', 'di', 'tri', 'tetra', 'penta', 'hexa', 'hepta', 'octa', 'nona', 'deca']; // prettier-ignore
/** The prefixes of the Chinese ones. */
export const TIMES = SALTS.table('times');
const HAN_MULTIPLE = Object.keys(TIMES);
const ACIDS = SALTS.table('acid');
/** Metals that occur in salts of acids but not in acids, in Chinese and in English. */
export const SALT_METALS = SALTS.table('metal');

const ORDER = SALTS.rewritings('order');
const SALTY = SALTS.one('salty');
const HAN_SALTY = SALTS.one('han_salty');

/** One spelling of salts, hydrates and British names in English, and of salts and hydrates in Chinese. */
export function saltForm(text: string): string {
  let form = rewritten(text, ORDER);
  if (SALTY.test(form)) form = englishSalt(form);
  if (hasHan(form) && HAN_SALTY.test(form)) form = chineseSalt(form);
  return form;
}

const BRITISH = SALTS.rewritings('british');
const POLYBASIC = SALTS.one('polybasic');
const ENGLISH = SALTS.rewritings('salt');

function englishSalt(text: string): string {
  const spelled = rewritten(text, BRITISH);
  // With these acids the amount of metal distinguishes salts, so that it stays.
  const one = POLYBASIC.test(spelled) ? /(?<!\bsalt ?) ?\(1:1\)/g : /\bmono(?=sodium|potassium)| ?\(1:1\)/g;
  return rewritten(spelled.replace(one, ''), ENGLISH, MULTIPLE).trim();
}

const CHINESE = SALTS.rewritings('han_salt', 'gu');
const MIXED = SALTS.one('mixed');

const chineseSalt = (text: string): string =>
  rewritten(text, CHINESE, HAN_MULTIPLE).replace(
    MIXED,
    (_whole, two: string, acid: string, base: string) => `${base} ${two && 'di'}${ACIDS[acid]}`,
  );

const TRADE = SALTS.one('trade');
const SHADE = SALTS.one('shade');

/** The text without what buyers add to a name: grade, amount, words such as “price”. */
export function bareForm(text: string): string {
  let form = text;
  for (let before = ''; before !== form && !SHADE.test(form);) {
    before = form;
    form = form.replace(TRADE, '').trim();
  }
  return form;
}

const WATER = SALTS.one('water');

/** How much water a name in the usual spelling gives for its substance; undefined if it gives none. */
function waterOf(form: string): string | undefined {
  const [, english, han = ''] = WATER.exec(form) ?? [];
  return english ?? TIMES[han];
}

const [SINGLE, SEVERAL] = [SALTS.one('single'), SALTS.one('several')];

/**
 * Tells of names whether they give another amount of water than a text, or several molecules of an acid where it says one.
 * @param text `readable`
 * @param usual the text in the usual spelling, which no longer says that it is one
 */
export function otherAmountThan(text: string, usual: string): (name: string) => boolean {
  const [asked, isSingle] = [waterOf(usual), SINGLE.test(text)];
  if (asked === undefined && !isSingle) return () => false; // for most texts, without a look at the names
  const isOther = (own: string): boolean =>
    (isSingle && SEVERAL.test(own)) || (asked !== undefined && ![asked, undefined].includes(waterOf(own)));
  return (name) => isOther(saltForm(name));
}

const SALT_OF = SALTS.one('han_salt_of');

/** The base of a Chinese salt, and its acid as English names have it behind the base. */
export function chineseSaltOf(form: string): { base: string; acid: string } | undefined {
  const [, times = '', acid = '', base = ''] = SALT_OF.exec(form) ?? [];
  const english = ACIDS[acid];
  return english === undefined ? undefined : { base, acid: `${times === '' ? '' : 'di'}${english}` };
}

const ELEMENTS = SALTS.rewritings('element', '');

/**
 * The symbol of an element that a salt of this name must contain and its base need not: if a formula of “streptomycin sulfate”
 * has no sulfur, it is that of streptomycin. Undefined if the name gives none.
 */
export function elementOfSalt(form: string): string | undefined {
  const name = chineseSaltOf(form)?.acid ?? form;
  return ELEMENTS.find(([ending]) => ending.test(name))?.[1];
}

const ENDS = [SALTS.one('hydrate_end'), SALTS.one('salt_end')];

/** What a salt or hydrate is made of, step by step: `x sodium hydrate` gives `x sodium`, then `x`. */
export function parentsOf(text: string): string[] {
  const parents: string[] = [];
  let form = text;
  for (const ending of ENDS) {
    const shorter = form.replace(ending, '');
    if (shorter !== form && shorter !== '') parents.push((form = shorter));
  }
  return parents;
}
