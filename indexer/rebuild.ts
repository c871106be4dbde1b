import { setTimeout as sleep } from 'node:timers/promises';
import { committedAfter, PositionLost, tip, versionsAfterId } from '../src/catalogue/index.js';
import type { Position } from '../src/catalogue/index.js';
import { readSingle } from '../src/platform/index.js';
import { EngineTrouble, Refused } from '../src/search/index.js';
import type { IndexerContext, Leading } from './context.js';
import { Deliverer } from './deliver.js';
import type { Follower } from './follow.js';
import { endHistory } from './history.js';
import { hashOf } from './form.js';
import { currentRebuild, inheritDeadLetters, recordProgress } from './rebuild-store.js';
import type { RebuildProgress, Rebuild } from './rebuild-store.js';
import { acknowledge, readReader, recordDeadLetters } from './store.js';
import { differences, differing } from './verify.js';

const POLL_MS = 100;
/**
 * How long a page of a rebuild is to take. Beside an index that is searched a change waits for the end of one; where none is
 * searched yet, no more than a page is done again by whoever goes on after a kill. Of a large index the engine goes through much
 * of it for every page, so pages grow as long as they are quicker than that.
 */
const PAGE_MS = { searched: 8_000, first: 30_000 };
/** The largest page, in batches. */
const MOST_BATCHES = 10;
/** Repairs after which an index that still differs from the table is given up. */
const MOST_REPAIRS = 3;
const TARGET = '_rebuild_';

/** A rebuild that has begun: its target and the position from which the log continues it are known. */
type Begun = Rebuild & { target: string; position: Position };

/**
 * Rebuilds the index while the live one serves searches: another index, the target, is filled from the table and then
 * from the log since before the first row was read, compared with the table, and swapped in.
 *
 *   requested -> load -> verify -> swap -> drop -> done
 *
 * Every step is recorded before the next begins, so a rebuild resumes where a killed process left it.
 */
export class Rebuilder {
  private readonly context: Leading;
  private readonly follower: Follower;

  constructor(context: Leading, follower: Follower) {
    this.context = context;
    this.follower = follower;
  }

  /** Carries out requested rebuilds until it fails or is aborted. May be called again after a failure. */
  async run(signal: AbortSignal): Promise<never> {
    const { log } = this.context;
    for (;;) {
      signal.throwIfAborted();
      const rebuild = await currentRebuild(this.context);
      if (!rebuild) {
        await sleep(POLL_MS, undefined, { signal });
        continue;
      }
      try {
        await this.advance(rebuild, signal);
      } catch (error) {
        if (error instanceof PositionLost) {
          log.warn(`rebuild: ${error.message}; beginning again`);
          await this.record(rebuild, { step: 'requested' });
        } else if (error instanceof Refused) {
          // Refused documents become dead letters, so these are the settings.
          await this.record(rebuild, { step: 'failed', message: error.message });
          log.error({ err: error }, 'rebuild failed');
        } else throw error;
      }
    }
  }

  /** Finishes a swap that was recorded. To be called before anything is delivered to the live index. */
  async finishSwap(signal: AbortSignal): Promise<void> {
    const { indexes, uid, log, onStep } = this.context;
    const rebuild = begun(await currentRebuild(this.context));
    if (rebuild?.step !== 'swap') return;
    const { target, identity } = rebuild;
    await indexes.settled?.(signal);
    const live = await indexes.identity(uid);
    if (live !== identity) {
      if ((await indexes.identity(target)) !== identity) {
        log.warn('rebuild: the new index went away; beginning again');
        return this.record(rebuild, { step: 'requested' });
      }
      await indexes.swap(uid, target, signal, () => onStep?.('swap sent'));
    }
    await onStep?.('swapped');
    await this.recordSwap(rebuild);
    await onStep?.('swap recorded');
  }

