import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { exactTime } from '../../../src/platform/database/connect.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { parseInstant } from '../../../src/platform/values/instant.js';
import { random } from '../../support/random.js';
import { serviceOfFile } from '../../support/service.js';
import { problemOf, readAllProducts } from './requests.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

interface Page {
  data: Product[];
  as_of: string;
  next_cursor: string | null;
}
const list = async (query: string): Promise<Page> => {
  const answer = await service.call('GET', `/products?${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const codesOf = async (query: string): Promise<string[]> => (await list(query)).data.map(({ code }) => code);
const asOf = async (): Promise<string> => (await list('page_size=1')).as_of;
/** A connection of the test's own, for transactions that stay open. */
const opened: pg.Client[] = [];
async function connection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  opened.push(client);
  await client.connect();
  return client;
}
afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())));
const INSERT = `INSERT INTO products (code, name_cn, source) VALUES ($1, $2, 'test')`;
/** Writes a product. @returns its updated_at */
async function write(client: pg.Client, code: string): Promise<string> {
  const { rows } = await client.query(`${INSERT} RETURNING ${exactTime('updated_at')} AS at`, [code, '甲']);
  return rows[0].at;
}

describe('updated_after', () => {
  test.each([
    ['2026-01-31', '2026-01-31T00:00:00.000000Z'],
    ['2026-01-31T12:34', '2026-01-31T12:34:00.000000Z'],
    ['2026-01-31T12:34:56', '2026-01-31T12:34:56.000000Z'],
    ['2026-01-31T12:34:56.7', '2026-01-31T12:34:56.700000Z'],
    ['2026-01-31T12:34:56,789', '2026-01-31T12:34:56.789000Z'],
    ['2026-01-31T12:34:56.789999', '2026-01-31T12:34:56.789999Z'],
    ['2026-01-31T12:34:56.123456789Z', '2026-01-31T12:34:56.123456Z'],
    ['2026-01-31t12:34:56z', '2026-01-31T12:34:56.000000Z'],
    ['2026-01-31T12:34:56+08:00', '2026-01-31T04:34:56.000000Z'],
    ['2026-01-31T12:34:56-0530', '2026-01-31T18:04:56.000000Z'],
    ['2026-01-31T12:34+08', '2026-01-31T04:34:00.000000Z'],
    ['2026-01-31T00:00:00+00:00', '2026-01-31T00:00:00.000000Z'],
    ['2026-01-31 12:34:56', '2026-01-31T12:34:56.000000Z'],
    ['2026-01-31T12:34:56 08:00', '2026-01-31T04:34:56.000000Z'],
    ['2026-01-31 12:34:56 0800', '2026-01-31T04:34:56.000000Z'],
    [' 2026-01-31 ', '2026-01-31T00:00:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
  ])('%j means %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  // prettier-ignore
  test.each([
    // numbers alone
    '2026', '1767225600', '1767225600000', '20260131', '0', '-1', '1e12',
    // days and times that there are not
    '2026-02-29', '2026-02-30', '2026-04-31', '1900-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32',
    '2026-01-31T24:00', '2026-01-31T12:60', '2026-01-31T12:34:60', '2026-01-31T25:00:00',
    '2026-01-31T12:34:56+24:00', '2026-01-31T12:34:56+08:60', '2026-01-31T12:34:56+8',
    // years before 1 and after 9999, in UTC
    '0000-01-01', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00', '10000-01-01', '-0001-01-01',
    // other forms, and no time at all
    '2026-1-31', '26-01-31', '2026/01/31', '31.01.2026', '2026-01', '2026-W05', '2026-031', '2026-01-31T', '2026-01-31T12',
    '2026-01-31Z', '2026-01-31+08:00', '2026-01-31T12:34:56Zulu', '2026-01-31T12:34:56.', '2026-01-31T12:34:56.1234567890',
    'now', 'infinity', '-infinity', 'epoch', 'today', 'Sat Jan 31 2026', '２０２６-01-31', '2026-01-31\n2026-01-31',
  ])('%j is a 400', async (text) => {
    const answer = await service.call('GET', `/products?updated_after=${encodeURIComponent(text)}`);
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      errors: [{ path: 'updated_after', code: 'bad_time' }],
    });
  });

  test('shows exactly the products written strictly later, the earliest first', async () => {
    await service.push(Array.from({ length: 6 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    await service.db.none(
      `UPDATE products SET updated_at = timestamptz '2026-01-31T12:00:00.100Z' + (id % 3) * interval '1 ms'`,
    );
    const rows = await service.db.any('SELECT code, updated_at FROM products ORDER BY updated_at, id');
    for (const after of [
      '2026-01-31T12:00:00.099Z',
      '2026-01-31T12:00:00.100Z',
      '2026-01-31T20:00:00.101 08:00',
      '2026-01-31T12:00:00.102Z',
    ]) {
      const instant = new Date(parseInstant(after)!);
      const shown = (await list(`updated_after=${after}`)).data.map((product) => product.code);
      expect(shown).toEqual(rows.filter((row) => row.updated_at > instant).map((row) => row.code));
    }
  });

  test('with the updated_at of a product never shows that product again', async () => {
    await service.push(Array.from({ length: 20 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    for (const { code, updated_at } of (await list('')).data) {
      const later = (await list(`updated_after=${updated_at}`)).data.map((product) => product.code);
      expect(later).not.toContain(code);
      const { before } = await service.db.one(
        `SELECT ${exactTime(`(timestamptz '${updated_at}' - interval '1 microsecond')`)} AS before`,
      );
      const notBefore = (await list(`updated_after=${before}`)).data.map((product) => product.code);
      expect(notBefore).toContain(code);
    }
  });
});

describe('as_of', () => {
  test('lies before what a transaction writes that has not ended, whatever else commits', async () => {
    const writer = await connection();
    await writer.query('BEGIN');
    const written = await write(writer, 'LATE');
    for (let i = 0; i < 3; i++) {
      await service.push([{ code: `P${i}`, name_cn: '乙' }]);
      expect((await asOf()) < written).toBe(true);
    }
    const pulled = await asOf();
    // What was committed meanwhile waits: it is shown at once but where an incremental pull may end with it.
    expect(await codesOf(`updated_after=${pulled}`)).toEqual([]);
    expect(await codesOf('')).toEqual(['P2', 'P1', 'P0']);
    await writer.query('COMMIT');
    expect(await codesOf(`updated_after=${pulled}`)).toEqual(['LATE', 'P0', 'P1', 'P2']);
    expect((await asOf()) > written).toBe(true);
  });

  test('is not held back by a transaction that only reads, and is earlier than what that writes afterwards: it never goes back', async () => {
    const reader = await connection();
    await reader.query('BEGIN');
    await reader.query('SELECT count(*) FROM products');
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const { data, as_of: pulled } = await list('updated_after=2000-01-01');
    expect(data).toMatchObject([{ code: 'A' }]);
    await write(reader, 'LATE');
    await service.push([{ code: 'B', name_cn: '甲' }]);
    expect(await asOf()).toBe(pulled);
    await reader.query('COMMIT');
    expect(await codesOf(`updated_after=${pulled}`)).toEqual(['LATE', 'B']);
  });

  test('moves on with every write, and stands still while there is none', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const first = await asOf();
    expect(await asOf()).toBe(first);
    await service.push([{ code: 'A', name_cn: '乙' }]);
    const second = await asOf();
    expect(second > first).toBe(true);
    expect((await list(`updated_after=${first}`)).data).toMatchObject([{ code: 'A', name_cn: '乙' }]);
    expect((await list(`updated_after=${second}`)).data).toEqual([]);
  });

  test('on every page of a walk by cursor is that of the first page', async () => {
    await service.push(Array.from({ length: 30 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' })));
    const first = await list('sort=updated_at&page_size=10');
    await service.push([{ code: 'P0', name_cn: '乙' }]);
    const second = await list(`sort=updated_at&page_size=10&cursor=${first.next_cursor}`);
    const third = await list(`sort=updated_at&page_size=10&cursor=${second.next_cursor}`);
    expect([second.as_of, third.as_of]).toEqual([first.as_of, first.as_of]);
    expect((await list('')).as_of > first.as_of).toBe(true);
  });

  // Each writer's transactions stay open for a while and end out of order; some are rolled back.
  test.each([
    ['short transactions', 1, 4],
    ['long ones', 2, 60],
    ['long and short ones', 3, 25],
  ])('leads a client that pulls by it to every late commit: %s', async (_, seed, longest) => {
    const dice = random(seed);
    const writers = await Promise.all(Array.from({ length: 8 }, connection));
    let writing = true;
    const written = Promise.all(
      writers.map(async (client, w) => {
        for (let turn = 0; turn < 12; turn++) {
          await client.query('BEGIN');
          if (dice() < 0.3) await sleep(dice() * 10); // begun, but nothing written yet
          for (let n = 0; n < 1 + dice() * 3; n++) {
            await client.query(
              `${INSERT} ON CONFLICT (code) DO UPDATE SET name_cn = excluded.name_cn,
                 updated_at = next_instant(products.updated_at)`,
              [`W${w}-${Math.floor(dice() * 6)}`, `${turn}.${n}`],
            );
            await sleep(dice() * longest);
          }
          await client.query(dice() < 0.2 ? 'ROLLBACK' : 'COMMIT');
        }
      }),
    ).then(() => (writing = false));

    const mirror = new Map<string, Product>();
    let after = '2000-01-01';
    let pulls = 0;
    for (let last = false; !last; pulls++) {
      last = !writing;
      let page = await list(`updated_after=${after}&page_size=5`);
      const start = after;
      for (;;) {
        for (const product of page.data) mirror.set(product.code, product);
        after = page.as_of;
        if (page.next_cursor === null) break;
        page = await list(`updated_after=${start}&page_size=5&cursor=${page.next_cursor}`);
      }
    }
    await written;
    expect(pulls).toBeGreaterThan(3);
    expect(Object.fromEntries(mirror)).toEqual(Object.fromEntries(await readAllProducts(service)));
  });
});

describe('a walk by cursor while others write', () => {
  /** Walks in pages of 7 while products are updated and created; @returns the codes as they were shown. */
  async function walk(sort: string): Promise<string[]> {
    await service.push(
      Array.from({ length: 150 }, (_, i) => ({ code: `P${String(i * 3).padStart(3, '0')}`, name_cn: '甲' })),
    );
    const dice = random(4);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages++) {
      const writes = Array.from({ length: pages < 40 ? 9 : 0 }, () => ({
        code: `P${String(Math.floor(dice() * 450)).padStart(3, '0')}`,
        name_cn: `乙${pages}`,
      }));
      const [page]: [Page, ...unknown[]] = await Promise.all([
        list(`sort=${sort}&page_size=7&cursor=${cursor}`),
        service.push(writes.slice(0, 4)),
        service.push(writes.slice(4)),
      ]);
      seen.push(...page.data.map((product) => product.code));
      cursor = page.next_cursor;
    }
    return seen;
  }
  const atStart = Array.from({ length: 150 }, (_, i) => `P${String(i * 3).padStart(3, '0')}`);

  test('by code shows every product exactly once', async () => {
    const seen = await walk('code');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((code) => atStart.includes(code))).toEqual(atStart);
  });

  test('by ascending updated_at shows every product at least once', async () => {
    const seen = new Set(await walk('updated_at'));
    expect(atStart.filter((code) => !seen.has(code))).toEqual([]);
  });
});
