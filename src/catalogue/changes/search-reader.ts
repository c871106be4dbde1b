import type { Connection } from '../../platform/index.js';
import type { Position } from './position.js';

/** The readers of the log that searches stand on, by their rows in `log_readers`: that of the engine, that of the keys. */
export const SEARCH_READER: string = 'search';
export const KEYS_READER = 'keys';

/** The channel that announces changes that can be searched now; the payload is an {@link Announced} as JSON. */
export const DELIVERED_CHANNEL = 'search_generation';

/** How far a reader is: everything up to `position` is searchable. */
export interface Delivered {
  /** goes up by one with every step */
  generation: number;
  /** false while products are known to be missing (the index is gone or was emptied, the log was lost, the keys are still to be made) */
  complete: boolean;
  position: Position;
}

/** What a reader says. Without a name it is the engine's. */
export type Announced = Delivered & { reader?: string };

/** @returns null before an indexer ever fed the engine, or wrote keys */
export async function readDelivered(db: Connection, reader = SEARCH_READER): Promise<Delivered | null> {
  const row = await db.oneOrNone<Position & Omit<Delivered, 'position'>>(
    `SELECT epoch, xid::text, seq, mark, coalesce((state->>'generation')::bigint, 0) AS generation,
            coalesce((state->>'complete')::boolean, false) AS complete
       FROM log_readers WHERE name = $1`,
    [reader],
  );
  if (row === null) return null;
  const { generation, complete, ...position } = row;
  return { generation, complete, position };
}
