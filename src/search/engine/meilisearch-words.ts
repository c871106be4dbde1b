import { z } from 'zod';
import type { EngineClient } from './client.js';
import { CUT_OFF_MS, EngineRefusal, EngineTrouble, HIT, SORTING } from './engine.js';
import type { Engine, SearchFilters, WordsAnswer, WordsQuestion } from './engine.js';
import { countsOf, FACETS, wantedKeys } from './facet-keys.js';

/** What Meilisearch answers to one search. */
const RESULT = z.object({
  hits: z.array(
    HIT.extend({
      _rankingScoreDetails: z
        .object({ words: z.object({ matchingWords: z.number(), maxMatchingWords: z.number() }).optional() })
        .optional(),
    }),
  ),
  estimatedTotalHits: z.number(),
  facetDistribution: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  processingTimeMs: z.number(),
});
const ANSWER = z.object({ results: z.array(RESULT) });

/** The error for an index that never held a document and so has no attributes. It is treated as no hits. */
const NO_ATTRIBUTE = /searchable attributes are: ``\.$/;

/** An index of a Meilisearch, for searching. Nothing connects before the first search. */
export const meilisearchWords = (client: EngineClient, index: string): Engine => ({
  async words(questions, until) {
    const body = { queries: questions.map((question) => ({ indexUid: index, ...queryOf(question) })) };
    try {
      const { results } = await client.ask(ANSWER, 'POST', 'multi-search', { body, until });
      if (results.length === questions.length) return results.map(answerOf);
      throw new EngineTrouble(`${results.length} answers to ${questions.length} questions`);
    } catch (error) {
      if (!(error instanceof EngineRefusal && NO_ATTRIBUTE.test(error.message))) throw error;
      return questions.map(() => ({ hits: [], total: 0, isCutOff: false }));
    }
  },
  isUp: (ms) => client.isUp('health', ms),
});

function queryOf({ q, match, filters, without = [], order, offset, limit, facets }: WordsQuestion): object {
  const filter = filterOf(filters, without);
  return {
    q,
    sort: SORTING[order].map((by) => by.join(':')),
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
function answerOf({
  hits,
  estimatedTotalHits,
  facetDistribution,
  processingTimeMs,
}: z.infer<typeof RESULT>): WordsAnswer {
  return {
    hits: hits.map(({ id, product, aliases, _rankingScoreDetails: details }) => {
      const { matchingWords = 1, maxMatchingWords = 1 } = details?.words ?? {};
      return { id, json: product, aliases, isWhole: matchingWords === maxMatchingWords };
    }),
    total: estimatedTotalHits,
    ...(facetDistribution && { facets: countsOf((field) => Object.entries(facetDistribution[field] ?? {})) }),
    isCutOff: processingTimeMs >= CUT_OFF_MS,
  };
}
