import type { Hit } from './found.js';
import { hasName, isMainly } from './match.js';
import { isOneStereoisomer, lettersOf, readable, saltForm, withoutSelection } from '../../chemistry/index.js';
import { BY_NAME } from './tier.js';
import type { TierName } from './tier.js';
import type { Typed } from './typed.js';

const NAMES = new Set<TierName>(['name', 'synonym', 'alias', 'abbreviation']);
const NUMBERS = new Set<TierName>(['cas', 'code']);

/**
 * Downgrades hits of a less likely reading. If the whole text names a product, what only the text without its wishes
 * names: “Rhodamine 6G” is not 6 g of rhodamine. If the text is a name, products that have it as a formula in other
 * capitals: tin is not TiN.
 * @param best the first hits of all pages
 */
export function doubtLesserReadings(
  { whole, formula }: Typed,
  hits: readonly Hit[],
  best: readonly Hit[],
): void {
  const isNamed = (hit: Hit): boolean => NAMES.has(hit.tier) && hit.match === 'exact';
  const all = new Set([...best, ...hits]);
  if (formula.guessed && best.some(isNamed)) for (const hit of all) if (hit.tier === 'formula') hit.doubt();
  if (whole === undefined) return;
  const key = lettersOf(whole);
  const isWholly = ({ product, aliases }: Hit): boolean =>
    hasName(product, whole) || aliases.some((alias) => lettersOf(readable(alias)) === key);
  if (best.some(isWholly)) for (const hit of all) if (!NUMBERS.has(hit.tier) && !isWholly(hit)) hit.doubt();
}

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
export function doubtOtherForms(text: FoundByText): boolean {
  const { best, doubtful, unshown, isSalt } = inQuestion(text);
  const meant = best.flatMap(({ form }) => form?.inchikey ?? []);
  const isOther = (inchikey: string): boolean => meant.length > 0 && !meant.includes(inchikey);
  for (const hit of doubtful) {
    if (!hit.form) continue;
    const { inchikey, is_complete, fragments } = hit.form;
    const isFlat = inchikey === null ? !is_complete : FLAT.test(inchikey);
    const isBase = isSalt && fragments === 1 && isSuppliers(hit);
    if ((inchikey !== null && isOther(inchikey)) || (isFlat && unshown.includes(hit)) || isBase) hit.doubt();
  }
  return [...best, ...doubtful].every(({ form }) => form?.is_complete !== false);
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
  const doubtful = [...others, ...rest].filter(
    (hit) => !best.includes(hit) && !(hit.tier === 'alias' && hit.isConfirmed),
  );
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
