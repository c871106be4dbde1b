import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { orAborted } from '../../platform/index.js';
import { taken, unlessMissing } from './client.js';
import type { EngineClient } from './client.js';
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
  private readonly client: EngineClient;

  constructor(client: EngineClient) {
    this.client = client;
  }

  /** Its time of creation. */
  async identity(name: string): Promise<string | undefined> {
    const shape = z.object({ createdAt: z.string() });
    return (await unlessMissing(this.client.ask(shape, 'GET', `indexes/${name}`)))?.createdAt;
  }

  settingsOf(name: string): Promise<object> {
    const isOne = (said: unknown): boolean => 'searchableAttributes' in Object(said);
    return this.client.ask(z.custom<object>(isOne), 'GET', `indexes/${name}/settings`);
  }

  async count(name: string): Promise<number | undefined> {
    const shape = z.object({ numberOfDocuments: z.int() });
    const stats = await unlessMissing(this.client.ask(shape, 'GET', `indexes/${name}/stats`));
    return stats?.numberOfDocuments;
  }

  async create(name: string, signal: AbortSignal): Promise<void> {
    // Settings of an index that is not there make it.
    const changed = await this.enqueue('PATCH', `indexes/${name}/settings`, this.settings);
    await this.succeeded(changed, signal);
  }

  send(name: string, documents: { json: string }[]): Promise<Sent> {
    const lines = documents.map(({ json }) => json).join('\n');
    return this.sent(this.enqueue('POST', `indexes/${name}/documents?primaryKey=id`, lines));
  }

  remove(name: string, ids: number[]): Promise<Sent> {
    return this.sent(this.enqueue('POST', `indexes/${name}/documents/delete-batch`, ids));
  }

  async settled(signal: AbortSignal): Promise<void> {
    const open = 'tasks?types=indexSwap&statuses=enqueued,processing&limit=1';
    const shape = z.object({ total: z.int() });
    while ((await this.client.ask(shape, 'GET', open)).total > 0) await sleep(50, undefined, { signal });
  }

  /** From then on the former live index has the name of the other one. */
  async swap(live: string, other: string, signal: AbortSignal, sent?: () => unknown): Promise<void> {
    if ((await this.identity(live)) === undefined) await this.create(live, signal);
    const swap = await this.enqueue('POST', 'swap-indexes', [{ indexes: [live, other] }]);
    await sent?.();
    await this.succeeded(swap, signal);
  }

  async beside(_live: string, prefix: string): Promise<string[]> {
    const shape = listOf(z.object({ uid: z.string() }));
    const { results } = await this.client.ask(shape, 'GET', 'indexes?limit=1000');
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
  }

  async drop(name: string, signal: AbortSignal): Promise<void> {
    await this.succeeded(await this.enqueue('DELETE', `indexes/${name}`), signal);
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
    const ended = 'tasks?statuses=succeeded,failed,canceled';
    const { results } = await this.client.ask(listOf(TASK), 'GET', `${ended}&limit=1`);
    if (!results[0]?.finishedAt) return;
    const before = new Date(Date.parse(results[0].finishedAt) - keptMs).toISOString();
    for (const which of [`indexUids=${name}`, 'types=taskDeletion,indexSwap'])
      await this.enqueue('DELETE', `${ended}&beforeFinishedAt=${before}&${which}`);
  }

  private enqueue(method: string, path: string, body?: object | string): Promise<Enqueued> {
    return taken(this.client.ask(ENQUEUED, method, path, { ...(body !== undefined && { body }) }));
  }

  private async sent(answer: Promise<Enqueued>): Promise<Sent> {
    const task = await answer;
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
      const asked = this.client.ask(TASK, 'GET', `tasks/${taskUid}`);
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

  private async fetch(name: string, depth: Depth, which: object): Promise<IndexedDocument[]> {
    const body = { ...(depth === 'versions' && { fields: ['id', 'v'] }), ...which };
    const shape = listOf(z.custom<IndexedDocument>());
    return (await this.client.ask(shape, 'POST', `indexes/${name}/documents/fetch`, { body })).results;
  }
}

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
