// A reader that knows the contract alone: it asks for what was written after the highest `updated_at` that it has seen. More of
// its kind, beside all that befalls the service: readers/readers.
import pino from 'pino';
import { openAsOf } from '../../../src/platform/database/as-of.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { startGateway } from '../../support/built.js';
import { callAt } from '../../support/call.js';
import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';
import { shared } from '../../support/with-own.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

const SIZE = 50;
const pageOf = async (query: string): Promise<Product[]> => {
  const { status, text, body } = await service.call('GET', `/products?page_size=${SIZE}&${query}`);
  if (status !== 200) throw new Error(text);
  return body.data;
};
/** What such a reader may begin with. */
const BEGINNINGS: Record<string, () => Promise<Product[]>> = {
  'a full export': async () => (await service.call('GET', '/export')).body.data,
  'the plain list': async () => {
    const shown: Product[] = [];
    for (let page = 1; shown.length === (page - 1) * SIZE; page++)
      shown.push(...(await pageOf(`page=${page}`)));
    return shown;
  },
  'the list by code': async () => [...(await readAllProducts(service)).values()],
};

const highest = (products: Product[], since = ''): string =>
  products.reduce((last, { updated_at }) => (updated_at > last ? updated_at : last), since);

/** Follows the catalogue until `writing` is over, and then to the end. @returns what the reader holds */
async function follow(writing: Promise<unknown>, begun: Product[]): Promise<Map<string, Product>> {
  const copy = new Map(begun.map((product) => [product.code, product]));
  let since = highest(begun, '2000-01-01');
  let isOver = false;
  const over = writing.finally(() => (isOver = true));
  for (;;) {
    const isLast = isOver;
    const shown = await pageOf(`updated_after=${since}`);
    for (const product of shown) {
      expect(product.updated_at > since).toBe(true);
      copy.set(product.code, product);
      since = product.updated_at;
    }
    if (isLast && shown.length === 0) break;
  }
  await over;
  return copy;
}

const put = (code: string, name_cn: string) => service.write('PUT', `/products/${code}`, { name_cn });
const items = (count: number) => Array.from({ length: count }, (_, i) => ({ code: `P${i}`, name_cn: '甲' }));

describe.each(Object.entries(BEGINNINGS))('a reader that begins with %s', (_, begin) => {
  test('beside a long push and single edits misses nothing of what follows', async () => {
    // Others than those of the push, whose rows it locks.
    await service.push(['A', 'B', 'C'].map((code) => ({ code, name_cn: '甲' })));
    let isOver = false;
    const pushed = (async () => {
      for (const letter of ['X', 'Y'])
        await service.push(items(5_000).map(({ code, name_cn }) => ({ code: letter + code, name_cn })));
      isOver = true;
    })();
    const isWritten = async () => (await service.db.any('SELECT FROM pg_locks WHERE classid > 200000::oid')).length > 0; // prettier-ignore
    const readers: Promise<Map<string, Product>>[] = [];
    for (let i = 0; !isOver; i++) {
      const hasBegun = await isWritten();
      await put('ABC'[i % 3]!, `乙${i}`);
      if (hasBegun && readers.length < 4) readers.push(begin().then((begun) => follow(pushed, begun)));
    }
    expect(readers).not.toEqual([]);
    const now = Object.fromEntries(await readAllProducts(service));
    for (const copy of await Promise.all(readers)) expect(Object.fromEntries(copy)).toEqual(now);
  });

  test('sees what is later than an older write at once, and again with its own time', async () => {
    await service.push(items(2));
    const older = await service.db.connect();
    await older.none(`BEGIN; INSERT INTO products (code, name_cn, source) VALUES ('LATE', '甲', 'erp')`);
    await put('P1', '乙');
    const [begun, { as_of }] = [await begin(), (await service.call('GET', '/products')).body];
    await older.none('COMMIT');
    await older.done();
    const written = await readProduct(service, 'P1');
    expect(begun).toContainEqual({ ...written, updated_at: as_of });
    expect(written.updated_at > as_of).toBe(true);
    expect(begun).toContainEqual(await readProduct(service, 'P0'));
    expect((await pageOf(`updated_after=${highest(begun)}`)).map(({ code }) => code)).toEqual(['LATE', 'P1']);
  });
});

test('files of every kind show no time that a reader must not go on from, and what has one comes again in /changes', async () => {
  await surfaced(service.db); // what other tests have written lies before the cursor then
  await service.push(items(2));
  const [newer, older] = await Promise.all([service.db.connect(), service.db.connect()]);
  await newer.any('BEGIN; SELECT pg_current_xact_id()'); // before the older write, as one that first locks its rows
  await older.none(`BEGIN; INSERT INTO products (code, name_cn, source) VALUES ('LATE', '甲', 'erp')`);
  await newer.none(
    `UPDATE products SET name_cn = '乙', updated_at = next_instant() WHERE code = 'P1'; COMMIT`,
  );
  const files = ['format=csv', 'format=ndjson', 'format=csv&fields=code,updated_at', 'profile=chemicalbook'];
  const [{ as_of }, written] = [
    (await service.call('GET', '/products')).body,
    await readProduct(service, 'P1'),
  ];
  for (const file of files) {
    const { text } = await service.call('GET', `/export?${file}`);
    expect([file, text]).toEqual([file, expect.stringContaining(as_of)]);
    expect(text).not.toContain(written.updated_at);
  }
  const cursor = (await service.call('GET', '/export')).headers.get('x-changes-cursor');
  await older.none('COMMIT');
  await Promise.all([newer.done(), older.done()]);
  // Whatever else writes to the database holds the log back, so it may lack that at first.
  const changes = async () => (await service.call('GET', `/changes?after=${cursor}`)).body.data;
  await until(async () => (await changes()).some(({ code }: Product) => code === 'P1'));
  expect(await changes()).toContainEqual(expect.objectContaining({ code: 'P1', product: written }));
});

