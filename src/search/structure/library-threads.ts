import { LIMITS, openPool, openLimit, TimedOut, WorkerEnded } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { compileRdKit } from '../../chemistry/index.js';
import type { Description } from '../../chemistry/index.js';
import type { Asked, ReadStructure, ThreadTask } from './library-thread.js';

/** RDKit in threads. A call that takes too long is ended with its thread; the next call gets a new one. */
export type LibraryThreads = Awaited<ReturnType<typeof openLibraryThreads>>;

/** A call of RDKit took too long and was ended with its thread. */
export class TookTooLong extends Error {}

/** How long a call for descriptions may take, ms. Describing one structure usually takes one millisecond. */
const DESCRIBED_MS = 10_000;
/** How long a call waits for its thread to start, ms. */
const START_MS = 600_000;
/** After so long without work a thread ends, ms. */
const IDLE_MS = 60_000;
const MEGABYTES = 256;

/** Opens the threads: those that read queries and describe structures are others than those that compare, which may take long. */
export async function openLibraryThreads() {
  const data = { code: await compileRdKit() };
  const open = () =>
    openPool<ThreadTask, unknown>({
      kind: 'thread',
      program: 'library-thread',
      megabytes: MEGABYTES,
      startMs: START_MS,
      idleMs: IDLE_MS,
      data,
    });
  const [readers, matchers] = [open(), open()];
  const reading = openLimit(LIMITS.searchThreads);
  const matching = openLimit(LIMITS.searchThreads);

  async function run<T>(threads: typeof readers, task: ThreadTask, ms: number): Promise<T> {
    try {
      return (await threads.run(task, { ms })) as T;
    } catch (error) {
      const isLate = error instanceof TimedOut || error instanceof WorkerEnded;
      throw isLate ? new TookTooLong(`more than ${ms} ms`, { cause: error }) : error;
    }
  }

  /** Describes structures; null if RDKit cannot read one, or not in time. */
  async function describe(texts: readonly string[]): Promise<(Description | null)[]> {
    try {
      return await run(readers, { describe: texts }, DESCRIBED_MS);
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      if (texts.length === 1) return [null];
      const half = texts.length >> 1;
      return [...(await describe(texts.slice(0, half))), ...(await describe(texts.slice(half)))];
    }
  }

  return {
    describe,
    /** @throws TookTooLong */
    read: (asked: Asked, ms: number, holder: Holder) =>
      reading.during(holder, () => run<ReadStructure>(readers, { read: asked }, ms)),
    /** The standard InChIKey of a query; null if it has none. @throws TookTooLong */
    inchikeyOf: (asked: Asked, ms: number, holder: Holder) =>
      reading.during(holder, () => run<string | null>(readers, { key: asked }, ms)),
    /** Which of some molecules of the index contain a part, by their places. @throws TookTooLong */
    having: (asked: Asked, molecules: readonly string[], ms: number, holder: Holder) =>
      matching.during(holder, () => run<number[]>(matchers, { having: molecules, asked }, ms)),
    /** Starts a thread for searches. */
    warm: () => describe([]),
  };
}
