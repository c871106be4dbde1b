import { LRUCache } from 'lru-cache';
import {
  LIMITS,
  NotStarted,
  openPool,
  openLimit,
  OURSELVES,
  TimedOut,
  unavailable,
  WorkerEnded,
} from '../../platform/index.js';
import type { Holder, Pool, Problem, Refusal } from '../../platform/index.js';
import type { Job } from './chemistry-process.js';
import type { GivenStructure } from './given.js';
import type { Look } from './themes.js';
import type { Completion, Identity } from './identity.js';
import type { Structure } from './read.js';

/** Reads structures in another process. All throw Problem 503 where that cannot start. */
export type Chemistry = Pick<Chemist, keyof Chemist>;

/** The most structures in one message, which other callers have to wait for; and of many that are only read. */
const BATCH = 20;
const BATCH_READ = 200;
/** How long one structure may take, and how much more each further one of a batch adds, ms. */
const EACH_MS = 5_000;
const MORE_MS = 20;
/** A process ends after so long without a structure, which frees its memory, ms. */
const IDLE_MS = 60_000;
/** After so many structures of a call took too long, at 5 s each, the rest is not tried. */
const MOST_SLOW = 5;
/** The same for structures at which the process ends or fails, which costs less: it starts again within a second. */
const MOST_FAILED = 25;
/**
 * For how long a structure that twice took too long to draw is not tried again, ms: each time everybody's drawings wait.
 * Once may be the fault of the machine.
 */
const SLOW_MS = 600_000;
const TIMES_SLOW = 2;
/** Up to this many structures are identified immediately. */
const FEW = 100;
/**
 * Identities are cached for structures of so many characters. After a large push every read would work them out
 * again.
 */
const KEPT = 2 * 1024 * 1024;
/** About the size of a cached identity. */
const IDENTITY = 500;

/**
 * Opens the chemistry of this process. Its own process starts with the first structure, and gives way to searches and
 * details: drawings that somebody asks for by the dozen would hold up everybody's.
 * @param options.output where that process writes: 1 is standard output, 2 standard error
 */
export const openChemistry = ({ output = 1 } = {}): Chemistry =>
  new Chemist(OURSELVES, openProcesses(output));

/** What all callers share. */
function openProcesses(output: number) {
  const shared = { kind: 'process', megabytes: 512, idleMs: IDLE_MS, output, givesWay: true } as const;
  return {
    turn: openLimit(LIMITS.chemistry),
    chemists: openPool<Job, unknown[]>({ ...shared, program: 'chemistry-process' }),
    // Indigo takes more memory than RDKit: it has a process of its own, from the first InChI on. It is slow enough by itself.
    inchiReaders: openPool<{ given: GivenStructure[] }, unknown[]>({
      ...shared,
      givesWay: false,
      program: 'inchi-process',
    }),
    slow: openSlowOnes(),
    known: new LRUCache<string, { identity: Identity | null }>({
      maxSize: KEPT,
      sizeCalculation: (_, text) => text.length + IDENTITY,
    }),
  };
}

class Chemist {
  readonly #holder: Holder;
  readonly #shared: ReturnType<typeof openProcesses>;

  constructor(holder: Holder, shared: ReturnType<typeof openProcesses>) {
    this.#holder = holder;
    this.#shared = shared;
  }

  /** The same for another caller than ourselves, in turn with others. */
  of(holder: Holder): Chemistry {
    return new Chemist(holder, this.#shared);
  }

  /** Reads structures, in their order. */
  async read(given: GivenStructure[]): Promise<(Structure | Refusal)[]> {
    const isFew = given.length <= FEW;
    const others = given.filter((one) => !isInchi(one));
    const batch = isFew ? BATCH : BATCH_READ;
    const plain = await this.#each<Structure | Refusal>({ task: 'read', isFew, given: others }, batch);
    const ofInchi = await inBatches(
      (some) => this.#run(this.#shared.inchiReaders, { given: some }) as Promise<(Structure | Refusal)[]>,
      BATCH,
      given.filter(isInchi),
    );
    return given.map((one) => (isInchi(one) ? ofInchi : plain).shift() ?? TOO_SLOW);
  }

  /** Which substances they are: null if RDKit cannot read one, undefined if it has not answered. */
  async identify(given: GivenStructure[]): Promise<(Identity | null | undefined)[]> {
    const { known } = this.#shared;
    const before = given.map(({ text }) => known.get(text));
    // Many names of a product mean the same, in the same letters.
    const open = new Map(given.flatMap((one, at) => (before[at] ? [] : [[one.text, one]])));
    const worked = await this.#each<Identity | null>({ task: 'identity', given: [...open.values()] });
    const found = new Map([...open.keys()].map((text, at) => [text, worked[at]]));
    for (const [text, identity] of found) if (identity !== undefined) known.set(text, { identity });
    return given.map(({ text }, at) => (before[at] ?? { identity: found.get(text) }).identity);
  }

  /** Like `identify`, with the data that the library searches. */
  complete(given: GivenStructure[]): Promise<(Completion | null | undefined)[]> {
    return this.#each<Completion | null>({ task: 'completion', given });
  }

  /** Molfiles: the given ones, or new ones with coordinates; undefined if that takes too long. */
  async molfiles(given: GivenStructure[]): Promise<(string | undefined)[]> {
    const isMade = ({ source, text }: GivenStructure): boolean =>
      source !== 'molfile' && !this.#shared.slow.has(text);
    const made = await this.#each<string>({ task: 'molfile', given: given.filter(isMade) });
    return given.map((one) => {
      if (isMade(one)) return made.shift();
      return one.source === 'molfile' ? one.text : undefined;
    });
  }

  /** A drawing as SVG. @throws Problem 503 if it takes too long */
  async draw(given: GivenStructure, look: Look): Promise<string> {
    try {
      const [svg] = await this.#run(this.#shared.chemists, { task: 'drawing', given: [given], look });
      return svg as string;
    } catch (error) {
      throw isUnanswered(error) ? tooSlow(error) : error;
    }
  }

  close(): Promise<void> {
    const { turn, chemists, inchiReaders } = this.#shared;
    return turn.during(
      OURSELVES,
      async () => void (await Promise.all([chemists.close(), inchiReaders.close()])),
    );
  }

  #run<J extends { given: GivenStructure[] }>(pool: Pool<J, unknown[]>, job: J): Promise<unknown[]> {
    const { turn, slow } = this.#shared;
    const attempt = () => pool.run(job, { ms: EACH_MS + job.given.length * MORE_MS });
    const isDrawn = 'task' in job && (job.task === 'molfile' || job.task === 'drawing');
    // In its turn: it may have waited for the same structure.
    const inTurn = () => (isDrawn ? slow.watch(job.given, attempt) : attempt());
    return turn.during(this.#holder, inTurn).catch(notStarted);
  }

  #each<T>(job: Exclude<Job, { task: 'drawing' }>, batch = BATCH): Promise<(T | undefined)[]> {
    const work = (given: GivenStructure[]) =>
      this.#run(this.#shared.chemists, { ...job, given }) as Promise<T[]>;
    return inBatches(work, batch, job.given);
  }
}

