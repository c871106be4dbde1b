import type { ChildProcess } from 'node:child_process';
import {
  endChild,
  LIMITS,
  openQueue,
  startChild,
  TimedOut,
  unavailable,
  within,
} from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import type { Wanted } from './library-search.js';
import { isPattern } from './pattern.js';

/** A search, as sent to the process. */
export interface LibraryQuestion {
  id: number;
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
    };

/** What the process says of itself: every second that it lives, and once that everything is loaded. */
export interface LibraryNews {
  news: 'alive' | 'ready';
}

/** The structures of the catalogue, in another process. */
export interface StructureLibrary {
  /**
   * Searches structures.
   * @param page which of the results, the best first
   * @throws Problem 503 if the process has ended, is busy with too many searches, or does not answer
   */
  search(wanted: Wanted, page: { from: number; most: number }, holder: Holder): Promise<LibraryAnswer>;
  /** Starts the process if it does not run, as a search is expected. */
  warm(): void;
  close(): Promise<void>;
}

/** The longest that a search takes, ms. */
const SEARCH_MS = 4_000;
/** The longest that a search waits for the library to be loaded, ms. Loading goes on, however long it takes. */
const LOADED_MS = 6_000;
/** How much longer than its time a search is waited for, ms: a thread may have to start for it. */
const GRACE_MS = 12_000;
/** A process from which nothing is heard for so long hangs, and is ended, ms. The first word comes when its code is loaded. */
const SILENCE_MS = { first: 300_000, later: 60_000 };
/** The least time between two starts, ms. */
const AGAIN_MS = 1_000;
const MEGABYTES = 2048;

/**
 * Opens the library. Its process starts with the first search, so that it costs nothing without searches. Each
 * gateway has its own, so that no address needs to be configured.
 * @param options.output where the process logs: 1 is standard output, 2 standard error
 */
export function openStructureLibrary(databaseUrl: string, { output = 1 } = {}): StructureLibrary {
  const queue = openQueue(LIMITS.structureSearches);
  const patterns = openQueue(LIMITS.patternSearches);
  const asked = new Map<number, (answer: LibraryAnswer | null) => void>();
  let running: Running | undefined;
  let startedAt = -Infinity;
  let ids = 0;

  function start(): Running {
    if (performance.now() - startedAt < AGAIN_MS) throw buildingAgain();
    startedAt = performance.now();
    const options = { megabytes: MEGABYTES, databaseUrl, output };
    const child = startChild('search/structure/library-process.js', options);
    endIfSilent(child);
    const ready = new Promise<void>((resolve, reject) => {
      child.once('exit', () => {
        if (running?.child === child) running = undefined;
        for (const answer of asked.values()) answer(null);
        reject(buildingAgain());
      });
      child.on('message', (message) => {
        const said = message as LibraryNews | ({ id: number } & LibraryAnswer);
        if ('id' in said) {
          const { id, ...answer } = said;
          asked.get(id)?.(answer);
        } else if (said.news === 'ready') resolve();
      });
    });
    ready.catch(() => {}); // nobody may be waiting
    return { child, ready };
  }

  async function ask(question: LibraryQuestion): Promise<LibraryAnswer> {
    if (!running) throw buildingAgain();
    const { child } = running;
    try {
      const reply = new Promise<LibraryAnswer | null>((resolve) => {
        asked.set(question.id, resolve);
        child.send(question, () => {}); // if it cannot be sent, the process has ended
      });
      const answer = await within(question.ms + GRACE_MS, reply).catch(late);
      if (answer === null) throw buildingAgain();
      return answer;
    } finally {
      asked.delete(question.id);
    }
  }

  return {
    async search(wanted, { from, most }, holder) {
      running ??= start();
      const isReady = await within(LOADED_MS, running.ready).then(() => true, late);
      if (!isReady) return { refused: 'loading' };
      const search = () =>
        queue.during(holder, () => ask({ id: ++ids, wanted, from, most, holder, ms: SEARCH_MS }));
      return isPattern(wanted.asked) ? patterns.during(holder, search) : search();
    },
    warm() {
      if (!running && performance.now() - startedAt >= AGAIN_MS) running = start();
    },
    async close() {
      if (running) await endChild(running.child);
    },
  };
}

interface Running {
  child: ChildProcess;
  /** resolves once its structures are loaded; rejects where it ends before */
  ready: Promise<void>;
}

/** Kills a process from which nothing is heard. */
function endIfSilent(child: ChildProcess): void {
  let silence: NodeJS.Timeout;
  const listen = (ms: number): void => {
    clearTimeout(silence);
    silence = setTimeout(() => child.kill('SIGKILL'), ms).unref();
  };
  listen(SILENCE_MS.first);
  child.on('message', () => listen(SILENCE_MS.later)).once('exit', () => clearTimeout(silence));
}

/** For a wait that may be over before its end. @throws what is no time-out */
function late(error: unknown): null {
  if (error instanceof TimedOut) return null;
  throw error;
}

const buildingAgain = () =>
  unavailable(
    'The structures are being read again. Try again in a moment. 结构库正在重新载入，请稍后再试。',
    undefined,
    3,
  );
