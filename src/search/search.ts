import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { namesBeside } from '../aliases/store.js';
import { lastChange } from '../changes/log.js';
import type { Position } from '../changes/position.js';
import type { Config } from '../config.js';
import type { Database } from '../database/connect.js';
import type { Lack } from '../demand/demanded.js';
import { openAnswerCache, sizeOfText } from '../http/answer-cache.js';
import type { AnswerCache, Made } from '../http/answer-cache.js';
import { LIMITS } from '../http/limits.js';
import { openQueue } from '../http/queue.js';
import type { Holder } from '../http/queue.js';
import type { Terms } from '../terms/names.js';
import { within } from '../process/time-out.js';
import { openEngine } from '../engines/engine.js';
import { enginesOf } from '../engines/addresses.js';
import { namedInDatabase } from './fallback.js';
import type { SearchFilters } from './filters.js';
import { answer, askEngine, doubtForms, drawnOfEach, findBest, idsOf } from './find-best.js';
import type { FoundIds, SearchAnswer, Sources } from './find-best.js';
import { bestOfEach } from './find-each.js';
import { find } from './find.js';
import type { SearchRequest } from './find.js';
import { followIndex } from './follow-index.js';
import type { Hit } from './found.js';
import { lettersOf } from '../names/normalise.js';
import type { Dictionary } from './other-names.js';
import { planSuggestions } from './plan.js';
import { openPool } from '../engines/pool.js';
import type { PooledEngine } from '../engines/pooled-engine.js';
import type { Seen } from '../engines/seen.js';
import { SORTED } from './sort.js';
import { sorted } from './sorted.js';
import type { SearchedStructures } from './structure.js';
import type { Typed } from './typed.js';

/** An answer as it is sent, and the lacks to count each time it is sent, even from the cache. */
export interface KeptAnswer {
  text: string;
  lacks: readonly Lack[];
  /** the state of the index that it shows */
  state?: string | undefined;
}

const sizeOfAnswer = ({ text, lacks }: KeptAnswer): number =>
  lacks.reduce((size, lack) => size + sizeOfText(lack.text), sizeOfText(text));

/** Search as the routes use it: an engine while one serves, otherwise the database. */
export interface Search {
  /** One page of a search, not older than what was seen. @throws what the database throws, if both are away */
  find(request: SearchRequest, seen?: Seen): Promise<SearchAnswer>;
  /** The best hits for a text that is still being typed. @throws as `find` */
  complete(typed: Typed, limit: number, seen?: Seen): Promise<SearchAnswer>;
  /**
   * The best products for each of some texts, as {@link bestOfEach} finds them, checked by structure as in a search.
   * A text that is a structure finds the products that have it. If degraded, only products that a text names, or what
   * the engine found until its time limit. A few dozen texts per call, so that other searches get their turn.
   * @param structuresUntil the deadline for structures
   * @throws as `find`; Problem 503 if it waits too long for other lists
   */
  findEach(
    texts: readonly Typed[],
    most: number,
    structuresUntil: number,
    holder: Holder,
  ): Promise<{ found: Hit[][]; degraded: boolean }>;
  /**
   * The ids of all products that a text finds, best first, at most `MAX_HITS`.
   * @returns undefined if no engine serves, or it was cut off at its time limit
   */
  findIds(typed: Typed, filters: SearchFilters, seen?: Seen): Promise<FoundIds | undefined>;
  /** waits until searches show everything written up to a position. @returns false if time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  /** Whether some engine holds what is in the catalogue, or does within a second; true while nothing is known of any. */
  isInStep(): Promise<boolean>;
  /**
   * A cached answer, or a new one; a cached one is not older than what was seen. The cache is invalidated when the
   * index changes, and not used while changes are not announced.
   * @param keyOf,make as {@link AnswerCache} takes them
   */
  kept(
    seen: Seen | undefined,
    keyOf: () => string,
    make: () => Promise<Made<KeptAnswer>>,
  ): Promise<KeptAnswer>;
  /** the engines; empty if none is configured */
  readonly engines: readonly PooledEngine[];
  readonly numbers: { degraded: number; engineErrors: number; cache: AnswerCache<KeptAnswer>['numbers'] };
  close(): Promise<void>;
}

/** How long texts of a list wait for the engine, ms. */
const LIST_MS = 5_000;
/** How long a search waits for other names, ms. Without them it finds less. */
const DICTIONARY_MS = 250;
/** How late an index may be that is in step, and how often it is looked at, ms. */
const IN_STEP = { withinMs: 1_000, lookMs: 50 };
const CACHE_BYTES = 64 * 1024 * 1024;

