import type { Logger } from 'pino';
import { KEYS_READER, lastChange, namesBeside, readerLags, SEARCH_READER } from '../../catalogue/index.js';
import type { Position, Terms } from '../../catalogue/index.js';
import { LIMITS, openAnswerCache, openLimit, sizeOfText, within } from '../../platform/index.js';
import type { Config, Database, Holder } from '../../platform/index.js';
import type { Lack } from '../demand/demanded.js';
import { engineOf } from '../engine/engine-of.js';
import type { EngineConfig } from '../engine/engine-of.js';
import { openAsking } from './asking.js';
import type { Dictionary, Sources } from './asking.js';
import type { SearchFilters } from './filters.js';
import { answer, drawnOfEach, findBest, meaningInTime } from './find-best.js';
import { doubtOtherForms } from './forms.js';
import type { SearchAnswer } from './find-best.js';
import { bestOfEach } from './find-each.js';
import { openFacets } from './facets.js';
import { find } from './find.js';
import type { SearchRequest } from './find.js';
import { FollowedIndex } from './follow-index.js';
import { MAX_HITS, SORTED, sorted } from './found.js';
import type { Hit } from './found.js';
import { lettersOf } from '../../chemistry/index.js';
import { planSuggestions } from './plan.js';
import { SearchedEngine } from '../engine/searched-engine.js';
import type { SearchedStructures } from './structure.js';
import type { Typed } from './typed.js';

/** An answer as it is sent, and the lacks to count each time it is sent, even from the cache. */
export interface KeptAnswer {
  text: string;
  lacks: readonly Lack[];
}

const sizeOfAnswer = ({ text, lacks }: KeptAnswer): number =>
  lacks.reduce((size, lack) => size + sizeOfText(lack.text), sizeOfText(text));

/** How long texts of a list wait for the engine, ms. */
const LIST_MS = 5_000;
/** How long a search waits for other names, ms. Without them it finds less. */
const DICTIONARY_MS = 250;
/** How late an index may be that is in step, ms. */
const IN_STEP_MS = 1_000;
/** How often is looked how late searches are, how long a search waits for that, ms; and from when on it says so, s. */
const LATE = { everyMs: 5_000, waitMs: 250, fromSeconds: 10 };
const CACHE_BYTES = 64 * 1024 * 1024;

type SearchConfig = EngineConfig & Pick<Config, 'meiliIndex' | 'searchCache'> & { databaseUrl: string };

/** Search as the routes use it: the engine while it serves, otherwise the database. */
export class Search {
  /** undefined if none is configured */
  readonly engine: SearchedEngine | undefined;
  private readonly sources: Sources;
  /** Answers as they are sent. Invalidated when the index changes, and not used while changes are not announced. */
  readonly cache = openAnswerCache(CACHE_BYTES, sizeOfAnswer);
  readonly numbers = { degraded: 0 };
  private late = { lookedAt: -Infinity, seconds: 0 };
  private readonly followed: FollowedIndex;
  /** One piece of a list at a time, so that the engine has room for searches. */
  private readonly pieces = openLimit(LIMITS.listSearches);

  /**
   * @param terms kept up to date here
   * @param structures what is known of the products' structures
   */
  constructor(config: SearchConfig, db: Database, terms: Terms, log: Logger, structures: SearchedStructures) {
    const { databaseUrl, searchCache } = config;
    const words = engineOf(config)?.words(config.meiliIndex);
    const engine = words && new SearchedEngine(words, log);
    const invalidate = (): void => this.cache.invalidate();
    const onState = (isAnnounced: boolean): void => this.cache.enable(isAnnounced && searchCache);
    const followed = new FollowedIndex({ db, databaseUrl, engine, terms, invalidate, onState, log });
    const dictionary: Dictionary = (names) =>
      within(DICTIONARY_MS, namesBeside(db, names)).catch((error: unknown) => {
        log.debug({ err: error }, 'the dictionary of aliases was not looked at');
        return new Map();
      });
    const hasKeys = (): boolean => followed.hasKeys;
    this.engine = engine;
    this.followed = followed;
    this.sources = { db, engine, terms, structures, dictionary, hasKeys, numbers: this.numbers, log };
  }

  /** One page of a search. @throws what the database throws, if both are away */
  async find(request: SearchRequest, holder: Holder): Promise<SearchAnswer> {
    const found = await this.ordered(request, holder);
    if (!found.facets) return found;
    let { isStable } = found;
    const facets = await openFacets(found.facets, request.filters, async (filters) => {
      const others = { ...request, filters, sort: undefined, page: { offset: 0, limit: 0 } };
      const counted = await findBest(this.sources, others, holder);
      isStable &&= counted.isStable;
      return counted.facets;
    });
    return { ...found, facets, isStable };
  }

