import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lastChange } from '../changes/log.js';
import type { Position } from '../changes/position.js';
import { DELIVERED_CHANNEL, readAllDelivered, SEARCH_READER } from '../changes/search-reader.js';
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
import { openEngine } from './engine.js';
import type { Engine } from './engine.js';
import { enginesOf } from './engines.js';
import { findInDatabase, foundByStructure, namedInDatabase } from './fallback.js';
import { bestOfEach } from './find-each.js';
import { findList } from './find-list.js';
import { doubtOtherForms } from './forms.js';
import { find, findIds } from './find.js';
import { BEST, hasExact, MAX_HITS, namedFirst } from './found.js';
import { otherNames } from './other-names.js';
import type { SearchFilters } from './filters.js';
import type { SearchRequest } from './find.js';
import type { Found, Hit } from './found.js';
import { lettersOf } from './normalise.js';
import { parentIn, plan, planSuggestions } from './plan.js';
import { openPool } from './pool.js';
import type { Answered } from './pool.js';
import type { PooledEngine, Work } from './pooled-engine.js';
import { stateAt, stateOfEngine } from './seen.js';
import type { Seen } from './seen.js';
import { SORTED } from './sort.js';
import type { SearchedStructures } from './structure.js';
import { sorted } from './sorted.js';
import { within } from '../time-out.js';
import type { Typed } from './typed.js';

/** An answer as it is sent, and what was asked for in vain: each time that it is given, kept or not. */
export interface KeptAnswer {
  text: string;
  lacks: readonly Lack[];
  /** the state that it shows */
  state?: string | undefined;
}

/** What a search found, and how. */
export type Answer = Found & {
  degraded: boolean;
  /** the state that it shows, for the header that {@link STATE_HEADER} names; undefined where there is none */
  state: string | undefined;
  /** the same until the index changes */
  isStable: boolean;
};

const sizeOfAnswer = ({ text, lacks }: KeptAnswer): number =>
  lacks.reduce((size, lack) => size + sizeOfText(lack.text), sizeOfText(text));

/** Search as the routes see it: an engine while one serves, the database while none does. */
export interface Search {
  /**
   * One page of a search, of no older state than was seen.
   * @throws what the database throws, where both are away
   */
  find(request: SearchRequest, seen?: Seen): Promise<Answer>;
  /** The best hits for a text that is still being typed. @throws as `find` */
  complete(typed: Typed, limit: number, seen?: Seen): Promise<Answer>;
  /**
   * The products that each of some texts means best, as {@link bestOfEach} finds them; a few dozen texts at once, so that
   * other searches have their turn. Where degraded, only those that a text names.
   * @throws as `find`; Problem 503 where it waits too long for other lists
   */
  findEach(texts: readonly Typed[], most: number): Promise<{ found: Hit[][]; degraded: boolean }>;
  /**
   * The ids of all products that a text finds, best first, `MAX_HITS` at most.
   * @returns undefined where no engine serves
   */
  findIds(typed: Typed, filters: SearchFilters): Promise<number[] | undefined>;
  /** waits until whatever is searched has everything that was written up to a position. @returns false where time ran out */
  reaches(written: Position, ms: number): Promise<boolean>;
  /** answers as text: invalidated when the index changes, off while its changes are not announced */
  cache: AnswerCache<KeptAnswer>;
  /** the engines; none where none is configured */
  readonly engines: readonly PooledEngine[];
  readonly numbers: { degraded: number; engineErrors: number };
  close(): Promise<void>;
}

/** The longest a search waits for the engine, ms. The engine itself cuts a ranking off at 1.5 s. */
const LIMIT_MS = { firstPage: 2_000, deeperPage: 5_000, list: 5_000 };
/** The longest it waits for the database, for the forms of the hits, ms. */
const FORMS_MS = 250;
const CACHE_BYTES = 64 * 1024 * 1024;
/** How often those who wait for a write look whether an engine has fallen back, ms. */
const LOOK_MS = 100;
/** How long to wait after the database has failed, ms. */
const PAUSE_MS = 1_000;

/**
 * Opens search over all engines.
 * @param terms are read here whenever they change
 * @param structures what is known of the structures of products
 */
