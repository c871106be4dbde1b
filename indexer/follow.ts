import { PositionLost, readChanges, tip } from '../src/changes/log.js';
import type { ChangeWatch, Position } from '../src/changes/log.js';
import { deliverCarefully, sendProducts } from './deliver.js';
import type { Sent } from './deliver.js';
import type { SetAside } from './documents.js';
import { Refused } from './engine.js';
import { LeadLost } from './parts.js';
import type { Parts } from './parts.js';
import { askRebuild } from './rebuilds.js';
import { askRedelivery, confirm, readReader, redeliveries } from './store.js';

/** Carries changes from the log to the live index. */
export interface Follower {
  /** Follows until it fails or is aborted. May be called again after a failure. */
  run(signal: AbortSignal): Promise<never>;
  /**
   * Runs work between two deliveries: nothing is on its way to the live index meanwhile, and the position in the
   * books is what the index holds. Work may move that position. @param signal stops the waiting
   */
  atRest<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Batches in the engine's queue: while it works on one, others are made, and it takes together all that wait. */
const DEPTH = 8;

interface Batch {
  ids: number[];
  /** the position that the index has when the batch is in it */
  end: Position;
  /** the redeliveries among it */
  redelivered: number[];
  /** the transactions that changed them: the gateways log the one of each write with its request id */
  transactions: string[];
}

/** Transactions at most that a record of the log names. */
const NAMED = 50;

/** A batch that the engine has in its queue. */
interface Flight {
  batch: Batch;
  sent: Sent;
  landed: boolean;
}

/** @param settle called before anything is delivered: finishes what a former leader may have left half done */
export function openFollower(
  parts: Parts,
  leader: string,
  watch: ChangeWatch,
  settle: (signal: AbortSignal) => Promise<void>,
): Follower {
  const { db, uid, log } = parts;
  const resting: (() => Promise<void>)[] = [];

  async function run(signal: AbortSignal): Promise<never> {
    const unconfirmed = new Set<Batch>();
    const wake = (): void => watch.wake();
    signal.addEventListener('abort', wake);
    try {
      await settle(signal);
      return await loop(unconfirmed, signal);
    } catch (error) {
      // What was sent without the lead may have come after what the new leader sent, and be older.
      if (error instanceof LeadLost || signal.reason instanceof LeadLost) {
        const ids = [...unconfirmed].flatMap((batch) => batch.ids);
        await askRedelivery(db, ids).catch((err: unknown) =>
          log.error({ err }, 'not asked to deliver again'),
        );
      }
      throw error;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async function loop(unconfirmed: Set<Batch>, signal: AbortSignal): Promise<never> {
    let flights: Flight[] = [];
    let at = (await readReader(db)).position;
    let turn: 'log' | 'redeliveries' = 'log';

    /** Ends everything that is on its way, whatever comes of it. */
    const ground = async (): Promise<void> => {
      await Promise.allSettled(flights.map((flight) => flight.sent.indexed));
      flights = [];
    };
    const confirmed = async (batch: Batch, refused: SetAside[]): Promise<void> => {
      const { ids, end, redelivered, transactions } = batch;
      await confirm(db, leader, uid, { position: end, delivered: ids, refused, redelivered });
      unconfirmed.delete(batch);
      parts.observer?.delivered(ids.length - refused.length);
      log.info({ products: ids.length, transactions: transactions.slice(0, NAMED) }, 'delivered');
      await parts.onStep?.('confirmed');
    };
    const land = async ({ batch, sent }: Flight): Promise<void> => {
      try {
        await sent.indexed;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        log.warn({ reason: error.message, products: batch.ids.length }, 'documents were refused');
        await ground();
        const refused = await deliverCarefully(parts, uid, batch.ids, signal);
        for (const product of refused) log.error(product, 'set aside: the engine refuses its document');
        await confirmed(batch, refused);
        // What was sent behind it is sent again: what was read before may be older than what was just delivered.
        at = batch.end;
        return;
      }
      flights.shift();
      await parts.onStep?.('indexed');
      await confirmed(batch, sent.refused);
    };
    const send = async (batch: Batch): Promise<void> => {
      await parts.onStep?.('read');
      unconfirmed.add(batch);
      const sent = await sendProducts(parts, uid, batch.ids, signal, flights.at(-1)?.sent);
      const flight: Flight = { batch, sent, landed: false };
      const landed = (): void => {
        flight.landed = true;
        watch.wake();
      };
      sent.indexed.then(landed, landed);
      flights.push(flight);
      at = batch.end;
      await parts.onStep?.('sent');
    };
    /** The next batch; empty where there is none now. Redeliveries and the log take turns, so that neither starves. */
    const next = async (): Promise<Batch & { held: boolean }> => {
      if (turn === 'redeliveries') {
        turn = 'log';
        // They leave the table when they are confirmed: read while some are in flight, those would be read again.
        const inFlight = flights.some(({ batch }) => batch.redelivered.length > 0);
        const again = inFlight ? [] : await redeliveries(db, parts.batch);
        if (again.length > 0) {
          const redelivered = again.map((row) => row.seq);
          return { ids: distinct(again), end: at, redelivered, transactions: [], held: false };
        }
      }
      turn = 'redeliveries';
      const { changes, end, held } = await readChanges(db, at, parts.batch);
      const transactions = [...new Set(changes.map(({ xid }) => xid))];
      return { ids: distinct(changes), end, redelivered: [], transactions, held };
    };
    /** The log says nothing of what happened since: on from its end, and a rebuild for what lies between. */
    const startAnew = async (error: PositionLost): Promise<void> => {
      log.warn(`${error.message}: following from its end, and rebuilding the index`);
      await ground();
      // Asked for first: whoever dies in between leaves a lost position, which the next leader meets again.
      await askRebuild(db, error.reason);
      at = await tip(db);
      await confirm(db, leader, uid, { position: at, state: { complete: false } });
      unconfirmed.clear();
    };

    for (;;) {
      signal.throwIfAborted();
      const [first] = flights;
      if (first && (first.landed || resting.length > 0)) {
        await land(first);
        continue;
      }
      if (resting.length > 0) {
        while (resting.length > 0) await resting.shift()!();
        at = (await readReader(db)).position;
      }
      let held = false;
      if (flights.length < DEPTH) {
        try {
          const batch = await next();
          held = batch.held;
          if (batch.ids.length > 0) {
            await send(batch);
            continue;
          }
        } catch (error) {
          if (!(error instanceof PositionLost)) throw error;
          await startAnew(error);
          continue;
        }
      }
      await watch.next(held);
    }
  }

  return {
    run,
    async atRest(work, signal) {
      signal.throwIfAborted();
      return new Promise((resolve, reject) => {
        let given = false;
        const abort = (): void => {
          if (!given) reject(signal.reason as Error);
        };
        signal.addEventListener('abort', abort, { once: true });
        resting.push(async () => {
          if (signal.aborted) return;
          given = true;
          signal.removeEventListener('abort', abort);
          await work().then(resolve, reject);
        });
        watch.wake();
      });
    },
  };
}

function distinct(rows: { product_id: number }[]): number[] {
  return [...new Set(rows.map((row) => row.product_id))];
}
