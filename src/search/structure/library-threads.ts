import type { Worker } from 'node:worker_threads';
import { LIMITS, openQueue, startThread, TimedOut, within } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { compileRdKit } from '../../chemistry/index.js';
import type { Description, RdKitCode } from '../../chemistry/index.js';
import type { Asked, ReadStructure, ThreadAnswer, ThreadTask } from './library-thread.js';

/** RDKit in threads. A call that takes too long is ended with its thread; the next call gets a new one. */
export interface LibraryThreads {
  /** Describes structures; null if RDKit cannot read one, or not in time. */
  describe(texts: readonly string[]): Promise<(Description | null)[]>;
  /** @throws TookTooLong */
  read(asked: Asked, ms: number, holder: Holder): Promise<ReadStructure>;
  /** Which of some canonical SMILES contain a part, by their places. @throws TookTooLong */
  having(asked: Asked, smiles: readonly string[], ms: number, holder: Holder): Promise<Uint32Array>;
  /** Starts the threads for searches. */
  warm(): Promise<void>;
}

/** A call of RDKit took too long and was ended with its thread. */
export class TookTooLong extends Error {}

/** How long a call for descriptions may take, ms. Describing one structure usually takes one millisecond. */
const DESCRIBED_MS = 10_000;
const MEGABYTES = 256;

/** Opens the threads: some for searches, and one that describes new structures, so that neither waits for the other. */
export async function openLibraryThreads(): Promise<LibraryThreads> {
  const code = await compileRdKit();
  const idle = Array.from({ length: LIMITS.searchThreads.all }, () => openThread(code));
  const searching = openQueue(LIMITS.searchThreads);
  // Matching waits in a line of its own, so that the next turn of a thread is for what is to be read.
  const matching = openQueue(LIMITS.searchThreads);
  const describing = openThread(code);

  const search = <T>(task: ThreadTask, ms: number, holder: Holder): Promise<T> =>
    searching.during(holder, async () => {
      const thread = idle.pop()!;
      try {
        return (await thread.run(task, ms)) as T;
      } finally {
        idle.push(thread);
      }
    });

  async function describe(texts: readonly string[]): Promise<(Description | null)[]> {
    try {
      return (await describing.run({ describe: texts }, DESCRIBED_MS)) as (Description | null)[];
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      if (texts.length === 1) return [null];
      const half = texts.length >> 1;
      return [...(await describe(texts.slice(0, half))), ...(await describe(texts.slice(half)))];
    }
  }

  return {
    describe,
    read: (asked, ms, holder) => search({ read: asked }, ms, holder),
    having: (asked, smiles, ms, holder) =>
      matching.during(holder, () => search({ having: smiles, asked }, ms, holder)),
    async warm() {
      await Promise.all(idle.map((thread) => thread.start()));
    },
  };
}

interface Thread {
  /** Starts it, if it does not run, however long that takes. */
  start(): Promise<unknown>;
  /** Does one task at a time. @throws TookTooLong */
  run(task: ThreadTask, ms: number): Promise<unknown>;
}

/**
 * A thread that starts with its first task, and again after a task that took too long. Starting does not count
 * towards a task's time.
 */
function openThread(code: RdKitCode): Thread {
  let worker: Worker | undefined;
  let starting: Promise<Worker> | undefined;

  async function launch(): Promise<Worker> {
    const started = startThread('search/structure/library-thread.js', {
      workerData: { code },
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    started.unref(); // it does not keep its process running
    started
      .on('error', () => {})
      .once('exit', () => {
        if (worker === started) worker = undefined;
      });
    await heard(started).catch((cause: unknown) => {
      throw new Error('a thread for structures did not start', { cause }); // not the fault of a structure
    });
    worker = started;
    return started;
  }

  const start = async (): Promise<Worker> =>
    worker ?? (starting ??= launch().finally(() => (starting = undefined)));

  return {
    start,
    async run(task, ms) {
      const thread = await start();
      const answer = heard(thread);
      thread.postMessage(task, []);
      try {
        return (await within(ms, answer)).done;
      } catch (error) {
        if (!(error instanceof TimedOut)) throw error;
        worker = undefined;
        void thread.terminate();
        throw new TookTooLong(`more than ${ms} ms`, { cause: error });
      }
    },
  };
}

/** The next message of a thread. @throws TookTooLong if the thread ends, as it does when it runs out of memory */
function heard(thread: Worker): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new TookTooLong('the thread has ended'));
    thread.once('exit', ended);
    thread.once('message', (answer: ThreadAnswer) => {
      thread.off('exit', ended);
      resolve(answer);
    });
  });
}
