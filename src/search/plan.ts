import { flatForm, parentOf, saltForm } from './chemistry.js';
import { formulaKeys } from './formula.js';
import { impurityKey, impurityOf } from './impurity.js';
import { capBytes, compact, hasHan, readable, spaceHan } from './normalise.js';

/** One way to read what was typed. Products found by an earlier tier stand before those of a later one. */
export interface Tier {
  name: TierName;
  /** words for the engine to look for; without them the filter alone finds */
  q?: string;
  /** a condition on the index, in the engine's filter language */
  filter?: string;
  /** how many of the words must be there */
  words?: 'all' | 'last';
  /** the only field to look in */
  field?: string;
  /** which name's length decides among equals */
  shorter: 'len_en' | 'len_cn';
  /** all its products are found by a later tier too: it gives order and adds nothing to counts */
  within?: true;
}

export type TierName =
  | 'everything'
  | 'cas'
  | 'cas_synonym'
  | 'cas_start'
  | 'code'
  | 'code_start'
  | 'formula'
  | 'impurity'
  | 'name'
  | 'synonym'
  | 'near_name'
  | 'parent'
  | 'name_start'
  | 'phrase'
  | 'spelling'
  | 'words';

/** The longest query that is read; more is cut off. In code points. */
export const MAX_QUERY = 500;

const KEY_BYTES = 400;

/**
 * What a text may mean, as searches from the surest to the vaguest. Pure: the same text gives the same tiers.
 * An empty list of words lists everything.
 */
export function plan(text: string): Tier[] {
  const tiers = disjoint(readings(text));
  return tiers.length > 0 ? tiers : [{ name: 'everything', shorter: 'len_en' }];
}

function readings(text: string): Tier[] {
  const raw = Array.from(text.normalize('NFKC')).slice(0, MAX_QUERY).join('').trim();
  const form = readable(raw);
  const key = capBytes(compact(form), KEY_BYTES);
  return key === '' ? [] : (wholeCas(form) ?? partOfCas(form) ?? digits(form) ?? named(raw, form, key));
}

/** Tiers that are worth their time while somebody is still typing. */
const FOR_SUGGESTIONS = new Set<TierName>([
  'cas',
  'cas_start',
  'code',
  'code_start',
  'name',
  'synonym',
  'name_start',
  'phrase',
  'words',
]);

/** The tiers for a text that is still being typed; none where nothing was typed yet. */
export function planSuggestions(text: string): Tier[] {
  return disjoint(readings(text).filter((tier) => FOR_SUGGESTIONS.has(tier.name)));
}

const CAS_WORD =
  /^cas(?:[ -]?(?:registry|rn|no|nr|number))*[^a-z0-9\u4e00-\u9fff]*(?:登录号|登记号|编号|号码|号)?[^\p{L}\p{N}]*(?=\d)/u;
const CAS = /^(\d{2,7}) ?- ?(\d{2}) ?- ?(\d)$/;

function wholeCas(form: string): Tier[] | undefined {
  const found = CAS.exec(form.replace(CAS_WORD, ''));
  return found ? casTiers(`${found[1]}-${found[2]}-${found[3]}`) : undefined;
}

function casTiers(cas: string): Tier[] {
  return [
    { name: 'cas', filter: equals('k_cas', cas), shorter: 'len_en' },
    { name: 'cas_synonym', filter: equals('k_exact', compact(cas)), shorter: 'len_en' },
  ];
}

/** What a `readable` text says of a CAS number: a whole one, or the beginning of one. */
export function readCas(form: string): { whole?: string; start?: string } | undefined {
  const part = form.replace(CAS_WORD, '');
  const found = CAS.exec(part);
  if (found) return { whole: `${found[1]}-${found[2]}-${found[3]}` };
  const whole = /^\d{5,10}$/.test(part) ? dashed(part) : undefined;
  if (whole !== undefined && isCas(whole)) return { whole };
  return /^\d{2,7}(?:-(?:\d{1,2}-?)?)?$/.test(part) ? { start: part } : undefined;
}

function partOfCas(form: string): Tier[] | undefined {
  const part = form.replace(CAS_WORD, '');
  if (!/^\d{2,7}-(?:\d{1,2}-?)?$/.test(part)) return undefined;
  return [
    { name: 'cas_start', filter: starts('k_cas', part), shorter: 'len_en' },
    ...nameTiers(form, compact(form)),
  ];
}

/** Digits alone: a CAS number without its dashes, the beginning of one, or a code. */
function digits(form: string): Tier[] | undefined {
  const part = form.replace(CAS_WORD, '');
  if (!/^\d{4,10}$/.test(part)) return undefined;
  const whole = dashed(part);
  const tiers: Tier[] = [];
  if (whole !== undefined && isCas(whole)) tiers.push(...casTiers(whole));
  else tiers.push({ name: 'synonym', filter: equals('k_exact', part), shorter: 'len_en' });
  if (part.length <= 7) {
    tiers.push({ name: 'cas_start', filter: starts('k_cas', `${part}-`), shorter: 'len_en' });
    tiers.push({ name: 'cas_start', filter: starts('k_cas', part), shorter: 'len_en' });
  }
  tiers.push({ name: 'code_start', filter: starts('k_code', part), shorter: 'len_en' });
  tiers.push({
    name: 'cas_start',
    filter: any([whole, `${part.slice(0, -2)}-${part.slice(-2)}`].map((cas) => starts('k_cas', cas!))),
    shorter: 'len_en',
  });
  return [...tiers, ...nameTiers(part, part)];
}

function dashed(part: string): string | undefined {
  return part.length < 5 ? undefined : `${part.slice(0, -3)}-${part.slice(-3, -1)}-${part.slice(-1)}`;
}