/**
 * Does all structures, in batches. A batch without an answer is repeated one by one, so that only the structure at
 * fault fails. After {@link MOST_SLOW} or {@link MOST_FAILED} of those, no further batches are tried. One at which
 * the process ends is tried twice.
 * @param work does some structures, in order
 * @returns undefined for what was not answered: the process may have been killed for another reason
 */
export async function inBatches<T>(
  work: (some: GivenStructure[]) => Promise<T[]>,
  batch: number,
  given: GivenStructure[],
): Promise<(T | undefined)[]> {
  const results: (T | undefined)[] = [];
  let slow = 0;
  let failed = 0;
  const isEnough = (): boolean => slow >= MOST_SLOW || failed >= MOST_FAILED;
  const attempt = async (some: GivenStructure[], isAgain = false): Promise<(T | undefined)[]> => {
    try {
      return await work(some);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (some.length === 1) {
        if (error instanceof TimedOut) slow++;
        else if (isAgain) failed++;
        else return attempt(some, true);
      }
      if (some.length === 1 || isEnough()) return some.map(() => undefined);
      const half = Math.ceil(some.length / 2);
      return [...(await attempt(some.slice(0, half))), ...(await attempt(some.slice(half)))];
    }
  };
  for (let at = 0; at < given.length; at += batch) {
    const some = given.slice(at, at + batch);
    results.push(...(isEnough() ? some.map(() => undefined) : await attempt(some)));
  }
  return results;
}

/** Counts how often structures took too long to draw. */
function openSlowOnes() {
  const times = new LRUCache<string, number>({
    maxSize: KEPT,
    sizeCalculation: (_, text) => text.length,
    ttl: SLOW_MS,
  });
  const has = (text: string): boolean => (times.get(text) ?? 0) >= TIMES_SLOW;
  return {
    has,
    /** Draws some, which are counted only where they are alone. @throws TimedOut at once for one that is in here; what drawing throws */
    async watch<T>(given: readonly GivenStructure[], draw: () => Promise<T>): Promise<T> {
      const alone = given.length === 1 ? given[0]!.text : undefined;
      if (alone === undefined) return draw();
      if (has(alone)) throw new TimedOut('it took too long before');
      return draw().catch((error: unknown) => {
        if (error instanceof TimedOut) times.set(alone, (times.get(alone) ?? 0) + 1);
        throw error;
      });
    },
  };
}

/** Works with the given chemistry, or with a temporary one. */
export async function withChemistry<T>(
  given: Chemistry | undefined,
  work: (chemistry: Chemistry) => Promise<T>,
): Promise<T> {
  if (given) return work(given);
  const own = openChemistry();
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

const tooSlow = (cause: unknown): Problem =>
  unavailable('This structure takes too long to draw.', cause, SLOW_MS / 1_000);

const isUnanswered = (error: unknown): boolean => error instanceof TimedOut || error instanceof WorkerEnded;

/** If a process cannot start, for want of memory or the like, the structures are not to blame. @throws Problem 503 */
function notStarted(error: unknown): never {
  throw error instanceof NotStarted ? unavailable('Structures cannot be read just now.', error) : error;
}

const isInchi = ({ source }: GivenStructure): boolean => source === 'inchi';

const TOO_SLOW: Refusal = { reason: 'too_complex', message: 'takes too long to be read' };
