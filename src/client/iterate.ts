import type { Client } from 'openapi-fetch';
import { dataOf } from './answer.js';
import { pause } from './retry.js';
import type { components, operations, paths } from './schema.js';

type Product = components['schemas']['Product'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** The filters of a list, its order, and the products fetched by a request. */
export type ListFilters = Omit<QueryOf<'listProducts'>, 'page' | 'cursor'>;
export type SearchQuery = Omit<QueryOf<'searchProducts'>, 'page' | 'facets'>;

/** A product that was written or deleted, with its state when the change was read. */
export interface Change {
  code: string;
  op: 'upsert' | 'delete';
  /** null after a deletion */
  product: Product | null;
}

export interface ChangePage {
  changes: Change[];
  /** the position after this page */
  next: string;
}

const PAGE_SIZE = 200;
const CHANGES_SIZE = 1_000;

export async function* products(api: Client<paths>, filters: ListFilters): AsyncGenerator<Product, void> {
  // In the order of codes no product moves during the iteration; changed products come in the order of changes.
  const order = filters.updated_after === undefined ? ({ sort: 'code' } as const) : {};
  let cursor: string | null | undefined;
  do {
    const query = { page_size: PAGE_SIZE, ...order, ...filters, ...(cursor != null && { cursor }) };
    const page = dataOf(await api.GET('/products', { params: { query } }));
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

export async function* search(api: Client<paths>, wanted: SearchQuery): AsyncGenerator<Product, void> {
  const size = wanted.page_size ?? PAGE_SIZE;
  // Beyond what can be paged through the service refuses the page: a part of the hits never looks like all of them.
  for (let page = 1; ; page++) {
    const query = { ...wanted, page, page_size: size };
    const found = dataOf(await api.GET('/products/search', { params: { query } }));
    yield* found.data;
    if (found.data.length === 0 || (!found.total_is_estimate && page * size >= found.total)) return;
  }
}

export async function* changes(
  api: Client<paths>,
  after: string | undefined,
  { followMs, signal }: { followMs?: number; signal?: AbortSignal },
): AsyncGenerator<ChangePage, void> {
  let position = after;
  for (;;) {
    const query = { limit: CHANGES_SIZE, ...(position !== undefined && { after: position }) };
    const page = dataOf(await api.GET('/changes', { params: { query }, ...(signal && { signal }) }));
    if (page.data.length > 0 || page.next !== position) yield { changes: page.data, next: page.next };
    position = page.next;
    if (page.more) continue;
    if (followMs === undefined) return;
    await pause(followMs, signal);
  }
}
