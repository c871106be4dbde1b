import { setTimeout as sleep } from 'node:timers/promises';
import { PositionLost, isPast, readChanges, tip } from '../src/changes/log.js';
import type { Position } from '../src/changes/log.js';
import { versionsAfterId } from '../src/products/store.js';
import { deliverCarefully, sendProducts } from './deliver.js';
import type { Sent } from './deliver.js';
import { Refused, EngineTrouble, createIndex, indexState, settingsSeen, succeeded } from './engine.js';
import type { Follower } from './follow.js';
import type { Parts } from './parts.js';
import { inheritSetAside, noteProgress, noteSetAside, openRebuild, positionOfRebuild } from './rebuilds.js';
import type { Progress, Rebuild } from './rebuilds.js';
import { confirm, readReader } from './store.js';
import { openComparison, sizeOf } from './verify.js';
import type { Comparison } from './verify.js';

/**
 * Rebuilding the index without a gap: another index is filled from the table and from the log since before the
 * first row was read, compared with the table, and swapped in; the follower keeps the live one in step all the
 * while. Every step is noted before the next begins, so a rebuild goes on where a killed process left it.
 */
export interface Rebuilder {
  /** Works on whatever is asked for, until it fails or is aborted. May be called again after a failure. */
  run(follower: Follower, signal: AbortSignal): Promise<never>;
  /** Ends a swap that was noted: to be called before anything is delivered to the live index. */
  settle(signal: AbortSignal): Promise<void>;
}

/**
 * Pages (each a batch of the follower) that the engine has in its queue while loading. It takes together all that
 * wait, and works on nothing else meanwhile: more of them make a rebuild shorter, and searches and changes wait longer.
 */
const DEPTH = 4;
const LOOK_MS = 100;
/** A target that still differs from the table after so many repairs will not get right by another. */
const REPAIRS = 3;

/** Where the target is: what it has of the log, and what was compared of it. */
interface State {
  at: Position;
  comparison: Comparison;
}

