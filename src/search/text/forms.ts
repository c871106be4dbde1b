import type { Hit } from './found.js';
import type { SearchedStructures } from './structure.js';
import { isMainly } from './match.js';
import { isOneStereoisomer, saltForm, withoutSelection } from '../../chemistry/index.js';
import { BY_NAME } from './tier.js';

/** A text and its hits. */
export interface FoundByText {
  /** of the text */
  form: string;
  /** the first hits of all pages, so that every page finds the same main name */
  first: readonly Hit[];
  hits: readonly Hit[];
}

/**
 * Downgrades hits whose structure shows that the text means another substance:
 * - a hit named by a synonym, if another product has the text as its main name or formula and another structure: some
 *   suppliers list “ibuprofen” as a synonym of dexibuprofen;
 * - a hit named in the same way as a product with another structure that also has the name as an alias;
 * - a hit named by a synonym that is the name of one stereoisomer, if its structure shows no stereo or is still to be
 *   worked out. Esfenvalerate is one of what is mainly called fenvalerate;
 * - a hit named by a synonym that is the name of a hydrochloride or the like, if its structure has only one part.
 * @returns false if a structure is still to be worked out, so that the same search may soon have another answer
 */
export async function doubtOtherForms(
  texts: readonly FoundByText[],
  formsOf: SearchedStructures['formsOf'],
): Promise<boolean> {
  const asked = texts
    .map(inQuestion)
    .filter(
      ({ best, doubtful, unshown, isSalt }) =>
        (doubtful.length > 0 && (best.length > 0 || isSalt)) || unshown.length > 0,
    );
  if (asked.length === 0) return true;
  const forms = await formsOf(
    asked.flatMap(({ best, doubtful }) => [...best, ...doubtful].map(({ id }) => id)),
  );
  for (const { best, doubtful, unshown, isSalt } of asked) {
    const meant = best.flatMap(({ id }) => forms.get(id)?.inchikey ?? []);
    const isOther = (inchikey: string): boolean => meant.length > 0 && !meant.includes(inchikey);
    for (const hit of doubtful) {
      const form = forms.get(hit.id);
      if (!form) continue;
      const { inchikey, is_complete, fragments } = form;
      const isFlat = inchikey === null ? !is_complete : FLAT.test(inchikey);
      const isBase = isSalt && fragments === 1 && isSuppliers(hit);
      if ((inchikey !== null && isOther(inchikey)) || (isFlat && unshown.includes(hit)) || isBase)
        hit.doubt();
    }
  }
  return [...forms.values()].every(({ is_complete }) => is_complete);
}

/** Downgrades hits that only their structure could confirm, if structures could not be read. */
export function doubtUnseen(texts: readonly FoundByText[]): void {
  for (const { unshown } of texts.map(inQuestion)) for (const hit of unshown) hit.doubt();
}

/** Whether only a supplier's synonym names the product. */
const isSuppliers = ({ namedBy, tier }: Hit): boolean => namedBy === 'other' && tier !== 'alias';

interface InQuestion {
  /** the hits that the text surely means */
  best: Hit[];
  /** those to be compared with them by structure */
  doubtful: Hit[];
  /** those of them that only their structure can confirm to be the stereoisomer that the text names */
  unshown: Hit[];
  /** the text names a salt whose acid is a part of its structure */
  isSalt: boolean;
}

function inQuestion({ form, first, hits }: FoundByText): InQuestion {
  const named = (all: readonly Hit[], by: Hit['namedBy']): Hit[] =>
    all.filter((hit) => (BY_NAME.has(hit.tier) || hit.tier === 'formula') && hit.namedBy === by);
  const main = named(first, 'main');
  const others = named(hits, 'other');
  const rivals = main.length > 0 ? main : named(first, 'other');
  const confirmed = rivals.filter(({ isConfirmed }) => isConfirmed);
  const best = confirmed.length > 0 ? confirmed : main;
  const rest = confirmed.length > 0 ? named(hits, 'main').filter(({ tier }) => tier !== 'formula') : [];
  const doubtful = [...others, ...rest].filter((hit) => !best.includes(hit));
  const isStereo = isOneStereoisomer(form);
  const all = withoutSelection(form);
  const unshown = doubtful.filter(
    (hit) => isSuppliers(hit) && (isStereo || (all !== undefined && isMainly(hit.product, all))),
  );
  return { best, doubtful, unshown, isSalt: HALIDE.test(saltForm(form)) };
}

/** A base with an acid of a halogen, which no other reading of the name makes an ester. */
const HALIDE =
  /[a-z] (?:di|tri)?hydro(?:chlor|brom|iod)ide\b|^[二三]?(?:盐酸|氢溴酸|氢碘酸)\p{Script=Han}{2}/u;

/** The stereo block of an InChIKey without stereo and isotopes. */
const FLAT = /-UHFFFAOYSA-/;
