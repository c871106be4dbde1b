import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  DELIVERED_CHANNEL,
  isPast,
  KEYS_READER,
  readDelivered,
  TERMS_CHANNEL,
} from '../../catalogue/index.js';
import type { Announced, Delivered, Position, Terms } from '../../catalogue/index.js';
import { listen } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { SearchedEngine } from '../engine/searched-engine.js';

/** What is kept in step with the index. */
interface FollowedParts {
  db: Database;
  databaseUrl: string;
  /** undefined where the database alone is searched */
  engine: SearchedEngine | undefined;
  /** reloaded whenever they change */
  terms: Terms;
  /** called when answers may have changed */
  invalidate: () => void;
  /** called when announcements start or stop arriving */
  onState: (isAnnounced: boolean) => void;
  log: Logger;
}

interface FollowedIndex {
  /** Whether searches see everything written up to a position. */
  holds(written: Position): boolean;
  /** Waits until they do. @returns false if time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  /** whether every product has its keys; true while nothing is known */
  readonly hasKeys: boolean;
  close(): Promise<void>;
}

/** How long to wait after the database has failed, ms. */
const PAUSE_MS = 1_000;

/** Follows the announcements of the indexer, and changes of terms. */
export function followIndex(parts: FollowedParts): FollowedIndex {
  const { db, databaseUrl, engine, terms, invalidate, log } = parts;
  let announcements = 0;
  let keys: Delivered | null = null;
  const waiting = new Set<() => void>();
  function apply({ reader, ...delivered }: Announced): void {
    if (reader === KEYS_READER) keys = delivered;
    else engine?.announce(delivered);
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
    const [delivered, written] = [await readDelivered(db), await readDelivered(db, KEYS_READER)];
    if (before !== announcements) return;
    if (delivered) apply(delivered);
    if (written) apply({ ...written, reader: KEYS_READER });
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
      if (channel === DELIVERED_CHANNEL) apply(JSON.parse(payload) as Announced);
      else void catchUp();
    },
    onState: (up) => {
      announcements++;
      parts.onState(up);
      if (up) void catchUp();
      else catchUps++;
    },
  });

  const holds = (written: Position): boolean =>
    (engine?.holds(written) ?? true) && keys !== null && keys.complete && isPast(keys.position, written);

  return {
    holds,
    get hasKeys() {
      return keys?.complete !== false;
    },
    reaches(written, ms) {
      const isReached = (): boolean => holds(written);
      if (isReached()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (inTime: boolean): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(inTime);
        };
        const look = (): void => {
          if (isReached()) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        waiting.add(look);
      });
    },
    async close() {
      catchUps++;
      await listener.stop();
    },
  };
}
