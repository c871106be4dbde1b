import {
  countWritten,
  distinctValuesOf,
  exactTime,
  LOCKS,
  named,
  prepared,
  readColumn,
  readRows,
  readSingle,
} from '../../platform/index.js';
import type { Connection, Database } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { aliasesOf, versionOf } from './aliases.js';
import type { AliasName } from './aliases.js';
import { EDITABLE_FIELDS, FIELDS } from './fields.js';
import type { Product, WritableProduct } from './fields.js';

/** A product with its identity and version in the database, and its aliases: what the search index is made of. */
export interface StoredProduct extends Product {
  id: number;
  /** changes with every committed write of it or its aliases */
  version: string;
  aliases: AliasName[];
  /** how many products are of the series that has its name, and how often it was inquired about; at most 100 */
  series_size: number;
  inquiries: number;
}

/** The fields of an answer as SQL, in the order of the table. @param time the last write as it is shown, as SQL */
export const productColumns = (time: string): string =>
  FIELDS.map(({ name, kind, sql }) => {
    if (kind === 'time') return `${exactTime(time)} AS ${name}`;
    return sql === undefined ? name : `${sql} AS ${name}`;
  }).join(', ');
export const PRODUCT_COLUMNS = productColumns('updated_at');

const STORED_BY_ID = `
  SELECT id, ${versionOf('products')} AS version, ${aliasesOf('products')} AS aliases,
         (SELECT count(*)::int FROM (SELECT FROM products mate WHERE mate.series = products.name_cn LIMIT 100) AS mate)
           AS series_size,
         (SELECT count(*)::int FROM (SELECT FROM inquiries WHERE inquiries.code = products.code UNION ALL
                                     SELECT FROM inquiry_lines WHERE inquiry_lines.code = products.code LIMIT 100) AS inquiry)
           AS inquiries,
         ${PRODUCT_COLUMNS}
    FROM products WHERE id = ANY($1::bigint[])`;

/** The products with these ids, as they are now; missing ones are left out. */
export async function productsById(db: Connection, ids: number[]): Promise<StoredProduct[]> {
  return db.any(STORED_BY_ID, [ids]);
}

/** The products with these codes, as answers carry them. */
export async function productsByCode(db: Connection, codes: string[]): Promise<Product[]> {
  return db.any(`SELECT ${PRODUCT_COLUMNS} FROM products WHERE code = ANY($1)`, [codes]);
}

/** The codes of the products with these ids and the day of their last write, for the site map. */
export async function codesBetween(
  db: Connection,
  afterId: number,
  upToId: number,
): Promise<{ code: string; day: string }[]> {
  return db.any(
    `SELECT code, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM products
      WHERE id > $1 AND id <= $2 AND status <> 'off' ORDER BY id`,
    [afterId, upToId],
  );
}

/** The highest id that a product has; 0 where there is none. */
export async function highestId(db: Connection): Promise<number> {
  return readSingle(db, 'SELECT coalesce(max(id), 0) AS id FROM products');
}

/** The next ids and versions by id, for walking the table and comparing the index with it. */
export async function versionsAfterId(
  db: Connection,
  id: number,
  limit: number,
): Promise<{ id: number; version: string }[]> {
  return db.any(
    `SELECT id, ${versionOf('products')} AS version FROM products WHERE id > $1 ORDER BY id LIMIT $2`,
    [id, limit],
  );
}

const WRITABLE = EDITABLE_FIELDS.map(({ name }) => name);
const WRITABLE_LIST = WRITABLE.join(', ');

/** The stored columns of a row, without those that are computed when it is read (01_products.sql). */
export const STORED_COLUMNS = `id, code, source, updated_at, ${WRITABLE_LIST}`;

// Rows are sent as one JSON text: one parameter, whatever the number of rows. The second one is that number, for the
// instants that they are written at: taken for all of them at once, for one by one they cost a push some 6 % more.
const RECORD = `code text, source text, listed_status text, ${EDITABLE_FIELDS.map(({ name, kind }) => `${name} ${kind === 'number' ? 'double precision' : 'text'}`).join(', ')}`;
const NEW_ROWS = `ROWS FROM (json_to_recordset($1) AS (${RECORD})) WITH ORDINALITY
         AS new (code, source, listed_status, ${WRITABLE_LIST}, place), next_instants($2) AS first`;
const NEW_INSTANT = 'clock_instant(first + place - 1)';

/** Serializes pushes with code-less items, until the transaction ends. */
export async function lockCodelessPushes(tx: Connection): Promise<void> {
  await tx.one('SELECT pg_advisory_xact_lock($1)', [LOCKS.codelessPush]);
}

/** Those of the names that are categories. */
export async function categoriesAmong(tx: Connection, names: string[], locked = ''): Promise<string[]> {
  if (names.length === 0) return [];
  return readColumn(tx, `SELECT name FROM categories WHERE name = ANY($1) ${locked}`, [names]);
}

