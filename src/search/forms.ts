import type { Hit } from './find.js';
import type { Form, SearchedStructures } from './structure.js';
import type { TierName } from './tier.js';

/** Readings that find products by a whole name. */
const NAMED = new Set<TierName>(['name', 'synonym', 'alias']);

/**
 * Doubts what a text names by a synonym alone, where it is another form of what the text mainly names: "ibuprofen", as a
 * supplier's synonym of dexibuprofen, does not make one of the other.
 * @returns whether the forms of all of them are worked out: if not, the same search may be answered otherwise soon
 */
export async function doubtOtherForms(
  hits: readonly Hit[],
  formsOf: SearchedStructures['formsOf'],
): Promise<boolean> {
  const named = hits.filter(({ tier }) => NAMED.has(tier));
  const main = named.filter(({ namedBy }) => namedBy === 'main');
  const others = named.filter(({ namedBy }) => namedBy === 'other');
  if (main.length === 0 || others.length === 0) return true;
  const forms = await formsOf([...main, ...others].map(({ id }) => id));
  const meant = main.flatMap(({ id }) => forms.get(id) ?? []);
  const isOther = (form: Form): boolean =>
    form.inchikey !== null &&
    meant.some(({ parent }) => parent === form.parent) &&
    meant.every(({ inchikey }) => inchikey !== form.inchikey);
  for (const hit of others) {
    const form = forms.get(hit.id);
    if (form && isOther(form)) hit.doubt();
  }
  return [...forms.values()].every(({ is_complete }) => is_complete);
}
