import type { EnqueuedTask } from 'meilisearch';
import { free } from '../src/memory.js';
import type { Documents, SetAside } from './documents.js';
import { addDocuments, EngineTrouble, refusable, Refused, succeeded } from './engine.js';
import type { Parts } from './parts.js';

/** So many documents are picked out by the name that the engine gives; where there are more, halving is faster. */
const NAMED = 8;
/** Products of which a thread makes documents at once. */
const SLICE = 250;
/** Slices that are made, or wait to be sent, at a time. */
const AHEAD = 4;

/** A batch on its way: the engine has it in its queue. */
export interface Sent {
  ids: number[];
  /** products of which no document could be made */
  refused: SetAside[];
  /** resolves when the engine has done it all; rejects with Refused or EngineTrouble */
  indexed: Promise<void>;
}

/** A document as a line of NDJSON. */
interface Line {
  id: number;
  code: string;
  bytes: Uint8Array;
}

/**
 * Puts these products, as they now are, in the queue of an index; what is no longer there is removed from it. Batches
 * must be sent in the order of their reads.
 * @param before what was sent last, if it is still on its way
 */
export async function sendProducts(
  parts: Parts,
  uid: string,
  ids: number[],
  signal: AbortSignal,
  before?: Sent,
): Promise<Sent> {
  const tasks: EnqueuedTask[] = [];
  const refused: SetAside[] = [];
  const made: number[] = [];
  try {
    const ndjson = ndjsonOf(parts, ids, refused, made);
    for await (const task of enqueue(parts, uid, ndjson)) tasks.push(task);
    tasks.push(...(await enqueueRemoval(parts, uid, absentOf(ids, made))));
    return { ids, refused, indexed: allSucceeded(parts, tasks, signal, before) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Refused at the door: the batch counts as sent, and as refused once nothing of it is on its way any more.
    const settled = waitForAll(parts, tasks, signal).catch(() => {});
    return { ids, refused, indexed: handled(settled.then(() => Promise.reject(error))) };
  }
}

/**
 * Their documents, slice by slice; the next ones are made meanwhile.
 * @param refused gets the products of which none can be made
 */
async function* slicesOf(
  { documents, log }: Parts,
  ids: number[],
  refused: SetAside[],
): AsyncGenerator<Documents> {
  const making: Promise<Documents>[] = [];
  for (let i = 0; i < ids.length || making.length > 0;) {
    while (i < ids.length && making.length < AHEAD)
      making.push(handled(documents.of(ids.slice(i, (i += SLICE)))));
    const slice = await making.shift()!;
    for (const { code, reason } of slice.refused) log.error({ code }, reason);
    refused.push(...slice.refused);
    yield slice;
  }
}

/** The same as NDJSON. @param made gets the ids of the products of which documents were made */
async function* ndjsonOf(
  parts: Parts,
  ids: number[],
  refused: SetAside[],
  made: number[],
): AsyncGenerator<Uint8Array> {
  for await (const slice of slicesOf(parts, ids, refused)) {
    for (const { id } of slice.made) made.push(id);
    if (slice.made.length > 0) yield slice.ndjson;
    free(slice.ndjson.buffer); // it has gone
  }
}

/**
 * Delivers these products, as they now are, when documents among them are refused: the others go through, and
 * the refused ones are returned and removed from the index, so that it never shows what is no longer true.
 * Nothing else may be on its way to the index: the engine fails tasks together that it takes together.
 */
export async function deliverCarefully(
  parts: Parts,
  uid: string,
  ids: number[],
  signal: AbortSignal,
): Promise<SetAside[]> {
  const lines: Line[] = [];
  const refused: SetAside[] = [];
  for await (const { made, ndjson } of slicesOf(parts, ids, refused)) {
    let start = 0;
    for (const { id, code, end } of made) {
      lines.push({ id, code, bytes: ndjson.subarray(start, end) });
      start = end;
    }
  }
  const stumbled: SetAside[] = [];
  let taken = 0;
  const place = async (some: Line[], depth = 0): Promise<void> => {
    try {
      const tasks: EnqueuedTask[] = [];
      const ndjson = some.map(({ bytes }) => bytes).values();
      for await (const task of enqueue(parts, uid, ndjson)) tasks.push(task);
      await allSucceeded(parts, tasks, signal);
      taken += some.length;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const [only, ...others] = some;
      if (only && others.length === 0) {
        (error.certain ? refused : stumbled).push({
          product_id: only.id,
          code: only.code,
          reason: error.message,
        });
      } else {
        for (const part of divide(some, depth < NAMED ? error.message : '')) await place(part, depth + 1);
      }
    }
  };
  if (lines.length > 0) await place(lines);
  // An engine that stumbles over everything has a trouble of its own.
  if (stumbled.length > 0 && taken === 0) throw new EngineTrouble(stumbled[0]!.reason);
  refused.push(...stumbled);
  const aside = refused.map((product) => product.product_id);
  const placed = absentOf(
    lines.map(({ id }) => id),
    aside,
  );
  await allSucceeded(parts, await enqueueRemoval(parts, uid, absentOf(ids, placed)), signal);
  return refused;
}

/** Splits what was refused: the document that the reason names from the rest, or in halves. */
function divide(lines: Line[], reason: string): Line[][] {
  const named = new Set([...reason.matchAll(/`"?(\d+)"?`/g)].map((match) => Number(match[1])));
  const suspects = lines.filter((line) => named.has(line.id));
  if (suspects.length === 1) return [suspects, lines.filter((line) => !named.has(line.id))];
  const half = lines.length >> 1;
  return [lines.slice(0, half), lines.slice(half)];
}

/** Puts documents in the queue of an index while they are made; one task, unless they are too long for one. */
async function* enqueue(
  parts: Parts,
  uid: string,
  ndjson: AsyncIterator<Uint8Array> | Iterator<Uint8Array>,
): AsyncGenerator<EnqueuedTask> {
  let next = await ndjson.next();
  async function* body(): AsyncGenerator<Uint8Array> {
    let length = 0;
    do {
      length += next.value!.length;
      yield next.value!;
      next = await ndjson.next();
    } while (!next.done && length + next.value.length <= parts.taskBytes);
    await parts.onStep?.('built');
  }
  while (!next.done) yield await refusable(addDocuments(parts.engine, uid, body()));
}

async function enqueueRemoval({ engine }: Parts, uid: string, ids: number[]): Promise<EnqueuedTask[]> {
  return ids.length === 0 ? [] : [await engine.index(uid).deleteDocuments(ids)];
}

async function waitForAll(
  { engine, observer }: Parts,
  tasks: EnqueuedTask[],
  signal: AbortSignal,
): Promise<void> {
  for (const task of tasks) {
    const done = await succeeded(engine, task, signal);
    observer?.task(done);
  }
}

/**
 * The engine ends its tasks in their order, so it is asked about these once those before have ended. To ask about
 * each of many that wait took a fifth of the indexer's time, and some of the engine's.
 */
function allSucceeded(
  parts: Parts,
  tasks: EnqueuedTask[],
  signal: AbortSignal,
  before?: Sent,
): Promise<void> {
  const ended = before?.indexed.catch(() => {}) ?? Promise.resolve();
  return handled(ended.then(() => waitForAll(parts, tasks, signal)));
}

/** Whoever awaits it later sees its failure; until then it must not count as unhandled. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function absentOf(ids: number[], others: number[]): number[] {
  const present = new Set(others);
  return ids.filter((id) => !present.has(id));
}
