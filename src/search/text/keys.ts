import kinds from './keys.json' with { type: 'json' };

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
