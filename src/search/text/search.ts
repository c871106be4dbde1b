import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lastChange, namesBeside } from '../../catalogue/index.js';
import type { Position, Terms } from '../../catalogue/index.js';
import { LIMITS, openAnswerCache, openLimit, sizeOfText, within } from '../../platform/index.js';
import type { AnswerCache, Config, Database, Holder, Made } from '../../platform/index.js';
import type { Lack } from '../demand/demanded.js';
import { openMeilisearchWords } from '../engine/meilisearch-words.js';
import { engineOf } from '../engine/address.js';
import { openAsking } from './asking.js';
import type { SearchFilters } from './filters.js';
import { answer, drawnOfEach, findBest, idsOf } from './find-best.js';
import { doubtOtherForms } from './forms.js';
import type { SearchAnswer, Sources } from './find-best.js';
import { bestOfEach } from './find-each.js';
import { find } from './find.js';
import type { SearchRequest } from './find.js';
import { followIndex } from './follow-index.js';
import type { Hit } from './found.js';
import { lettersOf } from '../../chemistry/index.js';
import type { Dictionary } from './other-names.js';
import { planSuggestions } from './plan.js';
import { openSearchedEngine } from '../engine/searched-engine.js';
import type { SearchedEngine } from '../engine/searched-engine.js';
import { SORTED } from './sort.js';
import { sorted } from './sorted.js';
import type { SearchedStructures } from './structure.js';
import type { Typed } from './typed.js';

/** An answer as it is sent, and the lacks to count each time it is sent, even from the cache. */
export interface KeptAnswer {
  text: string;
  lacks: readonly Lack[];
}

const sizeOfAnswer = ({ text, lacks }: KeptAnswer): number =>
  lacks.reduce((size, lack) => size + sizeOfText(lack.text), sizeOfText(text));

/** Search as the routes use it: the engine while it serves, otherwise the database. */
export interface Search {
  /** One page of a search. @throws what the database throws, if both are away */
  find(request: SearchRequest): Promise<SearchAnswer>;
  /** The best hits for a text that is still being typed. @throws as `find` */
  complete(typed: Typed, limit: number): Promise<SearchAnswer>;
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
   * @returns undefined if the engine does not serve, or was cut off at its time limit
   */
  findIds(typed: Typed, filters: SearchFilters): Promise<number[] | undefined>;
  /** waits until searches show everything written up to a position. @returns false if time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  /** Whether the index holds what is in the catalogue, or does within a second; true while nothing is known of it. */
  isInStep(): Promise<boolean>;
  /**
   * A cached answer, or a new one. The cache is invalidated when the index changes, and not used while changes are not
   * announced.
   * @param keyOf,make as {@link AnswerCache} takes them
   */
  kept(keyOf: () => string, make: () => Promise<Made<KeptAnswer>>): Promise<KeptAnswer>;
  /** undefined if none is configured */
  readonly engine: SearchedEngine | undefined;
  readonly numbers: { degraded: number; cache: AnswerCache<KeptAnswer>['numbers'] };
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
 * Opens search.
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
  const address = engineOf(config);
  const engine =
    address && openSearchedEngine(openMeilisearchWords({ ...address, index: config.meiliIndex }), log);
  const cache = openAnswerCache(CACHE_BYTES, sizeOfAnswer);
  const followed = followIndex({
    db,
    databaseUrl: config.databaseUrl,
    engine,
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
  const hasKeys = (): boolean => followed.hasKeys;
  const sources: Sources = { db, engine, terms, structures, dictionary, hasKeys, numbers, log };
  /** One piece of a list at a time, so that the engine has room for searches. */
  const pieces = openLimit(LIMITS.listSearches);

  return {
    async find(request) {
      const { sort, page, typed } = request;
      // Without search words, engine and database sort all products themselves.
      if (sort === undefined || lettersOf(typed.form) === '') return findBest(sources, request);
      const best = { ...request, sort: undefined, page: { offset: 0, limit: SORTED } };
      return sorted(await findBest(sources, best), sort, page);
    },
    findIds: (typed, filters) => idsOf(sources, typed, filters),
    complete(typed, limit) {
      const request = { typed, filters: {}, page: { offset: 0, limit }, counted: false };
      return answer(sources, request, (asking) => find(asking, planSuggestions(typed), request));
    },
    async findEach(texts, most, structuresUntil, holder) {
      const drawn = await drawnOfEach(sources, texts, most, structuresUntil);
      // An InChIKey may be an alias. A SMILES is not searched as text, as its letters may be those of a name.
      const others = texts.filter((typed) => !drawn.found.has(typed) && typed.structure?.kind !== 'smiles');
      const asking = openAsking(sources, LIST_MS);
      const found = await pieces.during(holder, () =>
        bestOfEach(asking, others, { filters: {}, most, dictionary }),
      );
      for (const [at, { form }] of others.entries())
        doubtOtherForms({ form, first: found[at]!, hits: found[at]! });
      const named = new Map(others.map((typed, at) => [typed, found[at]!]));
      return {
        found: texts.map((typed) => drawn.found.get(typed) ?? named.get(typed) ?? []),
        degraded: asking.degraded || asking.isCutOff || drawn.degraded,
      };
    },
    reaches: (written, ms) => followed.reaches(written, ms),
    async isInStep() {
      const newest = engine?.delivered ? await lastChange(db) : null;
      if (newest === null) return true;
      for (const end = performance.now() + IN_STEP.withinMs; ; await sleep(IN_STEP.lookMs)) {
        if (followed.holds(newest)) return true;
        if (performance.now() > end) return false;
      }
    },
    kept: (keyOf, make) => cache.answer(keyOf, make),
    engine,
    get numbers() {
      return { ...numbers, cache: cache.numbers };
    },
    async close() {
      engine?.close();
      await followed.close();
    },
  };
}
