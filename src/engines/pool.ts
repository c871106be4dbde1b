import { BrokenCircuitError } from 'cockatiel';
import type { Logger } from 'pino';
import { isPast } from '../changes/position.js';
import type { Position } from '../changes/position.js';
import type { Delivered } from '../changes/search-reader.js';
import { EngineAway, isCutOff } from './engine.js';
import type { Engine } from './engine.js';
import type { EngineAddress } from './addresses.js';
import { openFreshest } from './freshest.js';
import { openPooledEngine } from './pooled-engine.js';
import type { PooledEngine, Work } from './pooled-engine.js';
import type { Seen } from './seen.js';
import { TimedOut, within } from '../process/time-out.js';

/** An answer, and the engine that gave it. */
export interface Answered<T> {
  answer: T;
  by: PooledEngine;
  /** it stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
}

/** Engines with the same catalogue, used as one. */
export interface EnginePool {
  readonly engines: readonly PooledEngine[];
  readonly numbers: { engineErrors: number };
  /**
   * Asks an engine, within `ms`: the least busy of the fresh ones first, the next one if it fails or is slow.
   * @returns undefined if none serves, or none holds what was seen
   * @throws what reading the newest position throws
   */
  ask<T>(ms: number, work: Work<T>, seen?: Seen): Promise<Answered<T> | undefined>;
  /**
   * Notes that an engine's index holds more, or is no longer complete.
   * @returns false if it is none of these engines
   */
  announce(delivered: Delivered): boolean;
  /** Whether no other engine is known to hold more, so that its answers may be given to others. */
  isNewest(engine: PooledEngine): boolean;
  /**
   * Whether some engine is known to hold everything that was seen, so that answers of the newest one show nothing
   * older.
   */
  isKnown(seen: Seen): boolean;
  /** Whether every search from now on sees what was written up to a position. Once true it stays true. */
  holds(written: Position): boolean;
  close(): void;
}

/**
 * After this part of the time, an engine without an answer is slow. Another one is then asked, too, as soon as it is
 * less than half as busy: if all are slow from load, they get no more of it.
 */
const SLOW = 0.15;
const LOOK_MS = 20;
/** How long to wait for an engine that holds what was seen, and how often to check, ms. */
const CATCH_UP = { mostMs: 1_500, lookMs: 10 };

/** Ends a request that another engine has answered. It does not count as a failure. */
class Superseded extends Error {}

/** A request on its way through the engines. */
interface Asked<T> {
  work: Work<T>;
  ms: number;
  until: number;
  seen: Seen | undefined;
  tried: Set<PooledEngine>;
}

/**
 * Opens a pool of engines.
 * @param newest reads the position of the newest change, which is the most a client can have seen elsewhere
 */
export function openPool(
  opened: readonly { address: EngineAddress; engine: Engine }[],
  newest: () => Promise<Position | null>,
  log: Logger,
): EnginePool {
  let closed = false;
  let freshest = openFreshest();
  const numbers = { engineErrors: 0 };
  const engines = opened.map(({ address, engine }) => {
    const own = opened.length > 1 ? log.child({ engine: address.place }) : log;
    return openPooledEngine(address, engine, own, () => closed);
  });

  const isFresh = ({ delivered }: PooledEngine): boolean =>
    delivered !== null && freshest.isHeldBy(delivered.position);
  const left = (tried: ReadonlySet<PooledEngine>): PooledEngine[] =>
    engines.filter((engine) => engine.serves && !tried.has(engine));

  /** The fresh engine with the fewest requests in flight; the first of several. */
  function freest(among: PooledEngine[]): PooledEngine | undefined {
    const fresh = among.filter(isFresh);
    const [first, ...others] = fresh.length > 0 ? fresh : among;
    return others.reduce((best, each) => (each.inFlight < best!.inFlight ? each : best), first);
  }

  const isHeld = (position: Position): boolean =>
    engines.some(({ delivered }) => delivered !== null && isPast(delivered.position, position));

  /**
   * What an engine must hold to show nothing older. At most the newest position: a client may send an invented one,
   * or one of the log before a restore.
   */
  async function positionOf(seen: Seen): Promise<Position | null> {
    if ('position' in seen && isHeld(seen.position)) return seen.position;
    const last = await newest();
    return last && 'position' in seen && isPast(last, seen.position) ? seen.position : last;
  }

  async function chooseHolding(
    seen: Seen,
    tried: ReadonlySet<PooledEngine>,
  ): Promise<PooledEngine | undefined> {
    // An index never goes back: the one that the client has seen shows nothing older. But it may have stopped, as with a full disk.
    const same = 'engine' in seen ? left(tried).find(({ address }) => address.id === seen.engine) : undefined;
    if (same && isFresh(same)) return same;
    const position = await positionOf(seen);
    const end = performance.now() + CATCH_UP.mostMs;
    for (;;) {
      const among = left(tried);
      const holding = among.filter(
        ({ delivered }) => position === null || (delivered !== null && isPast(delivered.position, position)),
      );
      if (holding.length > 0 || among.length === 0 || performance.now() > end) return freest(holding) ?? same;
      await new Promise((resolve) => setTimeout(resolve, CATCH_UP.lookMs));
    }
  }

  /**
   * Asks engines one after another until one answers.
   * @param signal set for engines that are asked beside a slow one: ends the request, with its reason; engines that
   *   are behind are not asked
   */
  async function askInTurn<T>(asked: Asked<T>, signal?: AbortSignal): Promise<Answered<T> | undefined> {
    for (;;) {
      const { seen, tried } = asked;
      // No await between choosing and asking, so that searches that begin together count each other.
      const engine = seen ? await chooseHolding(seen, tried) : freest(left(tried));
      if (!engine || (signal && (signal.aborted || !isFresh(engine)))) return undefined;
      tried.add(engine);
      try {
        return await (left(tried).length > 0 ? askBeside(engine, asked, signal) : ask(engine, asked, signal));
      } catch (error) {
        if (error instanceof BrokenCircuitError) continue;
        if (!(error instanceof EngineAway)) throw error;
        numbers.engineErrors++;
        const next = freest(left(tried))?.address.place ?? 'the database';
        log.warn({ err: error, engine: engine.address.place }, `a search went to ${next}`);
      }
    }
  }

  async function ask<T>(
    by: PooledEngine,
    { work, until }: Asked<T>,
    signal?: AbortSignal,
  ): Promise<Answered<T>> {
    let isCut = false;
    const noting = (engine: Engine): Engine => ({
      ...engine,
      async search(...asked) {
        const results = await engine.search(...asked);
        isCut ||= results.some(isCutOff);
        return results;
      },
    });
    const answer = await by.ask((engine, end) => work(noting(engine), end), until, signal);
    return { answer, by, isCutOff: isCut };
  }

  /** Asks an engine and, if it is slow, the next ones at the same time. The first answer counts. */
  async function askBeside<T>(by: PooledEngine, asked: Asked<T>, outer?: AbortSignal): Promise<Answered<T>> {
    const [own, others] = [new AbortController(), new AbortController()];
    const abort = (): void => [own, others].forEach((each) => each.abort(outer?.reason));
    outer?.addEventListener('abort', abort, { once: true });
    const answer = ask(by, asked, own.signal);
    try {
      const soonOrNot = (ms: number): Promise<Answered<T> | undefined> =>
        within(ms, answer).catch((error: unknown) => {
          if (!(error instanceof TimedOut)) throw error;
          return undefined;
        });
      let soon = await soonOrNot(SLOW * asked.ms);
      // An engine that is behind is asked only if this one fails.
      const isOtherFree = (): boolean =>
        left(asked.tried).some((engine) => isFresh(engine) && engine.inFlight < by.inFlight / 2);
      while (!soon && !isOtherFree()) soon = await soonOrNot(LOOK_MS);
      if (soon) return soon;
      const began = performance.now();
      const other = askInTurn(asked, others.signal).then((given) => given ?? answer);
      const first = await Promise.any([answer, other]).catch(() => answer);
      if (first.by === by) others.abort(new Superseded());
      // If the other one was slow too, the machine or the search is to blame, not this engine.
      else if (performance.now() - began > SLOW * asked.ms) own.abort(new Superseded());
      else own.abort(new EngineAway('Another search engine was faster.'));
      return first;
    } finally {
      outer?.removeEventListener('abort', abort);
    }
  }

  return {
    engines,
    numbers,
    ask: (ms, work, seen) => askInTurn({ work, ms, until: performance.now() + ms, seen, tried: new Set() }),
    announce(delivered) {
      const engine = engines.find(({ address }) => address.readers.includes(delivered.reader));
      if (!engine) return false;
      // An index never goes back: the log is another one (restored, or an older copy of the database was put back).
      if (engine.delivered && !isPast(delivered.position, engine.delivered.position))
        freshest = openFreshest();
      engine.delivered = delivered;
      if (delivered.complete) freshest.advance(delivered.position);
      return true;
    },
    isNewest({ delivered }) {
      const isAhead = (other: Delivered): boolean =>
        !delivered ||
        (isPast(other.position, delivered.position) && !isPast(delivered.position, other.position));
      return !engines.some((engine) => engine.delivered && isAhead(engine.delivered));
    },
    isKnown: (seen) => 'position' in seen && isHeld(seen.position),
    holds(written) {
      const holdsIt = ({ delivered }: PooledEngine): boolean =>
        delivered !== null && delivered.complete && isPast(delivered.position, written);
      const serving = engines.filter((engine) => engine.serves);
      // If no engine serves, the database answers and holds everything. But an engine that will serve again must hold
      // it as well.
      const all =
        serving.length === 0
          ? engines.length === 0 || engines.some(holdsIt)
          : serving.some(holdsIt) && serving.every((engine) => holdsIt(engine) || !isFresh(engine));
      if (all) freshest.promise(written);
      return all;
    },
    close() {
      closed = true;
    },
  };
}
