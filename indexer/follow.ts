import { PositionLost, readChanges, tip } from '../src/catalogue/index.js';
import type { ChangeListener, Position } from '../src/catalogue/index.js';
import { orAborted } from '../src/platform/index.js';
import { LeadershipLost } from './context.js';
import type { Leading } from './context.js';
import { Deliverer } from './deliver.js';
import type { Delivery } from './deliver.js';
import type { DeadLetter } from './documents.js';
import { requestRebuild } from './rebuild-store.js';
import { acknowledge, readReader, redeliveries, requestRedelivery } from './store.js';

/** Batches in the engine's queue at most: while it works on one, more are made, and it merges all that wait. */
const MOST_IN_FLIGHT = 8;
/** Transactions at most that a log line names. */
const TRANSACTIONS_LOGGED = 50;

/** What is delivered together. */
interface Batch {
  ids: number[];
  /** the position that the index has reached when the batch is in it */
  end: Position;
  /** the redeliveries in it, by their number in the reindex queue */
  redelivered: number[];
  /** the transactions that changed them: the gateways log the one of each write with its request id */
  transactions: string[];
}

/** A batch that the engine was sent. */
interface InFlight {
  batch: Batch;
  delivery: Delivery;
  /** it is shown, or has failed */
  ended: boolean;
}

/** Carries changes from the log to the live index. */
export class Follower {
  private readonly context: Leading;
  private readonly changes: ChangeListener;
  /** oldest first; what is not acknowledged yet */
  private inFlight: InFlight[] = [];
  private sending: Batch | undefined;
  private deliverer!: Deliverer;
  /** where the next batch is read from */
  private position!: Position;
  /** rows of the log are blocked by an older transaction */
  private blocked = false;
  /** work that waits until nothing is in flight */
  private readonly exclusive: (() => Promise<void>)[] = [];

  constructor(context: Leading, changes: ChangeListener) {
    this.context = context;
    this.changes = changes;
  }

  /** Follows the log until it fails or is aborted. May be called again after a failure. */
  async run(signal: AbortSignal): Promise<never> {
    this.inFlight = [];
    this.sending = undefined;
    this.deliverer = new Deliverer(this.context, this.context.uid, signal);
    try {
      this.position = (await readReader(this.context)).position;
      for (;;) await this.advance(signal);
    } catch (error) {
      if (error instanceof LeadershipLost || signal.reason instanceof LeadershipLost)
        await this.redeliverInFlight();
      throw error;
    }
  }

  /**
   * Runs work while nothing is in flight to the live index: the recorded position is what the index holds. The work
   * may move that position.
   * @param signal stops the waiting
   */
  whileDrained<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      // Who waits for one that was aborted has gone.
      this.exclusive.push(async () => (signal.aborted ? undefined : work().then(resolve, reject)));
    });
    this.changes.wake();
    return orAborted(done, signal);
  }

  /** Takes the next step, or waits until there is one. */
  private async advance(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const [first] = this.inFlight;
    if (first && (first.ended || this.exclusive.length > 0)) return this.finish(first);
    if (this.exclusive.length > 0) return this.runExclusive();
    const batch = this.inFlight.length < MOST_IN_FLIGHT ? await this.nextBatch() : undefined;
    if (batch instanceof PositionLost) return this.startAnew(batch);
    if (batch) return this.send(batch);
    await orAborted(this.changes.next(this.blocked), signal);
  }

  /** Undefined where there is nothing to deliver. Redeliveries come first; while some are in flight, the log has its turn. */
  private async nextBatch(): Promise<Batch | PositionLost | undefined> {
    // They stay in the queue until they are acknowledged: until then they would be read again.
    if (!this.inFlight.some(({ batch }) => batch.redelivered.length > 0)) {
      const rows = await redeliveries(this.context, this.context.batch);
      const redelivered = rows.flatMap((row) => row.seqs);
      if (rows.length > 0) return { ids: distinct(rows), end: this.position, redelivered, transactions: [] };
    }
    try {
      const { changes, end, blocked } = await readChanges(this.context.db, this.position, this.context.batch);
      this.blocked = blocked;
      if (changes.length === 0) return undefined;
      const transactions = [...new Set(changes.map(({ xid }) => xid))];
      return { ids: distinct(changes), end, redelivered: [], transactions };
    } catch (error) {
      if (error instanceof PositionLost) return error;
      throw error;
    }
  }

  private async send(batch: Batch): Promise<void> {
    const { context } = this;
    this.sending = batch;
    await context.onStep?.('read');
    const delivery = await this.deliverer.deliver(batch.ids, this.inFlight.at(-1)?.delivery);
    const sent: InFlight = { batch, delivery, ended: false };
    const end = (): void => {
      sent.ended = true;
      this.changes.wake();
    };
    delivery.indexed.then(end, end);
    this.inFlight.push(sent);
    this.sending = undefined;
    this.position = batch.end;
    await context.onStep?.('sent');
  }

  /** Waits for the oldest batch, and acknowledges it. */
  private async finish({ batch, delivery }: InFlight): Promise<void> {
    let behind = this.inFlight.slice(1);
    const deadLetters = await this.deliverer.settled(delivery, async () => {
      await this.drain();
      // They are read again: their documents may be older than those that are delivered now.
      behind = [];
      this.position = batch.end;
    });
    await this.context.onStep?.('indexed');
    await this.acknowledge(batch, deadLetters);
    this.inFlight = behind;
  }

  private async acknowledge(batch: Batch, deadLetters: DeadLetter[]): Promise<void> {
    const { log, observer, onStep } = this.context;
    const { ids, end, redelivered, transactions } = batch;
    await acknowledge(this.context, { position: end, delivered: ids, deadLetters, redelivered });
    observer?.delivered(ids.length - deadLetters.length);
    log.info({ products: ids.length, transactions: transactions.slice(0, TRANSACTIONS_LOGGED) }, 'delivered');
    await onStep?.('acknowledged');
  }

  /** Waits until everything in flight has succeeded or failed. */
  private async drain(): Promise<void> {
    await Promise.allSettled(this.inFlight.map(({ delivery }) => delivery.indexed));
  }

  private async runExclusive(): Promise<void> {
    for (const work of this.exclusive.splice(0)) await work();
    this.position = (await readReader(this.context)).position;
  }

  /** The log lacks changes after the position: continues at its end, and requests a rebuild for the gap. */
  private async startAnew(error: PositionLost): Promise<void> {
    const { db, log } = this.context;
    log.warn(`${error.message}: following from its end, and rebuilding the index`);
    await this.drain();
    // Requested first: where this process ends in between, the next leader finds the position lost again.
    await requestRebuild(this.context, error.reason);
    this.position = await tip(db);
    await acknowledge(this.context, { position: this.position, state: { complete: false } });
    this.inFlight = [];
  }

  /** What a former leader still sent may have arrived after newer documents of the next leader. */
  private async redeliverInFlight(): Promise<void> {
    const ids = [...this.inFlight.flatMap(({ batch }) => batch.ids), ...(this.sending?.ids ?? [])];
    await requestRedelivery(this.context, ids).catch((err: unknown) =>
      this.context.log.error({ err }, 'no redelivery was requested'),
    );
  }
}

function distinct(rows: { product_id: number }[]): number[] {
  return [...new Set(rows.map((row) => row.product_id))];
}
