import { capBytes } from '../../chemistry/index.js';

/** One reading of a typed text. Products of earlier tiers come before those of later ones. */
export interface Tier {
  name: TierName;
  /** words to search; without them the filter alone finds products */
  q?: string;
  /** a condition on the index, in the engine's filter language */
  filter?: string;
  /** how many of the words must match */
  words?: 'all' | 'last';
  /** the only fields to search */
  fields?: readonly string[];
  /** the name whose length decides between equals */
  shorter?: 'en' | 'cn';
  /** the words instead of `q` if the text names a product: only the whole text counts then */
  whole?: string;
  /** skipped if the text names a product (`named`), or if anything at all was found (`found`) */
  unless?: 'named' | 'found';
  /**
   * another order than by stock and length. `asked`: stock, then how often a product is probably asked for; `suggested`:
   * that alone, which includes stock and length
   */
  order?: 'asked' | 'suggested';
  /**
   * adjacent tiers with this form one list in the order of `suggested`; this number moves their products towards its
   * end
   */
  behind?: number;
  /** it only changes the order: a later tier finds nearly all its products too, so that it adds nothing to counts */
  within?: true;
}

export type TierName =
  | 'everything'
  | 'structure'
  | 'cas'
  | 'cas_synonym'
  | 'cas_start'
  | 'mended'
  | 'weight'
  | 'code'
  | 'code_start'
  | 'mended_code'
  | 'formula'
  | 'near_formula'
  | 'impurity'
  | 'impurity_of_book'
  | 'name'
  | 'abbreviation'
  | 'both_names'
  | 'synonym'
  | 'alias'
  | 'term'
  | 'systematic'
  | 'translated'
  | 'salt'
  | 'salt_synonym'
  | 'near_name'
  | 'deuterated'
  | 'parent'
  | 'name_start'
  | 'alias_start'
  | 'name_end'
  | 'phrase'
  | 'sound'
  | 'spelling'
  | 'named_part'
  | 'words';

/** Readings that find products by a whole name. */
export const BY_NAME: ReadonlySet<TierName> = new Set([
  'name',
  'synonym',
  'alias',
  'systematic',
  'translated',
  'salt',
  'salt_synonym',
]);

/** Readings whose products the text names. */
export const NAMING: ReadonlySet<TierName> = new Set([
  ...BY_NAME,
  'cas',
  'cas_synonym',
  'code',
  'abbreviation',
  'term',
  'impurity',
  'impurity_of_book',
]);

/** The longest key in the index, and so in searches. */
export const KEY_BYTES = 400;

/** A condition: the field has this value. */
export function equals(field: string, value: string): string {
  return `${field} = ${quoted(value)}`;
}

/** A condition: the field begins with this value. */
export function starts(field: string, value: string): string {
  return `${field} STARTS WITH ${quoted(value)}`;
}

/** The condition that no product meets. */
export const NOTHING = '';

/** A condition: the field has one of these values; {@link NOTHING} if there are none. */
export function isIn(field: string, values: readonly string[]): string {
  const distinct = [...new Set(values.map(capped))].filter(Boolean);
  const [only] = distinct;
  if (only === undefined) return NOTHING;
  return distinct.length === 1 ? equals(field, only) : `${field} IN [${distinct.map(quoted).join(', ')}]`;
}

/** A condition: one of these is met; {@link NOTHING} if there are none. */
export function anyOf(...conditions: readonly string[]): string {
  return conditions.filter((each) => each !== NOTHING).join(' OR ');
}

/**
 * Excludes from each tier the products of filters before it, so that none is counted twice. Tiers that run only if
 * nothing was found are kept apart from the others.
 * @param tiers only those that run, as others exclude nothing
 */
export function disjoint(tiers: readonly Tier[]): Tier[] {
  const apart = { first: '', last: '' };
  return tiers.map((tier) => {
    const { filter, q, unless } = tier;
    const when = unless === 'found' ? 'last' : 'first';
    const own = filter === undefined ? '' : `(${filter})`;
    const all = [own, apart[when]].filter(Boolean).join(' AND ');
    if (own !== '' && q === undefined) apart[when] += `${apart[when] === '' ? '' : ' AND '}NOT ${own}`;
    return all === '' ? tier : { ...tier, filter: all };
  });
}

/** A key, cut to the length of those in the index. */
export function capped(key: string): string {
  return capBytes(key, KEY_BYTES);
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
