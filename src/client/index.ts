import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { changes, products, search } from './iterate.js';
import type { ChangePage, ListFilters, SearchQuery } from './iterate.js';
import { retrying } from './retry.js';
import type { components, paths } from './schema.js';

// A client of the API for Node 20 and browsers. It imports nothing of the service.

export { CatalogueError, dataOf } from './answer.js';
export type { Change, ChangePage, ListFilters, SearchQuery } from './iterate.js';
export type { components, paths } from './schema.js';

/** A product as the API answers it. */
export type Product = components['schemas']['Product'];
/** A product as it is pushed, with field names or their aliases. */
export type PushedProduct = components['schemas']['PushedProduct'];

export interface CatalogueOptions {
  /** `<site>/api/v1` */
  baseUrl: string;
  /** for writes, and for a higher rate limit of reads; keep it out of public pages */
  apiKey?: string;
  /** attempts of a call in all, 5 unless given; 1 never retries */
  attempts?: number;
  /** the longest wait before a retry, s, 120 unless given; an answer that asks for a longer one is returned as it is */
  longestWait?: number;
  /** used instead of the global `fetch` */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Catalogue {
  /** every call of the API, typed by its path: `api.GET('/products/{code}', …)`; see {@link dataOf} */
  api: Client<paths>;
  /** all products that match the filters, fetched page by page; each exactly once, even during writes */
  products(filters?: ListFilters): AsyncGenerator<Product, void>;
  /** the hits of a search, best first. @throws CatalogueError after the first 10,000, where there are more */
  search(query: SearchQuery): AsyncGenerator<Product, void>;
  /**
   * Changes after a position, deletions included; without a position, changes from now on. Store `next` once a page
   * is processed. @throws CatalogueError with status 410 when the position is too old: take a full export
   */
  changes(
    after?: string,
    more?: {
      /** never ends, and polls at this interval, ms, when there is nothing new */
      followMs?: number;
      signal?: AbortSignal;
    },
  ): AsyncGenerator<ChangePage, void>;
}

/** Opens a catalogue by its URL. Calls that fail with 429 or 503 are retried if a repetition is harmless. */
export function openCatalogue(options: CatalogueOptions): Catalogue {
  const { baseUrl, apiKey, attempts = 5, longestWait = 120, fetch = globalThis.fetch } = options;
  const api = createClient<paths>({
    baseUrl,
    headers: apiKey === undefined ? {} : { 'X-API-Key': apiKey },
    fetch: retrying({ attempts, longestWait, fetch: (request) => fetch(request) }),
  });
  return {
    api,
    products: (filters = {}) => products(api, filters),
    search: (query) => search(api, query),
    changes: (after, more = {}) => changes(api, after, more),
  };
}
