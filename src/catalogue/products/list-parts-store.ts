import { countWritten, prepared, readColumn } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';

// What full lists name and do not name. A list may come in parts.

/** A part of a full list, numbered from 1. */
export interface ListPart {
  list: string;
  part: number;
  isLast: boolean;
}

/** For how long a part waits for the next ones. */
const WAITS = `interval '1 day'`;
const OF_LIST = `source = $1 AND list = $2 AND at > now() - ${WAITS}`;

/**
 * Keeps what a part names, in the place of what it named before. The first part to come after a list has ended begins the
 * list anew; only the same last part once more belongs to the list that has ended.
 */
export async function keepPart(
  tx: Connection,
  source: string,
  { list, part, isLast }: ListPart,
  codes: string[],
): Promise<void> {
  await tx.none(
    `DELETE FROM list_parts
      WHERE source = $1 AND list = $2
        AND ($3 AND part > $4
             OR ended AND NOT ($3 AND EXISTS (
               SELECT FROM list_parts same WHERE same.source = $1 AND same.list = $2 AND same.part = $4 AND same.codes = $5)))`,
    [source, list, isLast, part, codes],
  );
  await tx.none(KEEP_PART, [source, list, part, codes]);
}
const KEEP_PART = prepared(
  `INSERT INTO list_parts (source, list, part, codes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source, list, part) DO UPDATE SET codes = excluded.codes, at = excluded.at, ended = false`,
);

/** The numbers of the parts of a list that are kept. */
export async function partsOf(tx: Connection, source: string, list: string): Promise<number[]> {
  return readColumn(tx, `SELECT part FROM list_parts WHERE ${OF_LIST} ORDER BY part`, [source, list]);
}

/** How many lists of a source have not ended, and how many products they name together. */
export async function unfinishedLists(
  tx: Connection,
  source: string,
): Promise<{ lists: number; products: number }> {
  return tx.one(
    `SELECT count(DISTINCT list) AS lists, coalesce(sum(count), 0) AS products
       FROM list_parts WHERE source = $1 AND NOT ended AND at > now() - ${WAITS}`,
    [source],
  );
}

/** Notes that a list has come to its end; of the source's lists that had, only this one is kept. */
export async function endList(tx: Connection, source: string, list: string): Promise<void> {
  await tx.none('DELETE FROM list_parts WHERE source = $1 AND ended AND list <> $2', [source, list]);
  await tx.none('UPDATE list_parts SET ended = true WHERE source = $1 AND list = $2 AND NOT ended', [
    source,
    list,
  ]);
}

/** Removes parts that nobody waits for any more. @returns how many */
export async function pruneListParts(db: Connection): Promise<number> {
  return countWritten(db, `DELETE FROM list_parts WHERE at < now() - ${WAITS}`);
}

// What is named: by this push, and by the parts of its list before it.
const NAMED = `named AS MATERIALIZED (
  SELECT unnest($3::text[]) AS code UNION SELECT unnest(codes) FROM list_parts WHERE ${OF_LIST} AND part < $4)`;
const MISSING_OF_SOURCE = prepared(
  `WITH ${NAMED}
   SELECT count(*)::int AS all, count(*) FILTER (WHERE named.code IS NULL)::int AS missing,
          coalesce((array_agg(p.code ORDER BY p.code) FILTER (WHERE named.code IS NULL))[:$5], '{}') AS first,
          NOT EXISTS (SELECT FROM named) AS empty
     FROM products p LEFT JOIN named ON named.code = p.code
    WHERE p.source = $1 AND p.status <> 'off'`,
);
const SWITCH_OFF = prepared(
  `WITH ${NAMED}, missing AS MATERIALIZED (
     SELECT id FROM products
      WHERE source = $1 AND status <> 'off' AND NOT EXISTS (SELECT FROM named WHERE named.code = products.code)
      ORDER BY code FOR UPDATE)
   UPDATE products SET status = 'off', listed_status = status, updated_at = next_instant(products.updated_at)
     FROM missing WHERE products.id = missing.id`,
);

/** Whose products are missing, and what names those that are not. */
export interface Listed {
  source: string;
  /** the last part of the list; absent where the codes are all of it */
  part: ListPart | undefined;
  /** each once */
  codes: string[];
}
const valuesOf = ({ source, part, codes }: Listed): unknown[] => [
  source,
  part?.list ?? null,
  codes,
  part?.part ?? 0,
];

/**
 * Of the products of a source that are not off: how many there are, how many are not named, and the first codes of those;
 * and whether nothing is named at all.
 */
export async function missingOfSource(
  tx: Connection,
  listed: Listed,
  limit: number,
): Promise<{ all: number; missing: number; first: string[]; empty: boolean }> {
  return tx.one(MISSING_OF_SOURCE, [...valuesOf(listed), limit]);
}

/** Switches these off, and remembers their status; locked in order of code as every writer does. @returns how many */
export async function switchOff(tx: Connection, listed: Listed): Promise<number> {
  return countWritten(tx, SWITCH_OFF, valuesOf(listed));
}
