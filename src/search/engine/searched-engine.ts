import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPast } from '../../catalogue/index.js';
import type { Delivered, Position } from '../../catalogue/index.js';
import { orAborted } from '../../platform/index.js';
import { EngineRefusal, EngineTrouble } from './engine.js';
import type { Engine, WordsAnswer, WordsQuestion } from './engine.js';

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

/** Whether an index holds what was written up to a position. Its engine need not be up: then the database answers. */
export const holds = (delivered: Delivered | null, written: Position): boolean =>
  delivered?.complete === true && isPast(delivered.position, written);

/** The search engine while it answers, and how far its index has come. */
export class SearchedEngine {
  /** what its index holds; null while unknown */
  delivered: Delivered | null = null;
  inFlight = 0;
  /** how many requests it did not answer */
  errors = 0;
  private readonly engine: Engine;
  private readonly log: Logger;
  /** requests that failed since it last answered one */
  private failures = 0;
  private closed = false;
  private isAway = false;
  private hearing: Promise<void> | undefined;
  private silence = openSilence();

  constructor(engine: Engine, log: Logger) {
    this.engine = engine;
    this.log = log;
  }

  /** whether it is asked: it has answered lately, and its index is not known to be incomplete */
  get serves(): boolean {
    return !this.isAway && this.delivered?.complete !== false;
  }

  /** Asks the engine. @returns undefined where it does not serve or does not answer within `ms` */
  async words(questions: readonly WordsQuestion[], ms: number): Promise<WordsAnswer[] | undefined> {
    if (!this.serves) return undefined;
    const { signal } = this.silence;
    const listening = setInterval(() => this.hear(), SILENCE.slowMs);
    this.inFlight++;
    try {
      const answers = await orAborted(this.engine.words(questions, performance.now() + ms), signal);
      this.failures = 0;
      return answers;
    } catch (error) {
      const isRefusal = error instanceof EngineRefusal;
      if (!isRefusal && !(error instanceof EngineTrouble)) throw error;
      this.errors++;
      this.log.warn({ err: error }, 'the database answers a search in place of the engine');
      if (!(isRefusal && error.isOfContent) && ++this.failures >= FAILURES_TO_BREAK) void this.stayAway();
      return undefined;
    } finally {
      clearInterval(listening);
      this.inFlight--;
    }
  }

  /** Resolves if it answers a search within this time. @throws EngineRefusal, EngineTrouble */
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
    this.log.warn('the search engine does not serve: searches are answered without it');
    this.silence.abort(new EngineTrouble('the search engine does not serve'));
    this.silence = openSilence();
    while (this.isAway && !this.closed) {
      await sleep(PROBE.everyMs, undefined, { ref: false });
      this.isAway = await this.check().then(
        () => false,
        () => true,
      );
    }
    if (this.closed) return;
    this.failures = 0;
    this.log.info('the search engine serves again');
  }

  private hear(): void {
    this.hearing ??= this.engine
      .isUp(SILENCE.limitMs)
      .catch(() => this.stayAway())
      .finally(() => (this.hearing = undefined));
  }
}

function openSilence(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every request listens
  return controller;
}