describe('a pull page by page, through two gateways, while what it has been shown is edited and deleted', () => {
  const other = shared(() => startGateway(service.env));

  const ROWS = 300;
  const untouched = new Set<string>();
  beforeEach(async () => {
    await service.push(items(ROWS));
    for (const { code } of items(ROWS)) untouched.add(code);
  });

  /** Reads a page, then edits and deletes some of its products. */
  async function readAndTouch(page: number, more: string): Promise<{ data: Product[]; total: number }> {
    const { origin } = page % 2 ? service : other;
    const query = `updated_after=2000-01-01&page_size=20&page=${page}${more}`;
    const { status, body, text } = await callAt(`${origin}/api/v1/products?${query}`, 'GET');
    if (status !== 200) throw new Error(text);
    const [edited, ...deleted] = (body.data as Product[])
      .map(({ code }) => code)
      .filter((_, i) => i % 5 === 1);
    if (edited !== undefined && deleted.length > 0) {
      for (const code of [edited, ...deleted]) untouched.delete(code);
      await put(edited, `乙${page}`);
      await service.write('DELETE', '/products/batch', { codes: deleted });
    }
    return body;
  }
  /** Reads page after page until it has what `total` said. @returns the products that it was shown */
  async function* walk(more = ''): AsyncGenerator<void, Set<string>> {
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      const { data, total } = await readAndTouch(page, more);
      for (const { code } of data) seen.add(code);
      expect(total).toBeGreaterThanOrEqual((page - 1) * 20 + data.length);
      if (page * 20 >= total) return seen;
      yield;
    }
  }
  const missedBy = (seen: Set<string>): string[] => [...untouched].filter((code) => !seen.has(code));

  test.each(['', '&sort=-updated_at', '&sort=code'])('skips nothing else%s', async (more) => {
    const pages = walk(more);
    let step = await pages.next();
    while (!step.done) step = await pages.next();
    expect(untouched.size).toBeGreaterThan(100);
    expect(missedBy(step.value)).toEqual([]);
  });

  const secondPage = async () => (await pageOf('updated_after=2000-01-01&page=2')).map(({ code }) => code);
  const DELETED = { codes: items(10).map(({ code }) => code) };
  const touchFirstPage = async () => {
    await pageOf('updated_after=2000-01-01');
    await service.write('DELETE', '/products/batch', DELETED);
  };

  test('goes by the number again once the page before was shown more than a quarter of an hour ago', async () => {
    await service.db.none('TRUNCATE page_ends');
    await touchFirstPage();
    expect((await secondPage())[0]).toBe('P50');
    await service.db.none('UPDATE page_ends SET quarter = quarter - 2');
    expect((await secondPage())[0]).toBe('P60');
    const old = `SELECT FROM page_ends WHERE quarter < (SELECT max(quarter) - 1 FROM page_ends)`;
    expect(await service.db.any(old)).toEqual([]);
  });

  test('goes by the number where its ends cannot be written', async () => {
    // As the server raises it where it cannot extend a file.
    await service.db.none(`
      TRUNCATE page_ends;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON page_ends FOR EACH STATEMENT EXECUTE FUNCTION refuse()`);
    await touchFirstPage();
    expect((await secondPage())[0]).toBe('P60');
    await service.db.none('DROP FUNCTION refuse CASCADE');
  });

  test('skips nothing else where several readers behind one address do it, each at its own pace', async () => {
    const readers = Array.from({ length: 3 }, () => walk());
    const ended: Set<string>[] = [];
    for (let turn = 0; ended.length < readers.length; turn++)
      for (const [i, pages] of readers.entries()) {
        if (turn % (i + 1) > 0) continue;
        const { done, value } = await pages.next();
        if (done && value) ended.push(value);
      }
    for (const seen of ended) expect(missedBy(seen)).toEqual([]);
  });
});

test('a clock that was set back stops nobody: every write is later than all before, and is shown at once', async () => {
  const logged: { level: number; msg: string; seconds: number }[] = [];
  const asOf = openAsOf(service.db, pino({}, { write: (line) => void logged.push(JSON.parse(line)) }));
  await service.push([{ code: 'A', name_cn: '甲' }]);
  await asOf.read();
  expect(logged).toEqual([]);
  // The state in which a clock that is set back by half a minute leaves the database.
  await service.db.one(`SELECT setval('product_clock', last_value + 30000000) FROM product_clock`);
  let before = '';
  for (let i = 0; i < 10; i++) {
    if (i % 2) await service.push([{ code: 'A', name_cn: `${i}` }]);
    else await put('A', `${i}`);
    const { updated_at: written } = await readProduct(service, 'A');
    expect(written > before).toBe(true);
    const { body } = await service.call('GET', `/products?updated_after=${before || '2000-01-01'}`);
    expect(body.data).toMatchObject([{ code: 'A', name_cn: `${i}` }]);
    expect(body.as_of >= written).toBe(true);
    before = written;
    await asOf.read();
  }
  expect(Date.parse(before)).toBeGreaterThan(Date.now() + 15_000);
  // Once, and not at each write.
  expect(logged).toMatchObject([{ level: 40, msg: expect.stringContaining('ahead of the clock'), seconds: expect.any(Number) }]); // prettier-ignore
});
