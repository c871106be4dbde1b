import type { ChildProcess } from 'node:child_process';
import { endChild, nextReply, startChild } from '../process/workers.js';
import { unavailable } from '../http/problem.js';
import { within } from '../process/time-out.js';
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
/** How long the process may take to start, and RDKit to load, ms. */
const START_MS = 30_000;
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

/** A running process, and the parts it has loaded. */
interface Running {
  child: ChildProcess;
  loaded: Set<Part>;
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

  async function begin(): Promise<Running> {
    const child = startChild('structures/chemistry-process.js', { megabytes: 512, output });
    const running = { child, loaded: new Set<Part>() };
    worker = running;
    // An idle process may end without anybody waiting for its reply.
    child.once('exit', () => void (worker === running && (worker = undefined)));
    await begun(said(child, START_MS));
    return running;
  }

  return {
    async ask(job) {
      clearTimeout(resting);
      try {
        return await work(worker ?? (await begin()), job);
      } catch (error) {
        await end();
        throw error;
      } finally {
        if (worker) resting = setTimeout(() => void end(), IDLE_MS).unref();
      }
    },
    end,
  };
}

/** Has a job done, and first loads the part that it needs. */
async function work(running: Running, job: Exclude<Job, { task: 'load' }>): Promise<unknown> {
  const attempt = () => exchange(running, job, EACH_MS + job.given.length * MORE_MS);
  const part = PARTS[job.task];
  if (part) await load(running, part);
  const { done, needs } = await attempt();
  if (!needs) return done;
  await load(running, needs);
  return (await attempt()).done;
}

async function load(running: Running, part: Part): Promise<void> {
  if (running.loaded.has(part)) return;
  await begun(exchange(running, { task: 'load', part }, START_MS));
  running.loaded.add(part);
}

/** If a process cannot start, for want of memory or the like, the structures are not to blame. @throws Problem 503 */
async function begun(beginning: Promise<Done>): Promise<void> {
  await beginning.catch((error: unknown) => {
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
