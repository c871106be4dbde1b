import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { Logger } from 'pino';
import { isPast } from '../changes/log.js';
import type { Position } from '../changes/log.js';
import { DELIVERED_CHANNEL, readDelivered, SEARCH_READER } from '../changes/search-reader.js';
import type { Delivered } from '../changes/search-reader.js';
import type { Config } from '../config.js';
import type { Database } from '../database/connect.js';
import { listen } from '../database/listen.js';
import type { Lack } from '../demand/demanded.js';
import { openAnswerCache, sizeOfText } from '../http/answer-cache.js';
import type { AnswerCache } from '../http/answer-cache.js';
import { openQueue } from '../http/queue.js';
import type { Terms, Values } from '../terms/names.js';
import { TERMS_CHANNEL } from '../terms/store.js';
import { EngineAway, openEngine } from './engine.js';
import { enginesOf } from './engines.js';
import type { Engine } from './engine.js';
import { findInDatabase, foundByStructure, namedInDatabase } from './fallback.js';
import { bestOfEach } from './find-each.js';
import { findList } from './find-list.js';
import { find, findIds, MAX_HITS, otherNames } from './find.js';
import type { SearchFilters } from './filters.js';
import type { Found, Hit, SearchRequest } from './find.js';
import { lettersOf } from './normalise.js';
import { parentIn, plan, planSuggestions } from './plan.js';
import { SORTED } from './sort.js';
import type { TypedStructure } from './structure.js';
import { sorted } from './sorted.js';
import type { Tier } from './tier.js';
import type { Typed } from './typed.js';

/** An answer as it is sent, and what was asked for in vain: each time that it is given, kept or not. */
export interface KeptAnswer {
  text: string;
  lacks: readonly Lack[];
}

const sizeOfAnswer = ({ text, lacks }: KeptAnswer): number =>
  lacks.reduce((size, lack) => size + sizeOfText(lack.text), sizeOfText(text));

/** Search as the routes see it: the engine while it serves, the database while it does not. */
export interface Search {
  /** One page of a search. @throws what the database throws, where both are away */
  find(request: SearchRequest): Promise<Found & { degraded: boolean }>;
  /** The best hits for a text that is still being typed. @throws as `find` */
  complete(typed: Typed, limit: number): Promise<Found & { degraded: boolean }>;
  /**
   * The products that each of some texts means best, as {@link bestOfEach} finds them; a few dozen texts at once, so that
   * other searches have their turn. Where degraded, only those that a text names.
   * @throws as `find`; Problem 503 where it waits too long for other lists
   */
  findEach(texts: readonly Typed[], most: number): Promise<{ found: Hit[][]; degraded: boolean }>;
  /**
   * The ids of all products that a text finds, best first, `MAX_HITS` at most.
   * @returns undefined where the engine does not serve
   */
  findIds(typed: Typed, filters: SearchFilters): Promise<number[] | undefined>;
  /** waits until the index has everything that was written up to a position. @returns false where time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  /** answers as text: invalidated when the index changes, off while its changes are not announced */
  cache: AnswerCache<KeptAnswer>;
  /** resolves while the engine serves */
  check(): Promise<void>;
  readonly numbers: { degraded: number; engineErrors: number };
  close(): Promise<void>;
}

/** The longest a search waits for the engine, ms. The engine itself cuts a ranking off at 1.5 s. */
const LIMIT_MS = { firstPage: 2_000, deeperPage: 5_000, list: 5_000, probe: 500 };
const CACHE_BYTES = 64 * 1024 * 1024;
const FAILURES_TO_BREAK = 3;
const PROBE_EVERY_MS = 250;

/**
 * Opens search, behind a circuit breaker: once the engine has failed a few times in a row, searches go to the database at
 * once, until a probe in the background succeeds.
 * @param terms are read here whenever they change
 * @param ofStructure the products that have a structure which was typed; without it none is looked for
 */
