import type { Connection } from '../../platform/index.js';
import type { WritableProduct } from './fields.js';
import { splitList } from './values.js';
import { about } from './warnings.js';
import type { Warning } from './warnings.js';

// Names that differ only in what nobody sees: a push, a file or a form makes another product, category, series or tag of them.

const FIELDS = ['code', 'category', 'series', 'tags'] as const;
/** Names, by the field that has them. */
export type Names = Record<(typeof FIELDS)[number], string[]>;

const PLAIN = /^[ -~]*$/;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** The plain spelling of all names that look the same. */
const formOf = (name: string): string =>
  PLAIN.test(name) ? name : name.replace(UNSEEN, '').normalize('NFKC').trim();

const namesIn = (product: WritableProduct): Names => ({
  code: [product.code],
  category: [product.category],
  series: product.series === null ? [] : [product.series],
  tags: splitList(product.tags ?? ''),
});

/** The names that products have, each once. */
export function namesOf(products: readonly WritableProduct[]): Names {
  const all = products.map(namesIn);
  return byField((field) => [...new Set(all.flatMap((names) => names[field]))]);
}

/** These names and those. */
export const joined = (one: Names, other: Names): Names =>
  byField((field) => [...one[field], ...other[field]]);

const byField = (namesOf: (field: keyof Names) => string[]): Names =>
  Object.fromEntries(FIELDS.map((field) => [field, namesOf(field)])) as Names;

/**
 * The plain spellings, where the catalogue has them, of names that are spelled otherwise; and its categories. A push of
 * the plain spelling does not look for others: that would read all products.
 */
export async function lookalikesOf(db: Connection, names: Names): Promise<Names> {
  const plain = (field: keyof Names): string[] =>
    names[field].flatMap((name) => (formOf(name) === name ? [] : formOf(name)));
  return db.one(
    `SELECT ARRAY(SELECT code FROM products WHERE code = ANY ($1)) AS code, ARRAY(SELECT name FROM categories) AS category,
            ARRAY(SELECT name FROM unnest($2::text[]) AS name WHERE EXISTS (SELECT FROM products WHERE series = name)) AS series,
            ARRAY(SELECT DISTINCT tag FROM tag_ledger WHERE tag = ANY ($3)) AS tags`,
    [plain('code'), plain('series'), plain('tags')],
  );
}

/** Warns of names that look like others of the catalogue, or of these; `warnings` is absent where none does. */
export async function namesakes(
  db: Connection,
  field: 'category' | 'tags',
  names: string[],
): Promise<{ warnings?: Warning[] }> {
  const given = byField((each) => (each === field ? names : []));
  const warningOf = openNamesakes(given, await lookalikesOf(db, given));
  const warnings = names.flatMap((name) => warningOf?.(field, name) ?? []);
  return warnings.length > 0 ? { warnings } : {};
}

/** Finds names that look like another of the same field. @param all those of the products, and those beside them */
export function openLookalikes(...all: Names[]): (product: WritableProduct, supplied: object) => Warning[] {
  const warningOf = openNamesakes(...all);
  if (!warningOf) return () => [];
  return (product, supplied) =>
    FIELDS.flatMap((field) => {
      if (field !== 'code' && !(field in supplied)) return [];
      return namesIn(product)[field].flatMap((name) => warningOf(field, name) ?? []);
    });
}

/** Undefined where no name looks like another, as in nearly every push. */
function openNamesakes(...all: Names[]) {
  const known = new Map<string, string[]>();
  const keyOf = (field: keyof Names, name: string): string => `${field} ${formOf(name)}`;
  for (const names of all)
    for (const field of FIELDS)
      for (const name of names[field]) {
        const spellings = known.get(keyOf(field, name)) ?? [];
        if (spellings.length < 2 && !spellings.includes(name))
          known.set(keyOf(field, name), [...spellings, name]);
      }
  for (const [key, { length }] of known) if (length < 2) known.delete(key);
  if (known.size === 0) return undefined;
  return (field: keyof Names, name: string): Warning | undefined => {
    const other = known.get(keyOf(field, name))?.find((each) => each !== name);
    if (other === undefined) return undefined;
    const message = `looks like another one, and differs in characters that are not seen: ${other}`;
    return about(field, 'lookalike', message, name);
  };
}
