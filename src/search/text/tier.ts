import { capBytes, halvesNear } from '../../chemistry/index.js';
import type { Values } from '../../catalogue/index.js';
import type { MeantStructure } from './structure.js';
import kinds from './keys.json' with { type: 'json' };
import readings from './readings.json' with { type: 'json' };

/**
 * The keys by which products are found exactly: the indexer writes them (`indexer/keys.ts`), searches look them up. keys.json
 * says what each kind is; its place there is its number in the table `product_keys`, so that a new one goes to the end: until
 * the keys are made anew, the old ones are searched. Of a kind that is `begun` beginnings are looked for too, so that its text
 * is kept; with one that is `whole` a text as a whole is compared: it names a product, in any of its spellings.
 *
 * The first ones are what the supplier says or an alias. The others follow by rule.
 */
export type KeyKind = keyof typeof kinds;
export const KEY_KINDS = Object.keys(kinds) as KeyKind[];
export const BEGUN: ReadonlySet<KeyKind> = new Set(KEY_KINDS.filter((kind) => 'begun' in kinds[kind]));
export const WHOLE: readonly KeyKind[] = KEY_KINDS.filter((kind) => 'whole' in kinds[kind]);

/** Kinds as one number, a bit for each. */
export const maskOf = (kinds: readonly KeyKind[]): number =>
  kinds.reduce((mask, kind) => mask | (1 << KEY_KINDS.indexOf(kind)), 0);

/** A key that is looked up among those of some kinds. */
export interface Lookup {
  /** the kinds, as {@link maskOf} gives them */
  kinds: number;
  key: string;
  /** keys that begin with it; otherwise those that equal it */
  begins?: true;
  /** of halves: the whole name, and how many letters may differ */
  near?: { name: string; most: number };
}

/** One reading of a typed text. Products of earlier tiers come before those of later ones. */
export interface Tier {
  name: TierName;
  /** each of these must be met, by one of its look-ups */
  parts: readonly (readonly Lookup[])[];
  /** or: weights from and to; categories, series and tags */
  weights?: { least: number; most: number };
  values?: Values;
  /** or: the structure that the text means, and then, in the tier behind, its skeleton */
  structure?: MeantStructure;
  /** the name whose length decides between equals */
  shorter?: 'en' | 'cn';
  /** skipped if the text names a product */
  unless?: 'named';
  /**
   * another order than by stock and length. `asked`: stock, then fame; `suggested`: fame, stock and length together;
   * `shared`: first those that are found by the most keys
   */
  order?: 'asked' | 'suggested' | 'shared';
  /** how many of the keys must be the product's */
  least?: number;
  /**
   * adjacent tiers with this form one list in the order of `suggested`; this number moves their products towards its
   * end
   */
  behind?: number;
}

/** The words that the engine is asked for. */
export interface Words {
  q: string;
  /** the words instead of `q` if the text names a product: only the whole text counts then */
  whole?: string;
  /** products with all the words, or, where nothing is found, with some of them */
  match: 'all' | 'some';
}

/** What a text may mean: products by keys, then by words, and those that are looked for if there are none. */
export interface Plan {
  tiers: Tier[];
  words?: Words | undefined;
  late: Tier[];
  /** the name whose length decides between products with the same words */
  shorter: 'en' | 'cn';
}

/**
 * How surely a text means what a reading finds (see `match`), or what that depends on: `main`, `other`: exact, by the main name or by
 * another one; `name`, `systematic`, `alias`, `number`: the product decides.
 */
export type Sureness =
  'exact' | 'partial' | 'similar' | 'main' | 'other' | 'name' | 'systematic' | 'alias' | 'number';

export type TierName = keyof typeof readings;
/**
 * What each reading `means`, and what it `finds` products by: `name`: a whole name; `named`: anything else that names them; `sure`:
 * what says as much; `near`: what comes near a name.
 */
const READINGS: Record<
  TierName,
  { means: string; finds?: string; has_aliases?: boolean; by_rule?: boolean }
> = readings;

export const verdictOf = (name: TierName): Sureness => READINGS[name].means as Sureness;

const those = (has: (reading: (typeof READINGS)[TierName]) => boolean | undefined): ReadonlySet<TierName> =>
  new Set((Object.keys(readings) as TierName[]).filter((name) => has(READINGS[name])));
const found = (...by: string[]): ReadonlySet<TierName> => those(({ finds = '' }) => by.includes(finds));
/** Readings that find products by a whole name; whose products the text names; or that say as much. */
export const BY_NAME = found('name');
export const NAMING = found('name', 'named');
export const SURE = found('name', 'named', 'sure');
/** Readings that come near a name. */
export const NEAR = found('near');
/** Readings by keys that rules make of parts of a name, so that another substance may have them. */
export const BY_RULE = those(({ by_rule }) => by_rule);
/** Readings whose hits are judged by the product's aliases, too. */
export const OF_ALIASES = those(({ has_aliases }) => has_aliases);

/** The longest key in the table, and so in searches. */
export const KEY_BYTES = 400;

/** The look-ups of keys; none for empty ones. */
export function is(kinds: readonly KeyKind[], keys: readonly string[]): Lookup[] {
  const mask = maskOf(kinds);
  const capped = keys.map((key) => capBytes(key, KEY_BYTES));
  return [...new Set(capped)].filter(Boolean).map((key) => ({ kinds: mask, key }));
}

/** {@link is}: a text that names a product in one of its spellings. */
export const isWhole = (keys: readonly string[]): Lookup[] => is(WHOLE, keys);

/** The look-ups of keys that begin with these. */
export function begins(kinds: readonly KeyKind[], starts: readonly string[]): Lookup[] {
  return is(kinds, starts).map((lookup) => ({ ...lookup, begins: true }));
}

/** The look-ups of names that differ in up to `most` letters. */
export const isNear = (name: string, most: number): Lookup[] =>
  is(['half'], halvesNear(name, most)).map((lookup) => ({ ...lookup, near: { name, most } }));

/** A reading that is met by any of some look-ups. */
export const reading = (
  name: TierName,
  lookups: readonly Lookup[],
  how: Omit<Partial<Tier>, 'name' | 'parts'> = {},
): Tier => ({ name, parts: [lookups], ...how });

/** Removes tiers that look nothing up, or only what an earlier one finds. */
export function distinct(tiers: readonly Tier[]): Tier[] {
  const before = new Set<string>();
  return tiers.filter(({ parts, weights, values, structure }) => {
    if (weights ?? values ?? structure) return true;
    if (parts.length === 0 || parts.some((lookups) => lookups.length === 0)) return false;
    const lookups = JSON.stringify(parts);
    return !before.has(lookups) && before.add(lookups);
  });
}
