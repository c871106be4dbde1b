import { LRUCache } from 'lru-cache';
import { isRefusal, LIMITS, openQueue, OURSELVES, unavailable } from '../../platform/index.js';
import type { Holder, Problem, Refusal } from '../../platform/index.js';
import { NotAnswered, openChemistryWorker, NoAnswerInTime } from './chemistry-worker.js';
import type { GivenStructure } from './given.js';
import type { Theme } from './themes.js';
import type { Completion, Identity } from './identity.js';
import type { Outline } from './read.js';

/** A structure that was read. The identity is null if it is worked out later, as it is for many at once (complete.ts). */
export type Structure = GivenStructure & Omit<Outline, 'isDoubtful'> & { identity: Identity | null };

/** Reads structures in another process. */
export interface Chemistry {
  /** The same for another caller than ourselves, in turn with others. */
  of(holder: Holder): Chemistry;
  /** Reads structures, in their order. */
  read(given: GivenStructure[]): Promise<(Structure | Refusal)[]>;
  /** Which substances they are: null if RDKit cannot read one, undefined if it has not answered. */
  identify(given: GivenStructure[]): Promise<(Identity | null | undefined)[]>;
  /** Like `identify`, with the data that the library searches. */
  complete(given: GivenStructure[]): Promise<(Completion | null | undefined)[]>;
  /** Molfiles: the given ones, or new ones with coordinates; undefined if that takes too long. */
  molfiles(given: GivenStructure[]): Promise<(string | undefined)[]>;
  /** A drawing as SVG. @throws Problem 503 if it takes too long */
  draw(given: GivenStructure, theme: Theme): Promise<string>;
  close(): Promise<void>;
}

/** The most structures in one message, which other callers have to wait for. */
const BATCH = { inchi: 20, outline: 500, identity: 20, completion: 20, molfile: 20 };
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
 * Opens the chemistry of this process. Its own process starts with the first structure.
 * @param options.output where that process writes: 1 is standard output, 2 standard error
 */
export function openChemistry({ output = 1 } = {}): Chemistry {
  const turn = openQueue(LIMITS.chemistry);
  const worker = openChemistryWorker(output);
  /** how often a structure took too long */
  const timesSlow = new LRUCache<string, number>({
    maxSize: KEPT,
    sizeCalculation: (_, text) => text.length,
    ttl: SLOW_MS,
  });
  const isSlow = (text: string): boolean => (timesSlow.get(text) ?? 0) >= TIMES_SLOW;
  const known = new LRUCache<string, { identity: Identity | null }>({
    maxSize: KEPT,
    sizeCalculation: (_, text) => text.length + IDENTITY,
  });
  const of = (holder: Holder): Chemistry => {
    const ask: typeof worker.ask = (job) =>
      turn.during(holder, async () => {
        const isDrawn = job.task === 'molfile' || job.task === 'drawing';
        const alone = isDrawn && job.given.length === 1 ? job.given[0]!.text : undefined;
        // In its turn: it may have waited for the same structure.
        if (alone !== undefined && isSlow(alone)) throw new NoAnswerInTime('it took too long before');
        try {
          return await worker.ask(job);
        } catch (error) {
          if (alone !== undefined && error instanceof NoAnswerInTime)
            timesSlow.set(alone, (timesSlow.get(alone) ?? 0) + 1);
          throw error;
        }
      });
    const each = <T>(task: keyof typeof BATCH, given: GivenStructure[]): Promise<(T | undefined)[]> =>
      inBatches((some) => ask({ task, given: some }) as Promise<T[]>, BATCH[task], given);
    const outlines: Outlines = (given) => each('outline', given);
    const identify: Chemistry['identify'] = async (given) => {
      const before = given.map(({ text }) => known.get(text));
      const worked = await each<Identity | null>(
        'identity',
        given.filter((_, at) => !before[at]),
      );
      return given.map(({ text }, at) => {
        if (before[at]) return before[at].identity;
        const identity = worked.shift();
        if (identity !== undefined) known.set(text, { identity });
        return identity;
      });
    };

    return {
      of,
      async read(given) {
        const ofInchi = await each<Structure | Refusal>('inchi', given.filter(isInchi));
        const others = given.filter((one) => !isInchi(one));
        const plain = await readPlain(others, outlines, identify);
        return given.map((one) => (isInchi(one) ? (ofInchi.shift() ?? TOO_SLOW) : plain.shift()!));
      },
      identify,
      complete: (given) => each<Completion | null>('completion', given),
      async molfiles(given) {
        const isMade = given.map(({ source, text }) => source !== 'molfile' && !isSlow(text));
        const made = await each<string>(
          'molfile',
          given.filter((_, i) => isMade[i]),
        );
        return given.map(({ source, text }, i) => {
          if (isMade[i]) return made.shift();
          return source === 'molfile' ? text : undefined;
        });
      },
      async draw(given, theme) {
        try {
          const [svg] = (await ask({ task: 'drawing', given: [given], theme })) as [string];
          return svg;
        } catch (error) {
          throw error instanceof NotAnswered ? tooSlow(error) : error;
        }
      },
      close: () => turn.during(OURSELVES, () => worker.end()),
    };
  };
  return of(OURSELVES);
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
      if (!(error instanceof NotAnswered)) throw error;
      if (some.length === 1) {
        if (error instanceof NoAnswerInTime) slow++;
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

type Outlines = (given: GivenStructure[]) => Promise<(Outline | Refusal | undefined)[]>;

/**
 * Reads SMILES and molfiles. If RDKit has read a molfile, hydrogens are those of its SMILES: programs count those of
 * metals and aromatic rings differently.
 */
async function readPlain(
  given: GivenStructure[],
  outlinesOf: Outlines,
  identify: Chemistry['identify'],
): Promise<(Structure | Refusal)[]> {
  const outlines = await outlinesOf(given);
  const isFew = given.length <= FEW;
  const asked = given.filter((_, i) => {
    const outline = outlines[i];
    return outline && !isRefusal(outline) && (isFew || outline.isDoubtful);
  });
  const identities = new Map<GivenStructure, Identity | null | undefined>();
  (await identify(asked)).forEach((identity, i) => identities.set(asked[i]!, identity));
  const drawn = given.filter((one) => one.source === 'molfile' && identities.get(one));
  const read = await outlinesOf(
    drawn.map((one) => ({ source: 'smiles', text: identities.get(one)!.smiles })),
  );
  const ofSmiles = new Map(drawn.map((one, i) => [one, read[i]]));
  return given.map((one, i) => {
    const fromSmiles = ofSmiles.get(one);
    const outline = fromSmiles && !isRefusal(fromSmiles) ? fromSmiles : outlines[i];
    if (!outline) return TOO_SLOW;
    if (isRefusal(outline)) return outline;
    const identity = identities.get(one);
    if (identity === null) return IMPOSSIBLE;
    if (identity === undefined && outline.isDoubtful) return TOO_SLOW;
    const { isDoubtful: _, ...plain } = outline;
    return { ...one, ...plain, identity: identity ?? null };
  });
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

const isInchi = ({ source }: GivenStructure): boolean => source === 'inchi';

const TOO_SLOW: Refusal = { reason: 'too_complex', message: 'takes too long to be read' };
const IMPOSSIBLE: Refusal = {
  reason: 'no_structure',
  message: 'is no structure that can be: an atom has too many bonds, or an aromatic ring lacks a hydrogen',
};
