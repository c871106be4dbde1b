import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { Logger } from 'pino';
import type { Delivered } from '../changes/search-reader.js';
import { orAborted } from '../process/time-out.js';
import { EngineAway } from './engine.js';
import type { Engine } from './engine.js';
import type { EngineAddress } from './addresses.js';

/** A request to an engine. @param until the deadline, on the clock of `performance.now()` */
export type Work<T> = (engine: Engine, until: number) => Promise<T>;

/** An engine of a pool, behind a circuit breaker. */
export interface PooledEngine {
  readonly address: EngineAddress;
  /** what its index holds; null while unknown */
  delivered: Delivered | null;
  /** the number of requests in flight */
  readonly inFlight: number;
  /** whether it is used: it has answered lately, and its index is not known to be incomplete */
  readonly serves: boolean;
  /**
   * Runs a request.
   * @param signal ends the wait with its reason; an EngineAway counts as a failure
   * @throws EngineAway; BrokenCircuitError while the circuit is open
   */
  ask<T>(work: Work<T>, until: number, signal?: AbortSignal): Promise<T>;
  /** Resolves if it answers within this time, 500 ms by default. */
  check(limitMs?: number): Promise<void>;
}

const FAILURES_TO_BREAK = 3;
const PROBE = { everyMs: 250, limitMs: 500 };

/**
 * Puts an engine behind a circuit breaker: after a few failures in a row it gets no requests until a probe in the
 * background succeeds.
 */
export function openPooledEngine(
  address: EngineAddress,
  engine: Engine,
  log: Logger,
  isClosed: () => boolean,
): PooledEngine {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EngineAway && !error.refused),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK), halfOpenAfter: 60_000 },
  );
  breaker.onBreak((reason) => {
    if (!('isolated' in reason)) void probeUntilBack(breaker.isolate());
  });

  async function probeUntilBack(hold: { dispose(): void }): Promise<void> {
    log.warn('the search engine does not serve: searches are answered without it');
    while (!isClosed()) {
      await new Promise((resolve) => setTimeout(resolve, PROBE.everyMs).unref());
      try {
        await check();
        hold.dispose();
        log.info('the search engine serves again');
        return;
      } catch {
        // still away
      }
    }
  }

  async function check(limitMs = PROBE.limitMs): Promise<void> {
    await engine.search([{ q: '', limit: 0, attributesToRetrieve: [] }], performance.now() + limitMs);
  }

  let inFlight = 0;
  const pooled: PooledEngine = {
    address,
    delivered: null,
    get inFlight() {
      return inFlight;
    },
    get serves() {
      return breaker.state === CircuitState.Closed && pooled.delivered?.complete !== false;
    },
    async ask(work, until, signal) {
      inFlight++;
      try {
        return await breaker.execute(() => {
          if (!signal) return work(engine, until);
          return orAborted(work(abortable(engine, signal), until), signal);
        });
      } finally {
        inFlight--;
      }
    },
    check,
  };
  return pooled;
}

const abortable = (engine: Engine, signal: AbortSignal): Engine => ({
  search: (queries, until) => engine.search(queries, until, signal),
  documents: (ids, fields, until) => engine.documents(ids, fields, until, signal),
});
