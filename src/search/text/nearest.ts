import type { Product } from '../../catalogue/index.js';
import {
  agreement,
  contradict,
  elementOfSalt,
  elementsOf,
  flatForm,
  hasHan,
  impurityOf,
  isAboutImpurity,
  lettersOf,
  parentKeys,
  pinyinOf,
  readable,
  saltForm,
} from '../../chemistry/index.js';
import { distance } from '../../platform/index.js';
import { mainNamesOf, namesOf, partsOf } from './asked.js';
import type { Hit } from './found.js';
import type { TierName } from './tier.js';

/**
 * Sorts the hits within a reading by nearness to the text, which the engine cannot judge:
 * - names that differ in stereo: those that agree first;
 * - deuterated products: those with no other hydrogen first, then those with more deuterium;
 * - names that contain the text: impurities last.
 * Other readings keep their order.
 */
export function nearestFirst<H extends Pick<Hit, 'tier' | 'product'>>(hits: readonly H[], form: string): H[] {
  const salt = saltForm(form);
  let run = 0;
  const measured = hits.map((hit, at) => {
    if (at > 0 && hits[at - 1]!.tier !== hit.tier) run++;
    return { hit, run, distance: DISTANCES[hit.tier]?.(hit.product, salt) ?? 0 };
  });
  return measured.toSorted((a, b) => a.run - b.run || a.distance - b.distance).map(({ hit }) => hit);
}

/**
 * Where a text names an impurity of a substance: whether a product may belong to that. A name of it has the name of the
 * substance, or nearly so, or in Chinese one that sounds alike. Undefined where the text names no impurity.
 */
export function mayBelongTo(form: string): ((hit: Pick<Hit, 'product' | 'aliases'>) => boolean) | undefined {
  const wanted = impurityOf(form)?.parent;
  if (wanted === undefined) return undefined;
  const keys = parentKeys(wanted);
  const mayBeMeant = (name: string): boolean => {
    const parent = impurityOf(name)?.parent ?? name;
    const letters = lettersOf(parent);
    if (keys.some((key) => letters.includes(key))) return true;
    if (hasHan(wanted)) return pinyinOf(parent)[0] === pinyinOf(wanted)[0];
    return keys.some((key) => distance(key, letters, key.length < 8 ? 1 : 2) !== undefined);
  };
  return ({ product, aliases }) => [...namesOf(product), ...aliases.map(readable)].some(mayBeMeant);
}

/** Products whose main name has this label first: other books may use the label differently. */
function ofLabel(product: Product, form: string): number {
  const label = impurityOf(form)?.label;
  return mainNamesOf(product).some((name) => impurityOf(name)?.label === label) ? 0 : 1;
}

/**
 * A beginning or part of a name means the substance rather than its impurities. Names that end with it come first, as
 * with stems (他汀).
 */
function ofPart(product: Product, form: string): number {
  const names = mainNamesOf(product);
  if (!isAboutImpurity(form) && names.some(isAboutImpurity)) return 2;
  return names.some((name) => name.endsWith(form)) ? 0 : 1;
}

/** A name with one letter other, or two swapped, before one with two. */
function ofLetters(product: Product, form: string): number {
  if (hasHan(form)) return 0;
  const key = lettersOf(form);
  const names = namesOf(product).map(lettersOf);
  return Math.min(...names.map((name) => distance(key, name, MOST_OTHER) ?? MOST_OTHER + 1));
}
const MOST_OTHER = 2;

const DISTANCES: Partial<Record<TierName, (product: Product, form: string) => number>> = {
  near_name(product, form) {
    const main = mainNamesOf(product);
    // An acid may have the name of its zinc salt as a synonym.
    const element = elementOfSalt(form);
    if (element !== undefined && elementsOf(product.formula ?? '')?.has(element) === false) return 2;
    if (main.some((name) => contradict(form, name))) return 1;
    // A synonym may add what the name leaves open: levofloxacin is (S)-ofloxacin.
    const flat = lettersOf(flatForm(form));
    const others = partsOf(product.synonyms).map((each) => saltForm(readable(each)));
    // Of a Chinese name any English one may tell it.
    const isSame = (name: string): boolean => hasHan(flat) || lettersOf(flatForm(name)) === flat;
    const same = others.filter((name) => name.includes('-') && isSame(name));
    // What is mainly called so, but for its descriptors, before what suppliers call so.
    const mainly = main.some((name) => lettersOf(flatForm(saltForm(name))) === flat) ? 0.5 : 0;
    const agreed = (names: readonly string[]): number =>
      Math.max(0, ...names.map((name) => agreement(form, name)));
    // What a main name says, suppliers say of others as well.
    const surely = agreed(main) > 0 ? 0.5 : 0;
    return -mainly - surely - agreed([...main, ...same]);
  },
  impurity: ofLabel,
  impurity_of_book: ofLabel,
  spelling: ofLetters,
  name_start: ofPart,
  alias_start: ofPart,
  phrase: ofPart,
  deuterated({ formula }) {
    const text = formula ?? '';
    const [, count] = /D(\d*)(?![a-z])/.exec(text) ?? [];
    if (count === undefined) return 1_000;
    return (/H(?![a-z])/.test(text) ? 500 : 0) - Number(count || 1);
  },
};
