import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EnqueuedTask, Meilisearch, Settings, Task } from 'meilisearch';
import { refusalOf } from '../src/search/index.js';

/** The engine failed, and the documents are not the cause: worth a retry. */
export class EngineTrouble extends Error {}

/** The engine refused documents or settings: at least one of them is the cause. */
export class Refused extends Error {
  /** true where the engine says that they are invalid; false where it failed on them without saying so */
  readonly certain: boolean;

  constructor(reason: string, certain: boolean) {
    super(reason);
    this.certain = certain;
  }
}

/**
 * An answer that has what is read of it: at the address of an engine something else may answer, such as a proxy's page, and
 * nothing may be concluded from that.
 * @throws EngineTrouble
 */
export function shaped<T extends object>(answer: T, hasIt: (answer: Partial<T>) => boolean): T {
  if (typeof (answer as unknown) === 'object' && answer !== null && hasIt(answer)) return answer;
  throw new EngineTrouble('what answers is no search engine');
}

/**
 * What tells an index from another one under the same name: its time of creation, which a swap moves along.
 * @returns undefined where there is no such index
 */
export async function indexIdentity(engine: Meilisearch, uid: string): Promise<string | undefined> {
  try {
    const index = await engine.getRawIndex(uid);
    return shaped(index, ({ createdAt }) => typeof createdAt === 'string').createdAt;
  } catch (error) {
    if (isMissingIndex(error)) return undefined;
    throw error;
  }
}

/** A hash of the settings as the engine reports them: it shows whether somebody changed them there. */
export async function hashOfSettings(engine: Meilisearch, uid: string): Promise<string> {
  const answer = await engine.index(uid).getSettings();
  const settings = shaped(answer, ({ searchableAttributes }) => Array.isArray(searchableAttributes));
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

/** How many documents an index holds. */
export async function countDocuments(engine: Meilisearch, uid: string): Promise<number> {
  const stats = await engine.index(uid).getStats();
  return shaped(stats, ({ numberOfDocuments }) => Number.isInteger(numberOfDocuments)).numberOfDocuments;
}

/** True where the engine answers that it has no such index. */
export function isMissingIndex(error: unknown): boolean {
  return refusalOf(error)?.cause?.code === 'index_not_found';
}

/** Creates an empty index with these settings. One that exists only gets the settings. @returns its identity */
export async function createIndex(
  engine: Meilisearch,
  uid: string,
  settings: Settings,
  signal: AbortSignal,
): Promise<string> {
  const created = await taskOf(engine, await engine.createIndex(uid, { primaryKey: 'id' }), signal);
  if (created.status !== 'succeeded' && created.error?.code !== 'index_already_exists')
    throw failure(created);
  const set = await refusable(engine.index(uid).updateSettings(settings));
  await succeeded(engine, set, signal);
  const identity = await indexIdentity(engine, uid);
  if (identity === undefined) throw new EngineTrouble(`the index ${uid} went away while it was created`);
  return identity;
}

/** Enqueues documents (NDJSON) as one task. @throws Refused, EngineTrouble */
export function addDocuments(engine: Meilisearch, uid: string, ndjson: string): Promise<EnqueuedTask> {
  const options = { primaryKey: 'id' };
  return refusable(engine.index(uid).addDocumentsFromString(ndjson, 'application/x-ndjson', options));
}

/** Waits for a task to succeed. @throws Refused, EngineTrouble */
export async function succeeded(
  engine: Meilisearch,
  enqueued: EnqueuedTask,
  signal: AbortSignal,
): Promise<Task> {
  const task = await taskOf(engine, enqueued, signal);
  if (task.status !== 'succeeded') throw failure(task);
  return task;
}

/**
 * Waits until a task has succeeded or failed, for as long as it takes, also across a restart of the engine, which keeps
 * its queue.
 * @throws EngineTrouble where the engine no longer knows the task
 */
async function taskOf(engine: Meilisearch, enqueued: EnqueuedTask, signal: AbortSignal): Promise<Task> {
  const started = performance.now();
  const { taskUid } = shaped(enqueued, (answer) => Number.isInteger(answer.taskUid));
  for (;;) {
    signal.throwIfAborted();
    let pause: number;
    try {
      const answer = await engine.tasks.getTask(taskUid, { signal });
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

/** A document as the engine holds it: all of it, or its id and version alone. */
export interface IndexedDocument {
  id: number;
  v: string;
  [field: string]: unknown;
}

/** Documents in a request: those of a page of ids and versions, and of whole documents, which have some kilobytes each. */
export const DOCUMENTS_PAGE = { versions: 20_000, whole: 1_000 };
export type Depth = keyof typeof DOCUMENTS_PAGE;

/** Every document of an index, page by page. The engine pages by offset: under writes some may be missed. */
export async function* indexedDocuments(
  engine: Meilisearch,
  uid: string,
  depth: Depth,
): AsyncGenerator<IndexedDocument[]> {
  const limit = DOCUMENTS_PAGE[depth];
  for (let offset = 0; ; offset += limit) {
    const page = await fetchDocuments(engine, uid, depth, { limit, offset });
    yield page;
    if (page.length < limit) return;
  }
}

/** The documents of these products in an index, at most a page of them; those that it lacks are left out. */
export function indexedDocumentsOf(
  engine: Meilisearch,
  uid: string,
  ids: number[],
  depth: Depth,
): Promise<IndexedDocument[]> {
  return fetchDocuments(engine, uid, depth, { ids, limit: ids.length });
}

/** Sends the ids in a body: the client's own method puts them into the address, which has no room for thousands. */
async function fetchDocuments(
  engine: Meilisearch,
  uid: string,
  depth: Depth,
  body: object,
): Promise<IndexedDocument[]> {
  const answer = await engine.httpRequest.post<{ results: IndexedDocument[] }>({
    path: `indexes/${uid}/documents/fetch`,
    body: { ...(depth === 'versions' && { fields: ['id', 'v'] }), ...body },
  });
  return shaped(answer, ({ results }) => Array.isArray(results)).results;
}