export function openRebuilder(parts: Parts, leader: string): Rebuilder {
  const { db, engine, uid, log } = parts;
  const note = (row: Rebuild, progress: Progress): Promise<void> =>
    noteProgress(db, leader, row.id, progress);

  async function run(follower: Follower, signal: AbortSignal): Promise<never> {
    for (;;) {
      const row = await openRebuild(db);
      if (!row) {
        await sleep(LOOK_MS, undefined, { signal });
        continue;
      }
      try {
        await advance(row, follower, signal);
      } catch (error) {
        if (error instanceof PositionLost) {
          log.warn(`rebuild: ${error.message}; beginning again`);
          await note(row, { step: 'asked' });
        } else if (error instanceof Refused) {
          // Not a document, those are set aside: the engine refuses the settings.
          await note(row, { step: 'failed', message: error.message });
          log.error({ err: error }, 'rebuild failed');
        } else throw error;
      }
    }
  }

  /** Takes a rebuild from wherever it is to its end. */
  async function advance(row: Rebuild, follower: Follower, signal: AbortSignal): Promise<void> {
    const position = positionOfRebuild(row);
    if (row.step === 'drop') return drop(row, signal);
    if (!(await isUsable(row))) return begin(row, signal);
    if (row.step === 'swap') return follower.atRest(() => settle(signal), signal);
    const state = { at: position!, comparison: openComparison(parts, row.target!) };
    if (row.step === 'load') await load(row, state, signal);
    await replay(row, state, signal);
    await parts.onStep?.('replayed');
    await check(row, state, signal);
    await parts.onStep?.('verified');
    await follower.atRest(() => swap(row, state, signal), signal);
  }

  /** True where the target can be worked on further: it is the index that was begun, and made as is asked now. */
  async function isUsable(row: Rebuild): Promise<boolean> {
    if (row.step === 'asked' || row.target === null || row.settings !== parts.settingsHash) return false;
    if (row.step === 'swap') return true;
    return (await indexState(engine, row.target))?.identity === row.identity;
  }

  async function begin(row: Rebuild, signal: AbortSignal): Promise<void> {
    await dropLeftovers(parts, signal);
    const target = `${uid}${TARGET}${Date.now().toString(36)}`;
    const { identity } = await createIndex(engine, target, parts.settings, signal);
    await parts.onStep?.('target created');
    // Before the first row is read: what changes from here on is in the log.
    const position = await tip(db);
    const { count } = await db.one<{ count: number }>('SELECT count(*) FROM products');
    const settings = parts.settingsHash;
    const progress = {
      step: 'load',
      target,
      identity,
      settings,
      last_id: 0,
      loaded: 0,
      total: count,
    } as const;
    await note(row, { ...progress, position });
    await parts.onStep?.('load begun');
    log.info({ target, reason: row.reason, products: count }, 'rebuilding the index');
  }

  async function load(row: Rebuild, { comparison }: State, signal: AbortSignal): Promise<void> {
    const target = row.target!;
    const flying: Sent[] = [];
    let comparing = Promise.resolve();
    let { last_id: read, loaded } = row;
    for (let more = true; more || flying.length > 0;) {
      if (more && flying.length < DEPTH) {
        const ids = (await versionsAfterId(db, read, parts.batch)).map(({ id }) => id);
        more = ids.length === parts.batch;
        if (ids.length === 0) continue;
        flying.push(await sendProducts(parts, target, ids, signal, flying.at(-1)));
        read = ids.at(-1)!;
        await parts.onStep?.('page sent');
        continue;
      }
      const sent = flying.shift()!;
      const refused = await landed(target, sent, flying, signal);
      loaded += sent.ids.length;
      await noteSetAside(db, target, sent.ids, refused);
      await note(row, { last_id: sent.ids.at(-1)!, loaded });
      await parts.onStep?.('page confirmed');
      // No documents are left to be made, and the engine does much of a batch with one processor: of a million, half are
      // compared beside the last batch. Comparing all of them at the end took 10 s of 292.
      if (!more && flying.length > 0) comparing = comparing.then(() => comparison.ahead(loaded));
      comparing.catch(() => {}); // told at the end, unless nobody comes so far
    }
    await comparing;
    await note(row, { step: 'replay' });
    await parts.onStep?.('loaded');
  }

  /** Waits for a batch; where documents of it are refused, delivers it piece by piece once the others have ended. */
  async function landed(
    target: string,
    sent: Sent,
    others: Sent[],
    signal: AbortSignal,
  ): Promise<Sent['refused']> {
    try {
      await sent.indexed;
      return sent.refused;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await Promise.allSettled(others.map((other) => other.indexed));
      const refused: Sent['refused'] = [];
      for (let i = 0; i < sent.ids.length; i += parts.batch)
        refused.push(...(await deliverCarefully(parts, target, sent.ids.slice(i, i + parts.batch), signal)));
      return refused;
    }
  }

  /**
   * Brings the target along the log: to the position `to`, or so near to its end that a page is not full. Under
   * writers the end itself moves on as fast as it is followed.
   */
  async function replay(row: Rebuild, state: State, signal: AbortSignal, to?: Position): Promise<void> {
    for (let more = true; more && !(to && isPast(state.at, to));) {
      signal.throwIfAborted();
      const page = await readChanges(db, state.at, parts.batch);
      more = to ? page.changes.length > 0 : page.changes.length === parts.batch;
      if (page.changes.length === 0) return;
      await bring(row, state, [...new Set(page.changes.map((change) => change.product_id))], signal);
      state.at = page.end;
      await note(row, { position: state.at });
    }
  }

  /** Brings these products of the target to what they are now. */
  async function bring(
    row: Rebuild,
    { comparison }: State,
    ids: number[],
    signal: AbortSignal,
  ): Promise<void> {
    comparison.doubt(ids);
    const sent = await sendProducts(parts, row.target!, ids, signal);
    await noteSetAside(db, row.target!, ids, await landed(row.target!, sent, [], signal));
  }

  /** Compares every document of the target with its row, and mends what differs. */
  async function check(row: Rebuild, state: State, signal: AbortSignal): Promise<void> {
    await note(row, { step: 'verify' });
    for (let repairs = 0; ; repairs++) {
      const found = await state.comparison.end(() => Promise.resolve(state.at));
      if (sizeOf(found) === 0) return;
      const ids = [...found.missing, ...found.stale, ...found.extra];
      log.warn({ differences: ids.length, first: ids.slice(0, 5) }, 'rebuild: the new index differed');
      if (repairs === REPAIRS) throw new EngineTrouble('the new index does not get equal to the table');
      state.comparison = openComparison(parts, row.target!);
      for (let i = 0; i < ids.length; i += parts.batch)
        await bring(row, state, ids.slice(i, i + parts.batch), signal);
      await replay(row, state, signal);
    }
  }

  /** The last steps, while the follower rests: what the live index has, the new one must have too. */
  async function swap(row: Rebuild, state: State, signal: AbortSignal): Promise<void> {
    await replay(row, state, signal, (await readReader(db)).position);
    if (!(await isUsable(row))) throw new EngineTrouble('the new index went away');
    await note(row, { step: 'swap', position: state.at });
    await parts.onStep?.('swap noted');
    await settle(signal);
  }

  async function settle(signal: AbortSignal): Promise<void> {
    const row = await openRebuild(db);
    if (row?.step !== 'swap') return;
    const target = row.target!;
    await swapsEnded(signal);
    let live = await indexState(engine, uid);
    if (live?.identity !== row.identity) {
      if ((await indexState(engine, target))?.identity !== row.identity) {
        log.warn('rebuild: the new index went away; beginning again');
        return note(row, { step: 'asked' });
      }
      live ??= await createIndex(engine, uid, parts.settings, signal);
      const task = await engine.swapIndexes([{ indexes: [uid, target], rename: false }]);
      await parts.onStep?.('swap sent');
      await succeeded(engine, task, signal);
    }
    await parts.onStep?.('swapped');
    await record(row);
    await parts.onStep?.('swap recorded');
  }

  /** A former leader's swap may still be in the queue. */
  async function swapsEnded(signal: AbortSignal): Promise<void> {
    for (;;) {
      const { total } = await engine.tasks.getTasks({
        types: ['indexSwap'],
        statuses: ['enqueued', 'processing'],
        limit: 1,
      });
      if (total === 0) return;
      await sleep(50, undefined, { signal });
    }
  }

  /** The live index is the new one now: from here on its position counts. */
  async function record(row: Rebuild): Promise<void> {
    const seen = await settingsSeen(engine, uid);
    await db.tx(async (tx) => {
      await inheritSetAside(tx, row.target!, uid);
      await confirm(tx, leader, uid, {
        position: positionOfRebuild(row)!,
        state: { complete: true, index: row.identity!, settings: row.settings!, seen },
      });
      await noteProgress(tx, leader, row.id, { step: 'drop' });
    });
    log.info({ products: row.loaded, seconds: Math.round(row.seconds) }, 'the index was rebuilt');
  }

  async function drop(row: Rebuild, signal: AbortSignal): Promise<void> {
    await dropLeftovers(parts, signal);
    await parts.onStep?.('old dropped');
    await note(row, { step: 'done' });
  }

  return { run, settle };
}

const TARGET = '_rebuild_';

/** Removes what rebuilds left behind: the former live index, targets of rebuilds that were given up. */
export async function dropLeftovers({ engine, uid, log }: Parts, signal: AbortSignal): Promise<void> {
  const { results } = await engine.getRawIndexes({ limit: 1_000 });
  for (const { uid: name } of results) {
    if (!name.startsWith(uid + TARGET) || !/^[0-9a-z]+$/.test(name.slice((uid + TARGET).length))) continue;
    log.info({ index: name }, 'removing an index that is no longer needed');
    await succeeded(engine, await engine.deleteIndex(name), signal);
  }
}