export function openSearch(
  config: Pick<Config, 'databaseUrl' | 'meiliUrl' | 'meiliKey' | 'meiliIndex' | 'searchCache'>,
  db: Database,
  terms: Terms,
  log: Logger,
  ofStructure: (typed: TypedStructure) => Promise<number[]> = () => Promise.resolve([]),
): Search {
  const engine = engineOf(config);
  const reader = enginesOf(config)[0]?.reader ?? SEARCH_READER;
  const cache = openAnswerCache(CACHE_BYTES, sizeOfAnswer);
  const numbers = { degraded: 0, engineErrors: 0 };
  /** The index is known to lack products, so searches go to the database. */
  let lacking = false;
  let closed = false;

  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof EngineAway && !error.refused),
    { breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK), halfOpenAfter: 60_000 },
  );
  breaker.onBreak((reason) => {
    if (!('isolated' in reason)) void probeUntilBack(breaker.isolate());
  });

  async function probeUntilBack(hold: { dispose(): void }): Promise<void> {
    log.warn('the search engine does not serve: searches are answered from the database');
    while (!closed) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS).unref());
      try {
        await probe();
        hold.dispose();
        log.info('the search engine serves again');
        return;
      } catch {
        // still away
      }
    }
  }

  async function probe(): Promise<void> {
    await engine.search([{ q: '', limit: 0, attributesToRetrieve: [] }], performance.now() + LIMIT_MS.probe);
  }

  let announcements = 0;
  let delivered: Delivered | null = null;
  const waiting = new Set<() => void>();
  function apply(announced: Delivered): void {
    announcements++;
    delivered = announced;
    lacking = !announced.complete;
    cache.invalidate();
    for (const look of waiting) look();
  }

  function announced(delivered: Delivered): void {
    if (delivered.reader === reader) apply(delivered);
  }

  /** Reads the names of categories, series and tags anew: answers show them, and are found by them. */
  async function readTerms(): Promise<void> {
    await terms.load();
    cache.invalidate();
  }

  /** Reads what was announced while the connection was down. An announcement that comes meanwhile is newer. */
  async function catchUp(): Promise<void> {
    await readTerms();
    const before = announcements;
    const known = await readDelivered(db, reader);
    if (known && before === announcements) apply(known);
  }

  const listener =
    config.databaseUrl === undefined
      ? undefined
      : listen(config.databaseUrl, {
          name: 'catalogue search',
          channels: [DELIVERED_CHANNEL, TERMS_CHANNEL],
          log,
          onNotice(channel, payload) {
            if (channel === DELIVERED_CHANNEL) announced(JSON.parse(payload));
            else readTerms().catch((error: unknown) => log.warn({ err: error }, 'names were not read'));
          },
          onState: (up) => {
            announcements++;
            cache.enable(up && config.searchCache);
            if (up)
              catchUp().catch((error: unknown) =>
                log.warn({ err: error }, 'the state of the index is unknown'),
              );
          },
        });

  /** What the engine answers within so many ms; undefined where the database is to be asked. */
  async function ofEngine<T>(ms: number, ask: (until: number) => Promise<T>): Promise<T | undefined> {
    if (!lacking) {
      try {
        return await breaker.execute(() => ask(performance.now() + ms));
      } catch (error) {
        if (error instanceof EngineAway) {
          numbers.engineErrors++;
          log.warn({ err: error }, 'a search went to the database');
        } else if (!(error instanceof BrokenCircuitError)) throw error;
      }
    }
    numbers.degraded++;
    return undefined;
  }

  /** @param values what a search means beside names */
  async function answered(request: SearchRequest, ask: (until: number) => Promise<Found>, values?: Values) {
    const found = await ofEngine(request.page.offset === 0 ? LIMIT_MS.firstPage : LIMIT_MS.deeperPage, ask);
    return found
      ? { ...found, degraded: false }
      : { ...(await findInDatabase(db, request, values)), degraded: true };
  }

  const meantBy = ({ whole, form }: Typed): Values | undefined => terms.meant(whole ?? form);
  const planned = async (typed: Typed, values: Values | undefined, until: number): Promise<Tier[]> => {
    const parent = parentIn(typed);
    return plan(typed, parent === undefined ? [] : await otherNames(engine, parent, until), values);
  };

  /** Lists are looked up one piece at a time, so that the engine has room for searches. */
  const pieces = openQueue(1);

  async function findBest(request: SearchRequest): Promise<Found & { degraded: boolean }> {
    const { structure } = request.typed;
    const ids = structure ? await ofStructure(structure) : [];
    if (ids.length > 0) return { ...(await foundByStructure(db, ids, request)), degraded: false };
    const values = meantBy(request.typed);
    const ask = async (until: number): Promise<Found> => {
      const list = await findList(engine, request, until);
      if (list) return list;
      return find(engine, await planned(request.typed, values, until), request, until);
    };
    return answered(request, ask, values);
  }

  return {
    async find(request) {
      const { sort, page, typed } = request;
      // Where nothing is looked for, engine and database put all products in order.
      if (sort === undefined || lettersOf(typed.form) === '') return findBest(request);
      const best = await findBest({ ...request, sort: undefined, page: { offset: 0, limit: SORTED } });
      return sorted(best, sort, page);
    },
    async findIds(typed, filters) {
      const ids = typed.structure ? await ofStructure(typed.structure) : [];
      if (ids.length > 0) return ids;
      const values = meantBy(typed);
      return ofEngine(LIMIT_MS.deeperPage, async (until) => {
        const page = { offset: 0, limit: MAX_HITS };
        const list = await findList(engine, { typed, filters, page }, until);
        if (list) return list.hits.map(({ id }) => id);
        return findIds(engine, await planned(typed, values, until), filters, until);
      });
    },
    complete(typed, limit) {
      const request = { typed, filters: {}, page: { offset: 0, limit }, counted: false };
      return answered(request, (until) => find(engine, planSuggestions(typed), request, until));
    },
    findEach: (texts, most) =>
      pieces.during(async () => {
        const found = await ofEngine(LIMIT_MS.list, (until) =>
          bestOfEach(engine, texts, { filters: {}, most }, until),
        );
        return found
          ? { found, degraded: false }
          : { found: await namedInDatabase(db, texts, most), degraded: true };
      }),
    reaches(written, ms) {
      const reached = (): boolean =>
        delivered !== null && delivered.complete && isPast(delivered.position, written);
      if (reached()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (answer: boolean): void => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(answer);
        };
        const look = (): void => {
          if (reached()) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        waiting.add(look);
      });
    },
    cache,
    async check() {
      await probe();
    },
    numbers,
    async close() {
      closed = true;
      await listener?.stop();
    },
  };
}

function engineOf(config: Pick<Config, 'meiliUrl' | 'meiliKey' | 'meiliIndex'>): Engine {
  const [first] = enginesOf(config);
  if (first) {
    const { url, key } = first;
    return openEngine({ url, index: config.meiliIndex, ...(key !== undefined && { key }) });
  }
  const none = (): Promise<never> => Promise.reject(new EngineAway('No search engine is configured.'));
  return { search: none, documents: none };
}
