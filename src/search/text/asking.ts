import type { Logger } from 'pino';
import { isOverload, isUnavailable, TimedOut, within } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { WordsAnswer, WordsQuestion } from '../engine/engine.js';
import type { SearchedEngine } from '../engine/searched-engine.js';
import { wordsInDatabase } from './fallback.js';
import { lookUp } from './lookup-store.js';
import type { LookedUp, LookupOptions } from './lookup-store.js';
import type { Tier } from './tier.js';

/** One search's way to what it looks in: keys are the database's, words the engine's. */
export interface Asking {
  /** What readings of some texts find by keys ({@link lookUp}); nothing if the database is away. */
  keys(texts: readonly (readonly Tier[])[], options: LookupOptions): Promise<LookedUp[]>;
  /**
   * Answers questions of words: the engine, in its place the database.
   * @param forms what the database looks for, by question; absent: nothing, as for lists it would take too long
   * @throws what the database throws, if both are away
   */
  words(questions: readonly WordsQuestion[], forms?: readonly string[]): Promise<WordsAnswer[]>;
  /** the database is away, so that words must find everything */
  readonly hasNoKeys: boolean;
  /** something was answered in another's place, or not at all */
  readonly degraded: boolean;
  /** the engine stopped at its time limit: there may be more, or in another order */
  readonly isCutOff: boolean;
}

interface AskingParts {
  db: Database;
  /** undefined if none is configured */
  engine: SearchedEngine | undefined;
  /** whether every product has its keys */
  hasKeys: () => boolean;
  log: Logger;
}

/** How long a search waits for keys, ms. */
const KEYS_MS = 3_000;

/** @param engineMs how long it waits for the engine */
export function openAsking({ db, engine, hasKeys, log }: AskingParts, engineMs: number): Asking {
  let isCutOff = false;
  let degraded = !hasKeys();
  let lost: unknown;
  return {
    async keys(texts, options) {
      if (lost !== undefined || texts.every((tiers) => tiers.length === 0)) return [];
      try {
        return await within(KEYS_MS, lookUp(db, texts, options));
      } catch (error) {
        if (!isUnavailable(error) && !isOverload(error) && !(error instanceof TimedOut)) throw error;
        log.warn({ err: error }, 'words alone are searched: the database does not look up keys');
        lost = error;
        degraded = true;
        return [];
      }
    },
    async words(questions, forms) {
      const answers = await engine?.words(questions, engineMs);
      isCutOff ||= answers?.some((answer) => answer.isCutOff) === true;
      if (answers) return answers;
      degraded = true;
      if (lost !== undefined) throw lost;
      return forms ? wordsInDatabase(db, questions, forms) : [];
    },
    get hasNoKeys() {
      return lost !== undefined;
    },
    get degraded() {
      return degraded;
    },
    get isCutOff() {
      return isCutOff;
    },
  };
}
