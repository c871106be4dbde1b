import type { Transferable } from 'node:worker_threads';
import { within } from './time-out.js';
import { startLines, startProcess, startThread } from './worker.js';
import type { Said, WorkerOptions } from './worker.js';

// Work that would block this process, or may never end, is done by workers. tinypool cannot do it: its processes live for a second
// after a time-out, outlive a killed parent while they are busy, and their start counts as work.

/** The worker ended or failed at its work; the cause says why, where that is known. */
export class WorkerEnded extends Error {}
/** The worker ended at its start; or goes on starting, and the next task waits for the same start. */
export class NotStarted extends Error {}

export interface PoolOptions extends WorkerOptions {
  /** `lines`: a program of others, which answers each line with a line */
  kind: 'process' | 'thread' | 'lines';
  /** one worker takes all tasks at once; else there are as many workers as tasks, whose number the caller bounds */
  isShared?: boolean;
  /** a worker ends after so long without a task, ms; otherwise it stays */
  idleMs?: number;
  /** how long a task waits for a start; how long a worker that starts, or is shared, may say nothing before it is ended, ms */
  startMs?: number;
  silenceMs?: number;
}

interface TaskOptions<Part> {
  /** the longest that it may take once the worker has started, ms: then the worker is ended */
  ms?: number | undefined;
  transfer?: Transferable[];
  /** called with each part that the worker delivers before its answer */
  onPart?: (part: Part) => void;
}

export interface Pool<Task, Answer, Part = never> {
  /** @throws NotStarted, WorkerEnded; TimedOut after `ms` */
  run(task: Task, options?: TaskOptions<Part>): Promise<Answer>;
  /** Starts a worker if there is none. @throws NotStarted */
  warm(): Promise<void>;
  close(): Promise<void>;
}

type Member = ReturnType<typeof startMember>;

/** One that ended at its start is not started again for so long, ms. */
const AGAIN_MS = 1_000;

/** Opens a pool. Its workers start with its tasks, end with this process, and keep it from ending only while they have some. */
export function openPool<Task, Answer, Part = never>(options: PoolOptions): Pool<Task, Answer, Part> {
  const members = new Set<Member>();
  let [failedAt, ids] = [-Infinity, 0];
  const take = (): Member => {
    for (const member of members)
      if (!member.isEnding && (options.isShared || member.tasks.size === 0)) return member;
    if (performance.now() - failedAt < AGAIN_MS) throw new NotStarted('it ended at its start a moment ago');
    const member = startMember(options);
    members.add(member);
    member.ready.catch(() => member.isEnding || (failedAt = performance.now()));
    void member.gone.then(() => members.delete(member));
    return member;
  };
  const started = ({ ready }: Member): Promise<void> =>
    within(options.startMs ?? 30_000, ready).catch((cause: unknown) => {
      throw cause instanceof NotStarted ? cause : new NotStarted('the worker has not started yet', { cause });
    });
  return {
    async run(task, { ms, transfer, onPart } = {}) {
      const member = take();
      const id = ++ids;
      const answer = new Promise<Answer>((resolve, reject) => {
        member.tasks.set(id, ({ isDone, value, failed }) => {
          if (isDone) return resolve(value as Answer);
          if (failed !== undefined)
            return reject(new WorkerEnded('the worker ended or failed', { cause: failed }));
          onPart?.(value as Part);
          member.post({ id });
        });
      });
      answer.catch(() => {}); // it may be rejected before it is waited for
      member.rest();
      try {
        await started(member);
        member.post({ id, task }, transfer);
        return await (ms === undefined ? answer : within(ms, answer));
      } catch (error) {
        if (!(error instanceof NotStarted)) await member.end();
        throw error;
      } finally {
        member.tasks.delete(id);
        member.rest();
      }
    },
    warm: async () => started(take()),
    close: async () => void (await Promise.all(Array.from(members, (member) => member.end()))),
  };
}

const STARTS = { process: startProcess, thread: startThread, lines: startLines };

function startMember(options: PoolOptions) {
  const { worker, post, kill, hold } = STARTS[options.kind](options);
  const tasks = new Map<number, (said: Said) => void>();
  const timers: Partial<Record<'silence' | 'rest', NodeJS.Timeout>> = {};
  let [isReady, cause]: [boolean, unknown] = [false, null];
  const listen = (): void => {
    clearTimeout(timers.silence);
    if (!isReady || options.isShared) timers.silence = setTimeout(kill, options.silenceMs ?? 600_000).unref();
  };
  listen();
  worker.on('error', (error: unknown) => (cause = error));
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (said: Said) => {
      isReady ||= said.isReady === true;
      listen();
      if (said.isReady) resolve();
      else if (said.id !== undefined) tasks.get(said.id)?.(said);
    });
    void gone.then(() => {
      for (const timer of Object.values(timers)) clearTimeout(timer);
      for (const settle of tasks.values()) settle({ failed: cause });
      reject(new NotStarted('the worker ended at its start', { cause }));
    });
  });
  const member = {
    post,
    tasks,
    gone,
    ready,
    isEnding: false,
    rest() {
      hold(tasks.size > 0);
      clearTimeout(timers.rest);
      if (tasks.size === 0 && options.idleMs !== undefined)
        timers.rest = setTimeout(() => void member.end(), options.idleMs).unref();
    },
    end(): Promise<void> {
      member.isEnding = true;
      hold(true); // what waits for it may be all that this process has to do
      kill();
      return gone;
    },
  };
  return member;
}
