// A reader that knows the contract alone: it asks for what was written after the highest `updated_at` that it has seen.
import pino from 'pino';
import { openAsOf } from '../../src/database/as-of.js';
import type { Product } from '../../src/products/fields.js';
import { serviceOfFile } from '../support/service.js';
import { readAllProducts, readProduct } from './requests.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

const SIZE = 50;
const pageOf = async (query: string): Promise<Product[]> => {
  const { status, text, body } = await service.call('GET', `/products?page_size=${SIZE}&${query}`);
  if (status !== 200) throw new Error(text);
  return body.data;
};
/** The ways of such a reader: what it reads before it asks after the highest time again. */
const READERS: Record<string, (since: string) => Promise<Product[]>> = {
  'after each page': (since) => pageOf(`updated_after=${since}`),
  'after an export': async (since) => {
    const { body } = await service.call('GET', `/export?updated_after=${since}`);
    return (body.data as Product[]).sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
  },
};

/** Follows the catalogue until `writing` is over, and then to the end. @returns what the reader holds */
async function follow(
  read: (typeof READERS)[string],
  writing: Promise<unknown>,
): Promise<Map<string, Product>> {
  const copy = new Map<string, Product>();
  let since = '2000-01-01';
  let isOver = false;
  const over = writing.finally(() => (isOver = true));
  for (;;) {
    const isLast = isOver;
    const shown = await read(since);
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

const put = (code: string, name_cn: string) =>
  service.call('PUT', `/products/${code}`, { key: service.key, json: { name_cn } });
const items = (count: number) => Array.from({ length: count }, (_, i) => ({ code: `P${i}`, name_cn: '甲' }));

describe.each(Object.entries(READERS))('a reader that sends the highest updated_at %s', (_, read) => {
  test('misses nothing of a big push beside single edits', async () => {
    await service.push(items(20));
    let isOver = false;
    const pushed = (async () => {
      for (let round = 0; round < 2; round++) await service.push(items(5_000));
      isOver = true;
    })();
    const edited = (async () => {
      for (let i = 0; !isOver; i++) await put(`P${i % 10}`, `乙${i}`);
    })();
    const copy = await follow(read, Promise.all([pushed, edited]));
    expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(await readAllProducts(service)));
  });

  test('misses nothing beside six writers', async () => {
    const writers = Array.from({ length: 6 }, async (_, w) => {
      for (let i = 0; i < 25; i++)
        await service.push([1, 2, 3].map((n) => ({ code: `W${(w * i * n) % 40}`, name_cn: `${w} ${i}` })));
    });
    const copy = await follow(read, Promise.all(writers));
    expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(await readAllProducts(service)));
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
