import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DELIVERED_CHANNEL, KEYS_READER, readDelivered, TERMS_CHANNEL } from '../../catalogue/index.js';
import type { Announced, Delivered, Position, Terms } from '../../catalogue/index.js';
import { listen } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { holds } from '../engine/searched-engine.js';
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

/** How long to wait after the database has failed, ms. */
const PAUSE_MS = 1_000;

/** Follows the announcements of the indexer, and changes of terms. */
export class FollowedIndex {
  private readonly parts: FollowedParts;
  private keys: Delivered | null = null;
  private announcements = 0;
  private catchUps = 0;
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private readonly listener: { stop(): Promise<void> };

  constructor(parts: FollowedParts) {
    this.parts = parts;
    this.listener = listen(parts.databaseUrl, {
      name: 'catalogue search',
      channels: [DELIVERED_CHANNEL, TERMS_CHANNEL],
      log: parts.log,
      onNotice: (channel, payload) => {
        if (channel === DELIVERED_CHANNEL) this.apply(JSON.parse(payload) as Announced);
        else void this.catchUp();
      },
      onState: (up) => {
        this.announcements++;
        parts.onState(up);
        if (up) void this.catchUp();
        else this.catchUps++;
      },
    });
  }

  /** whether every product has its keys; true while nothing is known */
  get hasKeys(): boolean {
    return this.keys?.complete !== false;
  }

  /** Whether searches see everything written up to a position. */
  holds(written: Position): boolean {
    const { engine } = this.parts;
    return (!engine || holds(engine.delivered, written)) && holds(this.keys, written);
  }

  /** Waits until they do. @returns false if time ran out */
  async reaches(written: Position, ms: number): Promise<boolean> {
    const signal = AbortSignal.timeout(ms);
    while (!this.holds(written)) {
      const applied = once(this.changes, 'applied', { signal }).catch(() => undefined);
      if (!(await applied)) return false;
    }
    return true;
  }

  async close(): Promise<void> {
    this.catchUps++;
    await this.listener.stop();
  }

  private apply({ reader, ...delivered }: Announced): void {
    if (reader === KEYS_READER) this.keys = delivered;
    else if (this.parts.engine) this.parts.engine.delivered = delivered;
    this.announcements++;
    this.parts.invalidate();
    this.changes.emit('applied');
  }

  /**
   * Reads the terms, and what was announced while the connection was down. An announcement that arrives meanwhile is
   * newer and wins.
   */
  private async readState(): Promise<void> {
    const { db, terms, invalidate } = this.parts;
    await terms.load();
    invalidate();
    const before = this.announcements;
    const [delivered, written] = [await readDelivered(db), await readDelivered(db, KEYS_READER)];
    if (before !== this.announcements) return;
    if (delivered) this.apply(delivered);
    if (written) this.apply({ ...written, reader: KEYS_READER });
  }

  /** Reads the state, and retries after a pause until it succeeds, the connection is lost or a later call takes over. */
  private async catchUp(): Promise<void> {
    const own = ++this.catchUps;
    while (own === this.catchUps) {
      try {
        return await this.readState();
      } catch (error) {
        this.parts.log.warn({ err: error }, 'names and the state of the index were not read; trying again');
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
