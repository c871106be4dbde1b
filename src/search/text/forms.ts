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

/**
 * Downgrades hits whose structure shows that the text means another substance:
 * - a hit named by a synonym, if another product has the text as its main name or formula and another structure: some
 *   suppliers list “ibuprofen” as a synonym of dexibuprofen;
 * - a hit named in the same way as a product with another structure that also has the name as an alias;
 * - a hit named by a synonym that is the name of one stereoisomer, if its structure shows no stereo or is still to be
 *   worked out. Esfenvalerate is one of what is mainly called fenvalerate;
 * - a hit that rules find by the name of one stereoisomer, if its structure shows no stereo;
 * - a hit named by a synonym that is the name of a hydrochloride or the like, if its structure has only one part.
 * @param form `readable`
 * @param first the first hits of all pages, so that every page finds the same main name
 * @returns false if a structure is still to be worked out, so that the same search may soon have another answer
 */
export function doubtOtherForms(form: string, first: readonly Hit[], hits: readonly Hit[]): boolean {
  const isStereo = isOneStereoisomer(form);
  if (isStereo) for (const hit of hits.filter(isFoundFlat)) hit.doubt();
  const named = (all: readonly Hit[], by: Hit['namedBy']): Hit[] =>
    all.filter((hit) => (BY_NAME.has(hit.tier) || hit.tier === 'formula') && hit.namedBy === by);
  const main = named(first, 'main');
  const confirmed = (main.length > 0 ? main : named(first, 'other')).filter(({ isConfirmed }) => isConfirmed);
  // What the text surely means, and what is compared with it.
  const best = confirmed.length > 0 ? confirmed : main;
  const rest = confirmed.length > 0 ? named(hits, 'main').filter(({ tier }) => tier !== 'formula') : [];
  const doubtful = [...named(hits, 'other'), ...rest].filter(
    (hit) => !best.includes(hit) && !(hit.tier === 'alias' && hit.isConfirmed),
  );
  const meant = best.flatMap((hit) => hit.form?.inchikey ?? []);
  const unselected = withoutSelection(form);
  const isSalt = HALIDE.test(saltForm(form));
  for (const hit of doubtful) {
    if (!hit.form) continue;
    const { inchikey, is_complete, fragments } = hit.form;
    const isOther = inchikey !== null && meant.length > 0 && !meant.includes(inchikey);
    const isFlat = inchikey === null ? !is_complete : FLAT.test(inchikey);
    const isUnshown = isFlat && (isStereo || (unselected !== undefined && isMainly(hit.product, unselected)));
    if (isOther || (isSuppliers(hit) && (isUnshown || (isSalt && fragments === 1)))) hit.doubt();
  }
  return [...best, ...doubtful].every((hit) => hit.form?.is_complete !== false);
}

/** Whether only a supplier's synonym names the product. */
const isSuppliers = ({ namedBy, tier }: Hit): boolean => namedBy === 'other' && tier !== 'alias';

/** Whether a rule found it, and its structure shows no stereo. */
const isFoundFlat = ({ tier, form }: Hit): boolean =>
  tier === 'systematic' && FLAT.test(form?.inchikey ?? '');

/** A base with an acid of a halogen, which no other reading of the name makes an ester. */
const HALIDE =
  /[a-z] (?:di|tri)?hydro(?:chlor|brom|iod)ide\b|^[二三]?(?:盐酸|氢溴酸|氢碘酸)\p{Script=Han}{2}/u;

/** The stereo block of an InChIKey without stereo and isotopes. */
const FLAT = /-UHFFFAOYSA-/;
