import { setTimeout as sleep } from 'node:timers/promises';
import { MeilisearchRequestError } from 'meilisearch';
import type { EnqueuedTask, Meilisearch, TaskStatus } from 'meilisearch';
import { z } from 'zod';
import { orAborted } from '../../platform/index.js';
import { taken, unlessMissing } from './client.js';
import { DOCUMENTS_PAGE, EngineRefusal, EngineTrouble, Refused } from './engine.js';
import type { Depth, IndexedDocument, Indexes, Sent } from './engine.js';
import { SETTINGS } from './meilisearch-settings.js';

/** Ended tasks of the engine are kept for so long, to investigate problems. */
const TASKS_KEPT_MS = 6 * 3_600_000;

const ENQUEUED = z.object({ taskUid: z.int(), enqueuedAt: z.string() });
const TASK = z.object({
  status: z.string(),
  enqueuedAt: z.string(),
  startedAt: z.string().nullish(),
  finishedAt: z.string().nullish(),
  error: z.object({ code: z.string(), type: z.string(), message: z.string() }).nullish(),
});
type Enqueued = z.infer<typeof ENQUEUED>;
type Task = z.infer<typeof TASK>;
const listOf = <T>(item: z.ZodType<T>) => z.object({ results: z.array(item) });

/** The indexes of a Meilisearch. It puts whatever it is sent into one queue, and works it off in order. */
export class MeilisearchIndexes implements Indexes {
  // A request's body is in memory twice while it is sent. An engine takes 100 MB unless it is told otherwise.
  readonly sentBytes = 16 * 1024 * 1024;
  readonly settings = SETTINGS;
  private readonly engine: Meilisearch;

  constructor(engine: Meilisearch) {
    this.engine = engine;
  }

  /** Its time of creation. */
  async identity(name: string): Promise<string | undefined> {
    const shape = z.object({ createdAt: z.string() });
    return (await unlessMissing(read(shape, this.engine.getRawIndex(name))))?.createdAt;
  }

  settingsOf(name: string): Promise<object> {
    const isOne = (said: unknown): boolean => 'searchableAttributes' in Object(said);
    return read(z.custom<object>(isOne), this.engine.index(name).getSettings());
  }

  async count(name: string): Promise<number | undefined> {
    const shape = z.object({ numberOfDocuments: z.int() });
    const stats = await unlessMissing(read(shape, this.engine.index(name).getStats()));
    return stats?.numberOfDocuments;
  }

  async create(name: string, signal: AbortSignal): Promise<void> {
    const { engine } = this;
    const created = await this.ended(await enqueued(engine.createIndex(name, { primaryKey: 'id' })), signal);
    if (created.status !== 'succeeded' && created.error?.code !== 'index_already_exists')
      throw failure(created);
    await this.succeeded(await enqueued(engine.index(name).updateSettings(this.settings)), signal);
  }

  send(name: string, documents: { json: string }[]): Promise<Sent> {
    const lines = documents.map(({ json }) => json).join('\n');
    const index = this.engine.index(name);
    return this.sent(index.addDocumentsFromString(lines, 'application/x-ndjson', { primaryKey: 'id' }));
  }

  remove(name: string, ids: number[]): Promise<Sent> {
    return this.sent(this.engine.index(name).deleteDocuments(ids));
  }

  async settled(signal: AbortSignal): Promise<void> {
    const open = { types: ['indexSwap' as const], statuses: ['enqueued' as const, 'processing' as const] };
    const shape = z.object({ total: z.int() });
    const isOpen = async (): Promise<boolean> =>
      (await read(shape, this.engine.tasks.getTasks({ ...open, limit: 1 }))).total > 0;
    while (await isOpen()) await sleep(50, undefined, { signal });
  }

  /** From then on the former live index has the name of the other one. */
  async swap(live: string, other: string, signal: AbortSignal, sent?: () => unknown): Promise<void> {
    if ((await this.identity(live)) === undefined) await this.create(live, signal);
    const swap = await enqueued(this.engine.swapIndexes([{ indexes: [live, other], rename: false }]));
    await sent?.();
    await this.succeeded(swap, signal);
  }

  async beside(_live: string, prefix: string): Promise<string[]> {
    const shape = listOf(z.object({ uid: z.string() }));
    const { results } = await read(shape, this.engine.getRawIndexes({ limit: 1_000 }));
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
  }

  async drop(name: string, signal: AbortSignal): Promise<void> {
    await this.succeeded(await enqueued(this.engine.deleteIndex(name)), signal);
  }

  /** The engine pages by offset. */
  async *documents(name: string, depth: Depth): AsyncGenerator<IndexedDocument[]> {
    const limit = DOCUMENTS_PAGE[depth];
    for (let offset = 0; ; offset += limit) {
      const page = await this.fetch(name, depth, { limit, offset });
      yield page;
      if (page.length < limit) return;
    }
  }

