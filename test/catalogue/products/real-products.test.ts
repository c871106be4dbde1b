import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';

const service = serviceOfFile();
/** 5,000 real products, each with a code and a CAS number of its own */
let products: Record<string, string | number>[];
beforeAll(async () => {
  const file = await readFile(new URL('../../data/products-5000.ndjson.gz', import.meta.url));
  products = gunzipSync(file)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});

/** Pushes and says how long the answer took: a number to look at, not to fail on. */
async function timed(what: string, items: object[], query = '') {
  const startedAt = performance.now();
  const answer = await service.push({ products: items }, query);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  process.stdout.write(`push of ${items.length} real products, ${what}: ${seconds} s\n`);
  return answer;
}

test('5,000 real products are created in one call, and each is stored as it was given', async () => {
  expect(products).toHaveLength(5_000);
  const answer = await timed('all new', products);
  expect(answer).toMatchObject({ created: 5_000, updated: 0, invalid: 0, errors: [], ignored_fields: [] });
  expect(answer.codes).toEqual(products.map((product) => product['code']));
  const stored = await readAllProducts(service);
  expect(stored.size).toBe(5_000);
  for (const product of products) expect(stored.get(product['code'] as string)).toMatchObject(product);
});

test('pushed again they are updated, or left alone under unchanged=skip', async () => {
  expect(await timed('all updated', products)).toMatchObject({ created: 0, updated: 5_000, invalid: 0 });
  const before = await readAllProducts(service);
  const changed = products.map((product, i) => (i % 10 === 0 ? { ...product, stock: 5 } : product));
  const answer = await timed('a tenth changed', changed, '?unchanged=skip');
  expect(answer).toMatchObject({ updated: 500, unchanged: 4_500, invalid: 0 });
  const after = await readAllProducts(service);
  const written = [...after.values()].filter(
    (product) => product.updated_at !== before.get(product.code)!.updated_at,
  );
  expect(written.map((product) => product.code)).toEqual(
    products.filter((_, i) => i % 10 === 0).map((product) => product['code']),
  );
});

test('without their codes they find themselves by CAS number', async () => {
  const codeless = products.map(({ cas }) => ({ cas, tags: 'found' }));
  const answer = await timed('by CAS number', codeless);
  expect(answer).toMatchObject({ created: 0, updated: 5_000, invalid: 0 });
  expect(answer.codes).toEqual(products.map((product) => product['code']));
  expect(await readProduct(service, products[4_999]!['code'] as string)).toMatchObject({
    ...products[4_999],
    tags: 'found',
  });
});

test('invalid ones among them are named by their place and the others are saved', async () => {
  const spoilt = products.map((product, i) =>
    i % 50 === 7 ? { ...product, status: 'sold' } : { ...product, tags: 'saved' },
  );
  const answer = await timed('100 invalid', spoilt);
  expect(answer).toMatchObject({ created: 0, updated: 4_900, invalid: 100 });
  expect(answer.errors.map((error: { index: number }) => error.index)).toEqual(
    Array.from({ length: 100 }, (_, i) => i * 50 + 7),
  );
  const saved = [...(await readAllProducts(service)).values()].filter((product) => product.tags === 'saved');
  expect(saved).toHaveLength(4_900);
});
