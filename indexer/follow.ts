import { PositionLost, readChanges, tip } from '../src/changes/log.js';
import type { ChangeWatch, Position } from '../src/changes/log.js';
import { deliverCarefully, sendProducts } from './deliver.js';
import type { Sent } from './deliver.js';
import { Refused } from './engine.js';
import { LeadLost } from './parts.js';
import type { Parts } from './parts.js';
import { askRebuild } from './rebuilds.js';
import { askRedelivery, confirm, readReader, redeliveries } from './store.js';
import type { SetAside } from './store.js';

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
  end: Position;
  redelivered: number[];
  held: boolean;
}

interface Flying extends Batch {
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
    const flying: Flying[] = [];
    const wake = (): void => watch.wake();
    signal.addEventListener('abort', wake);
    try {
      await settle(signal);
      return await loop(flying, signal);
    } catch (error) {
      // What was sent without the lead may have come after what the new leader sent, and be older.
      const lost = error instanceof LeadLost || signal.reason instanceof LeadLost;
      if (lost)
        await askRedelivery(
          db,
          flying.flatMap((batch) => batch.ids),
        ).catch(() => {});
      throw error;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async function loop(flying: Flying[], signal: AbortSignal): Promise<never> {
    let at = (await readReader(db)).position;
    for (;;) {
      signal.throwIfAborted();
      const first = flying[0];
      if (first && (first.landed || resting.length > 0)) {
        const refused = await land(first, signal);
        if (refused) {
          // Everything else on its way must have ended before the refused batch is delivered piece by piece.
          await Promise.allSettled(flying.map((batch) => batch.sent.indexed));
          flying.length = 0;
          await redeliver(first, signal);
          at = first.end;
        } else {
          flying.shift();
        }
        continue;
      }
      if (resting.length > 0) {
        while (resting.length > 0) await resting.shift()!();
        at = (await readReader(db)).position;
      }
      let held = false;
      if (flying.length < DEPTH) {
        const batch = await next(at, flying);
        if (batch === 'lost') {
          at = (await readReader(db)).position;
          continue;
        }
        held = batch.held;
        if (batch.ids.length > 0) {
          await parts.onStep?.('read');
          const sent = await sendProducts(parts, uid, batch.ids, signal);
          const flight: Flying = { ...batch, sent, landed: false };
          flying.push(flight);
          const landed = (): void => {
            flight.landed = true;
            watch.wake();
          };
          sent.indexed.then(landed, landed);
          at = batch.end;
          await parts.onStep?.('sent');
          continue;
        }
      }
      await watch.next(held);
    }
  }

  /** The next batch after a position; 'lost' where the position was of no use and the books have another. */
  async function next(at: Position, flying: Flying[]): Promise<Batch | 'lost'> {
    try {
      const page = await readChanges(db, at, parts.batch);
      if (page.changes.length > 0) {
        const ids = [...new Set(page.changes.map((change) => change.product_id))];
        return { ids, end: page.end, redelivered: [], held: page.held };
      }
      const again = flying.length > 0 ? [] : await redeliveries(db, parts.batch);
      const ids = [...new Set(again.map((row) => row.product_id))];
      return { ids, end: at, redelivered: again.map((row) => row.seq), held: page.held };
    } catch (error) {
      if (!(error instanceof PositionLost)) throw error;
      log.warn(`${error.message}: following from its end, and rebuilding the index`);
      await confirm(db, leader, uid, { position: await tip(db), state: { complete: false } });
      await askRebuild(db, error.message);
      return 'lost';
    }
  }

  /** Waits for a batch to be indexed and confirms it. @returns true where documents of it were refused */
  async function land(batch: Flying, signal: AbortSignal): Promise<boolean> {
    try {
      await batch.sent.indexed;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      log.warn({ reason: error.message, products: batch.ids.length }, 'documents were refused');
      return true;
    }
    signal.throwIfAborted();
    await parts.onStep?.('indexed');
    await confirmBatch(batch, batch.sent.refused);
    return false;
  }

  async function redeliver(batch: Batch, signal: AbortSignal): Promise<void> {
    const refused = await deliverCarefully(parts, uid, batch.ids, signal);
    for (const product of refused) log.error(product, 'set aside: the engine refuses its document');
    await confirmBatch(batch, refused);
  }

  async function confirmBatch(batch: Batch, refused: SetAside[]): Promise<void> {
    const { ids, end, redelivered } = batch;
    await confirm(db, leader, uid, { position: end, delivered: ids, refused, redelivered });
    await parts.onStep?.('confirmed');
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
