import type { Database } from '../../../src/platform/database/connect.js';
import { planList } from '../../../src/catalogue/products/list.js';
import type { ListQuery } from '../../../src/catalogue/products/list.js';
import { listProducts } from '../../../src/catalogue/products/list-store.js';
import { productDetailJson } from '../../../src/catalogue/products/store.js';
import { connected, freshDatabase } from '../../support/database.js';
import { shared } from '../../support/with-own.js';

const database = shared(freshDatabase);
let db: Database;

beforeAll(async () => {
  db = connected(database.url, { name: 'one connection', pool: 1 });
  await db.none(`INSERT INTO products (code, name_cn, source) VALUES ('A', '甲', 'erp')`);
});

const FILTERS = {
  category: '标准品',
  in_stock: true,
  updated_after: '2026-01-01T00:00:00.000Z',
  status: 'custom',
  series: 'S',
  source: 'erp',
  tag: 'T',
} satisfies Partial<ListQuery>;
const BOUNDS = { asOf: '2026-01-01T00:00:00Z', shownUpTo: '2026-01-01T00:00:00Z' };
const SORTS = ['updated_at', '-updated_at', 'code'] as const;

/** Every combination of the filters. */
function* combinations(): Generator<Partial<ListQuery>> {
  const given = Object.entries(FILTERS);
  for (let bits = 0; bits < 2 ** given.length; bits++)
    yield Object.fromEntries(given.filter((_, i) => bits & (1 << i)));
}

const prepared = (): Promise<string[]> =>
  db.map('SELECT statement FROM pg_prepared_statements', [], (row: { statement: string }) => row.statement);

test('of all the lists that can be asked for a connection keeps 100 statements at most, the common ones among them', async () => {
  await productDetailJson(db, 'A');
  await listProducts(db, planList({ page_size: 20 }), BOUNDS);
  const common = await prepared();
  expect(common).toHaveLength(2);
  let asked = 0;
  for (const filters of combinations())
    for (const sort of SORTS)
      for (const page_size of [20, 200]) {
        await listProducts(db, planList({ ...filters, sort, page_size }), BOUNDS);
        const after = { value: sort === 'code' ? 'A' : '2026-01-01T00:00:00.000Z', id: 1, asOf: '' };
        await listProducts(db, { ...planList({ ...filters, sort, page_size }), page: null, after }, BOUNDS);
        asked += 2;
      }
  expect(asked).toBe(1536);
  const kept = await prepared();
  expect(kept.length).toBeLessThanOrEqual(100);
  expect(kept).toEqual(expect.arrayContaining(common));
  // What one filter selects is prepared, also from a cursor on, as a poller reads it.
  expect(
    kept.some((text) =>
      /WHERE updated_at > \$1::timestamptz AND updated_at <= \$2::timestamptz AND \(products.updated_at, products.id\) >/.test(
        text,
      ),
    ),
  ).toBe(true);
}, 60_000);
