import type { Logger } from 'pino';
import {
  ensureEpoch,
  isPast,
  keepDescriptions,
  listenForChanges,
  PositionLost,
  readCommitted,
  structureRowsOf,
  structuresAfter,
  tip,
} from '../../catalogue/index.js';
import type { Position, StructureRow } from '../../catalogue/index.js';
import type { Database } from '../../platform/index.js';
import { openLibraryIndex } from './library-index.js';
import type { LibraryIndex } from './library-index.js';
import type { LibraryThreads } from './library-threads.js';

/** The structures of the catalogue, kept up to date by the change log. */
interface Library {
  /** the current index; replaced when everything is loaded again */
  readonly index: LibraryIndex;
  /** how many structures are not in the index yet, as RDKit still has to describe them */
  readonly waiting: number;
  /** true once everything described earlier is loaded; false while everything is loaded again */
  readonly isLoaded: boolean;
  /** Waits until the index has everything committed before the call. @returns false if time ran out */
  reach(ms: number): Promise<boolean>;
}

/** What is loaded so far: where the database fails meanwhile, loading goes on from here. */
interface Loading {
  /** the end of the log before the first structure was read */
  position: Position;
  fresh: LibraryIndex;
  /** every product up to this id is loaded */
  after: number;
  structures: number;
  /** when it began, by performance.now() */
  at: number;
}

const PAGE = 5_000;
const CHANGES = 1_000;
/** How many structures are described in one call and stored in one statement. */
const DESCRIBED = 100;
/** How long to wait after the database has failed, ms. */
const PAUSE_MS = 1_000;
/** How often long work is logged, ms. */
const TOLD_EVERY_MS = 5_000;

/**
 * Opens the library: loads what is stored, then follows the change log.
 * @param onLoaded called once everything is loaded for the first time
 */
export function openLibrary(
  db: Database,
  databaseUrl: string,
  threads: LibraryThreads,
  log: Logger,
  onLoaded: () => void,
): Library {
  let index = openLibraryIndex();
  /** by product, so that only the last of several changes is described */
  const waiting = new Map<number, StructureRow>();
  const reaching = new Set<() => void>();
  const listener = listenForChanges(databaseUrl, 'catalogue structures', log);
  const tell = openProgress(log);
  let isLoaded = false;
  let begun: Loading | undefined;

  function take(row: StructureRow): void {
    waiting.delete(row.product);
    if (row.description) index.set(row.product, row.description);
    else index.remove(row.product);
    if (row.text !== null) waiting.set(row.product, row);
  }

  async function load(): Promise<Position> {
    await ensureEpoch(db);
    begun ??= await beginLoading();
    const { fresh, position } = begun;
    for (let more = true; more;) {
      const rows = await structuresAfter(db, begun.after, PAGE);
      for (const row of rows) {
        if (row.description) fresh.set(row.product, row.description);
        if (row.text !== null) waiting.set(row.product, row);
      }
      begun.after = rows.at(-1)?.product ?? begun.after;
      begun.structures += rows.length;
      more = rows.length === PAGE;
      tell({ structures: begun.structures }, 'the structures are being loaded');
    }
    const seconds = Math.round((performance.now() - begun.at) / 1_000);
    log.info({ structures: begun.structures, seconds, waiting: waiting.size }, 'the structures are loaded');
    begun = undefined;
    index = fresh;
    isLoaded = true;
    onLoaded();
    return position;
  }

  async function beginLoading(): Promise<Loading> {
    const position = await tip(db);
    waiting.clear();
    return { position, fresh: openLibraryIndex(), after: 0, structures: 0, at: performance.now() };
  }

  /** Reads the current structures of these products. */
  async function read(products: number[]): Promise<void> {
    const rows = await structureRowsOf(db, products);
    const found = new Set(rows.map(({ product }) => product));
    for (const product of products) {
      if (found.has(product)) continue;
      index.remove(product);
      waiting.delete(product);
    }
    for (const row of rows) take(row);
  }

  /**
   * Reads all committed changes after a position, even those that an older transaction blocks. Those are read again
   * until it has ended.
   * @returns the position before which no more can appear
   */
  async function readOn(position: Position): Promise<Position> {
    let settled = position;
    for (let after = position; ;) {
      const page = await readCommitted(db, after, CHANGES);
      if (page.ids.length > 0) await read([...new Set(page.ids)]);
      if (isPast(settled, after)) settled = page.settled;
      after = page.last;
      if (page.ids.length < CHANGES) return settled;
    }
  }

  /** Describes some of the waiting structures. */
  async function describeSome(): Promise<void> {
    const rows = [...waiting.values()].slice(0, DESCRIBED);
    const described = await threads.describe(rows.map(({ text }) => text!));
    const done = rows.map((row, at) => ({ ...row, description: described[at] ?? null }));
    await keepDescriptions(db, done);
    for (const row of done) {
      if (waiting.get(row.product)?.given_hash !== row.given_hash) continue; // changed in the meantime
      waiting.delete(row.product);
      if (row.description) index.set(row.product, row.description);
    }
    tell({ waiting: waiting.size }, 'new structures are being described');
  }

  async function follow(): Promise<void> {
    let position: Position | undefined;
    for (;;) {
      try {
        if (position && waiting.size === 0) await listener.next(false);
        const asked = [...reaching];
        position ??= await load();
        position = await readOn(position);
        index = index.compacted();
        if (waiting.size > 0) await describeSome();
        // Searches wait for a few new structures. If there are many, they continue without them.
        if (waiting.size === 0 || waiting.size > DESCRIBED) for (const done of asked) done();
      } catch (error) {
        if (error instanceof PositionLost) {
          // It is another catalogue, as after a restore, and its ids mean other products.
          isLoaded = false;
          position = undefined;
          begun = undefined;
        } else {
          log.warn({ err: error }, 'the structures are not followed; trying again');
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
        }
      }
    }
  }

  void follow();
  return {
    get index() {
      return index;
    },
    get waiting() {
      return waiting.size;
    },
    get isLoaded() {
      return isLoaded;
    },
    reach(ms) {
      return new Promise((resolve) => {
        const end = (isReached: boolean): void => {
          clearTimeout(timer);
          reaching.delete(done);
          resolve(isReached);
        };
        const done = (): void => end(true);
        const timer = setTimeout(() => end(false), ms);
        reaching.add(done);
        listener.wake();
      });
    },
  };
}

/** Logs how far long work is, now and then. */
function openProgress(log: Logger): (figures: object, text: string) => void {
  let told = performance.now();
  return (figures, text) => {
    if (performance.now() - told < TOLD_EVERY_MS) return;
    told = performance.now();
    log.info(figures, text);
  };
}
