import { issueKey } from '../../../src/platform/access/keys.js';
import { FIELD_NAMES } from '../../../src/catalogue/products/fields.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { serviceOfFile } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { problemOf } from './requests.js';

const COUNT = 450;
const STATUSES = ['in_stock', 'futures', 'custom', 'off'];
const CATEGORIES = ['杂质对照品', '标准品', '中间体'];

const service = serviceOfFile();
/** every product as the service shows it, with its row id: the truth that lists are held against */
let rows: (Product & { id: number })[];
const details = new Map<string, Product>();

beforeAll(async () => {
  const market = await issueKey(service.db, { name: 'market', source: 'market' });
  const products = Array.from({ length: COUNT }, (_, i) => ({
    code: `P${String((i * 7919) % COUNT).padStart(3, '0')}`, // codes in another order than ids
    name_cn: `产品${i}`,
    status: STATUSES[i % 4],
    category: CATEGORIES[i % 3],
    ...(i % 5 === 0 && { series: i % 15 === 0 ? '系列0,"系列1\\' : `系列${i % 2}` }),
    ...(i % 6 === 0 && { tags: i % 4 === 0 ? 'HPLC;EP' : 'EP' }),
  }));
  await service.push(products.slice(0, 300));
  const json = products.slice(300);
  await service.call('POST', '/products', { key: market.key, json });
  // Many products of one millisecond, and an order in time that is neither that of ids nor that of codes.
  await service.db.none(
    `UPDATE products SET updated_at = timestamptz '2026-01-01T00:00:00Z' + (id * 31 % 40) * interval '1 ms'`,
  );
  rows = await service.db.map('SELECT id, code FROM products', [], (row) => row);
  for (const { code } of rows) {
    const answer = await service.call('GET', `/products/${code}`);
    details.set(code, answer.body.data);
  }
  rows = rows.map(({ id, code }) => ({ id, ...details.get(code)! }));
});

type Row = (typeof rows)[number];
const ORDERS: Record<string, (a: Row, b: Row) => number> = {
  code: (a, b) => (a.code < b.code ? -1 : 1),
  updated_at: (a, b) => a.updated_at.localeCompare(b.updated_at) || a.id - b.id,
  '-updated_at': (a, b) => b.updated_at.localeCompare(a.updated_at) || b.id - a.id,
};
/** The codes that a list must show, whole. */
const expected = (sort: string, keep: (row: Row) => boolean = () => true): string[] =>
  rows
    .filter(keep)
    .sort(ORDERS[sort])
    .map((row) => row.code);
const list = (query: string): Promise<Answered> => service.call('GET', `/products?${query}`);
const codesOf = (answer: Answered): string[] => answer.body.data.map((product: Product) => product.code);

