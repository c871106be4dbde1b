import type { ChildProcess } from 'node:child_process';
import { endChild, nextReply, startChild } from '../child-process.js';
import { unavailable } from '../http/problem.js';
import type { Problem } from '../http/problem.js';
import { openQueue } from '../http/queue.js';
import { within } from '../time-out.js';
import type { Refusal } from '../products/values.js';
import type { GivenStructure } from './given.js';
import { isRefusal } from './given.js';
import type { Theme } from './themes.js';
import type { Completion, Identity } from './identity.js';
import type { Outline } from './read.js';

/** What the process is asked to do. */
export type Job =
  | { task: 'inchi'; given: GivenStructure[] }
  | { task: 'outline'; given: GivenStructure[] }
  | { task: 'load'; part: Part }
  | { task: 'identity'; given: GivenStructure[] }
  | { task: 'completion'; given: GivenStructure[] }
  | { task: 'molfile'; given: GivenStructure[] }
  | { task: 'drawing'; given: GivenStructure[]; theme: Theme };

/** What is loaded at its first use, and takes a second: what reads InChI, RDKit, and what rings look like. */
type Part = 'inchi' | 'rdkit' | 'templates';
const PARTS = {
  inchi: 'inchi',
  outline: undefined,
  identity: 'rdkit',
  completion: 'rdkit',
  molfile: 'templates',
  drawing: 'templates',
} as const;

/** What it says of its job: with `needs` it asks for it again, once it has loaded that. */
export type Said = Done | { failed: string };
interface Done {
  done: unknown;
  needs?: Part;
}

/** A structure that was read. Few are worked out at once; of many the identity follows later (complete.ts). */
export type Structure = GivenStructure & Omit<Outline, 'isDoubtful'> & { identity: Identity | null };

/** Reads structures in another process. */
export interface Chemistry {
  /** Reads structures, in their order. */
  read(given: GivenStructure[]): Promise<(Structure | Refusal)[]>;
  /** Which substances they are; null where RDKit cannot read one; undefined where it has not answered. */
  identify(given: GivenStructure[]): Promise<(Identity | null | undefined)[]>;
  /** The same, and what the library searches in. */
  complete(given: GivenStructure[]): Promise<(Completion | null | undefined)[]>;
  /** Molfiles: the given ones, or such with places for the atoms; undefined where that takes too long. */
  molfiles(given: GivenStructure[]): Promise<(string | undefined)[]>;
  /** A picture as SVG. @throws Problem 503 where it takes too long */
  draw(given: GivenStructure, theme: Theme): Promise<string>;
  close(): Promise<void>;
}

/** A process that is idle for this long ends, which frees its memory, ms. */
const IDLE_MS = 60_000;
/** The longest that a process may take to begin, and RDKit to load, ms. */
const START_MS = 30_000;
/** The longest that one structure may take; of a batch each may take a little more, ms. */
const EACH_MS = 5_000;
const MORE_MS = 20;
/** Structures in one message: another caller waits for no more than these. */
const BATCH = { inchi: 20, outline: 500, identity: 20, completion: 20, molfile: 20 };
/** Structures of a call that may take too long, at 5 s each: with more the rest of their batches is not read either. */
const MOST_SLOW = 5;
/** Up to so many structures are worked out at once. */
const FEW = 100;

/** The process took too long, or has ended. */
class NotAnswered extends Error {}

/**
 * The libraries run in one process, started at the first structure: they block their thread, RDKit takes 100 MB,
 * and a hostile structure may never end unless its process is killed.
 */
