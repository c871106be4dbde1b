import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Position } from '../changes/position.js';
import { DELIVERED_CHANNEL, readAllDelivered, SEARCH_READER } from '../changes/search-reader.js';
import type { Delivered } from '../changes/search-reader.js';
import type { Database } from '../database/connect.js';
import { listen } from '../database/listen.js';
import type { Terms } from '../terms/names.js';
import { TERMS_CHANNEL } from '../terms/store.js';
import type { EngineAddress } from '../engines/addresses.js';
import type { EnginePool } from '../engines/pool.js';

/** What is kept in step with the index. */
interface FollowedParts {
  db: Database;
  databaseUrl: string;
  addresses: readonly EngineAddress[];
  pool: EnginePool;
  /** reloaded whenever they change */
  terms: Terms;
  /** called when answers may have changed */
  invalidate: () => void;
  /** called when announcements start or stop arriving */
  onState: (isAnnounced: boolean) => void;
  log: Logger;
}

interface FollowedIndex {
  /** Waits until searches see everything written up to a position. @returns false if time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/** How often a wait for a write checks whether an engine has dropped out, ms. */
const LOOK_MS = 100;
/** How long to wait after the database has failed, ms. */
const PAUSE_MS = 1_000;

/** Follows the announcements of indexers, and changes of terms. */
export function followIndex(parts: FollowedParts): FollowedIndex {
  const { db, databaseUrl, addresses, pool, terms, invalidate, log } = parts;
  let announcements = 0;
  const waiting = new Set<() => void>();
  function apply(delivered: Delivered): void {
    if (!pool.announce(delivered)) return;
    announcements++;
    invalidate();
    for (const look of waiting) look();
  }

  /**
   * Reads the terms, and what was announced while the connection was down. An announcement that arrives meanwhile is
   * newer and wins.
   */
  async function readState(): Promise<void> {
    await terms.load();
    invalidate();
    const before = announcements;
    const known = await readAllDelivered(db);
    if (before !== announcements) return;
    for (const { readers } of addresses) {
      const reader = readers.find((each) => known.has(each));
      if (reader !== undefined) apply(known.get(reader)!);
    }
  }

  let catchUps = 0;
  /** Reads the state, and retries after a pause until it succeeds, the connection is lost or a later call takes over. */
  async function catchUp(): Promise<void> {
    const own = ++catchUps;
    while (own === catchUps) {
      try {
        return await readState();
      } catch (error) {
        log.warn({ err: error }, 'names and the state of the index were not read; trying again');
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  const listener = listen(databaseUrl, {
    name: 'catalogue search',
    channels: [DELIVERED_CHANNEL, TERMS_CHANNEL],
    log,
    onNotice(channel, payload) {
      if (channel === DELIVERED_CHANNEL) apply(readNotice(payload));
      else void catchUp();
    },
    onState: (up) => {
      announcements++;
      parts.onState(up);
      if (up) void catchUp();
      else catchUps++;
    },
  });

  return {
    reaches(written, ms) {
      if (pool.holds(written)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (isReached: boolean): void => {
          clearTimeout(timer);
          clearInterval(looking);
          waiting.delete(look);
          resolve(isReached);
        };
        const look = (): void => {
          if (pool.holds(written)) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        const looking = setInterval(look, LOOK_MS);
        waiting.add(look);
      });
    },
    async close() {
      catchUps++;
      await listener.stop();
    },
  };
}

/** Reads an announcement. Older indexers do not name the engine. */
function readNotice(payload: string): Delivered {
  return { reader: SEARCH_READER, ...(JSON.parse(payload) as Omit<Delivered, 'reader'>) };
}
