import type { Hit } from './found.js';
import type { SearchedStructures } from './structure.js';
import { isOneStereoisomer } from './stereo.js';
import { BY_NAME } from './tier.js';

/**
 * Doubts what a text names by a synonym alone, where that is another substance than what the text mainly names, or has as
 * its formula: "ibuprofen", as a supplier's synonym of dexibuprofen, does not make one of the other. Doubts it also where the
 * text names a stereoisomer and the structure shows none.
 * @param form of the text
 * @param first the first of all pages, which tell what is mainly named: the same ones on each page
 * @returns whether the forms of all of them are worked out: if not, the same search may be answered otherwise soon
 */
export async function doubtOtherForms(
  form: string,
  first: readonly Hit[],
  hits: readonly Hit[],
  formsOf: SearchedStructures['formsOf'],
): Promise<boolean> {
  const named = (all: readonly Hit[], by: Hit['namedBy']): Hit[] =>
    all.filter((hit) => (BY_NAME.has(hit.tier) || hit.tier === 'formula') && hit.namedBy === by);
  const main = named(first, 'main');
  const others = named(hits, 'other');
  const isStereo = isOneStereoisomer(form);
  if ((main.length === 0 && !isStereo) || others.length === 0) return true;
  const forms = await formsOf([...main, ...others].map(({ id }) => id));
  const meant = main.flatMap(({ id }) => forms.get(id)?.inchikey ?? []);
  const isOther = (inchikey: string): boolean => meant.length > 0 && !meant.includes(inchikey);
  for (const hit of others) {
    const inchikey = forms.get(hit.id)?.inchikey;
    if (inchikey == null) continue;
    if (isOther(inchikey) || (isStereo && hit.tier !== 'alias' && FLAT.test(inchikey))) hit.doubt();
  }
  return [...forms.values()].every(({ is_complete }) => is_complete);
}

/** The key of a structure that says nothing of stereo or isotopes. */
const FLAT = /-UHFFFAOYSA-/;
