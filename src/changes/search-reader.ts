import type { Connection } from '../database/connect.js';
import type { Position } from './position.js';

/** The reader of the log that feeds the search engine, where there is one: its row in `log_readers`. */
export const SEARCH_READER = 'search';

/** The reader that feeds one of several engines. @param place its host and port */
export const readerOfEngine = (place: string): string => `${SEARCH_READER} ${place}`;

/** Whether a row of `log_readers` is that of a search engine's reader, as SQL. */
export const FEEDS_AN_ENGINE = `(name = '${SEARCH_READER}' OR starts_with(name, '${SEARCH_READER} '))`;

/** How the dead letters of an index are marked: by its name, and where there are several engines by its engine too. */
export const markOfIndex = ({ reader, uid }: { reader: string; uid: string }): string =>
  reader === SEARCH_READER ? uid : `${reader}/${uid}`;

/** The channel that announces changes that are in the index now; the payload is a {@link Delivered} as JSON. */
export const DELIVERED_CHANNEL = 'search_generation';

/** How far the index is: everything up to `position` is searchable. */
export interface Delivered {
  /** the reader that feeds the engine */
  reader: string;
  /** goes up by one with every acknowledgement */
  generation: number;
  /** false while the index is known to lack products (it is missing, was emptied, or the log was lost) */
  complete: boolean;
  position: Position;
}

/** How far each search engine is that an indexer has ever fed, by its reader. */
export async function readAllDelivered(db: Connection): Promise<Map<string, Delivered>> {
  const rows = await db.any<Position & Omit<Delivered, 'position'>>(
    `SELECT name AS reader, epoch, xid::text, seq, mark, coalesce((state->>'generation')::bigint, 0) AS generation,
            coalesce((state->>'complete')::boolean, false) AS complete
       FROM log_readers WHERE ${FEEDS_AN_ENGINE}`,
  );
  return new Map(
    rows.map(({ reader, generation, complete, ...position }) => [
      reader,
      { reader, generation, complete, position },
    ]),
  );
}

/** @returns null before an indexer ever fed this engine */
export async function readDelivered(db: Connection, reader = SEARCH_READER): Promise<Delivered | null> {
  return (await readAllDelivered(db)).get(reader) ?? null;
}