/** Whether the last digit of a CAS number is the check digit of the others. */
export function isCas(cas: string): boolean {
  const all = cas.replaceAll('-', '');
  let sum = 0;
  for (let at = all.length - 2, weight = 1; at >= 0; at--, weight++) sum += weight * Number(all[at]);
  return sum % 10 === Number(all.at(-1));
}

function named(raw: string, form: string, key: string): Tier[] {
  const tiers: Tier[] = [];
  const inside = /(?<![\d-])(\d{2,7}-\d{2}-\d)(?![\d-])/.exec(form)?.[1];
  if (inside !== undefined && isCas(inside) && !form.startsWith('ext-')) {
    tiers.push({ name: 'cas', filter: equals('k_cas', inside), shorter: 'len_en' });
  }
  const formulas = formulaKeys(raw);
  const asFormula: Tier[] = formulas.length
    ? [{ name: 'formula', filter: isIn('k_formula', formulas), shorter: 'len_en' }]
    : [];
  if (/\d/.test(key)) tiers.push(...asFormula);
  if (/[a-z]/.test(key) && /\d/.test(key) && !form.includes(' ')) {
    tiers.push({ name: 'code', filter: equals('k_code', key), shorter: 'len_en' });
    tiers.push(
      ...nameTiers(form, key, [{ name: 'code_start', filter: starts('k_code', key), shorter: 'len_en' }]),
    );
  } else if (/\d/.test(key)) tiers.push(...nameTiers(form, key));
  else tiers.push(...nameTiers(form, key, asFormula));
  return tiers;
}

/** The tiers of a name; `between` go behind the exact ones. */
function nameTiers(form: string, key: string, between: Tier[] = []): Tier[] {
  const han = hasHan(form);
  const shorter = han ? 'len_cn' : 'len_en';
  const salt = saltForm(form);
  const saltKey = capBytes(compact(salt), KEY_BYTES);
  const keys = [...new Set([key, saltKey])].filter(Boolean);
  const tiers: Tier[] = [
    { name: 'name', filter: isIn('k_name', keys), shorter },
    { name: 'synonym', filter: isIn('k_exact', keys), shorter },
    ...between,
    ...impurityTiers(form, shorter),
  ];
  const flat = flatForm(salt);
  const flatKey = capBytes(compact(flat), KEY_BYTES - 1);
  if (flatKey !== '') {
    const near = [flatKey, `~${flatKey}`].filter((each) => !keys.includes(each));
    tiers.push({ name: 'near_name', filter: isIn('k_exact', near), shorter });
  }
  const parent = parentOf(flat);
  if (parent !== undefined) {
    const parentKey = compact(parent);
    if (parentKey.length > 2 || han)
      tiers.push({ name: 'parent', filter: isIn('k_exact', [parentKey, `~${parentKey}`]), shorter });
  }
  if (key.length > 1)
    tiers.push({
      name: 'name_start',
      filter: any([starts('k_name', key), ...(han ? [] : [starts('k_py', key)])]),
      shorter,
    });
  return [...tiers, ...(han ? hanWords(salt) : latinWords(salt, key))];
}

function impurityTiers(form: string, shorter: Tier['shorter']): Tier[] {
  const impurity = impurityOf(form);
  if (!impurity) return [];
  const { book } = impurity;
  if (book === '')
    return [{ name: 'impurity', filter: equals('k_exact', impurityKey(impurity, 'any')), shorter }];
  return [book, ''].map((each) => ({
    name: 'impurity',
    filter: equals('k_exact', impurityKey(impurity, each)),
    shorter,
  }));
}

function hanWords(form: string): Tier[] {
  const words = spaceHan(form);
  const phrases = (form.match(/[\p{Script=Han}]+|[^\p{Script=Han}\s"]+/gu) ?? []).map(
    (run) => `"${spaceHan(run)}"`,
  );
  return [
    { name: 'phrase', q: phrases.join(' '), words: 'all', shorter: 'len_cn', within: true },
    { name: 'words', q: words.replaceAll('"', ' '), words: 'last', shorter: 'len_cn' },
  ];
}

function latinWords(form: string, key: string): Tier[] {
  const words: Tier = { name: 'words', q: form.replaceAll('"', ' '), words: 'last', shorter: 'len_en' };
  const broken = /[^a-z]/.test(form) && key.length > 3;
  return broken
    ? [{ name: 'spelling', q: key, field: 'k_name', words: 'all', shorter: 'len_en', within: true }, words]
    : [words];
}

/** Filters of earlier tiers are taken out of later ones, so that no product is found (or counted) twice. */
function disjoint(tiers: Tier[]): Tier[] {
  const before: string[] = [];
  return tiers.map((tier) => {
    const apart = [tier.filter, ...before.map((filter) => `NOT (${filter})`)].filter(Boolean).join(' AND ');
    if (tier.filter !== undefined && tier.q === undefined) before.push(tier.filter);
    return apart === '' ? tier : { ...tier, filter: apart };
  });
}

function equals(field: string, value: string): string {
  return `${field} = ${quoted(value)}`;
}

function starts(field: string, value: string): string {
  return `${field} STARTS WITH ${quoted(value)}`;
}

function isIn(field: string, values: string[]): string {
  const [only] = values;
  return values.length === 1 && only !== undefined
    ? equals(field, only)
    : `${field} IN [${values.map(quoted).join(', ')}]`;
}

function any(filters: string[]): string {
  return filters.length === 1 ? filters[0]! : filters.map((filter) => `(${filter})`).join(' OR ');
}

/** A text as a value of the engine's filter language. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
