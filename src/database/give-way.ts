import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY } from './connect.js';
import type { Connection } from './connect.js';

// What a person waits for goes first where processors are short. So work that nobody waits for at a screen is done in
// portions, and asks before each of them. Not by priorities of processes: those of the servers serve readers too.

/** Called before a portion of work: waits while reads wait. @param db on which it asks; within a transaction, that */
export type GiveWay = (db: Connection) => Promise<void>;

/** A read that comes now would wait so long for processors at most where they are free, ms. */
const FREE_MS = 2;
/** After so long it looks again, ms. */
const LOOK_MS = 10;
/** The longest wait at once, ms, however long the work went on undisturbed. */
const LONGEST_MS = 5_000;

/**
 * Opens a way to give way for a piece of work.
 * @param most the longest that it waits in all, as a part of the time that the work itself takes: so the work always goes on
 * @param waitOf how long a read that comes now would wait, ms; 0 while nobody reads
 */
export function openGiveWay(most: number, waitOf = waitOfReads): GiveWay {
  let left = 0;
  let begun = performance.now();
  return async (db) => {
    left = Math.min(left + (performance.now() - begun) * most, LONGEST_MS);
    for (let at = performance.now(); left > 0 && (await waitOf(db)) > FREE_MS; at = performance.now()) {
      await sleep(LOOK_MS);
      left -= performance.now() - at;
    }
    begun = performance.now();
  };
}

/**
 * How long a trivial statement takes, ms, as a read would: this process and one of the server's must get a processor for it.
 * 0 where no gateway has read within the last second. Within a transaction the view is kept as it was, unless it is cleared.
 */
export async function waitOfReads(db: Connection): Promise<number> {
  const begun = performance.now();
  const [, found] = await db.multi<{ isRead: boolean }>(READ);
  return found![0]!.isRead ? performance.now() - begun : 0;
}

const READ = `
  SELECT pg_stat_clear_snapshot();
  SELECT EXISTS (SELECT FROM pg_stat_activity
                  WHERE application_name = '${GATEWAY}' AND datname = current_database()
                    AND query_start > clock_timestamp() - interval '1 second') AS "isRead"`;
