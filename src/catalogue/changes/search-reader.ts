import type { Connection } from '../../platform/index.js';
import type { Position } from './position.js';

/** The reader of the log that feeds the search engine: its row in `log_readers`. */
export const SEARCH_READER = 'search';

/** The channel that announces changes that are in the index now; the payload is a {@link Delivered} as JSON. */
export const DELIVERED_CHANNEL = 'search_generation';

/** How far the index is: everything up to `position` is searchable. */
export interface Delivered {
  /** goes up by one with every acknowledgement */
  generation: number;
  /** false while the index is known to lack products (it is missing, was emptied, or the log was lost) */
  complete: boolean;
  position: Position;
}

/** @returns null before an indexer ever fed the engine */
export async function readDelivered(db: Connection): Promise<Delivered | null> {
  const row = await db.oneOrNone<Position & Omit<Delivered, 'position'>>(
    `SELECT epoch, xid::text, seq, mark, coalesce((state->>'generation')::bigint, 0) AS generation,
            coalesce((state->>'complete')::boolean, false) AS complete
       FROM log_readers WHERE name = $1`,
    [SEARCH_READER],
  );
  if (row === null) return null;
  const { generation, complete, ...position } = row;
  return { generation, complete, position };
}
