import type { Status } from '../../catalogue/index.js';
import type { FacetCount } from './facet-keys.js';

/** Orders of a search other than best first. Products without the value come last. */
export const SORTS = ['code', 'mw', '-mw', 'newest'] as const;
export type SearchSort = (typeof SORTS)[number];

/** What a search may be limited to. */
export interface SearchFilters {
  /** any of these values */
  category?: readonly string[] | undefined;
  series?: readonly string[] | undefined;
  tag?: readonly string[] | undefined;
  status?: readonly Status[] | undefined;
  in_stock?: boolean | undefined;
  /** molecular weights, inclusive */
  mw_min?: number | undefined;
  mw_max?: number | undefined;
}

/** A question of words. */
export interface WordsQuestion {
  /** what lies between quotation marks is a phrase; without words all products are meant */
  q: string;
  /** products with all the words; or those too that have only some of them, behind the others */
  match: 'all' | 'some';
  filters: SearchFilters;
  /** ids of products that are left out */
  without?: readonly number[];
  /** between equals: in stock first, then the shorter name in this language; or another order altogether */
  order: 'en' | 'cn' | 'stock' | SearchSort;
  offset: number;
  limit: number;
  /** counts the values of what is found */
  facets?: boolean;
}

export interface WordsAnswer {
  hits: {
    id: number;
    /** the product as answers carry it */
    json: string;
    aliases: readonly string[];
    /** it has all the words */
    isWhole: boolean;
  }[];
  /** exact without words, otherwise an estimate */
  total: number;
  facets?: FacetCount[];
  /** the engine stopped at its time limit: there may be more, or in another order */
  isCutOff: boolean;
}

/** After this time the engine stops ranking, and answers with what it has: a setting of the index, ms. */
export const CUT_OFF_MS = 1_500;

/** The search engine did not answer, or answered with an error or with what is no answer. */
export class EngineAway extends Error {
  /** the engine is up and refused only this request: others may succeed */
  readonly refused: boolean;

  constructor(message: string, { refused = false, cause }: { refused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

/** The search engine as searches see it: it is asked for words, and says whether it is there. */
export interface Engine {
  /**
   * Answers several questions in one request, in the same order.
   * @param until the deadline, on the clock of `performance.now()`
   * @param signal gives the request up
   * @throws EngineAway
   */
  words(questions: readonly WordsQuestion[], until: number, signal?: AbortSignal): Promise<WordsAnswer[]>;
  /** Resolves if the server answers at all within `ms`, which it does however busy it is. @throws EngineAway */
  isUp(ms: number): Promise<void>;
}
