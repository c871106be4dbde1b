import type { Settings } from 'meilisearch';
import { FACETED_FIELDS } from '../../catalogue/index.js';
import { CUT_OFF_MS, TYPOS } from './engine.js';

/** How a Meilisearch is set up. The order of the searchable fields is their rank. */
export const SETTINGS: Settings = {
  searchableAttributes: ['s_en', 's_cn', 's_syn', 's_tags', 'code', 'cas', 'formula', 's_alias'],
  displayedAttributes: ['id', 'v', 'product', 'aliases'],
  filterableAttributes: [
    {
      attributePatterns: ['mw'],
      features: { facetSearch: false, filter: { equality: false, comparison: true } },
    },
    {
      attributePatterns: ['id', 'status', ...FACETED_FIELDS.map(({ name }) => `f_${name}`)],
      features: { facetSearch: false, filter: { equality: true, comparison: false } },
    },
  ],
  sortableAttributes: ['stock_rank', 'stock_en', 'stock_cn', 'k_code', 'mw', 'id'],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: TYPOS.one, twoTypos: TYPOS.two },
    disableOnAttributes: ['code', 'cas', 'formula'],
    disableOnNumbers: true,
  },
  proximityPrecision: 'byWord',
  facetSearch: false,
  searchCutoffMs: CUT_OFF_MS,
  // Only the first 10,000 can be paged to (the gateway enforces it); totals are counted up to this number.
  pagination: { maxTotalHits: 1_000_000 },
  faceting: { maxValuesPerFacet: 100, sortFacetValuesBy: { '*': 'count' } },
};