  /** Takes a rebuild from the step it is at to the next. */
  private async advance(row: Rebuild, signal: AbortSignal): Promise<void> {
    if (row.step === 'drop') return this.drop(row, signal);
    const rebuild = begun(row);
    if (!rebuild || !(await this.isUsable(rebuild))) return this.begin(row, signal);
    if (rebuild.step === 'load') return this.load(rebuild, signal);
    if (rebuild.step === 'verify') return this.verify(rebuild, signal);
    return this.follower.whileDrained(() => this.finishSwap(signal), signal);
  }

  /** True where the target is the index that was begun, in the present form. */
  private async isUsable({ step, target, identity, form }: Begun): Promise<boolean> {
    if (form !== this.context.form) return false;
    if (step === 'swap') return true; // it may be swapped already
    return (await this.context.indexes.identity(target)) === identity;
  }

  private async begin(row: Rebuild, signal: AbortSignal): Promise<void> {
    const { db, indexes, uid, form, log, onStep } = this.context;
    await dropLeftovers(this.context, signal);
    const target = `${uid}${TARGET}${Date.now().toString(36)}`;
    await indexes.create(target, signal);
    const identity = await indexes.identity(target);
    if (identity === undefined) throw new EngineTrouble('the new index went away');
    await onStep?.('target created');
    // Read before the first row: every later change is in the log after it.
    const position = await tip(db);
    const total = await readSingle<number>(db, 'SELECT count(*) FROM products');
    const start = { target, identity, form, position, last_id: 0, loaded: 0, total };
    await this.record(row, { step: 'load', ...start });
    await onStep?.('load begun');
    log.info({ target, reason: row.reason, products: total }, 'rebuilding the index');
  }

  /**
   * Fills the target from the table, a page at a time, and records each: while the engine indexes, no documents are made,
   * so that half of two processors is left for requests.
   */
  private async load(rebuild: Begun, signal: AbortSignal): Promise<void> {
    const { db, batch, log, onStep } = this.context;
    const { target, total } = rebuild;
    let { last_id, loaded } = rebuild;
    const { state } = await readReader(this.context);
    const wantedMs = state.complete ? PAGE_MS.searched : PAGE_MS.first;
    let size = batch;
    for (let more = true; more;) {
      const ids = (await versionsAfterId(db, last_id, size)).map(({ id }) => id);
      more = ids.length === size;
      if (ids.length === 0) break;
      const begun = performance.now();
      await this.update(target, ids, signal);
      size = nextPage(size, (performance.now() - begun) / wantedMs, batch);
      last_id = ids.at(-1)!;
      loaded += ids.length;
      await this.record(rebuild, { last_id, loaded });
      log.info({ loaded, products: total }, 'rebuild: a page is in the new index');
      await onStep?.('page acknowledged');
    }
    await this.record(rebuild, { step: 'verify' });
    await onStep?.('loaded');
  }

  /** Brings the target near to the end of the log, compares every document with its row, repairs what differs, and swaps. */
  private async verify(rebuild: Begun, signal: AbortSignal): Promise<void> {
    const { log, onStep } = this.context;
    const { target } = rebuild;
    let { position } = rebuild;
    for (let isFar = true; isFar;) ({ position, isFar } = await this.replayLog(rebuild, position, signal));
    for (let repairs = 0; ; repairs++) {
      const at = position;
      const found = await differences(this.context, target, () => Promise.resolve(at));
      const ids = differing(found);
      if (ids.length === 0) break;
      if (found.of_other_history) {
        await endHistory(this.context);
        return this.record(rebuild, { step: 'requested' });
      }
      log.warn({ differences: ids.length, first: ids.slice(0, 5) }, 'rebuild: the new index differed');
      if (repairs === MOST_REPAIRS) throw new EngineTrouble('the new index does not get equal to the table');
      await this.updateAll(target, ids, signal);
      ({ position } = await this.replayLog(rebuild, position, signal));
    }
    await onStep?.('verified');
    await this.follower.whileDrained(() => this.swap(rebuild, position, signal), signal);
  }

