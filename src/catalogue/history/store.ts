import { isOlder, isoTime, readSingle, removeInSteps } from '../../platform/index.js';
import type { Connection, Page } from '../../platform/index.js';
import type { StoredStructure } from '../structures/store.js';
import type { DeletedPage, Entry } from './entry.js';

/** For how long the history is kept, and for how long a deleted product can be brought back, days. */
const KEPT_DAYS = 400;
export const RESTORABLE_DAYS = 30;

type Changes = Record<string, [before: Value, after: Value]>;
type Value = string | number | KeptStructure | null;

/** A structure as the history keeps it: the columns of `product_structures`. */
export type KeptStructure = Omit<StoredStructure, 'product_id' | 'given_hash'>;
type Row = Omit<Entry, 'changes'> & { changes: Changes | null };

const ENTRY = `id, ${isoTime('at')} AS at, op, json_build_object('kind', by_kind, 'name', by_name) AS by,
  bulk_id IS NOT NULL AS bulk, changes`;

const entryOf = ({ changes, ...row }: Row): Entry => ({
  ...row,
  changes: Object.entries(changes ?? {}).map(([field, [before, after]]) => ({
    field,
    before: shown(before),
    after: shown(after),
  })),
});
/** Of a structure what was given. */
const shown = (value: Value): string | number | null =>
  typeof value === 'object' && value !== null ? value.given : value;

/** The entries of a product, newest first. @param before only older ones than the entry with this id */
export async function listHistory(
  db: Connection,
  code: string,
  before: number | null,
  limit: number,
): Promise<Entry[]> {
  return db.map(
    `SELECT ${ENTRY} FROM product_history WHERE code = $1 AND ($2::bigint IS NULL OR id < $2)
      ORDER BY product_history.id DESC LIMIT $3`,
    [code, before, limit],
    entryOf,
  );
}

/** Whether the history knows a product, or the catalogue has it. */
export async function isKnown(db: Connection, code: string): Promise<boolean> {
  return readSingle(
    db,
    `SELECT EXISTS (SELECT FROM products WHERE code = $1) OR EXISTS (SELECT FROM product_history WHERE code = $1) AS known`,
    [code],
  );
}

/** How a product was before an entry. */
interface Former {
  /** the values then of fields that have changed since; where it was deleted since, of all that held something */
  values: Record<string, Value>;
  /** whether it was deleted since, and whether no longer ago than it can be brought back */
  deleted: boolean;
  recent: boolean;
}

/**
 * How a product was before an entry: of each field what the first change since found. Only up to its deletion: another
 * product may have its number since.
 */
export async function formerState(db: Connection, code: string, id: number): Promise<Former> {
  return db.one(
    `WITH ended AS (SELECT id, at > now() - make_interval(days => $3) AS recent FROM product_history
                     WHERE code = $1 AND id >= $2 AND op = 'deleted' ORDER BY id LIMIT 1),
          former AS (SELECT DISTINCT ON (key) key, value -> 0 AS value
                       FROM product_history, json_each(changes)
                      WHERE code = $1 AND id >= $2 AND id <= coalesce((SELECT id FROM ended), id)
                      ORDER BY key, id)
     SELECT coalesce((SELECT json_object_agg(key, value) FROM former), '{}') AS values,
            EXISTS (SELECT FROM ended) AS deleted, coalesce((SELECT recent FROM ended), false) AS recent`,
    [code, id, RESTORABLE_DAYS],
  );
}

/** Deletions are looked through up to here, however many there were. */
const LOOKED_AT = 10_000;

/**
 * A page of the products that were deleted lately and were not made again, the last one first, and how many there are
 * among the last 10,000 deletions.
 * @param text part of a number or of a name
 */
export async function listDeleted(db: Connection, text: string, page: Page): Promise<DeletedPage> {
  return db.one(
    `WITH gone AS MATERIALIZED (
       SELECT id, code, at, by_kind, by_name, changes -> 'name_cn' ->> 0 AS name_cn, changes -> 'name_en' ->> 0 AS name_en,
              changes -> 'cas' ->> 0 AS cas
         FROM (SELECT * FROM product_history WHERE op = 'deleted' ORDER BY id DESC LIMIT ${LOOKED_AT}) AS deletion
        WHERE at > now() - make_interval(days => $1)
          AND NOT EXISTS (SELECT FROM products WHERE products.code = deletion.code)
          AND NOT EXISTS (SELECT FROM product_history later
                           WHERE later.code = deletion.code AND later.id > deletion.id AND later.op = 'deleted')),
     wanted AS (SELECT * FROM gone WHERE $2 = '' OR strpos(lower(concat_ws(' ', code, name_cn, name_en, cas)), lower($2)) > 0)
     SELECT (SELECT count(*)::int FROM wanted) AS total,
            coalesce((SELECT json_agg(row) FROM (
              SELECT id, code, ${isoTime('at')} AS at, json_build_object('kind', by_kind, 'name', by_name) AS by, name_cn,
                     name_en, cas FROM wanted ORDER BY id DESC LIMIT $3 OFFSET $4) AS row), '[]') AS data`,
    [RESTORABLE_DAYS, text, page.limit, page.offset],
  );
}

/** Removes what is older than it is kept, in small transactions. @returns how many entries */
export async function pruneHistory(db: Connection): Promise<number> {
  return removeInSteps(
    db,
    `WITH oldest AS (SELECT id, at FROM product_history ORDER BY id LIMIT $2),
          gone AS (DELETE FROM product_history USING oldest
                    WHERE product_history.id = oldest.id AND ${isOlder('oldest.at')} RETURNING 1)
     SELECT count(*)::int FROM gone`,
    KEPT_DAYS,
  );
}
