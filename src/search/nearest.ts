import type { Product } from '../products/fields.js';
import { saltForm } from './chemistry.js';
import { impurityOf, isAboutImpurity } from './impurity.js';
import { lettersOf, readable } from './normalise.js';
import { agreement, contradict, flatForm } from './stereo.js';
import type { TierName } from './tier.js';

/** The members of a hit that are compared here. */
interface Ranked {
  readonly tier: TierName;
  readonly product: Product;
}

/**
 * The hits with those of one reading in the order of how near they are to the text, which the engine does not know: of names
 * that differ in stereo descriptors those that agree first; of deuterated products those without any other hydrogen, then
 * those with more deuterium; of parents of a salt those that are such a salt themselves; of names with the text in them those
 * of impurities last. Others keep their order.
 */
export function nearestFirst<H extends Ranked>(hits: readonly H[], form: string): H[] {
  const sorted: H[] = [];
  for (let from = 0; from < hits.length;) {
    const { tier } = hits[from]!;
    let end = from + 1;
    while (hits[end]?.tier === tier) end++;
    const run = hits.slice(from, end);
    const distance = DISTANCES[tier];
    if (distance === undefined || run.length === 1) sorted.push(...run);
    else {
      const salt = saltForm(form);
      const measured = run.map((hit) => ({ hit, distance: distance(hit.product, salt) }));
      sorted.push(...measured.toSorted((a, b) => a.distance - b.distance).map(({ hit }) => hit));
    }
    from = end;
  }
  return sorted;
}

/** What is mainly called the impurity of this label before what another book calls so. */
function ofLabel({ name_en, name_cn }: Product, form: string): number {
  const label = impurityOf(form)?.label;
  return [name_en ?? '', name_cn].some((name) => impurityOf(readable(name))?.label === label) ? 0 : 1;
}

/** The beginning or a part of a name rather means the substance than its impurities, and a stem (他汀) stands at the end. */
function ofPart({ name_en, name_cn }: Product, form: string): number {
  const names = [name_en ?? '', name_cn].map(readable);
  if (!isAboutImpurity(form) && names.some(isAboutImpurity)) return 2;
  return names.some((name) => name.endsWith(form)) ? 0 : 1;
}

const DISTANCES: Partial<Record<TierName, (product: Product, form: string) => number>> = {
  near_name({ name_en, name_cn, synonyms }, form) {
    const main = [name_en ?? '', name_cn].map(readable);
    if (main.some((name) => contradict(form, name))) return 1;
    // A synonym may tell what the name leaves open: levofloxacin is (S)-ofloxacin.
    const flat = lettersOf(flatForm(form));
    const others = (synonyms ?? '').split(';').map((each) => saltForm(readable(each)));
    const same = others.filter((name) => name.includes('-') && lettersOf(flatForm(name)) === flat);
    // What is mainly called so, but for its descriptors, before what suppliers call so.
    const mainly = main.some((name) => lettersOf(flatForm(saltForm(name))) === flat) ? 0.5 : 0;
    return -mainly - Math.max(...[...main, ...same].map((name) => agreement(form, name)));
  },
  // Of a salt, the same salt of its base by another name.
  parent({ name_en }, form) {
    const [salt = ''] = /[a-z]+$/.exec(form) ?? [];
    return saltForm(readable(name_en ?? '')).endsWith(` ${salt}`) ? 0 : 1;
  },
  impurity: ofLabel,
  impurity_of_book: ofLabel,
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