export function openChemistry(): Chemistry {
  const turn = openQueue(1);
  let worker: { child: ChildProcess; loaded: Set<Part> } | undefined;
  let resting: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(resting);
    const ended = worker?.child;
    worker = undefined;
    if (ended) await endChild(ended);
  };
  const begin = async () => {
    const child = startChild('structures/chemistry-process.js', { megabytes: 512 });
    worker = { child, loaded: new Set() };
    await said(child, START_MS).catch((error: unknown) => {
      throw unavailable('Structures cannot be read just now.', error);
    });
    return worker;
  };
  const ask = async (job: Exclude<Job, { task: 'load' }>): Promise<unknown> => {
    clearTimeout(resting);
    try {
      const running = worker ?? (await begin());
      const exchange = async (asked: Job, ms: number): Promise<Done> => {
        const reply = said(running.child, ms);
        running.child.send(asked, () => {}); // where it cannot be sent the process has ended
        return reply;
      };
      const load = async (part: Part): Promise<void> => {
        if (running.loaded.has(part)) return;
        await exchange({ task: 'load', part }, START_MS);
        running.loaded.add(part);
      };
      const work = () => exchange(job, EACH_MS + job.given.length * MORE_MS);
      const part = PARTS[job.task];
      if (part) await load(part);
      const { done, needs } = await work();
      if (!needs) return done;
      await load(needs);
      return (await work()).done;
    } catch (error) {
      await end();
      throw error;
    } finally {
      if (worker) resting = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };

  /**
   * All of them, in batches. One that is not answered is done again by each, so that the one at fault fails alone.
   * @returns undefined for what was not answered: the process may have been killed for another reason
   */
  const each = async <T>(task: keyof typeof BATCH, given: GivenStructure[]): Promise<(T | undefined)[]> => {
    const results: (T | undefined)[] = [];
    let slow = 0;
    const attempt = async (some: GivenStructure[]): Promise<(T | undefined)[]> => {
      try {
        return (await turn.during(() => ask({ task, given: some }))) as T[];
      } catch (error) {
        if (!(error instanceof NotAnswered)) throw error;
        if (some.length === 1) slow++;
        if (some.length === 1 || slow >= MOST_SLOW) return some.map(() => undefined);
        const half = Math.ceil(some.length / 2);
        return [...(await attempt(some.slice(0, half))), ...(await attempt(some.slice(half)))];
      }
    };
    for (let at = 0; at < given.length; at += BATCH[task])
      results.push(...(await attempt(given.slice(at, at + BATCH[task]))));
    return results;
  };
  const identify = (given: GivenStructure[]) => each<Identity | null>('identity', given);

  /**
   * Reads SMILES and molfiles. A molfile that RDKit has read has the hydrogens of its SMILES: readers differ in how many they
   * give a metal or an aromatic ring.
   */
  const readPlain = async (given: GivenStructure[]): Promise<(Structure | Refusal)[]> => {
    const outlines = await each<Outline | Refusal>('outline', given);
    const isFew = given.length <= FEW;
    const asked = given.filter((_, i) => {
      const outline = outlines[i];
      return outline && !isRefusal(outline) && (isFew || outline.isDoubtful);
    });
    const identities = new Map<GivenStructure, Identity | null | undefined>();
    (await identify(asked)).forEach((identity, i) => identities.set(asked[i]!, identity));
    const drawn = given.filter((one) => one.source === 'molfile' && identities.get(one));
    const read = await each<Outline | Refusal>(
      'outline',
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
  };

  return {
    async read(given) {
      const ofInchi = await each<Structure | Refusal>('inchi', given.filter(isInchi));
      const plain = await readPlain(given.filter((one) => !isInchi(one)));
      return given.map((one) => (isInchi(one) ? (ofInchi.shift() ?? TOO_SLOW) : plain.shift()!));
    },
    identify,
    complete: (given) => each<Completion | null>('completion', given),
    async molfiles(given) {
      const made = await each<string>(
        'molfile',
        given.filter(({ source }) => source !== 'molfile'),
      );
      return given.map(({ source, text }) => (source === 'molfile' ? text : made.shift()));
    },
    async draw(given, theme) {
      try {
        const [svg] = (await turn.during(() => ask({ task: 'drawing', given: [given], theme }))) as [string];
        return svg;
      } catch (error) {
        throw error instanceof NotAnswered ? tooSlow(error) : error;
      }
    },
    close: () => turn.during(end),
  };
}

/** Does some work with the given chemistry, or with a temporary one. */
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

/** What is said where one structure takes too long to be drawn. */
export const tooSlow = (cause?: unknown): Problem =>
  unavailable('This structure takes too long to draw.', cause, 60);

const isInchi = ({ source }: GivenStructure): boolean => source === 'inchi';

const TOO_SLOW: Refusal = { reason: 'too_complex', message: 'takes too long to be read' };
const IMPOSSIBLE: Refusal = {
  reason: 'no_structure',
  message: 'is no structure that can be: an atom has too many bonds, or an aromatic ring lacks a hydrogen',
};

/** @throws NotAnswered where the process takes longer, or ends; Error as the process reports it */
async function said(child: ChildProcess, ms: number): Promise<Done> {
  const reported = (await within(ms, nextReply(child)).catch(() => null)) as Said | null;
  if (reported === null) throw new NotAnswered('the chemistry process took too long, or has ended');
  if ('failed' in reported) throw new NotAnswered(reported.failed);
  return reported;
}
