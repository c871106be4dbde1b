import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { Logger } from 'pino';
import { isPast } from '../../catalogue/index.js';
import type { Delivered, Position } from '../../catalogue/index.js';
import { orAborted } from '../../platform/index.js';
import { EngineAway } from './engine.js';
import type { Engine, WordsQuestion } from './engine.js';

/** A request to the engine. @param until the deadline, on the clock of `performance.now()` */
export type Work<T> = (engine: Engine, until: number) => Promise<T>;

/** An answer of the engine. */
export interface Answered<T> {
  answer: T;
  /** it stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
}

/** The search engine behind a circuit breaker, and how far its index has come. */
export interface SearchedEngine {
  /** what its index holds; null while unknown */
  readonly delivered: Delivered | null;
  readonly inFlight: number;
  /** whether it is asked: it has answered lately, and its index is not known to be incomplete */
  readonly serves: boolean;
  /** how many requests it did not answer */
  readonly errors: number;
  /** Asks the engine. @returns undefined where it does not serve or does not answer within `ms` */
  ask<T>(ms: number, work: Work<T>): Promise<Answered<T> | undefined>;
  /** Notes that its index holds more, or is no longer complete. */
  announce(delivered: Delivered): void;
  /** Whether it holds what was written up to a position. It need not be up: then the database answers. */
  holds(written: Position): boolean;
  /** Resolves if it answers a search within this time. @throws EngineAway */
  check(limitMs?: number): Promise<void>;
  close(): void;
}

/** After so many failures in a row it gets no requests until it answers a probe. */
const FAILURES_TO_BREAK = 3;
const PROBE = { everyMs: 250, limitMs: 500 };
/**
 * While a request takes longer than `slowMs`, the engine must say that it is up, within `limitMs`. One that is frozen does
 * not, and then all requests end at once, so that the database answers them in time. One that is only busy does.
 */
const SILENCE = { slowMs: 250, limitMs: 750 };

/** The probe: a question that an engine answers at once. */
const NOTHING: WordsQuestion = { q: '', match: 'all', filters: {}, order: 'stock', offset: 0, limit: 0 };

/** Puts an engine behind a circuit breaker. */
export function openSearchedEngine(engine: Engine, log: Logger): SearchedEngine {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EngineAway && !error.refused),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK), halfOpenAfter: 60_000 },
  );
  let delivered: Delivered | null = null;
  let inFlight = 0;
  let errors = 0;
  let closed = false;
  let isAway = false;
  let hearing: Promise<void> | undefined;
  let silence = openSilence();
  breaker.onBreak((reason) => {
    if (!('isolated' in reason)) void stayAway();
  });

  /** Sends no requests to the engine until it answers a probe. */
  async function stayAway(): Promise<void> {
    if (isAway) return;
    isAway = true;
    const hold = breaker.isolate();
    log.warn('the search engine does not serve: searches are answered without it');
    silence.abort(new EngineAway('The search engine does not serve.'));
    silence = openSilence();
    while (isAway && !closed) {
      await sleep(PROBE.everyMs, undefined, { ref: false });
      isAway = await check().then(
        () => false,
        () => true,
      );
    }
    if (closed) return;
    hold.dispose();
    log.info('the search engine serves again');
  }

  async function check(limitMs = PROBE.limitMs): Promise<void> {
    await engine.words([NOTHING], performance.now() + limitMs);
  }

  function hear(): void {
    hearing ??= engine
      .isUp(SILENCE.limitMs)
      .catch(stayAway)
      .finally(() => (hearing = undefined));
  }

  async function answerOf<T>(work: Work<T>, until: number): Promise<Answered<T>> {
    const { signal } = silence;
    let isCut = false;
    const asked: Engine = {
      ...engine,
      async words(questions, end) {
        const answers = await engine.words(questions, end, signal);
        isCut ||= answers.some(({ isCutOff }) => isCutOff);
        return answers;
      },
    };
    const listening = setInterval(hear, SILENCE.slowMs);
    try {
      const answer = await orAborted(work(asked, until), signal);
      return { answer, isCutOff: isCut };
    } finally {
      clearInterval(listening);
    }
  }

  const serves = (): boolean => breaker.state === CircuitState.Closed && delivered?.complete !== false;

  return {
    get delivered() {
      return delivered;
    },
    get inFlight() {
      return inFlight;
    },
    get serves() {
      return serves();
    },
    get errors() {
      return errors;
    },
    async ask(ms, work) {
      if (!serves()) return undefined;
      inFlight++;
      try {
        return await breaker.execute(() => answerOf(work, performance.now() + ms));
      } catch (error) {
        if (error instanceof BrokenCircuitError) return undefined;
        if (!(error instanceof EngineAway)) throw error;
        errors++;
        log.warn({ err: error }, 'the database answers a search in place of the engine');
        return undefined;
      } finally {
        inFlight--;
      }
    },
    announce(state) {
      delivered = state;
    },
    holds: (written) => delivered !== null && delivered.complete && isPast(delivered.position, written),
    check,
    close() {
      closed = true;
    },
  };
}

function openSilence(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every request listens
  return controller;
}
