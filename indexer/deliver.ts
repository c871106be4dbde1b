import { EngineTrouble, Refused } from '../src/search/index.js';
import type { Sent } from '../src/search/index.js';
import type { IndexerContext } from './context.js';
import { makeDocuments } from './documents.js';
import type { DeadLetter, SerializedDocument } from './documents.js';
import { GOLDEN } from './form.js';
import { drawOrder } from './store.js';

/** Products whose documents are made at once: a few milliseconds of work, between which others have their turn. */
const SLICE = 100;

/** Products that the engine has been sent. */
export type Delivery = Awaited<ReturnType<typeof deliver>>;

/**
 * Sends these products, as they now are, to an index; those that no longer exist are removed from it. Must be
 * called in the order in which the ids were read.
 * @param before what was sent last, if it is still in flight
 */
export async function deliver(
  context: IndexerContext,
  uid: string,
  ids: number[],
  signal: AbortSignal,
  before?: { indexed: Promise<void> },
) {
  const { indexes } = context;
  const order = await drawOrder(context);
  const sent: Sent[] = [];
  const deadLetters: DeadLetter[] = [];
  const made: number[] = [];
  let refusal: Refused | undefined;
  try {
    for await (const documents of portions(context, ids, deadLetters)) {
      await context.onStep?.('built');
      sent.push(await indexes.send(uid, documents, order));
      made.push(...idsOf(documents));
    }
    const gone = without(ids, made);
    if (gone.length > 0) sent.push(await indexes.remove(uid, gone, order));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // It was not even taken: reported like a failed task, once nothing of the batch is in flight.
    refusal = error;
  }
  const show = async (): Promise<void> => {
    // The engine ends tasks in their order: these are polled only once those before them have ended.
    await before?.indexed.catch(() => {});
    await allShown(context, sent, signal);
    if (refusal) throw refusal;
  };
  const indexed = show();
  indexed.catch(() => {}); // it is awaited later
  return {
    ids,
    /** products for which no document could be made */
    deadLetters,
    /** resolves when searches show them all; rejects with Refused or EngineTrouble */
    indexed,
  };
}

/**
 * Waits until searches show what was sent; where the engine refuses some of it, delivers the batch again, carefully.
 * @param alone called before that, as nothing else may be in flight then
 * @returns the products that are dead letters now
 */
export async function settled(
  context: IndexerContext,
  uid: string,
  { ids, deadLetters, indexed }: Delivery,
  signal: AbortSignal,
  alone: () => Promise<void> = async () => {},
): Promise<DeadLetter[]> {
  try {
    await indexed;
    return deadLetters;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    context.log.warn({ reason: error.message, products: ids.length }, 'documents were refused');
    await alone();
    return deliverCarefully(context, uid, ids, signal);
  }
}

/**
 * Delivers a batch in which the engine refuses some products: the others are indexed, the refused ones are returned and
 * removed from the index, so that it never shows an old state of them. Nothing else may be in flight to the index:
 * the engine batches tasks, and those of a batch fail together.
 */
async function deliverCarefully(
  context: IndexerContext,
  uid: string,
  ids: number[],
  signal: AbortSignal,
): Promise<DeadLetter[]> {
  const { indexes } = context;
  const order = await drawOrder(context);
  const deadLetters: DeadLetter[] = [];
  /** documents on which the engine failed without saying that they are invalid */
  const suspects: DeadLetter[] = [];
  const indexed: number[] = [];
  const index = async (documents: SerializedDocument[]): Promise<void> => {
    try {
      await allShown(context, [await indexes.send(uid, documents, order)], signal);
      indexed.push(...idsOf(documents));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const [only, ...others] = documents;
      if (only && others.length === 0) {
        const deadLetter = { product_id: only.id, code: only.code, reason: error.message };
        context.log.error(deadLetter, 'dead letter: the engine refuses its document');
        (error.certain ? deadLetters : suspects).push(deadLetter);
        return;
      }
      const half = documents.length >> 1;
      await index(documents.slice(0, half));
      await index(documents.slice(half));
    }
  };
  for await (const documents of portions(context, ids, deadLetters)) await index(documents);
  // Where the engine fails on every document, also on that of another product, the documents are not the cause.
  if (suspects.length > 0 && indexed.length === 0 && !(await takesAny(context, uid, order, signal)))
    throw new EngineTrouble(suspects[0]!.reason);
  const gone = without(ids, indexed);
  if (gone.length > 0) await allShown(context, [await indexes.remove(uid, gone, order)], signal);
  return [...deadLetters, ...suspects];
}

/** An id of no product: the engine only compares a document that it has already. */
const TRIAL = 0;

/** Whether the engine indexes any document: if not, the fault is its own and not that of the products. */
async function takesAny(
  context: IndexerContext,
  uid: string,
  order: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { indexes, documentOf } = context;
  const json = JSON.stringify({ ...documentOf(GOLDEN[0]!), id: TRIAL });
  try {
    await allShown(context, [await indexes.send(uid, [{ id: TRIAL, json }], order)], signal);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  await allShown(context, [await indexes.remove(uid, [TRIAL], order)], signal);
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

async function allShown(
  { observer }: IndexerContext,
  sent: readonly Sent[],
  signal: AbortSignal,
): Promise<void> {
  for (const each of sent) {
    const took = await each.shown(signal);
    observer?.task(took);
  }
}

const idsOf = (documents: SerializedDocument[]): number[] => documents.map(({ id }) => id);

function without(ids: number[], others: number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}
