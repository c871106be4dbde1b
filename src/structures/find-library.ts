import type { ChildProcess } from 'node:child_process';
import { endChild, startChild } from '../child-process.js';
import { unavailable } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import type { Wanted } from './library-search.js';

/** A search, as it is sent to the process. */
export interface LibraryQuestion {
  id: number;
  wanted: Wanted;
  /** the first of the results to be sent, and how many at most */
  from: number;
  most: number;
  /** how long it may take, ms */
  ms: number;
}

/** Why nothing was looked for. */
export type SearchRefusal = 'loading' | 'unreadable' | 'too_large' | 'too_complex' | 'failed';

/** What the process sends back. */
export type LibraryAnswer =
  | { refused: SearchRefusal }
  | {
      /** of find-modes.ts, the best first */
      results: Float64Array;
      total: number;
      /** structures that could not be looked at */
      missed: number;
      /** all that was written before the search was looked at */
      isFresh: boolean;
    };

/** The structures of the catalogue, in another process. */
export interface StructureLibrary {
  /**
   * Looks for structures.
   * @param page which of the results, the best first
   * @throws Problem 503 where the process has ended, or too many searches are under way
   */
  search(wanted: Wanted, page: { from: number; most: number }): Promise<LibraryAnswer>;
  /** Starts the process unless it runs: a search is about to come. */
  warm(): void;
  close(): Promise<void>;
}

/** Searches at once; others wait. */
const MOST = 4;
/** The longest that a search waits for its turn, and that it takes, ms. */
const WAIT_MS = 5_000;
const SEARCH_MS = 4_000;
/** A process that does not answer for so much longer, which includes its start, is ended, ms. */
const GRACE_MS = 12_000;
/** The least time between two starts, ms. */
const AGAIN_MS = 1_000;
const MEGABYTES = 2048;

/**
 * Opens the library: nothing starts before the first search, so it costs nothing where there are no such searches. Each
 * gateway has its own process, and so needs no address to be configured.
 * @param options.output where the process logs: standard output, or 2 for standard error
 */
export function openStructureLibrary(databaseUrl: string, { output = 1 } = {}): StructureLibrary {
  const queue = openQueue(MOST, WAIT_MS);
  const asked = new Map<number, (answer: LibraryAnswer | null) => void>();
  let running: ChildProcess | undefined;
  let startedAt = -Infinity;
  let ids = 0;

  function start(): ChildProcess {
    if (performance.now() - startedAt < AGAIN_MS) throw buildingAgain();
    startedAt = performance.now();
    const options = { megabytes: MEGABYTES, databaseUrl, output };
    const started = startChild('structures/library-process.js', options);
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
        worker.send(question, () => {}); // where it cannot be sent the process has ended
      });
      if (answer === null) throw buildingAgain();
      return answer;
    } finally {
      asked.delete(question.id);
      clearTimeout(late);
    }
  }

  return {
    search: (wanted, { from, most }) =>
      queue.during(() => {
        running ??= start();
        return ask(running, { id: ++ids, wanted, from, most, ms: SEARCH_MS });
      }),
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
