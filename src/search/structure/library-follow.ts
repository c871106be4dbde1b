import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  committedAfter,
  ensureEpoch,
  isIndexBehind,
  keepDescriptions,
  listenForChanges,
  PositionLost,
  structureRowsOf,
  structuresAfter,
  tip,
} from '../../catalogue/index.js';
import type { ChangeListener, Position, StructureRow } from '../../catalogue/index.js';
import { within } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { LibraryIndex } from './library-index.js';
import type { LibraryThreads } from './library-threads.js';

const PAGE = 5_000;
const CHANGES = 1_000;
/** How many structures are described in one call and stored in one statement. */
const DESCRIBED = 100;
/** Waits after the database has failed, and while the search index comes first. */
const pause = (): Promise<void> => sleep(1_000, undefined, { ref: false });

interface Parts {
  db: Database;
  databaseUrl: string;
  threads: LibraryThreads;
  log: Logger;
}

/** The structures of the catalogue: loads what is stored, then follows the change log. */
export class Library {
  /** the current index; replaced when everything is loaded again */
  index = new LibraryIndex();
  /** structures that are not in the index yet, as RDKit still has to describe them; by product, so that only the last change counts */
  readonly waiting = new Map<number, StructureRow>();
  /** true once everything described earlier is loaded; false while everything is loaded again */
  isLoaded = false;
  #onLoaded = (): void => {};
  /** resolves once everything is loaded for the first time */
  readonly loaded = new Promise<void>((resolve) => (this.#onLoaded = resolve));
  /** those who wait until the index has everything that is committed */
  readonly #reaching = new Set<() => void>();
  readonly #parts: Parts;
  readonly #listener: ChangeListener;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#listener = listenForChanges(parts.databaseUrl, 'catalogue structures', parts.log);
    void this.#follow();
  }

  /** Waits until the index has everything committed before the call. @returns false if time ran out */
  async reach(ms: number): Promise<boolean> {
    let done = (): void => {};
    const isReached = new Promise<true>((resolve) => (done = () => resolve(true)));
    this.#reaching.add(done);
    this.#listener.wake();
    return within(ms, isReached)
      .catch(() => false)
      .finally(() => this.#reaching.delete(done));
  }

  /** Follows the change log without end. What the database refuses is tried again. */
  async #follow(): Promise<never> {
    let position: Position | undefined;
    for (;;) {
      try {
        if (position && this.waiting.size === 0) await this.#listener.next(false);
        position = await this.#catchUp(position);
      } catch (error) {
        if (error instanceof PositionLost) {
          // It is another catalogue, as after a restore, and its ids mean other products.
          position = undefined;
          this.isLoaded = false;
        } else {
          this.#parts.log.warn({ err: error }, 'the structures are not followed; trying again');
          await pause();
        }
      }
    }
  }

  /** Takes in what was committed after a position, or everything, and describes some of what is new. @returns the next position */
  async #catchUp(from: Position | undefined): Promise<Position> {
    const asked = [...this.#reaching];
    const position = await this.#readOn(from && !this.index.isSparse ? from : await this.#load());
    if (this.waiting.size > DESCRIBED && (await isIndexBehind(this.#parts.db))) await pause();
    else if (this.waiting.size > 0) await this.#describeSome();
    // Searches wait for a few new structures. If there are many, they continue without them.
    if (this.waiting.size === 0 || this.waiting.size > DESCRIBED) for (const done of asked) done();
    return position;
  }

  async #load(): Promise<Position> {
    const { db, log } = this.#parts;
    await ensureEpoch(db);
    const begun = performance.now();
    const position = await tip(db);
    const fresh = new LibraryIndex();
    this.waiting.clear();
    let structures = 0;
    for (let after = 0, more = true; more;) {
      const rows = await structuresAfter(db, after, PAGE).catch((error: unknown) => {
        log.warn({ err: error }, 'the structures are not loaded any further; trying again');
      });
      if (!rows) {
        await pause();
        continue;
      }
      for (const row of rows) {
        if (row.description) fresh.set(row.product, row.description);
        if (row.text !== null) this.waiting.set(row.product, row);
      }
      after = rows.at(-1)?.product ?? after;
      structures += rows.length;
      more = rows.length === PAGE;
    }
    const seconds = Math.round((performance.now() - begun) / 1_000);
    log.info({ structures, seconds, waiting: this.waiting.size }, 'the structures are loaded');
    this.index = fresh;
    this.isLoaded = true;
    this.#onLoaded();
    return position;
  }

  /**
   * Reads all committed changes after a position, even those that an older transaction blocks. Those are read again
   * until it has ended.
   * @returns the position before which no more can appear
   */
  async #readOn(position: Position): Promise<Position> {
    let settled = position;
    for await (const page of committedAfter(this.#parts.db, position, CHANGES)) {
      if (page.ids.length > 0) await this.#read(page.ids);
      ({ settled } = page);
    }
    return settled;
  }

  /** Reads the current structures of these products. */
  async #read(products: number[]): Promise<void> {
    const rows = await structureRowsOf(this.#parts.db, products);
    const found = new Map(rows.map((row) => [row.product, row]));
    for (const product of products) {
      const row = found.get(product);
      if (row?.description) this.index.set(product, row.description);
      else this.index.remove(product);
      if (row && row.text !== null) this.waiting.set(product, row);
      else this.waiting.delete(product);
    }
  }

  /** Describes some of the waiting structures. */
  async #describeSome(): Promise<void> {
    const { db, threads } = this.#parts;
    const rows = [...this.waiting.values()].slice(0, DESCRIBED);
    const described = await threads.describe(rows.map(({ text }) => text!));
    const done = rows.map((row, at) => ({ ...row, description: described[at] ?? null }));
    await keepDescriptions(db, done);
    for (const row of done) {
      if (this.waiting.get(row.product)?.given_hash !== row.given_hash) continue; // changed in the meantime
      this.waiting.delete(row.product);
      if (row.description) this.index.set(row.product, row.description);
    }
  }
}
