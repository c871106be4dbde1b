import { saltForm } from './chemistry.js';
import type { Hit } from './find.js';
import { readable } from './normalise.js';
import { agreement } from './stereo.js';

/**
 * The hits with those of one reading in the order of how near they are to the text, which the engine does not know: of names
 * that differ in stereo descriptors those that agree first; of deuterated products those without any other hydrogen, then
 * those with more deuterium. Others keep their order.
 */
export function nearestFirst(hits: readonly Hit[], form: string): Hit[] {
  const sorted: Hit[] = [];
  for (let from = 0; from < hits.length;) {
    const { tier } = hits[from]!;
    let end = from + 1;
    while (hits[end]?.tier === tier) end++;
    const run = hits.slice(from, end);
    const distance = DISTANCES[tier];
    if (distance === undefined || run.length === 1) sorted.push(...run);
    else {
      const salt = saltForm(form);
      const measured = run.map((hit) => ({ hit, distance: distance(hit, salt) }));
      sorted.push(...measured.toSorted((a, b) => a.distance - b.distance).map(({ hit }) => hit));
    }
    from = end;
  }
  return sorted;
}

const DISTANCES: Partial<Record<Hit['tier'], (hit: Hit, form: string) => number>> = {
  near_name({ product: { name_en, name_cn } }, form) {
    const names = [name_en, name_cn].flatMap((name) => (name === null ? [] : readable(name)));
    return -Math.max(...names.map((name) => agreement(form, name)));
  },
  deuterated({ product: { formula } }) {
    const text = formula ?? '';
    const [, count] = /D(\d*)(?![a-z])/.exec(text) ?? [];
    if (count === undefined) return 1_000;
    return (/H(?![a-z])/.test(text) ? 500 : 0) - Number(count || 1);
  },
};
