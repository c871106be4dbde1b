import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import type { EnqueuedTask, MeilisearchErrorResponse, Settings, Task } from 'meilisearch';
import { linked } from './signals.js';

/** A task that the engine could not do: no document's fault, so trying again later is right. */
export class EngineTrouble extends Error {}

/** Documents, or settings, that the engine did not take: one of them, at least, is why. */
export class Refused extends Error {
  /** true where the engine says that the documents are bad; false where it stumbled over something it can't name */
  readonly certain: boolean;

  constructor(reason: string, certain: boolean) {
    super(reason);
    this.certain = certain;
  }
}

/** The longest a request may take, ms: an upload to a busy engine needs many. */
const PATIENCE_MS = 30_000;
/** The engine is near: packing the answers took a tenth of the time of a rebuild, on both sides. */
const UNPACKED = { 'Accept-Encoding': 'identity' };

/** The client of the search engine. */
export function openEngine(config: {
  meiliUrl?: string | undefined;
  meiliKey?: string | undefined;
}): Meilisearch {
  return new Meilisearch({
    host: config.meiliUrl!,
    ...(config.meiliKey !== undefined && { apiKey: config.meiliKey }),
    timeout: PATIENCE_MS,
    requestInit: { headers: UNPACKED },
  });
}

/** An index as it stands in the engine. */
export interface IndexState {
  /** its time of creation: another index under the same name has another one; it moves with a swap */
  identity: string;
  primaryKey: string | null;
}

/** @returns undefined where there is no such index */
export async function indexState(engine: Meilisearch, uid: string): Promise<IndexState | undefined> {
  try {
    const { createdAt, primaryKey } = (await engine.getRawIndex(uid)) as unknown as {
      createdAt: string;
      primaryKey: string | null;
    };
    return { identity: createdAt, primaryKey };
  } catch (error) {
    if (isMissingIndex(error)) return undefined;
    throw error;
  }
}

/** A hash of the settings as the engine tells them: what somebody changes by hand shows in it. */
export async function settingsSeen(engine: Meilisearch, uid: string): Promise<string> {
  return createHash('sha256')
    .update(JSON.stringify(await engine.index(uid).getSettings()))
    .digest('hex');
}

export function isMissingIndex(error: unknown): boolean {
  return error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found';
}

/** Makes an empty index with these settings. One that is there already only gets the settings. */
export async function createIndex(
  engine: Meilisearch,
  uid: string,
  settings: Settings,
  signal: AbortSignal,
): Promise<IndexState> {
  const created = await taskOf(engine, await engine.createIndex(uid, { primaryKey: 'id' }), signal);
  if (created.status !== 'succeeded' && created.error?.code !== 'index_already_exists')
    throw failure(created);
  const set = await refusable(engine.index(uid).updateSettings(settings));
  await succeeded(engine, set, signal);
  const state = await indexState(engine, uid);
  if (!state) throw new EngineTrouble(`the index ${uid} went away while it was made`);
  return state;
}

/** Waits for a task to end well. @throws Refused, EngineTrouble */
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
 * Puts documents in the queue of an index while they are made, as one task: all of them never are in memory at once,
 * and the engine works on them at once (each batch of its own costs it a second in an index of 77,496 products).
 * @param documents NDJSON, in pieces. The next one is asked for when the one before has gone to the system: its memory
 * may be used for something else then
 */
export async function addDocuments(
  { config }: Meilisearch,
  uid: string,
  documents: AsyncIterable<Uint8Array>,
): Promise<EnqueuedTask> {
  const address = new URL(`${config.host.replace(/\/$/, '')}/indexes/${uid}/documents?primaryKey=id`);
  // `fetch` does not tell when a piece has gone, and keeps the whole body until the answer, unless told otherwise.
  const asked = (address.protocol === 'https:' ? https : http).request(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-ndjson',
      ...UNPACKED,
      ...(config.apiKey !== undefined && { Authorization: `Bearer ${config.apiKey}` }),
    },
    agent: false, // one that was kept may have ended, and a body can't be sent again
  });
  const answered = (once(asked, 'response') as Promise<[IncomingMessage]>).catch((error: Error) => {
    throw error instanceof EngineTrouble ? error : new EngineTrouble(error.message, { cause: error });
  });
  const early = answered.then(() => true);
  early.catch(() => {}); // it is awaited later
  // What comes behind the answer is nobody's trouble. Where the engine closes before its answer is read, that is lost,
  // and comes again when this is tried again.
  asked.on('error', () => {});
  // A body may take long to be made; what is bounded is how long the engine lets a piece of it wait, or the answer.
  const patient = <T>(work: Promise<T>): Promise<T> => {
    const late = setTimeout(
      () => asked.destroy(new EngineTrouble('the engine takes no documents')),
      PATIENCE_MS,
    );
    return work.finally(() => clearTimeout(late));
  };
  try {
    let isAnswered = false;
    for await (const piece of documents) {
      const gone = new Promise<boolean>((resolve) => {
        asked.write(piece, (error) => {
          if (!error) resolve(false); // else it is told by `answered`
        });
      });
      isAnswered = await patient(Promise.race([gone, early]));
      if (isAnswered) break; // it takes no more of them
    }
    if (!isAnswered) asked.end();
    const [response] = await patient(answered);
    const answer = await patient(json(response));
    const status = response.statusCode!;
    if (status >= 300)
      throw new MeilisearchApiError(new Response(null, { status }), answer as MeilisearchErrorResponse);
    return answer as EnqueuedTask;
  } finally {
    asked.destroy();
  }
}

