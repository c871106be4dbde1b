import {
  LIMITS,
  NotStarted,
  openPool,
  openLimit,
  TimedOut,
  within,
  WorkerEnded,
} from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import type { Wanted } from './library-search.js';
import { isPattern } from './pattern.js';
import { refusedForNow } from './refused.js';

/** A search, as sent to the process. */
export interface LibraryQuestion {
  wanted: Wanted;
  /** the first result to send, and the most results */
  from: number;
  most: number;
  /** who waits for it */
  holder: Holder;
  /** the time limit, ms */
  ms: number;
}

/** Why a search was refused. */
export type SearchRefusal = 'loading' | 'unreadable' | 'too_large' | 'too_complex' | 'failed';

/** What the process sends back. */
export type LibraryAnswer =
  | { refused: SearchRefusal }
  | {
      /** the best first, in the form of find-modes.ts */
      results: Float64Array;
      total: number;
      /** how many structures could not be compared */
      missed: number;
      /** everything committed before the search was considered */
      isFresh: boolean;
      /** the standard InChIKey of what is searched exactly; else null, and where it takes too long */
      inchikey: string | null;
    };

/** The structures of the catalogue, in another process. */
export type StructureLibrary = ReturnType<typeof openStructureLibrary>;

/** The longest that a search takes, ms. */
const SEARCH_MS = 4_000;
/** The same for one that is searched on. */
const PATIENT_MS = 16_000;
/** The longest that a search waits for the library to be loaded, ms. Loading goes on, however long it takes. */
const LOADED_MS = 6_000;
/** How much longer than its time a search is waited for, ms: a thread may have to start for it. */
const GRACE_MS = 12_000;
/** A process from which nothing is heard for so long hangs, and is ended, ms. The first word comes when its code is loaded. */
const SILENCE_MS = 120_000;
const MEGABYTES = 2048;

/**
 * Opens the library. Its process starts with the first search, so that it costs nothing without searches. Each
 * gateway has its own, so that no address needs to be configured.
 * @param options.output where the process logs: 1 is standard output, 2 standard error
 */
export function openStructureLibrary(databaseUrl: string, { output = 1 } = {}) {
  const queue = openLimit(LIMITS.structureSearches);
  const patterns = openLimit(LIMITS.patternSearches);
  const pool = openPool<LibraryQuestion, LibraryAnswer>({
    kind: 'process',
    program: 'library-process',
    megabytes: MEGABYTES,
    isShared: true,
    startMs: LOADED_MS,
    silenceMs: SILENCE_MS,
    env: { DATABASE_URL: databaseUrl },
    output,
  });
  return {
    /**
     * Searches structures.
     * @param page which of the results, the best first
     * @throws Problem 503 if the process has ended, is busy with too many searches, or does not answer
     */
    async search(
      wanted: Wanted,
      page: Pick<LibraryQuestion, 'from' | 'most'>,
      holder: Holder,
    ): Promise<LibraryAnswer> {
      try {
        await pool.warm();
        const ms = wanted.isPatient === true ? PATIENT_MS : SEARCH_MS;
        const question = { wanted, ...page, holder, ms };
        // Without a bound of the pool's: what takes too long is no reason to load everything again.
        const search = () => queue.during(holder, () => within(ms + GRACE_MS, pool.run(question)));
        return await (isPattern(wanted.asked) ? patterns.during(holder, search) : search());
      } catch (error) {
        if (error instanceof NotStarted) return { refused: 'loading' };
        throw error instanceof WorkerEnded || error instanceof TimedOut ? refusedForNow('read_again') : error;
      }
    },
    /** Starts the process if it does not run, as a search is expected. */
    warm: () => void pool.warm().catch(() => {}),
    close: () => pool.close(),
  };
}
