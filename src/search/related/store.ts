import { aliasesOf } from '../../catalogue/index.js';
import type { Product } from '../../catalogue/index.js';
import { readColumn } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { maskOf } from '../text/tier.js';
import type { KeyKind } from '../text/tier.js';

/** What is shown of a product that belongs to another one. */
export type RelatedProduct = Pick<
  Product,
  'code' | 'name_cn' | 'name_en' | 'cas' | 'formula' | 'status' | 'in_stock' | 'structure_url'
>;

/** A product with all names by which it may belong to another one. */
export interface NamedProduct extends RelatedProduct {
  id: number;
  series: string | null;
  names: string[];
}

const NAMED = `SELECT id, code, name_cn, name_en, cas, formula, status, status = 'in_stock' AS in_stock, structure_url, series,
         array_remove(ARRAY[name_en, name_cn] || string_to_array(synonyms, ';')
                      || ARRAY(SELECT value->>'text' FROM json_array_elements(${aliasesOf('products')}) AS value), NULL) AS names
    FROM products`;

/** The product of this number with its names, the likeliest first: among aliases are many brands, which no impurity is called by. */
export const namedProduct = (db: Database, code: string): Promise<NamedProduct | null> =>
  db.oneOrNone(`${NAMED} WHERE code = $1`, [code]);

const OF_NAMES = maskOf(['name', 'synonym', 'alias', 'salt', 'flat', 'impurity']);

/** Other products with one of these keys, of the kinds that whole names have. */
export const productsOfKeys = (
  db: Database,
  keys: readonly string[],
  { id, most }: { id: number; most: number },
): Promise<NamedProduct[]> =>
  db.any(
    `WITH found AS MATERIALIZED (
       SELECT DISTINCT k.product_id FROM unnest($1::text[]) AS key, LATERAL (
         SELECT product_id FROM product_keys WHERE hash = hashtextextended(key, 0) AND (${OF_NAMES} >> kind) & 1 = 1 LIMIT $3) AS k
        WHERE k.product_id <> $2 LIMIT $3)
     ${NAMED} WHERE id IN (SELECT product_id FROM found) ORDER BY code`,
    [keys, id, most],
  );

/** Those of these keys that are the main name of a product of another skeleton: they may mean that substance. */
export const keysOfOthers = (
  db: Database,
  keys: readonly string[],
  parent: string | null,
): Promise<string[]> =>
  readColumn(
    db,
    `SELECT key FROM unnest($1::text[]) AS key WHERE EXISTS (
       SELECT FROM product_keys k JOIN product_structures s USING (product_id)
        WHERE k.hash = hashtextextended(key, 0) AND (${maskOf(['name'] satisfies KeyKind[])} >> k.kind) & 1 = 1 AND s.parent <> $2)`,
    [keys, parent ?? ''],
  );
