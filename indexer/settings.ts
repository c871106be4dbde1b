import type { Settings } from 'meilisearch';
import { CUT_OFF_MS } from '../src/search/index.js';
import { FACETED_FIELDS } from '../src/catalogue/index.js';

const equality = { equality: true, comparison: false };
// The engine finds what a value STARTS WITH by way of the ranges it keeps for comparisons; without them it walks
// through every value of the field.
const beginnings = { equality: true, comparison: true };

/** How the search engine is set up. The order of the searchable fields is their rank. */
export const SETTINGS: Settings = {
  searchableAttributes: ['s_en', 's_cn', 's_syn', 'k_name', 's_tags', 'code', 'cas', 'k_syn', 's_alias'],
  displayedAttributes: ['id', 'v', 'product', 'aliases', 'asked_en', 'asked_cn'],
  filterableAttributes: [
    {
      attributePatterns: ['s_en', 'k_name', 'k_code', 'k_cas', 'k_py', 'k_alias', 'k_end', 'mw'],
      features: { facetSearch: false, filter: beginnings },
    },
    {
      attributePatterns: [
        'k_exact',
        'k_pairs',
        'k_formula',
        ...FACETED_FIELDS.map(({ name }) => `f_${name}`),
        'status',
      ],
      features: { facetSearch: false, filter: equality },
    },
  ],
  sortableAttributes: [
    'stock_rank',
    'stock_en',
    'stock_cn',
    'asked_en',
    'asked_cn',
    'stock_asked',
    'k_code',
    'mw',
    'id',
  ],
  rankingRules: ['words', 'typo', 'proximity', 'attribute', 'sort', 'exactness'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 4, twoTypos: 8 },
    disableOnAttributes: ['code', 'cas'],
    disableOnNumbers: true,
  },
  proximityPrecision: 'byWord',
  facetSearch: false,
  searchCutoffMs: CUT_OFF_MS,
  // Only the first 10,000 can be paged to (the gateway enforces it); totals are counted up to this number.
  pagination: { maxTotalHits: 1_000_000 },
  faceting: { maxValuesPerFacet: 100, sortFacetValuesBy: { '*': 'count' } },
};
