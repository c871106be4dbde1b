import { countWritten } from '../../platform/index.js';
import type { Connection } from '../../platform/index.js';

/** A dictionary entry: how many products carry the tag now. */
interface TagUse {
  tag: string;
  use_count: number;
}

/** The dictionary, most used first. The sums are exact in every snapshot (01_products.sql). */
export async function listTags(db: Connection): Promise<TagUse[]> {
  return db.any(
    'SELECT tag, sum(delta)::bigint AS use_count FROM tag_ledger GROUP BY tag ORDER BY use_count DESC, tag',
  );
}

/** Adds tags to the dictionary. @returns how many were new */
export async function addTags(db: Connection, tags: string[]): Promise<number> {
  return countWritten(
    db,
    `INSERT INTO tag_ledger (tag, delta)
       SELECT tag, 0 FROM unnest($1::text[]) AS new (tag) WHERE NOT EXISTS (SELECT FROM tag_ledger known WHERE known.tag = new.tag)`,
    [tags],
  );
}

/**
 * Compacts the ledger to one row a tag, once it has grown enough. Safe beside writers, readers and itself: a row is
 * summed by the one statement that deletes it.
 * @param worthIt the least number of rows for it
 */
export async function compactTagLedger(db: Connection, worthIt = 1_000): Promise<void> {
  await db.none(
    `WITH gone AS (DELETE FROM tag_ledger
                    WHERE (SELECT count(*) >= greatest($1, 2 * count(DISTINCT tag)) FROM tag_ledger) RETURNING tag, delta)
     INSERT INTO tag_ledger (tag, delta) SELECT tag, sum(delta) FROM gone GROUP BY tag`,
    [worthIt],
  );
}

/** Takes a tag out of the dictionary, unless a product carries it. Safe beside writers, as the compaction is. */
export async function forgetTag(db: Connection, tag: string): Promise<void> {
  await db.none(
    `WITH gone AS (DELETE FROM tag_ledger WHERE tag = $1 RETURNING delta)
     INSERT INTO tag_ledger (tag, delta) SELECT $1, sum(delta) FROM gone HAVING sum(delta) <> 0`,
    [tag],
  );
}
