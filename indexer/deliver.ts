import type { EnqueuedTask } from 'meilisearch';
import type { IndexerContext } from './context.js';
import { makeDocuments } from './documents.js';
import type { DeadLetter, SerializedDocument } from './documents.js';
import { addDocuments, EngineTrouble, Refused, succeeded } from './engine.js';
import { productBeside } from './store.js';

/** Products whose documents are made at once: a few milliseconds of work, between which others have their turn. */
const SLICE = 100;
/** Up to this depth the document that the engine names is picked out; where more are refused, halving is faster. */
const PICK_BY_NAME = 8;

/** Products that the engine has in its queue. */
export interface Enqueued {
  ids: number[];
  /** products for which no document could be made */
  deadLetters: DeadLetter[];
  /** resolves when the engine has indexed them all; rejects with Refused or EngineTrouble */
  indexed: Promise<void>;
}

/**
 * Enqueues these products, as they now are, for an index; those that no longer exist are removed from it. Must be
 * called in the order in which the ids were read.
 * @param before what was enqueued last, if it is still in flight
 */
export async function deliver(
  context: IndexerContext,
  uid: string,
  ids: number[],
  signal: AbortSignal,
  before?: Enqueued,
): Promise<Enqueued> {
  const tasks: EnqueuedTask[] = [];
  const deadLetters: DeadLetter[] = [];
  const made: number[] = [];
  // The engine ends tasks in their order: these are polled only once those before them have ended.
  const turn = before?.indexed.catch(() => {}) ?? Promise.resolve();
  try {
    for await (const documents of portions(context, ids, deadLetters)) {
      await context.onStep?.('built');
      tasks.push(await enqueue(context, uid, documents));
      made.push(...idsOf(documents));
    }
    tasks.push(...(await enqueueRemoval(context, uid, without(ids, made))));
    return { ids, deadLetters, indexed: handled(turn.then(() => allSucceeded(context, tasks, signal))) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It was not even enqueued: reported like a failed task, once nothing of the batch is in flight.
    const ended = turn.then(() => allSucceeded(context, tasks, signal)).catch(() => {});
    return { ids, deadLetters, indexed: handled(ended.then(() => Promise.reject(error))) };
  }
}

/**
 * Delivers a batch in which the engine refuses some products: the others are indexed, the refused ones are returned and
 * removed from the index, so that it never shows an old state of them. Nothing else may be in flight to the index:
 * the engine batches tasks, and those of a batch fail together.
 */
export async function deliverCarefully(
  context: IndexerContext,
  uid: string,
  ids: number[],
  signal: AbortSignal,
): Promise<DeadLetter[]> {
  const deadLetters: DeadLetter[] = [];
  /** documents on which the engine failed without saying that they are invalid */
  const suspects: DeadLetter[] = [];
  const indexed: number[] = [];
  const index = async (documents: SerializedDocument[], depth = 0): Promise<void> => {
    try {
      await allSucceeded(context, [await enqueue(context, uid, documents)], signal);
      indexed.push(...idsOf(documents));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const [only, ...others] = documents;
      if (only && others.length === 0) {
        const deadLetter = { product_id: only.id, code: only.code, reason: error.message };
        (error.certain ? deadLetters : suspects).push(deadLetter);
        return;
      }
      for (const part of split(documents, depth < PICK_BY_NAME ? error.message : ''))
        await index(part, depth + 1);
    }
  };
  for await (const documents of portions(context, ids, deadLetters)) await index(documents);
  // Where the engine fails on every document, also on that of another product, the documents are not the cause.
  if (suspects.length > 0 && indexed.length === 0 && !(await indexesAnother(context, uid, ids, signal)))
    throw new EngineTrouble(suspects[0]!.reason);
  await allSucceeded(context, await enqueueRemoval(context, uid, without(ids, indexed)), signal);
  return [...deadLetters, ...suspects];
}

/** An id of no product, for the document that probes whether the engine can index anything. */
const TRIAL = 0;

/**
 * Whether the engine indexes any other document: if not, the fault is the engine's and not these products'. The
 * document is sent under an unused id, as the engine only compares one that it has already.
 */
async function indexesAnother(
  context: IndexerContext,
  uid: string,
  ids: number[],
  signal: AbortSignal,
): Promise<boolean> {
  const another = await productBeside(context.db, ids);
  const { documents } = await makeDocuments(context, another === null ? [] : [another]);
  const trial = documents.map(({ code, json }) => ({
    id: TRIAL,
    code,
    json: JSON.stringify({ ...(JSON.parse(json) as object), id: TRIAL }),
  }));
  if (trial.length === 0) return false;
  try {
    await allSucceeded(context, [await enqueue(context, uid, trial)], signal);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  await allSucceeded(context, await enqueueRemoval(context, uid, [TRIAL]), signal);
  return true;
}

/**
 * The documents of these products, in portions that fit into a request each: no more than one of them is in memory.
 * @param deadLetters gets the products for which no document could be made
 */
async function* portions(
  context: IndexerContext,
  ids: number[],
  deadLetters: DeadLetter[],
): AsyncGenerator<SerializedDocument[]> {
  let portion: SerializedDocument[] = [];
  let bytes = 0;
  for (let start = 0; start < ids.length; start += SLICE) {
    const made = await makeDocuments(context, ids.slice(start, start + SLICE));
    for (const { code, reason } of made.deadLetters) context.log.error({ code }, reason);
    deadLetters.push(...made.deadLetters);
    for (const document of made.documents) {
      const length = Buffer.byteLength(document.json) + 1;
      if (portion.length > 0 && bytes + length > context.taskBytes) {
        yield portion;
        portion = [];
        bytes = 0;
      }
      portion.push(document);
      bytes += length;
    }
  }
  if (portion.length > 0) yield portion;
}

/** Splits what was refused: the document that the reason names from the rest, or in halves. */
function split(documents: SerializedDocument[], reason: string): SerializedDocument[][] {
  const named = new Set([...reason.matchAll(/`"?(\d+)"?`/g)].map((match) => Number(match[1])));
  const suspects = documents.filter(({ id }) => named.has(id));
  if (suspects.length === 1) return [suspects, documents.filter(({ id }) => !named.has(id))];
  const half = documents.length >> 1;
  return [documents.slice(0, half), documents.slice(half)];
}

function enqueue(
  { engine }: IndexerContext,
  uid: string,
  documents: SerializedDocument[],
): Promise<EnqueuedTask> {
  return addDocuments(engine, uid, documents.map(({ json }) => json).join('\n'));
}

async function enqueueRemoval(
  { engine }: IndexerContext,
  uid: string,
  ids: number[],
): Promise<EnqueuedTask[]> {
  return ids.length === 0 ? [] : [await engine.index(uid).deleteDocuments(ids)];
}

async function allSucceeded(
  { engine, observer }: IndexerContext,
  tasks: EnqueuedTask[],
  signal: AbortSignal,
): Promise<void> {
  for (const task of tasks) {
    const done = await succeeded(engine, task, signal);
    observer?.task(done);
  }
}

/** Marks a promise that is awaited later, so that its failure does not count as unhandled until then. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

const idsOf = (documents: SerializedDocument[]): number[] => documents.map(({ id }) => id);

function without(ids: number[], others: number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}
