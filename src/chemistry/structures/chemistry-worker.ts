import type { ChildProcess } from 'node:child_process';
import {
  endChild,
  nextReply,
  Problem,
  startChild,
  TimedOut,
  unavailable,
  within,
} from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import type { Theme } from './themes.js';

/** What the process can be asked to do. */
export type Job =
  | { task: 'inchi'; given: GivenStructure[] }
  | { task: 'outline'; given: GivenStructure[] }
  | { task: 'load'; part: Part }
  | { task: 'identity'; given: GivenStructure[] }
  | { task: 'completion'; given: GivenStructure[] }
  | { task: 'molfile'; given: GivenStructure[] }
  | { task: 'drawing'; given: GivenStructure[]; theme: Theme };

/** Parts that are loaded at their first use, which takes a second: the reader of InChI, RDKit, and templates of rings. */
type Part = 'inchi' | 'rdkit' | 'templates';
const PARTS = {
  inchi: 'inchi',
  outline: undefined,
  identity: 'rdkit',
  completion: 'rdkit',
  molfile: 'templates',
  drawing: 'templates',
} as const;

/** An answer of the process. With `needs` the job was not done: it is sent again once that part is loaded. */
export type Said = Done | { failed: string };
interface Done {
  done: unknown;
  needs?: Part;
}

/** After this idle time the process ends, to free its memory, ms. */
const IDLE_MS = 60_000;
/** How long a job waits for the process to start, and for RDKit to load, ms. The start goes on: the next job waits for the same. */
const START_MS = 30_000;
/** A process that has not started by then, or not loaded a part, hangs and is ended, ms. */
const HANGS_MS = 600_000;
/** How long one structure may take, and how much more each further one of a batch adds, ms. */
const EACH_MS = 5_000;
const MORE_MS = 20;
/** The process has ended or failed. */
export class NotAnswered extends Error {}
/** The process took too long and was ended. */
export class NoAnswerInTime extends NotAnswered {}

/** The process that reads and draws structures. */
interface ChemistryWorker {
  /**
   * Has a job done, and starts the process if needed. A failure ends the process.
   * @throws NotAnswered; Problem 503 if it cannot be started, or what the job needs cannot be loaded
   */
  ask(job: Exclude<Job, { task: 'load' }>): Promise<unknown>;
  end(): Promise<void>;
}

/** A running process, its start, and the parts it has loaded or is loading. */
interface Running {
  child: ChildProcess;
  steps: Map<Part | 'start', Promise<Done>>;
}

/**
 * Reads and draws structures in one process, started at the first structure. The libraries block their thread, RDKit
 * takes much memory, and a hostile structure may run until its process is killed.
 */
export function openChemistryWorker(output: number): ChemistryWorker {
  let worker: Running | undefined;
  let resting: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(resting);
    const ended = worker?.child;
    worker = undefined;
    if (ended) await endChild(ended);
  }

  function begin(): Running {
    const child = startChild('chemistry/structures/chemistry-process.js', { megabytes: 512, output });
    const running: Running = { child, steps: new Map([['start', said(child, HANGS_MS)]]) };
    worker = running;
    // An idle process may end without anybody waiting for its reply.
    child.once('exit', () => void (worker === running && (worker = undefined)));
    return running;
  }

  return {
    async ask(job) {
      clearTimeout(resting);
      try {
        return await work(worker ?? begin(), job);
      } catch (error) {
        const isStarting = error instanceof Problem && error.cause instanceof TimedOut;
        if (!isStarting) await end();
        throw error;
      } finally {
        if (worker) resting = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    end,
  };
}

/** Has a job done, once what has been begun is over and the part that it needs is loaded. */
async function work(running: Running, job: Exclude<Job, { task: 'load' }>): Promise<unknown> {
  const attempt = () => exchange(running, job, EACH_MS + job.given.length * MORE_MS);
  for (const step of running.steps.values()) await begun(step);
  const part = PARTS[job.task];
  if (part) await load(running, part);
  const { done, needs } = await attempt();
  if (!needs) return done;
  await load(running, needs);
  return (await attempt()).done;
}

async function load(running: Running, part: Part): Promise<void> {
  if (!running.steps.has(part)) running.steps.set(part, exchange(running, { task: 'load', part }, HANGS_MS));
  await begun(running.steps.get(part)!);
}

/** If a process cannot start, for want of memory or the like, or not yet, the structures are not to blame. @throws Problem 503 */
async function begun(step: Promise<Done>): Promise<void> {
  await within(START_MS, step).catch((error: unknown) => {
    throw unavailable('Structures cannot be read just now.', error);
  });
}

async function exchange({ child }: Running, job: Job, ms: number): Promise<Done> {
  const reply = said(child, ms);
  child.send(job, () => {}); // if it cannot be sent, the process has ended
  return reply;
}

/** @throws NotAnswered where the process ends, fails, or takes longer */
async function said(child: ChildProcess, ms: number): Promise<Done> {
  const reported = (await within(ms, nextReply(child)).catch(() => {
    throw new NoAnswerInTime('the chemistry process took too long');
  })) as Said | null;
  if (reported === null) throw new NotAnswered('the chemistry process has ended');
  if ('failed' in reported) throw new NotAnswered(reported.failed);
  return reported;
}
