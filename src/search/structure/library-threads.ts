import { LIMITS, openPool, openQueue, TimedOut, WorkerEnded } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { compileRdKit } from '../../chemistry/index.js';
import type { Description } from '../../chemistry/index.js';
import type { Asked, ReadStructure, ThreadTask } from './library-thread.js';

/** RDKit in threads. A call that takes too long is ended with its thread; the next call gets a new one. */
export interface LibraryThreads {
  /** Describes structures; null if RDKit cannot read one, or not in time. */
  describe(texts: readonly string[]): Promise<(Description | null)[]>;
  /** @throws TookTooLong */
  read(asked: Asked, ms: number, holder: Holder): Promise<ReadStructure>;
  /**
   * Which of some canonical SMILES contain a part, by their places.
   * @param half of all structures, 0 or 1: each has a thread, which keeps what it has read
   * @throws TookTooLong
   */
  having(
    asked: Asked,
    smiles: readonly string[],
    half: number,
    ms: number,
    holder: Holder,
  ): Promise<Uint32Array>;
  /** Starts a thread for searches. */
  warm(): Promise<void>;
}

/** A call of RDKit took too long and was ended with its thread. */
export class TookTooLong extends Error {}

/** How long a call for descriptions may take, ms. Describing one structure usually takes one millisecond. */
const DESCRIBED_MS = 10_000;
/** How long a call waits for its thread to start, ms. */
const START_MS = 600_000;
/** After so long without work a thread ends, ms. Those that compare hold up to half a gigabyte each. */
const IDLE_MS = { reading: 60_000, matching: 600_000 };
const MEGABYTES = 256;

/** Opens the threads: some read queries and describe structures, two compare, so that no comparison keeps anybody from being read. */
export async function openLibraryThreads(): Promise<LibraryThreads> {
  const data = { code: await compileRdKit() };
  const open = (idleMs: number) =>
    openPool<ThreadTask, unknown>({
      kind: 'thread',
      program: 'library-thread',
      megabytes: MEGABYTES,
      startMs: START_MS,
      idleMs,
      data,
    });
  const readers = open(IDLE_MS.reading);
  const matchers = [0, 1].map(() => ({ threads: open(IDLE_MS.matching), isBusy: false }));
  const reading = openQueue(LIMITS.searchThreads);
  const matching = openQueue(LIMITS.searchThreads);

  const run = async <T>(threads: typeof readers, task: ThreadTask, ms: number): Promise<T> => {
    try {
      return (await threads.run(task, { ms })) as T;
    } catch (error) {
      const isLate = error instanceof TimedOut || error instanceof WorkerEnded;
      throw isLate ? new TookTooLong(`more than ${ms} ms`, { cause: error }) : error;
    }
  };

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
    read: (asked, ms, holder) => reading.during(holder, () => run(readers, { read: asked }, ms)),
    having: (asked, smiles, half, ms, holder) =>
      matching.during(holder, async () => {
        const own = matchers[half]!;
        // That of the other half has to read what it compares. There are no more turns than threads, so that one is free.
        const matcher = own.isBusy ? matchers[1 - half]! : own;
        matcher.isBusy = true;
        try {
          return await run<Uint32Array>(matcher.threads, { having: smiles, asked }, ms);
        } finally {
          matcher.isBusy = false;
        }
      }),
    warm: async () => void (await run(readers, { describe: [] }, DESCRIBED_MS)),
  };
}
