import { EngineTrouble, Refused } from '../src/search/index.js';
import type { Sent } from '../src/search/index.js';
import type { IndexerContext } from './context.js';
import { makeDocuments } from './documents.js';
import type { DeadLetter, SerializedDocument } from './documents.js';
import { GOLDEN } from './form.js';
import { drawOrder } from './store.js';

/** Products whose documents are made at once: a few milliseconds of work, between which others have their turn. */
const SLICE = 100;
/** An id of no product, for a trial: the engine only compares a document that it has already. */
const TRIAL = 0;

/** Products that the engine has been sent. */
export type Delivery = Awaited<ReturnType<Deliverer['deliver']>>;

/** Brings products to an index. */
export class Deliverer {
  private readonly context: IndexerContext;
  private readonly uid: string;
  private readonly signal: AbortSignal;

  /** @param signal ends the waiting */
  constructor(context: IndexerContext, uid: string, signal: AbortSignal) {
    this.context = context;
    this.uid = uid;
    this.signal = signal;
  }

  /**
   * Sends these products, as they now are; those that no longer exist are removed. Must be called in the order in which the
   * ids were read.
   * @param before what was sent last, if it is still in flight
   */
  async deliver(ids: number[], before?: { indexed: Promise<void> }) {
    const { context, uid } = this;
    const order = await drawOrder(context);
    const sent: Sent[] = [];
    const deadLetters: DeadLetter[] = [];
    const made: number[] = [];
    let refusal: Refused | undefined;
    try {
      for await (const documents of this.portions(ids, deadLetters)) {
        await context.onStep?.('built');
        sent.push(await context.indexes.send(uid, documents, order));
        made.push(...idsOf(documents));
      }
      const gone = without(ids, made);
      if (gone.length > 0) sent.push(await context.indexes.remove(uid, gone, order));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // It was not even taken: reported like a failed task, once nothing of the batch is in flight.
      refusal = error;
    }
    const show = async (): Promise<void> => {
      // The engine ends tasks in their order: these are polled only once those before them have ended.
      await before?.indexed.catch(() => {});
      for (const each of sent) await this.show(each);
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
  async settled({ ids, deadLetters, indexed }: Delivery, alone?: () => Promise<void>): Promise<DeadLetter[]> {
    try {
      await indexed;
      return deadLetters;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.context.log.warn({ reason: error.message, products: ids.length }, 'documents were refused');
      await alone?.();
      const dead = await this.deliverCarefully(ids);
      for (const each of dead) this.context.log.error(each, 'dead letter: the engine refuses its document');
      return dead;
    }
  }

  /**
   * Delivers a batch in which the engine refuses some products: the others are indexed, the refused ones are returned and
   * removed from the index, so that it never shows an old state of them. Nothing else may be in flight to the index:
   * the engine batches tasks, and those of a batch fail together.
   */
  private async deliverCarefully(ids: number[]): Promise<DeadLetter[]> {
    const { context, uid } = this;
    const { indexes, documentOf } = context;
    const order = await drawOrder(context);
    const deadLetters: DeadLetter[] = [];
    /** documents on which the engine failed without saying that they are invalid */
    const suspects: DeadLetter[] = [];
    const indexed: number[] = [];
    const index = async (documents: SerializedDocument[]): Promise<void> => {
      try {
        await this.show(await indexes.send(uid, documents, order));
        indexed.push(...idsOf(documents));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const [only, ...others] = documents;
        if (only && others.length === 0) {
          const deadLetter = { product_id: only.id, code: only.code, reason: error.message };
          (error.certain ? deadLetters : suspects).push(deadLetter);
          return;
        }
        const half = documents.length >> 1;
        await index(documents.slice(0, half));
        await index(documents.slice(half));
      }
    };
    for await (const documents of this.portions(ids, deadLetters)) await index(documents);
    const [suspect] = suspects;
    if (suspect && indexed.length === 0) {
      // Where the engine fails on every document, also on another one, the documents are not the cause.
      const json = JSON.stringify({ ...documentOf(GOLDEN[0]!), id: TRIAL });
      await index([{ id: TRIAL, code: '', json }]);
      if (indexed.length === 0) throw new EngineTrouble(suspect.reason);
    }
    const gone = [...without(ids, indexed), ...without(indexed, ids)];
    if (gone.length > 0) await this.show(await indexes.remove(uid, gone, order));
    return [...deadLetters, ...suspects];
  }

  /**
   * The documents of these products, in portions that fit into a request each: no more than one of them is in memory.
   * @param deadLetters gets the products for which no document could be made
   */
  private async *portions(ids: number[], deadLetters: DeadLetter[]): AsyncGenerator<SerializedDocument[]> {
    const { context } = this;
    let portion: SerializedDocument[] = [];
    let bytes = 0;
    for (let start = 0; start < ids.length; start += SLICE) {
      const made = await makeDocuments(context, ids.slice(start, start + SLICE));
      for (const { code, reason } of made.deadLetters) context.log.error({ code }, reason);
      deadLetters.push(...made.deadLetters);
      for (const document of made.documents) {
        const length = Buffer.byteLength(document.json) + 1;
        if (portion.length > 0 && bytes + length > context.indexes.sentBytes) {
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

  private async show(sent: Sent): Promise<void> {
    const took = await sent.shown(this.signal);
    this.context.observer?.task(took);
  }
}

const idsOf = (documents: SerializedDocument[]): number[] => documents.map(({ id }) => id);

function without(ids: number[], others: number[]): number[] {
  const excluded = new Set(others);
  return ids.filter((id) => !excluded.has(id));
}
