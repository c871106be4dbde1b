import { openMeilisearch, refusalOf } from './meilisearch.js';

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
}

/** The search engine did not answer, or answered with an error. */
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

  async function post<T>(path: string, body: object, until: number, signal?: AbortSignal): Promise<T[]> {
    const timeout = new AbortController();
    const giveUp = (): void => timeout.abort(new Error('no answer in time'));
    const timer = setTimeout(giveUp, until - performance.now());
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const extraRequestInit = { signal: timeout.signal };
      return (await httpRequest.post<{ results: T[] }>({ path, body, extraRequestInit })).results;
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
        return await post('multi-search', body, until, signal);
      } catch (error) {
        if (!NO_ATTRIBUTE.test((error as EngineAway).message)) throw error;
        return queries.map(() => ({ hits: [], estimatedTotalHits: 0, facetDistribution: {} }));
      }
    },
    documents: (ids, fields, until, signal) =>
      post(`indexes/${index}/documents/fetch`, { ids, fields, limit: ids.length }, until, signal),
  };
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