export function openSearch(
  config: Pick<Config, 'databaseUrl' | 'meiliUrl' | 'meiliKey' | 'meiliIndex' | 'searchCache'>,
  db: Database,
  terms: Terms,
  log: Logger,
  { ofText, formsOf }: SearchedStructures,
): Search {
  const addresses = enginesOf(config);
  const opened = addresses.map((address) => ({
    address,
    engine: openEngine({ url: address.url, key: address.key, index: config.meiliIndex }),
  }));
  const pool = openPool(opened, () => lastChange(db), log);
  const cache = openAnswerCache(CACHE_BYTES, sizeOfAnswer);
  let degraded = 0;

  let announcements = 0;
  const waiting = new Set<() => void>();
  function apply(delivered: Delivered): void {
    if (!pool.announce(delivered)) return;
    announcements++;
    cache.invalidate();
    for (const look of waiting) look();
  }

  /**
   * Reads the names of categories, series and tags, which answers show and are found by, and what was announced while the
   * connection was down. An announcement that comes meanwhile is newer.
   */
  async function readState(): Promise<void> {
    await terms.load();
    cache.invalidate();
    const before = announcements;
    const known = await readAllDelivered(db);
    if (before !== announcements) return;
    for (const { readers } of addresses) {
      const reader = readers.find((each) => known.has(each));
      if (reader !== undefined) apply(known.get(reader)!);
    }
  }

  let catchUps = 0;
  /** Reads the state, again after a pause where that fails, until the connection is down or a later call reads it. */
  async function catchUp(): Promise<void> {
    const own = ++catchUps;
    while (own === catchUps) {
      try {
        return await readState();
      } catch (error) {
        log.warn({ err: error }, 'names and the state of the index were not read; trying again');
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }

  const listener =
    config.databaseUrl === undefined
      ? undefined
      : listen(config.databaseUrl, {
          name: 'catalogue search',
          channels: [DELIVERED_CHANNEL, TERMS_CHANNEL],
          log,
          onNotice(channel, payload) {
            if (channel === DELIVERED_CHANNEL) apply(readNotice(payload));
            else void catchUp();
          },
          onState: (up) => {
            announcements++;
            cache.enable(up && config.searchCache);
            if (up) void catchUp();
            else catchUps++;
          },
        });

  /** What an engine answers within so many ms; undefined where the database is to be asked. */
  async function ofEngine<T>(ms: number, ask: Work<T>, seen?: Seen): Promise<Answered<T> | undefined> {
    const answered = await pool.ask(ms, ask, seen);
    if (!answered) degraded++;
    return answered;
  }

  /** @param values what a search means beside names */
  async function answered(
    request: SearchRequest,
    ask: Work<Found>,
    seen: Seen | undefined,
    values?: Values,
  ): Promise<Answer> {
    const ms = request.page.offset === 0 ? LIMIT_MS.firstPage : LIMIT_MS.deeperPage;
    const found = await ofEngine(ms, ask, seen);
    if (found) {
      const isStable = pool.isNewest(found.by);
      return { ...found.answer, degraded: false, state: stateOfEngine(found.by), isStable };
    }
    const inDatabase = await findInDatabase(db, request, values);
    return { ...inDatabase, degraded: true, state: await stateOfDatabase(), isStable: false };
  }

  /**
   * Doubts what is another substance than what a text names.
   * @returns false where not all structures are worked out, or the database did not answer: then the names alone count
   */
  const doubtForms = async (form: string, { hits, best }: Found): Promise<boolean> => {
    try {
      const all = [...new Set([...hits, ...best])];
      return await within(FORMS_MS, doubtOtherForms(form, best.slice(0, BEST), all, formsOf));
    } catch (error) {
      log.debug({ err: error }, 'forms of products were not looked at');
      return false;
    }
  };

  /** The state of an answer that the database has just given, which shows nothing newer. */
  async function stateOfDatabase(): Promise<string | undefined> {
    const newest = await lastChange(db);
    return newest ? stateAt(newest) : undefined;
  }

  const meantBy = ({ whole, form }: Typed): Values | undefined => terms.meant(whole ?? form);
  const namesOfParent = async (engine: Engine, typed: Typed, until: number): Promise<string[]> => {
    const parent = parentIn(typed);
    return parent === undefined ? [] : otherNames(engine, parent, until);
  };

  /** Looks for the other names of what an impurity, a salt or a hydrate is made of where the text itself names no product. */
  async function findPlanned(
    engine: Engine,
    request: SearchRequest,
    values: Values | undefined,
    until: number,
  ): Promise<Found> {
    const { typed } = request;
    const found = await find(engine, plan(typed, [], values), request, until);
    const names = hasExact(found) ? [] : await namesOfParent(engine, typed, until);
    return names.length === 0 ? found : find(engine, plan(typed, names, values), request, until);
  }

  /** Lists are looked up one piece at a time, so that the engine has room for searches. */
  const pieces = openQueue(1);

  async function findBest(request: SearchRequest, seen?: Seen): Promise<Answer> {
    const { structure } = request.typed;
    const drawn = structure && (await ofText(structure));
    const isLookedFor = structure === undefined || drawn?.isWhole === true;
    if (drawn && drawn.ids.length > 0) {
      const found = await foundByStructure(db, drawn.ids, request);
      return { ...found, degraded: false, state: await stateOfDatabase(), isStable: isLookedFor };
    }
    const values = meantBy(request.typed);
    const ask: Work<Found> = async (engine, until) => {
      const list = await findList(engine, request, until);
      if (list) return list;
      return findPlanned(engine, request, values, until);
    };
    const found = await answered(request, ask, seen, values);
    const answer = { ...found, isStable: found.isStable && isLookedFor };
    // The items of a list are looked for one by one: what one of them means says nothing of another's.
    if (answer.degraded || answer.items) return answer;
    const isStable = (await doubtForms(request.typed.form, answer)) && answer.isStable;
    return { ...namedFirst(answer, request.page), isStable };
  }

  return {
    async find(request, seen) {
      const { sort, page, typed } = request;
      // Where nothing is looked for, engine and database put all products in order.
      if (sort === undefined || lettersOf(typed.form) === '') return findBest(request, seen);
      const best = await findBest({ ...request, sort: undefined, page: { offset: 0, limit: SORTED } }, seen);
      return sorted(best, sort, page);
    },
    async findIds(typed, filters) {
      const drawn = typed.structure && (await ofText(typed.structure));
      if (drawn && drawn.ids.length > 0) return drawn.ids;
      const values = meantBy(typed);
      const found = await ofEngine(LIMIT_MS.deeperPage, async (engine, until) => {
        const page = { offset: 0, limit: MAX_HITS };
        const list = await findList(engine, { typed, filters, page }, until);
        if (list) return list.hits.map(({ id }) => id);
        const names = await namesOfParent(engine, typed, until);
        return findIds(engine, plan(typed, names, values), filters, until);
      });
      return found?.answer;
    },
    complete(typed, limit, seen) {
      const request = { typed, filters: {}, page: { offset: 0, limit }, counted: false };
      const tiers = planSuggestions(typed);
      return answered(request, (engine, until) => find(engine, tiers, request, until), seen);
    },
    findEach: (texts, most) =>
      pieces.during(async () => {
        const found = await ofEngine(LIMIT_MS.list, (engine, until) =>
          bestOfEach(engine, texts, { filters: {}, most }, until),
        );
        return found
          ? { found: found.answer, degraded: false }
          : { found: await namedInDatabase(db, texts, most), degraded: true };
      }),
    reaches(written, ms) {
      const reached = (): boolean => pool.holds(written);
      if (reached()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (answer: boolean): void => {
          clearTimeout(timer);
          clearInterval(looking);
          waiting.delete(look);
          resolve(answer);
        };
        const look = (): void => {
          if (reached()) end(true);
        };
        const timer = setTimeout(() => end(false), ms);
        const looking = setInterval(look, LOOK_MS);
        waiting.add(look);
      });
    },
    cache,
    engines: pool.engines,
    get numbers() {
      return { degraded, engineErrors: pool.numbers.engineErrors };
    },
    async close() {
      catchUps++;
      pool.close();
      await listener?.stop();
    },
  };
}

/** Reads an announcement; one of an older indexer does not say of which engine it is. */
function readNotice(payload: string): Delivered {
  return { reader: SEARCH_READER, ...(JSON.parse(payload) as Omit<Delivered, 'reader'>) };
}
