import { z } from 'zod';
import type { Status } from '../../catalogue/index.js';
import type { Dependency } from '../../platform/index.js';
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

/** What an index gives out of a product: its id, the product as answers carry it in JSON, its aliases. */
export const HIT = z.object({
  id: z.number(),
  product: z.string(),
  aliases: z.array(z.string()).default([]),
});

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

/** What each order sorts by: fields of the index, and which way. */
export const SORTING: Record<WordsQuestion['order'], [field: string, way: 'asc' | 'desc'][]> = {
  en: [['stock_en', 'asc']],
  cn: [['stock_cn', 'asc']],
  stock: [
    ['stock_rank', 'asc'],
    ['k_code', 'asc'],
  ],
  code: [['k_code', 'asc']],
  mw: [['mw', 'asc']],
  '-mw': [['mw', 'desc']],
  newest: [['id', 'desc']],
};

/** After this time the engine stops ranking, and answers with what it has: a setting of the index, ms. */
export const CUT_OFF_MS = 1_500;

/** From how many letters a word may have one misspelling, and two. */
export const TYPOS = { one: 4, two: 8 };

/**
 * The engine does not answer, fails for another reason than what it was sent, or something else answers in its place: worth a
 * retry.
 */
export class EngineTrouble extends Error {
  /** of the answer; undefined where there was none */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}

/** The engine is up, and refused a request. */
export class EngineRefusal extends Error {
  readonly status: number;
  /** such as `index_not_found` */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** whether what was sent is the cause: others may succeed */
  get isOfContent(): boolean {
    return (this.status === 400 || this.status === 413) && !this.code.startsWith('index_');
  }
}

/** The engine refused documents or settings: at least one of them is the cause. */
export class Refused extends Error {
  /** true where the engine says that they are invalid; false where it failed on them without saying so */
  readonly certain: boolean;

  constructor(reason: string, certain: boolean) {
    super(reason);
    this.certain = certain;
  }
}

/** The search engine as searches see it: it is asked for words, and says whether it is there. */
export interface Engine {
  /**
   * Answers several questions in one request, in the same order.
   * @param until the deadline, on the clock of `performance.now()`
   * @throws EngineRefusal, EngineTrouble
   */
  words(questions: readonly WordsQuestion[], until: number): Promise<WordsAnswer[]>;
  /** Resolves if the server answers at all within `ms`, which it does however busy it is. @throws EngineRefusal, EngineTrouble */
  isUp(ms: number): Promise<void>;
}

/** A document as the engine holds it: all of it, or its id and version alone. */
export interface IndexedDocument {
  id: number;
  v: string;
  [field: string]: unknown;
}

/** Documents in a request: those of a page of ids and versions, and of whole documents, which have some kilobytes each. */
export const DOCUMENTS_PAGE = { versions: 10_000, whole: 1_000 };
export type Depth = keyof typeof DOCUMENTS_PAGE;

/** Documents, or removals, that an engine has taken. */
export interface Sent {
  /**
   * Waits until searches show it, for as long as it takes.
   * @returns how long it waited in the engine, and was worked on, s
   * @throws Refused, EngineTrouble
   */
  shown(signal: AbortSignal): Promise<{ waiting: number; working: number }>;
}

/**
 * The indexes of an engine as the indexer keeps them: the live one, which is searched, and others that are built beside it and
 * named behind it. What each method throws without more is an EngineTrouble or an EngineRefusal.
 */
export interface Indexes {
  /** how an index is set up: where it is another, indexes are built anew */
  readonly settings: object;
  /** bytes of documents at most in what is sent at once */
  readonly sentBytes: number;
  /** What tells an index from another one under the same name, which a swap moves along; undefined where there is none. */
  identity(name: string): Promise<string | undefined>;
  /** The settings as the engine reports them, which show whether somebody changed them there. */
  settingsOf(name: string): Promise<object>;
  /** How many documents it holds; undefined where there is none. */
  count(name: string): Promise<number | undefined>;
  /** Creates an empty index. One that exists only gets the settings. @throws Refused */
  create(name: string, signal: AbortSignal): Promise<void>;
  /**
   * Sends documents.
   * @param lines each as JSON
   * @param order drawn after the changes were read and before the documents: of two of one product the greater counts
   * @throws Refused, EngineTrouble
   */
  send(name: string, documents: { id: number; json: string }[], order: number): Promise<Sent>;
  /** Removes documents, as `send` sends them. */
  remove(name: string, ids: number[], order: number): Promise<Sent>;
  /** Waits until no swap of a former leader is under way; absent where a swap is done when it is answered. */
  settled?(signal: AbortSignal): Promise<void>;
  /** Makes another index the live one at once. @param sent called when it has been asked for */
  swap(live: string, other: string, signal: AbortSignal, sent?: () => unknown): Promise<void>;
  /** The indexes beside the live one whose name begins so. */
  beside(live: string, prefix: string): Promise<string[]>;
  drop(name: string, signal: AbortSignal): Promise<void>;
  /** Every document, page by page. Under writes some may be missed. */
  documents(name: string, depth: Depth): AsyncGenerator<IndexedDocument[]>;
  /** The documents of these products, at most a page of them; those that it lacks are left out. */
  documentsOf(name: string, ids: number[], depth: Depth): Promise<IndexedDocument[]>;
  /** Removes from the engine what would otherwise grow without end. */
  prune?(name: string, keptMs?: number): Promise<void>;
}

/** The search engine that a configuration names. Its version is asked with the key that it is used with. */
export interface EngineServer extends Required<
  Pick<Dependency, 'name' | 'title' | 'variable' | 'supported' | 'version'>
> {
  /** host and port */
  place: string;
  /** Opens an index for searching. Nothing connects before the first search. */
  words(index: string): Engine;
  /** Opens its indexes for the indexer. Nothing connects yet. */
  indexes(): Indexes;
}