/**
 * Opens search over all engines.
 * @param terms kept up to date here
 * @param structures what is known of the products' structures
 */
export function openSearch(
  config: Pick<Config, 'meiliUrl' | 'meiliKey' | 'meiliIndex' | 'searchCache'> & { databaseUrl: string },
  db: Database,
  terms: Terms,
  log: Logger,
  structures: SearchedStructures,
): Search {
  const addresses = enginesOf(config);
  const opened = addresses.map((address) => ({
    address,
    engine: openEngine({ url: address.url, key: address.key, index: config.meiliIndex }),
  }));
  const pool = openPool(opened, () => lastChange(db), log);
  const cache = openAnswerCache(CACHE_BYTES, sizeOfAnswer);
  const followed = followIndex({
    db,
    databaseUrl: config.databaseUrl,
    addresses,
    pool,
    terms,
    invalidate: () => cache.invalidate(),
    onState: (isAnnounced) => cache.enable(isAnnounced && config.searchCache),
    log,
  });
  const numbers = { degraded: 0 };
  const dictionary: Dictionary = (names) =>
    within(DICTIONARY_MS, namesBeside(db, names)).catch((error: unknown) => {
      log.debug({ err: error }, 'the dictionary of aliases was not looked at');
      return new Map();
    });
  const sources: Sources = { db, pool, terms, structures, dictionary, numbers, log };
  /** One piece of a list at a time, so that the engine has room for searches. */
  const pieces = openQueue(LIMITS.listSearches);

  return {
    async find(request, seen) {
      const { sort, page, typed } = request;
      // Without search words, engine and database sort all products themselves.
      if (sort === undefined || lettersOf(typed.form) === '') return findBest(sources, request, seen);
      const best = { ...request, sort: undefined, page: { offset: 0, limit: SORTED } };
      return sorted(await findBest(sources, best, seen), sort, page);
    },
    findIds: (typed, filters, seen) => idsOf(sources, typed, filters, seen),
    complete(typed, limit, seen) {
      const request = { typed, filters: {}, page: { offset: 0, limit }, counted: false };
      const tiers = planSuggestions(typed);
      return answer(sources, request, (engine, until) => find(engine, tiers, request, until), seen);
    },
    async findEach(texts, most, structuresUntil, holder) {
      const drawn = await drawnOfEach(sources, texts, most, structuresUntil);
      // An InChIKey may be an alias. A SMILES is not searched as text, as its letters may be those of a name.
      const others = texts.filter((typed) => !drawn.found.has(typed) && typed.structure?.kind !== 'smiles');
      const { found, isByEngine, degraded } = await pieces.during(holder, async () => {
        const answer = await askEngine(sources, LIST_MS, (engine, until) =>
          bestOfEach(engine, others, { filters: {}, most, dictionary }, until),
        );
        return answer
          ? { found: answer.answer, isByEngine: true, degraded: answer.isCutOff }
          : { found: await namedInDatabase(db, others, most), isByEngine: false, degraded: true };
      });
      const byText = others.map(({ form }, at) => ({ form, first: found[at]!, hits: found[at]! }));
      if (isByEngine) await doubtForms(sources, byText);
      const named = new Map(others.map((typed, at) => [typed, found[at]!]));
      return {
        found: texts.map((typed) => drawn.found.get(typed) ?? named.get(typed) ?? []),
        degraded: degraded || drawn.degraded,
      };
    },
    reaches: (written, ms) => followed.reaches(written, ms),
    async isInStep() {
      const isKnown = pool.engines.some(({ delivered }) => delivered !== null);
      const newest = isKnown ? await lastChange(db) : null;
      if (newest === null) return true;
      for (const end = performance.now() + IN_STEP.withinMs; ; await sleep(IN_STEP.lookMs)) {
        if (pool.isKnown({ position: newest })) return true;
        if (performance.now() > end) return false;
      }
    },
    kept: async (seen, keyOf, make) =>
      seen && !pool.isKnown(seen) ? (await make()).value : cache.answer(keyOf, make),
    engines: pool.engines,
    get numbers() {
      return { ...numbers, engineErrors: pool.numbers.engineErrors, cache: cache.numbers };
    },
    async close() {
      pool.close();
      await followed.close();
    },
  };
}
