import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MeilisearchRequestError } from 'meilisearch';
import type { EnqueuedTask, Meilisearch, Settings, Task, TaskStatus } from 'meilisearch';
import { DOCUMENTS_PAGE, EngineTrouble, Refused } from './engine.js';
import type { Depth, IndexedDocument, Indexes, Sent } from './engine.js';
import { refusalOf } from './meilisearch.js';
import { SETTINGS } from './meilisearch-settings.js';

/** Ended tasks of the engine are kept for so long, to investigate problems. */
const TASKS_KEPT_MS = 6 * 3_600_000;

/** The indexes of a Meilisearch. It puts whatever it is sent into one queue, and works it off in order. */
export class MeilisearchIndexes implements Indexes {
  // A request's body is in memory twice while it is sent. An engine takes 100 MB unless it is told otherwise.
  readonly sentBytes = 16 * 1024 * 1024;
  readonly settings: Settings;
  private readonly engine: Meilisearch;

  constructor(engine: Meilisearch, settings = SETTINGS) {
    this.engine = engine;
    this.settings = settings;
  }

  /** Its time of creation. */
  async identity(name: string): Promise<string | undefined> {
    const index = await unlessMissing(this.engine.getRawIndex(name));
    return index && shaped(index, ({ createdAt }) => typeof createdAt === 'string').createdAt;
  }

  async hashOfSettings(name: string): Promise<string> {
    const answer = await this.engine.index(name).getSettings();
    const settings = shaped(answer, ({ searchableAttributes }) => Array.isArray(searchableAttributes));
    return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  }

  async count(name: string): Promise<number | undefined> {
    const stats = await unlessMissing(this.engine.index(name).getStats());
    return (
      stats && shaped(stats, ({ numberOfDocuments }) => Number.isInteger(numberOfDocuments)).numberOfDocuments
    );
  }

  async create(name: string, signal: AbortSignal): Promise<string> {
    const { engine } = this;
    const created = await this.ended(await engine.createIndex(name, { primaryKey: 'id' }), signal);
    if (created.status !== 'succeeded' && created.error?.code !== 'index_already_exists')
      throw failure(created);
    await this.succeeded(await refusable(engine.index(name).updateSettings(this.settings)), signal);
    const identity = await this.identity(name);
    if (identity === undefined) throw new EngineTrouble(`the index ${name} went away while it was created`);
    return identity;
  }

  async send(name: string, documents: { json: string }[]): Promise<Sent> {
    const ndjson = documents.map(({ json }) => json).join('\n');
    const index = this.engine.index(name);
    return this.sent(
      await refusable(index.addDocumentsFromString(ndjson, 'application/x-ndjson', { primaryKey: 'id' })),
    );
  }

  async remove(name: string, ids: number[]): Promise<Sent> {
    return this.sent(await this.engine.index(name).deleteDocuments(ids));
  }

  async settled(signal: AbortSignal): Promise<void> {
    const open = { types: ['indexSwap' as const], statuses: ['enqueued' as const, 'processing' as const] };
    const isOpen = async (): Promise<boolean> => {
      const answer = await this.engine.tasks.getTasks({ ...open, limit: 1 });
      return shaped(answer, ({ total }) => Number.isInteger(total)).total > 0;
    };
    while (await isOpen()) await sleep(50, undefined, { signal });
  }

  /** From then on the former live index has the name of the other one. */
  async swap(live: string, other: string, signal: AbortSignal, sent?: () => unknown): Promise<void> {
    if ((await this.identity(live)) === undefined) await this.create(live, signal);
    const task = await this.engine.swapIndexes([{ indexes: [live, other], rename: false }]);
    await sent?.();
    await this.succeeded(task, signal);
  }

  async beside(_live: string, prefix: string): Promise<string[]> {
    const answer = await this.engine.getRawIndexes({ limit: 1_000 });
    const { results } = shaped(answer, (indexes) => Array.isArray(indexes.results));
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
  }

  async drop(name: string, signal: AbortSignal): Promise<void> {
    await this.succeeded(await this.engine.deleteIndex(name), signal);
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
    const { results } = await tasks.getTasks({ statuses, limit: 1 });
    if (!results[0]?.finishedAt) return;
    const beforeFinishedAt = new Date(Date.parse(results[0].finishedAt) - keptMs).toISOString();
    const ended = { statuses, beforeFinishedAt };
    await tasks.deleteTasks({ ...ended, indexUids: [name] });
    await tasks.deleteTasks({ ...ended, types: ['taskDeletion', 'indexSwap'] });
  }

  isAway(error: unknown): boolean {
    const refusal = refusalOf(error);
    return refusal
      ? refusal.response.status >= 500 || refusal.cause?.type === 'system' // out of disk, memory or file handles
      : error instanceof MeilisearchRequestError || error instanceof EngineTrouble;
  }

