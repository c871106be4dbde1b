import type { WritableProduct } from '../products/fields.js';
import { elementsOf, formulaKey } from '../../chemistry/values/formula.js';
import { isOtherComposition } from '../../chemistry/values/composition.js';
import { weightOfElements } from '../../chemistry/values/atoms.js';
import { readCasValue } from '../../chemistry/values/cas.js';
import titles from './check-titles.json' with { type: 'json' };

/** What checks look at of a product. */
export type Checked = Pick<
  WritableProduct,
  'code' | 'name_cn' | 'name_en' | 'cas' | 'formula' | 'mw' | 'structure_url'
> & {
  /** of its structure, where it has one */
  drawn_formula?: string | null;
  drawn_mw?: number | null;
  /** which checks of names find it; unknown until its names are read */
  name_checks?: readonly NameCheck[];
};

/** The checks of names that OPSIN reads. */
export const NAME_CHECKS = ['name_structure', 'name_isomer'] as const;
export type NameCheck = (typeof NAME_CHECKS)[number];

// Full width and blanks, dashes that are none on a keyboard, characters without a width, Cyrillic and Greek letters that look
// Latin.
const UNUSUAL = /[\uff01-\uff5e\u3000\u00a0\u2010-\u2015\u2212\p{Cf}АВЕКМНОРСТУХаеорсухіѕјΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]/u;
const PRINTED = /^[\x20-\x7e]*$/;

/** Whether a product number has full-width characters, or some that look like others. */
export const isUnusual = (code: string): boolean => !PRINTED.test(code) && UNUSUAL.test(code);

/** Isotopes, polymers and an unknown number of water molecules: formulas that cannot be weighed. */
const UNWEIGHED = /\[\d|[)\]][nmx]|[·.*•]\s*[nx]/;

/** Whether a text cannot be read as a formula. */
export const isNoFormula = (formula: string): boolean => !UNWEIGHED.test(formula) && !elementsOf(formula);

/** A weight may differ from that of its formula by so much. */
const TOLERANCE = 0.005;

/** What the formula of a product weighs, g/mol, where its own weight is another. */
export function weightInstead({ formula, mw }: Pick<Checked, 'formula' | 'mw'>): number | undefined {
  if (!formula || !mw || UNWEIGHED.test(formula)) return undefined;
  const elements = elementsOf(formula);
  const weight = elements && weightOfElements(elements);
  return !weight || Math.abs(mw - weight) <= TOLERANCE * weight ? undefined : weight;
}

/** Whether the formula of a product is not that of its structure: by what they are made of, not by how they are written. */
export const isOtherFormula = (formula: string | null, drawn: string | null | undefined): boolean =>
  formula !== null && drawn != null && !UNWEIGHED.test(formula) && isOtherComposition(formula, drawn);

/** Whether the weight of a product is not that of its structure. */
export const isOtherWeight = (mw: number | null, drawn: number | null | undefined): boolean =>
  !!mw && drawn != null && Math.abs(mw - drawn) > TOLERANCE * drawn;

/** Fields that the products of one CAS number have in common, and what two of their values must share to be the same. */
export const SHARED_FIELDS = {
  name_cn: { check: 'several_names', keyOf: (name: string) => name },
  name_en: { check: 'several_names', keyOf: (name: string) => name.toLowerCase() },
  formula: { check: 'several_formulas', keyOf: formulaKey },
} as const;
export type SharedField = keyof typeof SHARED_FIELDS;

/** What the products of a CAS number say of these fields. */
export type CasFacts = { cas: string } & Record<SharedField, string[]>;

/** What one product says of them. */
export const factsOf = ({ cas, name_cn, name_en, formula }: Checked): CasFacts => ({
  cas,
  name_cn: [name_cn],
  name_en: name_en === null ? [] : [name_en],
  formula: formula === null ? [] : [formula],
});

/** A check by its name, which is the `reason` of the warning of a push too, where there is one. */
export type CheckId = keyof typeof titles;

/**
 * Whether a product fails a check; none where that depends on the other products of its CAS number (`SHARED_FIELDS`). Where a rule
 * changes, `RULES` is raised.
 */
const FINDS: Partial<Record<CheckId, (product: Checked) => boolean>> = {
  name_cn_missing: ({ name_cn }) => /\S/.test(name_cn) && !/\p{Script=Han}/u.test(name_cn),
  name_en_missing: ({ name_en }) => name_en === null,
  image_missing: ({ structure_url, drawn_formula }) => structure_url === null && drawn_formula == null,
  formula_missing: ({ formula }) => formula === null,
  cas_missing: ({ cas }) => cas === 'N/A',
  mw_missing: ({ mw }) => !mw, // 0 is how some systems write none
  check_digit: ({ cas }) => readCasValue(cas).kind === 'misprint',
  date: ({ cas }) => readCasValue(cas).kind === 'date',
  no_cas: ({ cas }) => cas !== 'N/A' && readCasValue(cas).kind === 'other',
  no_formula: ({ formula }) => formula !== null && isNoFormula(formula),
  other_weight: (product) => weightInstead(product) !== undefined,
  structure_formula: ({ formula, drawn_formula }) => isOtherFormula(formula, drawn_formula),
  structure_weight: ({ mw, drawn_mw }) => isOtherWeight(mw, drawn_mw),
  name_structure: ({ name_checks }) => name_checks?.includes('name_structure') === true,
  name_isomer: ({ name_checks }) => name_checks?.includes('name_isomer') === true,
  unusual_characters: ({ code }) => isUnusual(code),
};

/** Everything that products are checked for. */
export const CHECK_IDS = Object.keys(titles) as readonly CheckId[];
export const CHECKS = CHECK_IDS.map((id) => ({ id, title: titles[id], finds: FINDS[id] }));

/** How many products each check finds, as answers show it. */
export interface Quality {
  data: { check: CheckId; title: { en: string; cn: string }; count: number }[];
  /** false where products are still being checked */
  complete: boolean;
}

/** Identifies the rules behind stored findings: when it changes, every product is checked again. */
export const RULES = ['3', ...CHECK_IDS].join(' ');
