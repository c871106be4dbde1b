import type { EnqueuedTask } from 'meilisearch';
import { productsAfterId, productsById } from '../src/products/store.js';
import type { StoredProduct } from '../src/products/store.js';
import { addDocuments, EngineTrouble, refusable, Refused, succeeded } from './engine.js';
import type { Parts } from './parts.js';
import type { SetAside } from './store.js';

/** Bytes of documents in a task at most, before its last slice; the engine takes 100 MB. */
const TASK_LENGTH = 24 * 1024 * 1024;
/** So many documents are picked out by the name that the engine gives; where there are more, halving is faster. */
const NAMED = 8;
/**
 * Products read at once, and documents made in one go before other work of the process has its turn. The next ones are
 * read meanwhile. With 100 or 500 a rebuild took as long.
 */
const SLICE = 250;

/** A batch on its way: the engine has it in its queue. */
export interface Sent {
  ids: number[];
  /** products of which no document could be made */
  refused: SetAside[];
  /** resolves when the engine has done it all; rejects with Refused or EngineTrouble */
  indexed: Promise<void>;
}

interface Line {
  id: number;
  code: string;
  json: string;
}

/**
 * Puts these products, as they now are, in the queue of an index. Batches must be sent in the order of their reads.
 * @param before what was sent last, if it is still on its way
 */
export async function sendProducts(
  parts: Parts,
  uid: string,
  ids: number[],
  signal: AbortSignal,
  before?: Sent,
): Promise<Sent> {
  return send(parts, uid, readById(parts, ids), ids, signal, before);
}

/**
 * Puts the next products by id in the queue of an index.
 * @param after the id after which they begin
 * @param most how many
 * @param before what was sent last, if it is still on its way
 * @returns fewer than so many at the end of the table
 */
export async function sendNext(
  parts: Parts,
  uid: string,
  { after, most }: { after: number; most: number },
  signal: AbortSignal,
  before?: Sent,
): Promise<Sent> {
  return send(parts, uid, readAfterId(parts, after, most), [], signal, before);
}

/** @param wanted products that are removed from the index where they are not among those that are read */
async function send(
  parts: Parts,
  uid: string,
  slices: AsyncGenerator<StoredProduct[]>,
  wanted: number[],
  signal: AbortSignal,
  before?: Sent,
): Promise<Sent> {
  const read: number[] = [];
  const rows = noting(slices, read);
  const tasks: EnqueuedTask[] = [];
  const refused: SetAside[] = [];
  try {
    for await (const task of enqueue(parts, uid, linesOf(parts, rows, refused))) tasks.push(task);
    const gone = absentOf(wanted, read);
    const absent = [...gone, ...refused.map((product) => product.product_id)];
    tasks.push(...(await enqueueRemoval(parts, uid, absent)));
    return { ids: [...read, ...gone], refused, indexed: allSucceeded(parts, tasks, signal, before) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Refused at the door: the batch counts as sent, and as refused once nothing of it is on its way any more.
    for await (const _ of rows);
    const settled = waitForAll(parts, tasks, signal).catch(() => {});
    return {
      ids: [...read, ...absentOf(wanted, read)],
      refused,
      indexed: handled(settled.then(() => Promise.reject(error))),
    };
  }
}

async function* readById({ db }: Parts, ids: number[]): AsyncGenerator<StoredProduct[]> {
  for (let i = 0; i < ids.length; i += SLICE) yield await productsById(db, ids.slice(i, i + SLICE));
}

async function* readAfterId({ db }: Parts, after: number, most: number): AsyncGenerator<StoredProduct[]> {
  for (let last = after, left = most; left > 0; left -= SLICE) {
    const rows = await productsAfterId(db, last, Math.min(SLICE, left));
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE) return;
    last = rows.at(-1)!.id;
  }
}

/** The same slices, each asked for while the one before is worked on. @param read gets the ids of their products */
async function* noting(
  slices: AsyncGenerator<StoredProduct[]>,
  read: number[],
): AsyncGenerator<StoredProduct[]> {
  for (let next = handled(slices.next()); ;) {
    const { done, value: rows } = await next;
    if (done) return;
    next = handled(slices.next());
    for (const { id } of rows) read.push(id);
    yield rows;
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
  const read: number[] = [];
  const lines: Line[] = [];
  const refused: SetAside[] = [];
  const rows = noting(readById(parts, ids), read);
  for await (const slice of linesOf(parts, rows, refused)) lines.push(...slice);
  const stumbled: SetAside[] = [];
  let taken = 0;
  const place = async (some: Line[], depth = 0): Promise<void> => {
    try {
      const tasks: EnqueuedTask[] = [];
      for await (const task of enqueue(parts, uid, inSlices(some))) tasks.push(task);
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
  const absent = [...absentOf(ids, read), ...refused.map((product) => product.product_id)];
  await allSucceeded(parts, await enqueueRemoval(parts, uid, absent), signal);
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

/** Documents as lines, a slice at a time. @param refused gets the products of which none can be made */
async function* linesOf(
  { documentOf, log }: Parts,
  slices: AsyncIterable<StoredProduct[]>,
  refused: SetAside[],
): AsyncGenerator<Line[]> {
  for await (const rows of slices) {
    const lines: Line[] = [];
    for (const row of rows) {
      try {
        lines.push({ id: row.id, code: row.code, json: JSON.stringify(documentOf(row)) });
      } catch (error) {
        log.error({ err: error, code: row.code }, 'no search document could be made');
        const reason = `no document could be made: ${String(error)}`;
        refused.push({ product_id: row.id, code: row.code, reason });
      }
    }
    if (lines.length > 0) yield lines;
  }
}

function* inSlices(lines: Line[]): Generator<Line[]> {
  for (let i = 0; i < lines.length; i += SLICE) yield lines.slice(i, i + SLICE);
}

/** Puts documents in the queue of an index while they are made; one task, unless they are too long for one. */
async function* enqueue(
  parts: Parts,
  uid: string,
  slices: AsyncGenerator<Line[]> | Generator<Line[]>,
): AsyncGenerator<EnqueuedTask> {
  let next = await slices.next();
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let length = 0; !next.done && length < TASK_LENGTH; next = await slices.next()) {
      const bytes = encode(next.value);
      length += bytes.length;
      yield bytes;
    }
    await parts.onStep?.('built');
  }
  while (!next.done) yield await refusable(addDocuments(parts.engine, uid, body()));
}

/** The lines in UTF-8. A third of what it takes to join them first, and no text of a megabyte for the collector. */
function encode(lines: Line[]): Buffer {
  let length = 0;
  for (const { json } of lines) length += Buffer.byteLength(json) + 1;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const { json } of lines) {
    at += bytes.write(json, at);
    at += bytes.write('\n', at);
  }
  return bytes;
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

function absentOf(ids: number[], read: number[]): number[] {
  const present = new Set(read);
  return ids.filter((id) => !present.has(id));
}
