import { within } from '../../platform/index.js';
import { NoJson, openMeilisearch, refusalOf } from './meilisearch.js';

/** A search as multi-search takes it, without the name of the index. */
export interface EngineQuery {
  q?: string;
  filter?: string;
  sort?: string[];
  matchingStrategy?: 'all' | 'last';
  attributesToSearchOn?: readonly string[];
  attributesToRetrieve: readonly string[];
  facets?: readonly string[];
  offset?: number;
  limit: number;
}

export interface EngineResult {
  hits: Record<string, unknown>[];
  estimatedTotalHits: number;
  facetDistribution?: Record<string, Record<string, number>>;
  processingTimeMs: number;
}

/** After this time the engine stops ranking, and answers with what it has: a setting of the index, ms. */
export const CUT_OFF_MS = 1_500;

/** Whether the engine was cut off. It does not say so, but one that was has taken that long. */
export const isCutOff = ({ processingTimeMs }: EngineResult): boolean => processingTimeMs >= CUT_OFF_MS;

/** The search engine did not answer, or answered with an error or with what is no answer. */
export class EngineAway extends Error {
  /** the engine is up and refused only this request: others may succeed */
  readonly refused: boolean;

  constructor(message: string, { refused = false, cause }: { refused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

export interface Engine {
  /**
   * Runs several searches in one request; answers in the same order.
   * @param until the deadline, on the clock of `performance.now()`
   * @param signal gives the request up
   * @throws EngineAway
   */
  search(queries: EngineQuery[], until: number, signal?: AbortSignal): Promise<EngineResult[]>;
  /** The documents with these ids, in any order. @throws EngineAway */
  documents(
    ids: number[],
    fields: readonly string[],
    until: number,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]>;
  /** Resolves if the server answers at all within `ms`, which it does however busy it is. @throws EngineAway */
  isUp(ms: number): Promise<void>;
}

/** The engine's error for an index that never held a document and so has no attributes. It is treated as no hits. */
const NO_ATTRIBUTE = /searchable attributes are: ``\.$/;

/** Opens an index for searching. Nothing connects before the first search. */
export function openEngine({
  url,
  key,
  index,
}: {
  url: string;
  key?: string | undefined;
  index: string;
}): Engine {
  const { httpRequest } = openMeilisearch({ url, key });

  /** @param isOne whether something is one of the results that are asked for */
  async function post<T>(
    path: string,
    body: object,
    isOne: (result: unknown) => result is T,
    until: number,
    signal?: AbortSignal,
  ): Promise<T[]> {
    const timeout = new AbortController();
    const giveUp = (): void => timeout.abort(new Error('no answer in time'));
    const timer = setTimeout(giveUp, until - performance.now());
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const extraRequestInit = { signal: timeout.signal };
      const answer = await httpRequest.post<{ results?: unknown } | null>({ path, body, extraRequestInit });
      const results = answer?.results;
      if (!Array.isArray(results) || !results.every(isOne))
        throw new Error('an answer that is none of its own');
      return results;
    } catch (error) {
      throw engineAway(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  return {
    async search(queries, until, signal) {
      const body = { queries: queries.map((query) => ({ indexUid: index, ...query })) };
      try {
        const results = await post('multi-search', body, isResult, until, signal);
        if (results.length === queries.length) return results;
        throw new EngineAway(`The search engine answered ${results.length} of ${queries.length} searches.`);
      } catch (error) {
        if (!NO_ATTRIBUTE.test((error as EngineAway).message)) throw error;
        const nothing = { hits: [], estimatedTotalHits: 0, facetDistribution: {}, processingTimeMs: 0 };
        return queries.map(() => nothing);
      }
    },
    documents: (ids, fields, until, signal) =>
      post(`indexes/${index}/documents/fetch`, { ids, fields, limit: ids.length }, isDocument, until, signal),
    async isUp(ms) {
      const givenUp = new AbortController();
      try {
        const asked = httpRequest.get({ path: 'health', extraRequestInit: { signal: givenUp.signal } });
        await within(ms, asked);
      } catch (error) {
        const isAnswer = refusalOf(error) !== undefined || (error as Error).cause instanceof NoJson;
        if (!isAnswer) throw engineAway(error);
      } finally {
        givenUp.abort();
      }
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDocument = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && ['number', 'undefined'].includes(typeof value['id']);

function isResult(value: unknown): value is EngineResult {
  if (!isObject(value)) return false;
  const { hits, estimatedTotalHits, processingTimeMs, facetDistribution = {} } = value;
  return (
    Array.isArray(hits) &&
    hits.every(isDocument) &&
    typeof estimatedTotalHits === 'number' &&
    typeof processingTimeMs === 'number' &&
    isObject(facetDistribution) &&
    Object.values(facetDistribution).every(isObject)
  );
}

function engineAway(error: unknown): EngineAway {
  const answer = refusalOf(error);
  if (answer === undefined) {
    const { cause = error } = error as Error;
    return new EngineAway(`The search engine is away: ${String(cause)}`, { cause });
  }
  const { response, cause, message } = answer;
  // A refusal concerns this request alone, unless the index is missing: then every search fails. What is no Meilisearch gives no code.
  const code: unknown = cause?.code;
  const refused = response.status === 400 && typeof code === 'string' && !code.startsWith('index_');
  return new EngineAway(`The search engine answered ${response.status}: ${message}`, { refused });
}