describe('paging', () => {
  test('by default shows the first 20 of all, the latest write first', async () => {
    const { status, body } = await list('');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['ok', 'data', 'page', 'page_size', 'total', 'next_cursor', 'as_of']);
    expect(body).toMatchObject({
      ok: true,
      page: 1,
      page_size: 20,
      total: COUNT,
      next_cursor: expect.stringMatching(/^[\w-]+$/),
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    expect(body.data.map((product: Product) => product.code)).toEqual(expected('-updated_at').slice(0, 20));
  });

  test('shows each product as its detail does: all 19 fields, in order', async () => {
    const { body } = await list('page_size=200&sort=code');
    for (const product of body.data) expect(Object.keys(product)).toEqual(FIELD_NAMES);
    for (const product of body.data) expect(product).toEqual(details.get(product.code));
  });

  test.each([1, 7, 20, 200])('in pages of %i shows every product once and ends', async (size) => {
    const seen: string[] = [];
    const last = Math.ceil(COUNT / size);
    for (const page of size === 1 ? [1, 2, last] : Array.from({ length: last }, (_, i) => i + 1)) {
      const answer = await list(`page=${page}&page_size=${size}`);
      expect(answer.body).toMatchObject({ page, page_size: size, total: COUNT });
      expect(answer.body.next_cursor === null).toBe(page === last);
      seen.push(...codesOf(answer));
    }
    const all = expected('-updated_at');
    expect(seen).toEqual(size === 1 ? [all[0], all[1], all.at(-1)] : all);
  });

  test('beyond the end is an empty page that still knows the total', async () => {
    for (const page of [4, 1_000, 1_000_000_000]) {
      const { body } = await list(`page=${page}&page_size=200`);
      expect(body).toMatchObject({ data: [], page, total: COUNT, next_cursor: null });
    }
  });

  test('takes a page_size of 1 to 200: 200 is accepted, 201 is a 400', async () => {
    expect(codesOf(await list('page_size=200'))).toHaveLength(200);
    for (const size of ['201', '0', '-1', '1.5', '1e2', 'ten', ' 5', '99999999999999999999', '٣']) {
      const problem = problemOf(await list(`page_size=${encodeURIComponent(size)}`));
      expect(problem).toMatchObject({ status: 400, errors: [{ path: 'page_size' }] });
    }
  });

  test('takes a page from 1', async () => {
    for (const page of ['0', '-1', '1.5', 'one', '1000000001']) {
      expect(problemOf(await list(`page=${page}`))).toMatchObject({
        status: 400,
        errors: [{ path: 'page' }],
      });
    }
  });
});

describe('filters and order', () => {
  const FILTERS: [query: string, keep: (row: Row) => boolean][] = [
    ['category=标准品', (row) => row.category === '标准品'],
    ['category=无此类', () => false],
    ['in_stock=true', (row) => row.in_stock],
    ['in_stock=1', (row) => row.in_stock],
    ['in_stock=false', (row) => !row.in_stock],
    ['in_stock=0', (row) => !row.in_stock],
    ...STATUSES.map(
      (status) => [`status=${status}`, (row: Row) => row.status === status] as (typeof FILTERS)[0],
    ),
    ['status=in_stock,off', (row) => row.status === 'in_stock' || row.status === 'off'],
    ['status=现货, Custom', (row) => row.status === 'in_stock' || row.status === 'custom'],
    ['series=系列1', (row) => row.series === '系列1'],
    ['series=系列', () => false],
    ['source=erp', (row) => row.source === 'erp'],
    ['source=market', (row) => row.source === 'market'],
    ['tag=EP', (row) => row.tags?.split(';').includes('EP') ?? false],
    ['tag=HPLC', (row) => row.tags === 'HPLC;EP'],
    ['tag=HPLC;EP', () => false],
    ['tag=EP,无,HPLC', (row) => row.tags !== null],
    ['category=标准品, 中间体,', (row) => row.category === '标准品' || row.category === '中间体'],
    ['source=market,nobody', (row) => row.source === 'market'],
    ['series=系列0,系列1', (row) => row.series === '系列0' || row.series === '系列1'],
    ['series=系列0,"系列1\\', (row) => row.series?.startsWith('系列0') ?? false],
    ['series=系列0\\,"系列1\\', (row) => row.series === '系列0,"系列1\\'],
    ['series=系列0\\,"系列1\\,无', () => false],
    ['category=标准品,中间体&tag=HPLC,EP', (row) => row.category !== '杂质对照品' && row.tags !== null],
    ['updated_after=2026-01-01T00:00:00.020Z', (row) => row.updated_at > '2026-01-01T00:00:00.020Z'],
    ['in_stock=false&status=in_stock', () => false],
    [
      'in_stock=false&category=中间体&tag=EP&source=erp&updated_after=2025-12-31&status=custom',
      (row) =>
        row.category === '中间体' && row.tags !== null && row.source === 'erp' && row.status === 'custom',
    ],
  ];

  test.each(FILTERS)('%s shows exactly those products, with their number', async (query, keep) => {
    const sort = query.includes('updated_after') ? 'updated_at' : '-updated_at';
    const all = expected(sort, keep);
    for (const order of ['', ...Object.keys(ORDERS)]) {
      const answer = await list(`page_size=200&${encodeURI(query)}&sort=${order}`);
      expect(answer.body.total).toBe(all.length);
      expect(codesOf(answer)).toEqual(expected(order || sort, keep).slice(0, 200));
    }
  });

  test.each([
    ['in_stock=True', 'in_stock=true'],
    ['in_stock=是', 'in_stock=1'],
    ['status=IN_STOCK', 'status=in_stock'],
    ['status=现货', 'status=in_stock'],
    ['sort=Code', 'sort=code'],
  ])('a value is read as in files: %s is %s', async (given, meant) => {
    const [answer, plain] = [await list(encodeURI(given)), await list(meant)];
    expect(plain.body.total).toBeGreaterThan(0);
    expect(codesOf(answer)).toEqual(codesOf(plain));
  });

  test('an unacceptable value of a filter or an order is a 400 that names it', async () => {
    for (const [query, path] of [
      ['in_stock=perhaps', 'in_stock'],
      ['status=sold', 'status'],
      [`tag=${'a,'.repeat(100)}`, 'tag'],
      ['sort=name_cn', 'sort'],
      ['sort=-code', 'sort'],
      ['sort=code;DROP TABLE products', 'sort'],
      ['updated_after=yesterday', 'updated_after'],
      ['cursor=nonsense', 'cursor'],
    ]) {
      const problem = problemOf(await list(encodeURI(query!)));
      expect(problem).toMatchObject({ status: 400, errors: [{ path }] });
    }
  });

  test('text in a filter is a value, never SQL', async () => {
    for (const name of ['category', 'series', 'source', 'tag']) {
      for (const value of ["' OR 1=1 --", '$1', '${name}', '{EP}', '"EP"', '%', 'EP\\']) {
        const answer = await list(`${name}=${encodeURIComponent(value)}`);
        expect(answer.body).toMatchObject({ data: [], total: 0 });
      }
    }
  });
});

describe('a cursor', () => {
  /** All codes that following cursors from a query shows. */
  async function walk(query: string): Promise<string[]> {
    const first = await list(query);
    const seen = codesOf(first);
    for (let cursor = first.body.next_cursor; cursor !== null;) {
      const { body } = await list(`${query}&cursor=${cursor}`);
      expect(body).toMatchObject({ ok: true, page: null, total: null, as_of: first.body.as_of });
      seen.push(...body.data.map((product: Product) => product.code));
      cursor = body.next_cursor;
    }
    return seen;
  }

  test.each(Object.keys(ORDERS))('walks through all in order of %s, whatever the page size', async (sort) => {
    for (const size of [17, 150, 200]) {
      expect(await walk(`sort=${sort}&page_size=${size}`)).toEqual(expected(sort));
    }
  });

  test('walks through what filters leave', async () => {
    expect(await walk('status=off&page_size=10')).toEqual(
      expected('-updated_at', (row) => row.status === 'off'),
    );
    const later = (row: Row): boolean => row.updated_at > '2026-01-01T00:00:00.010Z';
    expect(await walk('updated_after=2026-01-01T00:00:00.010Z&page_size=33')).toEqual(
      expected('updated_at', later),
    );
  });

  test('takes another page size, and a `page` beside it does not count', async () => {
    const { body } = await list('sort=code&page_size=10');
    const answer = await list(`sort=code&page_size=3&page=9&cursor=${body.next_cursor}`);
    expect(answer.body).toMatchObject({ page: null, page_size: 3, total: null });
    expect(codesOf(answer)).toEqual(expected('code').slice(10, 13));
  });

  test('with other filters or another order than its own is a 400', async () => {
    const own = 'status=off&updated_after=2025-01-01&page_size=5';
    const { next_cursor: cursor } = (await list(own)).body;
    expect((await list(`${own}&cursor=${cursor}`)).status).toBe(200);
    // the same instant in other words
    expect((await list(`status=off&updated_after=2025-01-01T08:00%2B08:00&cursor=${cursor}`)).status).toBe(
      200,
    );
    for (const other of [
      '',
      'status=off',
      'status=custom&updated_after=2025-01-01',
      `${own}&tag=EP`,
      `${own}&sort=code`,
      `${own}&in_stock=false`,
      'status=off&updated_after=2025-01-02',
    ]) {
      const problem = problemOf(await list(`${other}&cursor=${cursor}`));
      expect(problem).toMatchObject({ status: 400, errors: [{ path: 'cursor', code: 'other_filters' }] });
    }
  });

  test('that is made up, cut off or altered anywhere is a 400 or a place in the list, never a failure', async () => {
    for (const sort of Object.keys(ORDERS)) {
      const { next_cursor: cursor } = (await list(`sort=${sort}&page_size=5`)).body as {
        next_cursor: string;
      };
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
      const made = [
        [], {}, null, 'text', parts.slice(0, 3), [...parts, 1],
        ...['soon', '', '\0', 'A\0', '2026-02-31T00:00:00.000Z', 7, null, '\ud800', 'infinity', '99999-01-01T00:00:00.000Z'].flatMap((value) => [
          parts.with(1, value),
          parts.with(3, value),
        ]),
        ...[-1, 1.5, 'x', null, 2 ** 53, 1e300, '1; SELECT 1'].map((id) => parts.with(2, id)),
      ].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')); // prettier-ignore
      const altered = [...cursor].map(
        (_, i) => cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1),
      );
      for (const each of [
        ...made,
        ...altered,
        cursor.slice(0, -3),
        `${cursor}AAAA`,
        cursor.repeat(2),
        'A'.repeat(3_000),
      ]) {
        const { status } = await list(`sort=${sort}&cursor=${encodeURIComponent(each)}`);
        expect([200, 400]).toContain(status);
      }
    }
  });
});