  /** The last steps, while nothing is in flight, so that the new index has everything that the live one has. */
  private async swap(rebuild: Begun, from: Position, signal: AbortSignal): Promise<void> {
    const { onStep } = this.context;
    // Also what the log still holds back: the live index may show it already, as documents are made from the current rows.
    await this.replayLog(rebuild, from, signal);
    if (!(await this.isUsable(rebuild))) throw new EngineTrouble('the new index went away');
    await this.record(rebuild, { step: 'swap' });
    await onStep?.('swap noted');
    await this.finishSwap(signal);
  }

  /** Makes the position of the new index that of the live one. */
  private async recordSwap(rebuild: Begun): Promise<void> {
    const { db, indexes, uid, leader, log } = this.context;
    const { target, position, identity, form } = rebuild;
    const settings_seen = hashOf(await indexes.settingsOf(uid));
    const state = { complete: true, index: identity!, form: form!, settings_seen };
    await db.tx(async (tx) => {
      const place = { db: tx, uid, leader };
      await inheritDeadLetters(place, target);
      await acknowledge(place, { position, state });
      await recordProgress(place, rebuild.id, { step: 'drop' });
    });
    log.info({ products: rebuild.loaded, seconds: Math.round(rebuild.seconds) }, 'the index was rebuilt');
  }

  private async drop(row: Rebuild, signal: AbortSignal): Promise<void> {
    await dropLeftovers(this.context, signal);
    await this.context.onStep?.('old dropped');
    await this.record(row, { step: 'done' });
  }

  /**
   * Brings the target along the log, to what is its end now: under writers the end moves on as fast as it is followed.
   * @returns the position reached, and whether that took so long that much may have come behind it
   */
  private async replayLog(
    rebuild: Begun,
    from: Position,
    signal: AbortSignal,
  ): Promise<{ position: Position; isFar: boolean }> {
    const { db, batch } = this.context;
    const found = new Set<number>();
    let position = from;
    for await (const { ids, settled } of committedAfter(db, from, batch)) {
      for (const id of ids) found.add(id);
      position = settled;
    }
    await this.updateAll(rebuild.target, [...found], signal);
    await this.record(rebuild, { position });
    return { position, isFar: found.size >= batch };
  }

  /** As `update` does, in batches: there may be any number of them. */
  private async updateAll(target: string, ids: number[], signal: AbortSignal): Promise<void> {
    const { batch } = this.context;
    for (let start = 0; start < ids.length; start += batch) {
      signal.throwIfAborted();
      await this.update(target, ids.slice(start, start + batch), signal);
    }
  }

  /**
   * Brings these products of the target to what they are now. Documents that the engine refuses become dead letters.
   */
  private async update(target: string, ids: number[], signal: AbortSignal): Promise<void> {
    const { context } = this;
    if (ids.length === 0) return;
    const deliverer = new Deliverer(context, target, signal);
    const delivery = await deliverer.deliver(ids);
    await context.onStep?.('page sent');
    const deadLetters = await deliverer.settled(delivery);
    await recordDeadLetters({ ...context, uid: target }, ids, deadLetters);
  }

  private record(row: Rebuild, progress: RebuildProgress): Promise<void> {
    return recordProgress(this.context, row.id, progress);
  }
}

/**
 * How many products the next page has: twice as many as the last one at most, half a batch at least.
 * @param took how long the last one took, as a part of what a page is to take
 */
export function nextPage(size: number, took: number, batch: number): number {
  const wanted = Math.round(size / Math.max(took, 0.001));
  return Math.max(Math.ceil(batch / 2), Math.min(wanted, 2 * size, MOST_BATCHES * batch));
}

const begun = (row: Rebuild | null): Begun | undefined =>
  row && row.step !== 'requested' && row.target !== null && row.position ? (row as Begun) : undefined;

/** Removes what rebuilds left behind: the former live index, targets of rebuilds that were given up. */
export async function dropLeftovers(
  { indexes, uid, log }: IndexerContext,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await indexes.beside(uid, uid + TARGET)) {
    if (!/^[0-9a-z]+$/.test(name.slice((uid + TARGET).length))) continue;
    log.info({ index: name }, 'removing an index that is no longer needed');
    await indexes.drop(name, signal);
  }
}
