import type { Product } from '../products/fields.js';
import { aliasMeant } from './alias.js';
import { bareForm, contradict, flatForm, nameKey, saltForm, wordsOf } from './chemistry.js';
import { hasHan, lettersOf, readable } from './normalise.js';
import type { TierName } from './plan.js';
import type { Typed } from './typed.js';

/** How surely a text means a product: it names it; it begins one of its names or is a part of one; or neither. */
export type Match = 'exact' | 'partial' | 'similar';

export const MATCHES = ['exact', 'partial', 'similar'] as const satisfies readonly Match[];

/** What the reading that found a product says by itself. `name`, `alias`: the names or aliases of the product decide. */
const READINGS: Record<TierName, Match | 'name' | 'alias'> = {
  everything: 'partial',
  cas: 'exact',
  cas_synonym: 'exact',
  cas_start: 'partial',
  mended: 'similar',
  weight: 'similar',
  code: 'exact',
  code_start: 'partial',
  formula: 'exact',
  impurity: 'exact',
  name: 'name',
  abbreviation: 'exact',
  synonym: 'name',
  alias: 'alias',
  near_name: 'name',
  parent: 'name',
  name_start: 'name',
  alias_start: 'partial',
  phrase: 'name',
  sound: 'name',
  spelling: 'name',
  words: 'name',
};

/** A hit as far as it is judged here. */
interface Judged {
  readonly tier: TierName;
  readonly product: Product;
  readonly aliases?: readonly string[];
}

/**
 * Judges hits of a search by the names of each product, whatever the engine forgave: a name that differs in a locant, a
 * stereo sign, a syllable or a digit is `similar`. Takes time that grows with the names alone.
 */
export function matcher({ form }: Typed): (hit: Judged) => Match {
  const salt = saltForm(form);
  const bare = bareForm(salt);
  const keys = new Set([form, salt, bare].map(nameKey).filter(Boolean));
  const letters = lettersOf(form);
  const flat = flatForm(bare);
  return ({ tier, product, aliases = [] }) => {
    const reading = READINGS[tier];
    if (reading === 'alias') {
      // Keys have no signs: (+)- and (−)- are found by each other.
      const meant = aliasMeant(form, aliases);
      return meant !== undefined && contradict(bare, readable(meant)) ? 'similar' : 'exact';
    }
    if (reading !== 'name') return reading;
    if (lettersOf(readable(product.code)) === letters) return 'exact';
    const main = [product.name_en, product.name_cn].flatMap((name) => (name === null ? [] : readable(name)));
    const names = [...main, ...partsOf(product.synonyms).map(readable)];
    if (names.some((name) => keys.has(nameKey(name)) || keys.has(nameKey(saltForm(name))))) {
      const otherwise = main.some((name) => flatForm(saltForm(name)) === flat && contradict(bare, name));
      return otherwise ? 'similar' : 'exact';
    }
    const texts = [...names, ...[...partsOf(product.tags), product.series ?? ''].map(readable)];
    return texts.some((text) => [...keys].some((key) => isPart(key, text))) ? 'partial' : 'similar';
  };
}

function partsOf(list: string | null): string[] {
  return list === null ? [] : list.split(';');
}

/**
 * Whether a key begins a name, or stands in it as words of their own: “ethylbenzene” is no part of “methylbenzene”. Any
 * two Han characters are a part.
 */
function isPart(key: string, name: string): boolean {
  const words = wordsOf(name);
  const whole = words.map(({ text }) => text).join('');
  const begins = (at: number): boolean =>
    whole.startsWith(key, at) && !/^\d\d/.test(whole.slice(at + key.length - 1, at + key.length + 1));
  if (begins(0)) return true;
  return hasHan(key) ? key.length > 1 && whole.includes(key) : words.some(({ at }) => begins(at));
}