  documentsOf(name: string, ids: number[], depth: Depth): Promise<IndexedDocument[]> {
    return this.fetch(name, depth, { ids, limit: ids.length });
  }

  /**
   * Removes old ended tasks of this index, and of the kinds that belong to no index. Those of other indexes stay. The age is by
   * the engine's clock: the last task that ended says what time it is there.
   */
  async prune(name: string, keptMs = TASKS_KEPT_MS): Promise<void> {
    const { tasks } = this.engine;
    const statuses: TaskStatus[] = ['succeeded', 'failed', 'canceled'];
    const { results } = await read(listOf(TASK), tasks.getTasks({ statuses, limit: 1 }));
    if (!results[0]?.finishedAt) return;
    const beforeFinishedAt = new Date(Date.parse(results[0].finishedAt) - keptMs).toISOString();
    const ended = { statuses, beforeFinishedAt };
    await enqueued(tasks.deleteTasks({ ...ended, indexUids: [name] }));
    await enqueued(tasks.deleteTasks({ ...ended, types: ['taskDeletion', 'indexSwap'] }));
  }

  private async sent(answer: Promise<EnqueuedTask>): Promise<Sent> {
    const task = await enqueued(answer);
    return {
      shown: async (signal) => {
        const { enqueuedAt, startedAt, finishedAt } = await this.succeeded(task, signal);
        const [sent, started, finished] = [enqueuedAt, startedAt, finishedAt].map((at) =>
          Date.parse(at ?? enqueuedAt),
        );
        return { waiting: (started! - sent!) / 1_000, working: (finished! - started!) / 1_000 };
      },
    };
  }

  /** Waits for a task to succeed. @throws Refused, EngineTrouble */
  private async succeeded(enqueued: Enqueued, signal: AbortSignal): Promise<Task> {
    const task = await this.ended(enqueued, signal);
    if (task.status !== 'succeeded') throw failure(task);
    return task;
  }

  /**
   * Waits until a task has succeeded or failed, for as long as it takes, also across a restart of the engine, which keeps
   * its queue.
   * @throws EngineTrouble where the engine no longer knows the task
   */
  private async ended({ taskUid, enqueuedAt }: Enqueued, signal: AbortSignal): Promise<Task> {
    const started = performance.now();
    for (;;) {
      const asked = read(TASK, this.engine.tasks.getTask(taskUid));
      const task = await orAborted(asked, signal).catch((error: unknown) => {
        if (error instanceof EngineTrouble) return undefined;
        throw error instanceof EngineRefusal && error.code === 'task_not_found' ? lostTasks() : error;
      });
      // An engine that was restarted empty numbers its tasks from 0 again: this may be another task.
      if (task && task.enqueuedAt !== enqueuedAt) throw lostTasks();
      // For a moment the engine reports a task that has ended with its time of the end, and as one that it still works on.
      if (task && task.status !== 'enqueued' && task.status !== 'processing') return task;
      // The longer the task has taken, the longer the pause: each request costs both sides.
      const pause = task ? Math.min(Math.max((performance.now() - started) / 20, 5), 100) : 250;
      await sleep(pause, undefined, { signal });
    }
  }

  /** Sends the ids in a body: the client's own method puts them into the address, which has no room for thousands. */
  private async fetch(name: string, depth: Depth, which: object): Promise<IndexedDocument[]> {
    const body = { ...(depth === 'versions' && { fields: ['id', 'v'] }), ...which };
    const shape = listOf(z.custom<IndexedDocument>());
    const path = `indexes/${name}/documents/fetch`;
    return (await read(shape, this.engine.httpRequest.post({ path, body }))).results;
  }
}

/** What is read of an answer. @throws EngineRefusal, EngineTrouble */
async function read<T>(shape: z.ZodType<T>, answer: Promise<unknown>): Promise<T> {
  const said = await answer.catch((error: unknown) => {
    throw error instanceof MeilisearchRequestError ? error.cause : error; // it wraps ours
  });
  const { data, success } = shape.safeParse(said);
  if (!success) throw new EngineTrouble('what answers is no search engine');
  return data as T;
}

const enqueued = (answer: Promise<EnqueuedTask>): Promise<Enqueued> => taken(read(ENQUEUED, answer));

const lostTasks = (): EngineTrouble => new EngineTrouble('the engine lost its tasks');

function failure({ error, status }: Task): Error {
  const reason = error ? `${error.code}: ${error.message}` : `the task was ${status}`;
  const isTrouble =
    !error ||
    error.code.startsWith('index_') ||
    error.type === 'system' ||
    error.type === 'auth' ||
    // A full or failing disk is reported as an internal error of the task that met it.
    /\(os error \d+\)/.test(error.message);
  return isTrouble ? new EngineTrouble(reason) : new Refused(reason, error.type === 'invalid_request');
}
