import type { Logger } from 'pino';
import { isOverload, isUnavailable, TimedOut, unavailable, within } from '../../platform/index.js';
import type { Terms } from '../../catalogue/index.js';
import type { Database } from '../../platform/index.js';
import type { WordsAnswer, WordsQuestion } from '../engine/engine.js';
import type { SearchedEngine } from '../engine/searched-engine.js';
import { wordsInDatabase } from './fallback.js';
import { lookUp } from './lookup-store.js';
import type { LookedUp, LookupOptions } from './lookup-store.js';
import type { SearchedStructures } from './structure.js';
import type { Tier } from './tier.js';

/** One search's way to what it looks in: keys are the database's, words the engine's. */
export type Asking = ReturnType<typeof openAsking>;

/** Looks up other names in the dictionary of aliases, by substance. */
export type Dictionary = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Where a search looks. */
export interface Sources {
  db: Database;
  /** undefined if none is configured */
  engine: SearchedEngine | undefined;
  terms: Terms;
  structures: SearchedStructures;
  dictionary: Dictionary;
  /** whether every product has its keys */
  hasKeys: () => boolean;
  numbers: { degraded: number };
  log: Logger;
}

/** How long a search waits for keys, ms. */
const KEYS_MS = 3_000;

/** @param engineMs how long it waits for the engine */
export function openAsking(
  { db, engine, hasKeys, log }: Pick<Sources, 'db' | 'engine' | 'hasKeys' | 'log'>,
  engineMs: number,
) {
  let isCutOff = false;
  let degraded = !hasKeys();
  let lost: unknown;
  return {
    /** What readings of some texts find by keys ({@link lookUp}); nothing if the database is away. */
    async keys(texts: readonly (readonly Tier[])[], options: LookupOptions): Promise<LookedUp[]> {
      if (lost !== undefined || texts.every((tiers) => tiers.length === 0)) return [];
      try {
        return await within(KEYS_MS, lookUp(db, texts, options));
      } catch (error) {
        if (!isUnavailable(error) && !isOverload(error) && !(error instanceof TimedOut)) throw error;
        log.warn({ err: error }, 'words alone are searched: the database does not look up keys');
        lost =
          error instanceof TimedOut ? unavailable('The database does not answer in time.', error) : error;
        degraded = true;
        return [];
      }
    },
    /**
     * Answers questions of words: the engine, in its place the database.
     * @param forms what the database looks for, by question; absent: nothing, as for lists it would take too long
     * @throws what the database throws, if both are away
     */
    async words(questions: readonly WordsQuestion[], forms?: readonly string[]): Promise<WordsAnswer[]> {
      const answers = await engine?.words(questions, engineMs);
      isCutOff ||= answers?.some((answer) => answer.isCutOff) === true;
      if (answers) return answers;
      degraded = true;
      if (lost !== undefined) throw lost;
      return forms ? wordsInDatabase(db, questions, forms) : [];
    },
    /** the database is away, so that words must find everything */
    get hasNoKeys(): boolean {
      return lost !== undefined;
    },
    /** something was answered in another's place, or not at all */
    get degraded(): boolean {
      return degraded;
    },
    /** the engine stopped at its time limit: there may be more, or in another order */
    get isCutOff(): boolean {
      return isCutOff;
    },
  };
}