/** {@link categoriesAmong} that cannot be deleted until the transaction ends. */
export const lockCategories = (tx: Connection, names: string[]): Promise<string[]> =>
  categoriesAmong(tx, names, 'ORDER BY name FOR KEY SHARE');

/** The products that carry one of these CAS numbers. */
export async function holdersOfCas(
  tx: Connection,
  casNumbers: string[],
): Promise<{ code: string; cas: string }[]> {
  if (casNumbers.length === 0) return [];
  return tx.any(`SELECT code, cas FROM products WHERE cas = ANY($1) AND cas <> 'N/A'`, [casNumbers]);
}

/** Locks the products with these codes, in order of code, so that no two writers deadlock. */
export async function lockProducts(tx: Connection, codes: string[]): Promise<WritableProduct[]> {
  if (codes.length === 0) return [];
  return tx.any(LOCK_PRODUCTS, [codes]);
}

const READ_PRODUCTS = `SELECT code, ${WRITABLE_LIST}, source, listed_status FROM products WHERE code = ANY($1)`;
const LOCK_PRODUCTS = prepared(`${READ_PRODUCTS} ORDER BY code FOR UPDATE`);

/** Locks the products with these codes and those of a source that are not off, all in order of code. */
export async function lockWithSource(tx: Connection, codes: string[], source: string): Promise<void> {
  await tx.one(
    `SELECT count(*) FROM (
       SELECT FROM products WHERE code = ANY($1) OR (source = $2 AND status <> 'off') ORDER BY code FOR UPDATE) AS locked`,
    [codes, source],
  );
}

/** What {@link lockProducts} gives, without a lock. */
export async function writableProducts(tx: Connection, codes: string[]): Promise<WritableProduct[]> {
  if (codes.length === 0) return [];
  return tx.any(READ_PRODUCTS, [codes]);
}

/** Whether a product with one of these codes exists now. */
export async function anyProduct(tx: Connection, codes: string[]): Promise<boolean> {
  if (codes.length === 0) return false;
  return readSingle(tx, 'SELECT EXISTS (SELECT FROM products WHERE code = ANY($1)) AS found', [codes]);
}

/**
 * Inserts new products in order of code, so that two pushes with the same new codes cannot deadlock.
 * @returns how many were inserted: fewer than given where a code was taken meanwhile
 */
export async function insertProducts(tx: Connection, products: WritableProduct[]): Promise<number> {
  if (products.length === 0) return 0;
  return countWritten(tx, INSERT_PRODUCTS, [JSON.stringify(products), products.length]);
}

// Prepared, so that megabytes of JSON are sent as a parameter instead of being quoted into the SQL.
const INSERT_PRODUCTS = prepared(
  `INSERT INTO products (code, source, ${WRITABLE_LIST}, updated_at)
     SELECT code, source, ${WRITABLE_LIST}, ${NEW_INSTANT} FROM ${NEW_ROWS} ORDER BY code COLLATE "C"
     ON CONFLICT (code) DO NOTHING`,
);

/** Overwrites products that {@link lockProducts} holds. */
export async function updateProducts(tx: Connection, products: WritableProduct[]): Promise<void> {
  if (products.length === 0) return;
  await tx.none(UPDATE_PRODUCTS, [JSON.stringify(products), products.length]);
}

const UPDATE_PRODUCTS = prepared(
  `UPDATE products p
      SET ${[...WRITABLE, 'listed_status'].map((name) => `${name} = new.${name}`).join(', ')},
          updated_at = ${NEW_INSTANT}
     FROM ${NEW_ROWS} WHERE p.code = new.code`,
);

/** The values that a field has, from `start` on, 100 at most. */
export async function distinctValues(
  db: Connection,
  field: 'source' | 'series',
  start: string,
): Promise<string[]> {
  return readColumn(
    db,
    `${distinctValuesOf('products', field, `${field} >= $1`)} WHERE starts_with(value, $1) LIMIT 100`,
    [start],
  );
}

/**
 * The name in the other language that most products of this name have; else that of a product with this synonym.
 * @param to the language of the result
 */
export async function knownName(db: Connection, text: string, to: 'cn' | 'en'): Promise<string | null> {
  const [from, wanted] = to === 'en' ? ['name_cn', 'name_en'] : ['name_en', 'name_cn'];
  const row = await db.oneOrNone<{ name: string }>(
    `SELECT name FROM (
       (SELECT ${wanted} AS name, 1 AS rank, count(*) AS uses FROM products
         WHERE search_keys @> string_to_array(lower($1), ';') AND lower(${from}) = lower($1) AND ${wanted} IS NOT NULL GROUP BY ${wanted} ORDER BY uses DESC, name LIMIT 1)
       UNION ALL
       (SELECT ${wanted}, 2, count(*) AS uses FROM products
         WHERE search_keys @> ARRAY[lower($1)] AND lower($1) = ANY (string_to_array(lower(synonyms), ';')) AND ${wanted} IS NOT NULL
         GROUP BY ${wanted} ORDER BY uses DESC, 1 LIMIT 1)
     ) AS known ORDER BY rank LIMIT 1`,
    [text],
  );
  return row?.name ?? null;
}