  private async ordered(request: SearchRequest, holder: Holder): Promise<SearchAnswer> {
    const { sort, page, typed } = request;
    // Without search words, engine and database sort all products themselves.
    if (sort === undefined || lettersOf(typed.form) === '') return findBest(this.sources, request, holder);
    const best = { ...request, sort: undefined, page: { offset: 0, limit: SORTED } };
    return sorted(await findBest(this.sources, best, holder), sort, page);
  }

  /** The best hits for a text that is still being typed. @throws as `find` */
  complete(typed: Typed, limit: number): Promise<SearchAnswer> {
    const request = { typed, filters: {}, page: { offset: 0, limit }, counted: false };
    return answer(this.sources, request, (asking) => find(asking, planSuggestions(typed), request));
  }

  /**
   * The best products for each of some texts, as {@link bestOfEach} finds them, checked by structure as in a search.
   * A text that is a structure finds the products that have it. If degraded, only products that a text names, or what
   * the engine found until its time limit. A few dozen texts per call, so that other searches get their turn.
   * @param structuresUntil the deadline for structures
   * @throws as `find`; Problem 503 if it waits too long for other lists
   */
  async findEach(
    texts: readonly Typed[],
    most: number,
    structuresUntil: number,
    holder: Holder,
  ): Promise<{ found: Hit[][]; degraded: boolean }> {
    const { dictionary } = this.sources;
    const drawn = await drawnOfEach(this.sources, texts, most, structuresUntil, holder);
    // An InChIKey may be an alias. A SMILES is not searched as text, as its letters may be those of a name.
    const others = texts.filter((typed) => !drawn.found.has(typed) && typed.structure?.kind !== 'smiles');
    const asking = openAsking(this.sources, LIST_MS);
    // Where one is late, the next ones would wait as long.
    let isLate = false;
    const meaning = async (typed: Typed) => {
      isLate ||= performance.now() > structuresUntil;
      if (isLate) return null;
      return meaningInTime(this.sources.structures, typed, holder, () => (isLate = true));
    };
    const found = await this.pieces.during(holder, () =>
      bestOfEach(asking, others, { filters: {}, most, dictionary, meaning }),
    );
    for (const [at, { form }] of others.entries()) doubtOtherForms(form, found[at]!, found[at]!);
    const named = new Map(others.map((typed, at) => [typed, found[at]!]));
    return {
      found: texts.map((typed) => drawn.found.get(typed) ?? named.get(typed) ?? []),
      degraded: asking.degraded || asking.isCutOff || drawn.degraded || isLate,
    };
  }

  /**
   * The ids of all products that a text finds, best first, at most `MAX_HITS`.
   * @returns undefined if the engine does not serve, or was cut off at its time limit
   */
  async findIds(typed: Typed, filters: SearchFilters, holder: Holder): Promise<number[] | undefined> {
    const request = { typed, filters, page: { offset: 0, limit: MAX_HITS } };
    const { hits, degraded, isCutOff } = await findBest(this.sources, request, holder);
    return degraded || isCutOff ? undefined : hits.map(({ id }) => id);
  }

  /** waits until searches show everything written up to a position. @returns false if time ran out */
  reaches(written: Position, ms: number): Promise<boolean> {
    return this.followed.reaches(written, ms);
  }

  /** Whether the index holds what is in the catalogue, or does within a second; true while nothing is known of it. */
  async isInStep(): Promise<boolean> {
    const newest = this.engine?.delivered ? await lastChange(this.sources.db) : null;
    return newest === null || this.reaches(newest, IN_STEP_MS);
  }

  /** How old the oldest change is that searches do not show, s; undefined where that is no more than usual, or not known. */
  async lateness(): Promise<number | undefined> {
    if (performance.now() > this.late.lookedAt + LATE.everyMs) {
      this.late.lookedAt = performance.now();
      // While the engine is away its words are looked for in the catalogue itself.
      const readers = this.engine?.serves ? [KEYS_READER, SEARCH_READER] : [KEYS_READER];
      const lags = await within(LATE.waitMs, readerLags(this.sources.db, 1)).catch(() => []);
      this.late.seconds = Math.max(0, ...lags.map((lag) => (readers.includes(lag.reader) ? lag.seconds : 0)));
    }
    return this.late.seconds < LATE.fromSeconds ? undefined : Math.round(this.late.seconds);
  }

  async close(): Promise<void> {
    this.engine?.close();
    await this.followed.close();
  }
}
