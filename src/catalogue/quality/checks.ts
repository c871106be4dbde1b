import type { WritableProduct } from '../products/fields.js';
import { elementsOf, formulaKey } from '../../chemistry/values/formula.js';
import { isOtherComposition } from '../../chemistry/values/composition.js';
import { weightOfElements } from '../../chemistry/values/atoms.js';
import { readCasValue } from '../../chemistry/values/cas.js';

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

interface Check {
  /** the `reason` of the warning of a push too, where there is one */
  id: string;
  title: { en: string; cn: string };
  /** whether a product fails it; absent where it depends on the other products of its CAS number (`SHARED_FIELDS`) */
  finds?: (product: Checked) => boolean;
}

/** Everything that products are checked for. Where a rule changes, `RULES` is raised. */
const TABLE = [
  {
    id: 'name_cn_missing',
    title: { en: 'Chinese name without Chinese characters', cn: '中文名称不含汉字' },
    finds: ({ name_cn }) => /\S/.test(name_cn) && !/\p{Script=Han}/u.test(name_cn),
  },
  {
    id: 'name_en_missing',
    title: { en: 'No English name', cn: '缺英文名称' },
    finds: ({ name_en }) => name_en === null,
  },
  {
    id: 'image_missing',
    title: { en: 'No picture: neither image nor structure', cn: '缺图片：无图片也无结构' },
    finds: ({ structure_url, drawn_formula }) => structure_url === null && drawn_formula == null,
  },
  {
    id: 'formula_missing',
    title: { en: 'No formula', cn: '缺分子式' },
    finds: ({ formula }) => formula === null,
  },
  {
    id: 'cas_missing',
    title: { en: 'No CAS number', cn: '缺 CAS 号' },
    finds: ({ cas }) => cas === 'N/A',
  },
  {
    id: 'mw_missing',
    title: { en: 'No molecular weight', cn: '缺分子量' },
    finds: ({ mw }) => !mw, // 0 is how some systems write none
  },
  {
    id: 'check_digit',
    title: { en: 'CAS number with a wrong check digit', cn: 'CAS 号校验位有误' },
    finds: ({ cas }) => readCasValue(cas).kind === 'misprint',
  },
  {
    id: 'date',
    title: { en: 'Date instead of a CAS number', cn: 'CAS 号是日期' },
    finds: ({ cas }) => readCasValue(cas).kind === 'date',
  },
  {
    id: 'no_cas',
    title: { en: 'Something else instead of a CAS number', cn: 'CAS 号一栏为其他内容' },
    finds: ({ cas }) => cas !== 'N/A' && readCasValue(cas).kind === 'other',
  },
  {
    id: 'no_formula',
    title: { en: 'Unreadable formula', cn: '分子式无法识别' },
    finds: ({ formula }) => formula !== null && isNoFormula(formula),
  },
  {
    id: 'other_weight',
    title: { en: 'Molecular weight does not match the formula', cn: '分子量与分子式不符' },
    finds: (product) => weightInstead(product) !== undefined,
  },
  {
    id: 'structure_formula',
    title: { en: 'Formula does not match the structure', cn: '分子式与结构不符' },
    finds: ({ formula, drawn_formula }) => isOtherFormula(formula, drawn_formula),
  },
  {
    id: 'structure_weight',
    title: { en: 'Molecular weight does not match the structure', cn: '分子量与结构不符' },
    finds: ({ mw, drawn_mw }) => isOtherWeight(mw, drawn_mw),
  },
  {
    id: 'name_structure',
    title: { en: 'Name contradicts the structure', cn: '名称与结构不符' },
    finds: ({ name_checks }) => name_checks?.includes('name_structure') === true,
  },
  {
    id: 'name_isomer',
    title: { en: 'Name means an isomer, or leaves the structure open', cn: '名称指其异构体，或未写明结构' },
    finds: ({ name_checks }) => name_checks?.includes('name_isomer') === true,
  },
  {
    id: 'unusual_characters',
    title: { en: 'Product number with full-width or look-alike characters', cn: '货号含全角或形近字符' },
    finds: ({ code }) => isUnusual(code),
  },
  {
    id: 'several_names',
    title: { en: 'One CAS number, several names', cn: '同一 CAS 号，名称不同' },
  },
  {
    id: 'several_formulas',
    title: { en: 'One CAS number, several formulas', cn: '同一 CAS 号，分子式不同' },
  },
] as const satisfies Check[];

export type CheckId = (typeof TABLE)[number]['id'];
export const CHECKS: readonly (Check & { id: CheckId })[] = TABLE;
export const CHECK_IDS: readonly CheckId[] = CHECKS.map(({ id }) => id);

/** How many products each check finds, as answers show it. */
export interface Quality {
  data: { check: CheckId; title: { en: string; cn: string }; count: number }[];
  /** false where products are still being checked */
  complete: boolean;
}

/** Identifies the rules behind stored findings: when it changes, every product is checked again. */
export const RULES = ['3', ...CHECK_IDS].join(' ');
