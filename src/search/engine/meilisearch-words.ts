import { within } from '../../platform/index.js';
import { CUT_OFF_MS, EngineAway } from './engine.js';
import type { Engine, SearchFilters, SearchSort, WordsAnswer, WordsQuestion } from './engine.js';
import { countsOf, FACETS, wantedKeys } from './facet-keys.js';
import { NoJson } from './http.js';
import { openMeilisearch, refusalOf } from './meilisearch.js';

/** What Meilisearch answers to one search. */
interface Result {
  hits: { id: number; product?: unknown; aliases: string[]; _rankingScoreDetails?: Details }[];
  estimatedTotalHits: number;
  facetDistribution?: Record<string, Record<string, number>>;
  processingTimeMs: number;
}
interface Details {
  words?: { matchingWords: number; maxMatchingWords: number };
}

/** The error for an index that never held a document and so has no attributes. It is treated as no hits. */
const NO_ATTRIBUTE = /searchable attributes are: ``\.$/;

/** Opens an index of a Meilisearch for searching. Nothing connects before the first search. */
export function openMeilisearchWords({
  url,
  key,
  index,
}: {
  url: string;
  key?: string | undefined;
  index: string;
}): Engine {
  const { httpRequest } = openMeilisearch({ url, key });

  async function search(queries: object[], until: number, signal?: AbortSignal): Promise<Result[]> {
    const timeout = new AbortController();
    const giveUp = (): void => timeout.abort(new Error('no answer in time'));
    const timer = setTimeout(giveUp, until - performance.now());
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const extraRequestInit = { signal: timeout.signal };
      const asked = { path: 'multi-search', body: { queries }, extraRequestInit };
      const results = (await httpRequest.post<{ results?: unknown } | null>(asked))?.results;
      if (Array.isArray(results) && results.length === queries.length && results.every(isResult))
        return results;
      throw new Error('an answer that is none of its own');
    } catch (error) {
      throw engineAway(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  return {
    async words(questions, until, signal) {
      const queries = questions.map((question) => ({ indexUid: index, ...queryOf(question) }));
      try {
        return (await search(queries, until, signal)).map(answerOf);
      } catch (error) {
        if (!NO_ATTRIBUTE.test((error as EngineAway).message)) throw error;
        return questions.map(() => ({ hits: [], total: 0, isCutOff: false }));
      }
    },
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

const SORTING: Record<WordsQuestion['order'], string[]> = {
  en: ['stock_en:asc'],
  cn: ['stock_cn:asc'],
  stock: ['stock_rank:asc', 'k_code:asc'],
  code: ['k_code:asc'],
  mw: ['mw:asc'],
  '-mw': ['mw:desc'],
  newest: ['id:desc'],
} satisfies Record<SearchSort | 'en' | 'cn' | 'stock', string[]>;

function queryOf({ q, match, filters, without = [], order, offset, limit, facets }: WordsQuestion): object {
  const filter = filterOf(filters, without);
  return {
    q,
    sort: SORTING[order],
    offset,
    limit,
    matchingStrategy: match === 'all' ? 'all' : 'last',
    attributesToRetrieve: ['id', 'product', 'aliases'],
    ...(match === 'some' && { showRankingScoreDetails: true }),
    ...(filter.length > 0 && { filter }),
    ...(facets && { facets: Object.values(FACETS) }),
  };
}

function filterOf(filters: SearchFilters, without: readonly number[]): string[] {
  const { in_stock: inStock, mw_min: least, mw_max: most } = filters;
  const isOf = (field: string, keys: readonly (string | number)[]): string =>
    `${field} IN [${keys.map((key) => JSON.stringify(key)).join(', ')}]`;
  return [
    ...wantedKeys(filters).map(([field, keys]) => isOf(field, keys)),
    least !== undefined && `mw >= ${least}`,
    most !== undefined && `mw <= ${most}`,
    inStock !== undefined && `status ${inStock ? '=' : '!='} in_stock`,
    without.length > 0 && `NOT ${isOf('id', without)}`,
  ].filter((condition) => typeof condition === 'string');
}

/** The engine does not say that it was cut off, but one that was has taken that long. */
function answerOf({ hits, estimatedTotalHits, facetDistribution, processingTimeMs }: Result): WordsAnswer {
  return {
    hits: hits.map(({ id, product, aliases, _rankingScoreDetails: details }) => {
      // The index is being rebuilt.
      if (typeof product !== 'string')
        throw new EngineAway('The index is of another form.', { refused: true });
      const { matchingWords = 1, maxMatchingWords = 1 } = details?.words ?? {};
      return { id, json: product, aliases, isWhole: matchingWords === maxMatchingWords };
    }),
    total: estimatedTotalHits,
    ...(facetDistribution && { facets: countsOf((field) => Object.entries(facetDistribution[field] ?? {})) }),
    isCutOff: processingTimeMs >= CUT_OFF_MS,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isResult(value: unknown): value is Result {
  if (!isObject(value)) return false;
  const { hits, estimatedTotalHits, processingTimeMs, facetDistribution = {} } = value;
  return (
    Array.isArray(hits) &&
    hits.every((hit) => isObject(hit) && typeof hit['id'] === 'number') &&
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
