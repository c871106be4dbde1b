/**
 * The keys by which products are found exactly: the indexer writes them (`indexer/keys.ts`), searches look them up. What
 * each kind is stands here; its place in the list is its number in the table `product_keys`, so that a new one goes to the
 * end: until the keys are made anew, the old ones are searched.
 *
 * The first ones are what the supplier says or an alias. The others follow by rule.
 */
export const KEY_KINDS = [
  /** the letters and digits of the product number */
  'number',
  /** the CAS number with its dashes; and without them */
  'cas',
  'digits',
  /** the formula in Hill order */
  'formula',
  /** a main name: its letters and digits, and the same with its signs */
  'name',
  /** a synonym with its signs */
  'synonym',
  /** an alias; of an InChIKey or a UNII behind `#` */
  'alias',
  /** a name or synonym with its salt in the usual spelling */
  'salt',
  /** the parts of a systematic name, in any order, behind `=` */
  'systematic',
  /** a name without its stereo descriptors, behind `~` */
  'flat',
  /** a name without the places of its groups, behind `*` */
  'places',
  /** how a name sounds, behind `^`; the pinyin of synonyms and aliases, behind `%` */
  'sound',
  /** an impurity by its parent, label and book, between `#` */
  'impurity',
  /** a short Chinese name with one character left out */
  'gap',
  /** the pinyin of the Chinese name in full; and its initials */
  'pinyin',
  'initials',
  /** the English name with its punctuation */
  'spelled',
  /** the English name from its end */
  'ending',
  /** two adjacent Han characters of the names */
  'pair',
  /** a half of a name with the name's length; beside it stands the whole name, to be compared */
  'half',
] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Kinds of keys whose beginnings are looked for too, so that their text is kept. */
export const BEGUN: ReadonlySet<KeyKind> = new Set([
  'number',
  'cas',
  'name',
  'alias',
  'pinyin',
  'initials',
  'spelled',
  'ending',
]);

/** Kinds of keys that a text as a whole is compared with: what names a product, in any of its spellings. */
export const WHOLE: readonly KeyKind[] = [
  'number',
  'digits',
  'name',
  'synonym',
  'salt',
  'systematic',
  'flat',
  'places',
  'sound',
  'impurity',
  'gap',
  'pinyin',
];

/** Kinds as one number, a bit for each. */
export const maskOf = (kinds: readonly KeyKind[]): number =>
  kinds.reduce((mask, kind) => mask | (1 << KEY_KINDS.indexOf(kind)), 0);