  private sent(enqueued: EnqueuedTask): Sent {
    return {
      shown: async (signal) => {
        const { enqueuedAt, startedAt, finishedAt } = await this.succeeded(enqueued, signal);
        const [sent, started, finished] = [enqueuedAt, startedAt, finishedAt].map((at) =>
          Date.parse(at ?? enqueuedAt),
        );
        return { waiting: (started! - sent!) / 1_000, working: (finished! - started!) / 1_000 };
      },
    };
  }

  /** Waits for a task to succeed. @throws Refused, EngineTrouble */
  private async succeeded(enqueued: EnqueuedTask, signal: AbortSignal): Promise<Task> {
    const task = await this.ended(enqueued, signal);
    if (task.status !== 'succeeded') throw failure(task);
    return task;
  }

  /**
   * Waits until a task has succeeded or failed, for as long as it takes, also across a restart of the engine, which keeps
   * its queue.
   * @throws EngineTrouble where the engine no longer knows the task
   */
  private async ended(enqueued: EnqueuedTask, signal: AbortSignal): Promise<Task> {
    const started = performance.now();
    const { taskUid } = shaped(enqueued, (answer) => Number.isInteger(answer.taskUid));
    for (;;) {
      signal.throwIfAborted();
      let pause: number;
      try {
        const answer = await this.engine.tasks.getTask(taskUid, { signal });
        const task = shaped(answer, ({ status }) => typeof status === 'string');
        // An engine that was restarted empty numbers its tasks from 0 again: this may be another task.
        if (task.enqueuedAt !== enqueued.enqueuedAt) throw new EngineTrouble('the engine lost its tasks');
        // For a moment the engine reports a task that has ended with its time of the end, and as one that it still works on.
        if (task.status !== 'enqueued' && task.status !== 'processing') return task;
        // The longer the task has taken, the longer the pause: each request costs both sides.
        pause = Math.min(Math.max((performance.now() - started) / 20, 5), 100);
      } catch (error) {
        if (error instanceof EngineTrouble) throw error;
        const refusal = refusalOf(error);
        if (refusal?.cause?.code === 'task_not_found') throw new EngineTrouble('the engine lost its tasks');
        if (refusal && refusal.response.status < 500) throw error;
        pause = 250;
      }
      await sleep(pause, undefined, { signal });
    }
  }

  /** Sends the ids in a body: the client's own method puts them into the address, which has no room for thousands. */
  private async fetch(name: string, depth: Depth, body: object): Promise<IndexedDocument[]> {
    const answer = await this.engine.httpRequest.post<{ results: IndexedDocument[] }>({
      path: `indexes/${name}/documents/fetch`,
      body: { ...(depth === 'versions' && { fields: ['id', 'v'] }), ...body },
    });
    return shaped(answer, ({ results }) => Array.isArray(results)).results;
  }
}

/** Undefined where the engine answers that it has no such index. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (refusalOf(error)?.cause?.code === 'index_not_found') return undefined;
    throw error;
  }
}

/**
 * An answer that has what is read of it: at the address of an engine something else may answer, such as a proxy's page, and
 * nothing may be concluded from that.
 * @throws EngineTrouble
 */
function shaped<T extends object>(answer: T, hasIt: (answer: Partial<T>) => boolean): T {
  if (typeof (answer as unknown) === 'object' && answer !== null && hasIt(answer)) return answer;
  throw new EngineTrouble('what answers is no search engine');
}

function failure({ error, status }: Task): Error {
  if (error === null) return new EngineTrouble(`the task was ${status}`);
  const reason = `${error.code}: ${error.message}`;
  if (error.code.startsWith('index_') || error.type === 'system' || error.type === 'auth')
    return new EngineTrouble(reason);
  // A full or failing disk is reported as an internal error of the task that met it.
  if (/\(os error \d+\)/.test(error.message)) return new EngineTrouble(reason);
  return new Refused(reason, error.type === 'invalid_request');
}

/** @throws Refused where the engine refused the documents or settings of a request; EngineTrouble */
async function refusable(request: Promise<EnqueuedTask>): Promise<EnqueuedTask> {
  try {
    return await request;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.cause === undefined) throw error;
    const { status } = refusal.response;
    const { code, message } = refusal.cause;
    if ((status !== 400 && status !== 413) || code.startsWith('index_')) throw error;
    // Our bodies are well-formed: the engine reports a full disk so while it stores one.
    if (code === 'malformed_payload') throw new EngineTrouble(`${code}: ${message}`);
    throw new Refused(`${code}: ${message}`, true);
  }
}
