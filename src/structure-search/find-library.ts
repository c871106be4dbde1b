import type { ChildProcess } from 'node:child_process';
import { endChild, startChild } from '../process/workers.js';
import { unavailable } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import type { Wanted } from './library-search.js';

/** A search, as sent to the process. */
export interface LibraryQuestion {
  id: number;
  wanted: Wanted;
  /** the first result to send, and the most results */
  from: number;
  most: number;
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

/** The structures of the catalogue, in another process. */
export interface StructureLibrary {
  /**
   * Searches structures.
   * @param page which of the results, the best first
   * @throws Problem 503 if the process has ended or is busy with too many searches
   */
  search(wanted: Wanted, page: { from: number; most: number }): Promise<LibraryAnswer>;
  /** Starts the process if it does not run, as a search is expected. */
  warm(): void;
  close(): Promise<void>;
}

/** Searches at once, and how many of them may be for patterns, some of which take all their time; others wait. */
const MOST = 4;
const MOST_PATTERNS = 2;
/** The longest that a search waits for its turn, and that it takes, ms. */
const WAIT_MS = 5_000;
const SEARCH_MS = 4_000;
/** A process that stays silent for this much longer is ended, ms. It includes the time to start. */
const GRACE_MS = 12_000;
/** The least time between two starts, ms. */
const AGAIN_MS = 1_000;
const MEGABYTES = 2048;

/**
 * Opens the library. Its process starts with the first search, so that it costs nothing without searches. Each
 * gateway has its own, so that no address needs to be configured.
 * @param options.output where the process logs: 1 is standard output, 2 standard error
 */
export function openStructureLibrary(databaseUrl: string, { output = 1 } = {}): StructureLibrary {
  const queue = openQueue(MOST, WAIT_MS);
  const patterns = openQueue(MOST_PATTERNS, WAIT_MS);
  const asked = new Map<number, (answer: LibraryAnswer | null) => void>();
  let running: ChildProcess | undefined;
  let startedAt = -Infinity;
  let ids = 0;

  function start(): ChildProcess {
    if (performance.now() - startedAt < AGAIN_MS) throw buildingAgain();
    startedAt = performance.now();
    const options = { megabytes: MEGABYTES, databaseUrl, output };
    const started = startChild('structure-search/library-process.js', options);
    started.once('exit', () => {
      if (running !== started) return;
      running = undefined;
      for (const answer of asked.values()) answer(null);
    });
    return started.on('message', (message) => {
      const { id, ...answer } = message as { id: number } & LibraryAnswer;
      asked.get(id)?.(answer);
    });
  }

  async function ask(worker: ChildProcess, question: LibraryQuestion): Promise<LibraryAnswer> {
    const late = setTimeout(() => worker.kill('SIGKILL'), question.ms + GRACE_MS);
    try {
      const answer = await new Promise<LibraryAnswer | null>((resolve) => {
        asked.set(question.id, resolve);
        worker.send(question, () => {}); // if it cannot be sent, the process has ended
      });
      if (answer === null) throw buildingAgain();
      return answer;
    } finally {
      asked.delete(question.id);
      clearTimeout(late);
    }
  }

  return {
    search(wanted, { from, most }) {
      const search = () =>
        queue.during(() => {
          running ??= start();
          return ask(running, { id: ++ids, wanted, from, most, ms: SEARCH_MS });
        });
      return wanted.asked.kind === 'smarts' ? patterns.during(search) : search();
    },
    warm() {
      if (!running && performance.now() - startedAt >= AGAIN_MS) running = start();
    },
    async close() {
      if (running) await endChild(running);
    },
  };
}

const buildingAgain = () =>
  unavailable(
    'The structures are being read again. Try again in a moment. 结构库正在重新载入，请稍后再试。',
    undefined,
    3,
  );