/**
 * Waits until a task has ended, well or not, for as long as it takes: also over a restart of the engine, which
 * goes on with the tasks it had.
 * @throws EngineTrouble where the engine no longer knows the task
 */
export async function taskOf(
  engine: Meilisearch,
  enqueued: EnqueuedTask,
  signal: AbortSignal,
): Promise<Task> {
  const started = performance.now();
  for (;;) {
    signal.throwIfAborted();
    let pause: number;
    try {
      const task = await abortable(signal, (own) => engine.tasks.getTask(enqueued.taskUid, { signal: own }));
      // An engine that came back empty counts its tasks from 0 again: this may be another's.
      if (task.enqueuedAt !== enqueued.enqueuedAt) throw new EngineTrouble('the engine lost its tasks');
      if (task.finishedAt !== null) return task;
      // What took long is noticed late in proportion: many tasks wait at once, and each look costs both sides.
      pause = Math.min(Math.max((performance.now() - started) / 20, 5), 100);
    } catch (error) {
      if (error instanceof EngineTrouble) throw error;
      if (error instanceof MeilisearchApiError) {
        if (error.cause?.code === 'task_not_found') throw new EngineTrouble('the engine lost its tasks');
        if (error.response.status < 500) throw error;
      }
      pause = 250;
    }
    await sleep(pause, undefined, { signal });
  }
}

/** A request that ends with the signal. One that many requests share must not be given to them: each would stay on it. */
async function abortable<T>(signal: AbortSignal, request: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = linked(signal);
  try {
    return await request(own.signal);
  } finally {
    own.release();
  }
}

function failure({ error, status }: Task): Error {
  if (error === null) return new EngineTrouble(`the task was ${status}`);
  const reason = `${error.code}: ${error.message}`;
  if (error.code.startsWith('index_') || error.type === 'system' || error.type === 'auth')
    return new EngineTrouble(reason);
  // A disk that is full or fails is told as an internal error of the task that met it.
  if (/\(os error \d+\)/.test(error.message)) return new EngineTrouble(reason);
  return new Refused(reason, error.type === 'invalid_request');
}

/**
 * The answer to a request that brings documents or settings.
 * @throws Refused where it is they that were not taken; EngineTrouble
 */
export async function refusable(request: Promise<EnqueuedTask>): Promise<EnqueuedTask> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof MeilisearchApiError) || error.cause === undefined) throw error;
    const { status } = error.response;
    if ((status !== 400 && status !== 413) || error.cause.code.startsWith('index_')) throw error;
    const reason = `${error.cause.code}: ${error.cause.message}`;
    // The engine says so where its disk is full while it puts the documents down; ours are well-formed.
    if (error.cause.code === 'malformed_payload') throw new EngineTrouble(reason);
    throw new Refused(reason, true);
  }
}

/** Documents of a page. */
const HELD_PAGE = 20_000;

/**
 * Every id and version that an index holds, from one place to another; of what lies between, whole pages alone where an
 * end is given. The engine pages by place, so a list made under writes may miss some.
 */
export async function* heldVersions(
  engine: Meilisearch,
  uid: string,
  from = 0,
  to = Infinity,
): AsyncGenerator<Held> {
  const ask = (offset: number): Promise<Held> => {
    const asked = documents(engine, uid, { fields: ['id', 'v'], limit: HELD_PAGE, offset });
    asked.catch(() => {}); // told where it is awaited, unless nobody comes so far
    return asked;
  };
  const coming: Promise<Held>[] = [];
  for (let offset = from; ;) {
    // Three pages at once: two processors have one each while the third is on its way. A million took 5.8 s, with two 7.
    for (; coming.length < 3 && offset + HELD_PAGE <= to; offset += HELD_PAGE) coming.push(ask(offset));
    const held = await coming.shift();
    if (!held) return;
    yield held;
    if (held.results.length < HELD_PAGE) return;
  }
}

/** The versions that an index holds of these products. */
export async function heldVersionsOf(
  engine: Meilisearch,
  uid: string,
  ids: number[],
): Promise<Map<number, string>> {
  const { results } = await documents(engine, uid, { ids, fields: ['id', 'v'], limit: ids.length });
  return new Map(results.map(({ id, v }) => [id, v]));
}

export interface Held {
  results: { id: number; v: string }[];
  /** documents of the whole index */
  total: number;
}

/** Reads documents by a body: the client would put them into the address, which has no room for thousands of ids. */
async function documents(engine: Meilisearch, uid: string, body: object): Promise<Held> {
  return engine.httpRequest.post<Held>({ path: `indexes/${uid}/documents/fetch`, body });
}
