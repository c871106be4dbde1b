import { capBytes } from './normalise.js';

/** One reading of what was typed. Products that an earlier tier finds come before those of a later one. */
export interface Tier {
  name: TierName;
  /** words for the engine to look for; without them the filter alone finds */
  q?: string;
  /** a condition on the index, in the engine's filter language */
  filter?: string;
  /** how many of the words must be there */
  words?: 'all' | 'last';
  /** the only fields to look in */
  fields?: readonly string[];
  /** the name whose length decides among equals */
  shorter?: 'en' | 'cn';
  /** the words to look for in place of `q` where the text names a product: whole texts only */
  whole?: string;
  /** `named`: left out where the text names a product; `found`: where anything at all was found */
  unless?: 'named' | 'found';
  /**
   * in place of stock and length. `asked`: by stock, then by how much a product is asked for; `suggested`: by the latter
   * alone, to which stock and length belong
   */
  order?: 'asked' | 'suggested';
  /** tiers with this that follow each other are one list, in the order of `suggested`: so much its products come later in it */
  behind?: number;
  /** it only changes the order: a later tier finds (nearly) all its products too, so it adds nothing to counts */
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

/** The longest key that is searched; those of the index are no longer. */
const KEY_BYTES = 400;

/** The product has this value. */
export function equals(field: string, value: string): string {
  return `${field} = ${quoted(value)}`;
}

/** A value of the product begins with this one. */
export function starts(field: string, value: string): string {
  return `${field} STARTS WITH ${quoted(value)}`;
}

/** A condition that no product meets. */
export const NOTHING = '';

/** The product has one of these values; {@link NOTHING} where there are none. */
export function isIn(field: string, values: readonly string[]): string {
  const distinct = [...new Set(values.map(capped))].filter(Boolean);
  const [only] = distinct;
  if (only === undefined) return NOTHING;
  return distinct.length === 1 ? equals(field, only) : `${field} IN [${distinct.map(quoted).join(', ')}]`;
}

/** One of these conditions is met; {@link NOTHING} where there are none. */
export function anyOf(...conditions: readonly string[]): string {
  return conditions.filter((each) => each !== NOTHING).join(' OR ');
}

/**
 * Excludes from each tier what the filters before it find, so that no product is counted twice. Those that are asked only
 * where nothing was found exclude each other alone.
 * @param tiers all that are asked: what is not asked excludes nothing
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

/** A key, cut as those of the index are. */
export function capped(key: string): string {
  return capBytes(key, KEY_BYTES);
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
