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
export type Work<T> = (engine: Pick<Engine, 'words'>, until: number) => Promise<T>;

/** An answer of the engine. */
export interface Answered<T> {
  answer: T;
  /** it stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
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

/** The search engine behind a circuit breaker, and how far its index has come. */
export class SearchedEngine {
  /** what its index holds; null while unknown */
  delivered: Delivered | null = null;
  inFlight = 0;
  /** how many requests it did not answer */
  errors = 0;
  private readonly engine: Engine;
  private readonly log: Logger;
  private readonly breaker = circuitBreaker(
    handleWhen((error) => error instanceof EngineAway && !error.refused),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK), halfOpenAfter: 60_000 },
  );
  private closed = false;
  private isAway = false;
  private hearing: Promise<void> | undefined;
  private silence = openSilence();

  constructor(engine: Engine, log: Logger) {
    this.engine = engine;
    this.log = log;
    this.breaker.onBreak((reason) => {
      if (!('isolated' in reason)) void this.stayAway();
    });
  }

  /** whether it is asked: it has answered lately, and its index is not known to be incomplete */
  get serves(): boolean {
    return this.breaker.state === CircuitState.Closed && this.delivered?.complete !== false;
  }

  /** Asks the engine. @returns undefined where it does not serve or does not answer within `ms` */
  async ask<T>(ms: number, work: Work<T>): Promise<Answered<T> | undefined> {
    if (!this.serves) return undefined;
    this.inFlight++;
    try {
      return await this.breaker.execute(() => this.answerOf(work, performance.now() + ms));
    } catch (error) {
      if (error instanceof BrokenCircuitError) return undefined;
      if (!(error instanceof EngineAway)) throw error;
      this.errors++;
      this.log.warn({ err: error }, 'the database answers a search in place of the engine');
      return undefined;
    } finally {
      this.inFlight--;
    }
  }

  /** Notes that its index holds more, or is no longer complete. */
  announce(delivered: Delivered): void {
    this.delivered = delivered;
  }

  /** Whether it holds what was written up to a position. It need not be up: then the database answers. */
  holds(written: Position): boolean {
    const { delivered } = this;
    return delivered !== null && delivered.complete && isPast(delivered.position, written);
  }

  /** Resolves if it answers a search within this time. @throws EngineAway */
  async check(limitMs = PROBE.limitMs): Promise<void> {
    await this.engine.words([NOTHING], performance.now() + limitMs);
  }

  close(): void {
    this.closed = true;
  }

  /** Sends no requests to the engine until it answers a probe. */
  private async stayAway(): Promise<void> {
    if (this.isAway) return;
    this.isAway = true;
    const hold = this.breaker.isolate();
    this.log.warn('the search engine does not serve: searches are answered without it');
    this.silence.abort(new EngineAway('The search engine does not serve.'));
    this.silence = openSilence();
    while (this.isAway && !this.closed) {
      await sleep(PROBE.everyMs, undefined, { ref: false });
      this.isAway = await this.check().then(
        () => false,
        () => true,
      );
    }
    if (this.closed) return;
    hold.dispose();
    this.log.info('the search engine serves again');
  }

  private hear(): void {
    this.hearing ??= this.engine
      .isUp(SILENCE.limitMs)
      .catch(() => this.stayAway())
      .finally(() => (this.hearing = undefined));
  }

  private async answerOf<T>(work: Work<T>, until: number): Promise<Answered<T>> {
    const { engine } = this;
    const { signal } = this.silence;
    let isCut = false;
    const asked: Pick<Engine, 'words'> = {
      async words(questions, end) {
        const answers = await engine.words(questions, end, signal);
        isCut ||= answers.some(({ isCutOff }) => isCutOff);
        return answers;
      },
    };
    const listening = setInterval(() => this.hear(), SILENCE.slowMs);
    try {
      const answer = await orAborted(work(asked, until), signal);
      return { answer, isCutOff: isCut };
    } finally {
      clearInterval(listening);
    }
  }
}

function openSilence(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every request listens
  return controller;
}