/** A product with what the detail view shows around it. */
export interface ProductDetail {
  product: Product;
  same_cas: string[];
  /** there are more */
  same_cas_truncated?: true;
  series_products: Pick<
    Product,
    'code' | 'name_cn' | 'name_en' | 'cas' | 'status' | 'in_stock' | 'structure_url'
  >[];
  series_products_truncated?: true;
}

/** Products with the same CAS number, and of the same series, that a detail shows. */
const RELATED = 200;

/** A member of a JSON object with an array, and another one where the array was cut. */
const cutMember = (name: string, array: string): string =>
  `',"${name}":' || array_to_json(${array}[:${RELATED}])::text
   || CASE WHEN cardinality(${array}) > ${RELATED} THEN ',"${name}_truncated":true' ELSE '' END`;

const detailWhere = (condition: string): string => `
  SELECT '"data":' || row_to_json(answer)::text || ${cutMember('same_cas', 'same')} || ${cutMember('series_products', 'mates')} AS json
    FROM products p, LATERAL (SELECT ${PRODUCT_COLUMNS} FROM (SELECT p.*) AS products) AS answer, LATERAL (
      SELECT ARRAY(SELECT o.code FROM products o WHERE o.cas = p.cas AND o.cas <> 'N/A' AND o.id <> p.id
                    ORDER BY o.code LIMIT ${RELATED + 1}) AS same,
             ARRAY(SELECT row_to_json(mate) FROM (
               SELECT o.code, o.name_cn, o.name_en, o.cas, o.status, o.status = 'in_stock' AS in_stock, o.structure_url
                 FROM products o WHERE o.series = p.series AND o.id <> p.id ORDER BY o.code LIMIT ${RELATED + 1}) AS mate) AS mates
      OFFSET 0) AS related -- evaluated once, however often it is named
   WHERE ${condition}`;
const DETAIL_BY_CODE = named(detailWhere('p.code = $1'));
const BY_CAS = `FROM products WHERE cas = $1 AND cas <> 'N/A' ORDER BY status = 'in_stock' DESC, code LIMIT 1`;
const DETAIL_BY_CAS = named(detailWhere(`p.id = (SELECT id ${BY_CAS})`));
const CODE = named(
  `SELECT coalesce((SELECT code FROM products WHERE code = $2), (SELECT code ${BY_CAS}), $2) AS code`,
);

/**
 * One product by its code, else by its CAS number (in stock first, then by code), as the members of a JSON object,
 * written by the database.
 */
export async function productDetailJson(db: Database, codeOrCas: string): Promise<string | null> {
  type Row = { json: string };
  const [byCode] = await readRows<Row>(db, DETAIL_BY_CODE, [codeOrCas]);
  const [found] = byCode ? [byCode] : await readRows<Row>(db, DETAIL_BY_CAS, [usualCas(codeOrCas)]);
  return found?.json ?? null;
}

/** The code of the product that {@link productDetailJson} finds; the text itself where there is none. */
export async function productCodeOf(db: Database, codeOrCas: string): Promise<string> {
  const [row] = await readRows<{ code: string }>(db, CODE, [usualCas(codeOrCas), codeOrCas]);
  return row!.code;
}

/** {@link productDetailJson} by the code alone, as a transaction sees it. */
export async function productDetailJsonIn(tx: Connection, code: string): Promise<string | null> {
  const found = await tx.oneOrNone<{ json: string }>({ ...DETAIL_BY_CODE, values: [code] });
  return found?.json ?? null;
}

/** {@link productDetailJson} as an object. */
export async function productDetail(db: Database, codeOrCas: string): Promise<ProductDetail | null> {
  const json = await productDetailJson(db, codeOrCas);
  if (json === null) return null;
  const { data: product, ...around }: { data: Product } & Omit<ProductDetail, 'product'> = JSON.parse(
    `{${json}}`,
  );
  return { product, ...around };
}

/** How many other products the series of a product has. */
export async function othersOfSeries(
  db: Database,
  { code, series }: Pick<Product, 'code' | 'series'>,
): Promise<number> {
  const [row] = await readRows<{ others: number }>(db, OTHERS_OF_SERIES, [series, code]);
  return row!.others;
}
const OTHERS_OF_SERIES = named('SELECT count(*) AS others FROM products WHERE series = $1 AND code <> $2');

/**
 * Deletes products, locked in order of code as every writer does.
 * @param bound the source whose products alone are deleted
 * @returns those that were there, and whether they are gone
 */
export async function deleteProducts(
  tx: Connection,
  codes: string[],
  bound?: string,
): Promise<{ code: string; gone: boolean }[]> {
  return tx.any(
    `WITH locked AS MATERIALIZED (SELECT id, code, source FROM products WHERE code = ANY($1) ORDER BY code FOR UPDATE),
          deleted AS (DELETE FROM products USING locked
                       WHERE products.id = locked.id AND locked.source = coalesce($2, locked.source))
     SELECT code, source = coalesce($2, source) AS gone FROM locked`,
    [codes, bound],
  );
}
