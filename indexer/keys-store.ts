import { KEYS_READER } from '../src/catalogue/index.js';
import type { Position } from '../src/catalogue/index.js';
import { prepared, readColumn } from '../src/platform/index.js';
import type { Connection, Database } from '../src/platform/index.js';
import { BEGUN, KEY_KINDS } from '../src/search/index.js';
import type { KeyedProduct } from './keys.js';
import { ANNOUNCE, beginReader, MOVE, moving, readerOf } from './store.js';
import type { Reader, Step } from './store.js';

// The keys of products have one writer at a time: what it writes counts only where the generation is still the one that it
// read before it read the products. So two indexers that both believe to lead never bring back an older state.

/** How far the keys are. */
interface KeysState {
  /** goes up by one with every write */
  generation: number;
  /** every product has its keys */
  complete: boolean;
  /** what the keys were made by: where it is another one, they are made anew */
  form: string;
  /** the walk through all products that fills the next table, up to the id that it has come to */
  walk: { form: string; last_id: number } | null;
}
export type KeysReader = Reader<KeysState>;

/** @returns null before keys were ever written */
export const readKeys = (db: Connection): Promise<KeysReader | null> => readerOf<KeysState>(db, KEYS_READER);

/** Begins the reader, with no keys. */
export const beginKeys = (db: Database, start: Position): Promise<void> =>
  beginReader<KeysState>(db, KEYS_READER, start, { generation: 0, complete: false, form: '', walk: null });

/** Another process has written keys meanwhile: everything is read anew. */
export class KeysMoved extends Error {}

/**
 * Does work on the keys, and moves the reader with it, in one transaction.
 * @throws KeysMoved
 */
export async function stepKeys(
  db: Pick<Database, 'tx'>,
  { state: { generation } }: KeysReader,
  step: Step<KeysState>,
  work: (tx: Connection) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await db.tx(async (tx) => {
    // A process that is frozen in here must not hold up the next leader; an index of a million products takes a while.
    await tx.none(`SET LOCAL idle_in_transaction_session_timeout = '4s'; SET LOCAL statement_timeout = 0`);
    const moved = await tx.oneOrNone(MOVE + ANNOUNCE, moving(KEYS_READER, { generation }, step));
    if (moved === null) throw new KeysMoved('another process writes keys');
    await work(tx);
  });
}

/** The tables of keys: the one that searches read, and the one that is to take its place. */
type KeyTable = 'product_keys' | 'product_keys_next';

const GIVEN = `given AS MATERIALIZED (
    SELECT hashtextextended(key, 0) AS hash, kind::smallint, product_id, fame, text, whole
      FROM unnest($2::bigint[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[])
             AS given (product_id, fame, kind, key, text, whole))`;
const SAME_KEY =
  '(g.hash, g.kind, g.product_id) = (k.hash, k.kind, k.product_id) AND g.whole IS NOT DISTINCT FROM k.whole';
const SAME = `${SAME_KEY} AND g.fame = k.fame`;

// Only what differs is written: of most changes of a product its keys stay as they are.
const replaceIn = (table: KeyTable) =>
  prepared(`
  WITH ${GIVEN},
  held AS MATERIALIZED (SELECT ctid AS at, hash, kind, product_id, fame, whole FROM ${table} WHERE product_id = ANY ($1::bigint[])),
  gone AS (DELETE FROM ${table} WHERE ctid IN (SELECT at FROM held k WHERE NOT EXISTS (SELECT FROM given g WHERE ${SAME})))
  INSERT INTO ${table} (hash, kind, product_id, fame, text, whole)
  SELECT * FROM given g WHERE NOT EXISTS (SELECT FROM held k WHERE ${SAME})`);
const REPLACE = {
  product_keys: replaceIn('product_keys'),
  product_keys_next: replaceIn('product_keys_next'),
};

const KIND = new Map(KEY_KINDS.map((kind, at) => [kind, at]));

function valuesOf(ids: readonly number[], products: readonly KeyedProduct[]): unknown[] {
  const rows = products.flatMap(({ id, fame, keys }) => keys.map((key) => ({ id, fame, ...key })));
  return [
    ids,
    rows.map(({ id }) => id),
    rows.map(({ fame }) => fame),
    rows.map(({ kind }) => KIND.get(kind)!),
    rows.map(({ text }) => text),
    rows.map(({ kind, text }) => (BEGUN.has(kind) ? text : null)),
    rows.map(({ whole = null }) => whole),
  ];
}

/** Makes these the keys of the products with these ids; those that are not among the products lose theirs. */
export async function replaceKeys(
  tx: Connection,
  table: KeyTable,
  ids: readonly number[],
  products: readonly KeyedProduct[],
): Promise<void> {
  await tx.none(REPLACE[table], valuesOf(ids, products));
}

/** Those of the ids whose keys are others than these. Their fame may be older: it is not written at every inquiry. */
export async function differingKeys(
  db: Connection,
  ids: readonly number[],
  products: readonly KeyedProduct[],
): Promise<number[]> {
  return readColumn(
    db,
    `WITH ${GIVEN}, held AS MATERIALIZED (SELECT * FROM product_keys WHERE product_id = ANY ($1::bigint[]))
     SELECT product_id FROM given g WHERE NOT EXISTS (SELECT FROM held k WHERE ${SAME_KEY})
      UNION SELECT product_id FROM held k WHERE NOT EXISTS (SELECT FROM given g WHERE ${SAME_KEY}) ORDER BY 1`,
    valuesOf(ids, products),
  );
}

/** The next products that exist or have keys, by id. */
export async function idsAfter(db: Connection, id: number, limit: number): Promise<number[]> {
  return readColumn(
    db,
    `(SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2) UNION
     (SELECT DISTINCT product_id FROM product_keys WHERE product_id > $1 ORDER BY product_id LIMIT $2)
      ORDER BY id LIMIT $2`,
    [id, limit],
  );
}

/** Those of these products of which the log has a change after the position of the keys. */
export async function pendingAmong(
  db: Connection,
  ids: readonly number[],
  { position }: KeysReader,
): Promise<number[]> {
  return readColumn(
    db,
    'SELECT DISTINCT product_id FROM product_changes WHERE product_id = ANY ($1::bigint[]) AND (xid, seq) > ($2::xid8, $3::bigint)',
    [ids, position.xid, position.seq],
  );
}
