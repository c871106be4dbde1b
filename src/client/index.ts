import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { changes, products, search } from './iterate.js';
import type { ChangePage, ListFilters, SearchQuery } from './iterate.js';
import { retrying } from './retry.js';
import type { components, paths } from './schema.js';

// A client of the service for programs: Node 20 and browsers. It knows the interface and nothing of the service.

export { CatalogueError, dataOf } from './answer.js';
export type { Change, ChangePage, ListFilters, SearchQuery } from './iterate.js';
export type { components, paths } from './schema.js';

/** A product as the service answers it. */
export type Product = components['schemas']['Product'];
/** A product as it is pushed: under its field names or any of their aliases. */
export type PushedProduct = components['schemas']['PushedProduct'];

export interface CatalogueOptions {
  /** `<site>/api/v1` */
  baseUrl: string;
  /** for writes, and for the wider limits of reads; not for pages that others open */
  apiKey?: string;
  /** how often a call is tried in all, 5 unless given; 1 never repeats one */
  attempts?: number;
  /** the longest wait before another try, s, 120 unless given: an answer that asks for more is given back as it is */
  longestWait?: number;
  /** what sends a request, where it is not the global `fetch` */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Catalogue {
  /** every call of the interface, typed by its path: `api.GET('/products/{code}', …)`; see {@link dataOf} */
  api: Client<paths>;
  /** all products that filters leave, page by page as they are asked for; while others write, each exactly once */
  products(filters?: ListFilters): AsyncGenerator<Product, void>;
  /** what a search finds, best first, to the 10,000th at most */
  search(query: SearchQuery): AsyncGenerator<Product, void>;
  /**
   * What changed after a position, deletions included; without a position it begins now. Keep `next` once a page
   * is worked in. @throws CatalogueError with status 410 where the position is too old: take a full export
   */
  changes(
    after?: string,
    more?: {
      /** goes on for ever, and asks again every so many ms when there is nothing new */
      followMs?: number;
      signal?: AbortSignal;
    },
  ): AsyncGenerator<ChangePage, void>;
}

/** Opens a catalogue by its address. Calls that are refused for a while (429, 503) are repeated where that is harmless. */
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
