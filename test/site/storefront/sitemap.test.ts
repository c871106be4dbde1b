import { openSiteMap } from '../../../src/site/storefront/sitemap.js';
import { Client } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';
import { longestTurn } from '../../support/event-loop.js';

const PRODUCTS = 10_000;

const service = serviceOfFile();
beforeAll(async () => {
  await service.db.none(
    `INSERT INTO products (code, name_cn, category, source)
     SELECT 'PDS-' || lpad(n::text, 6, '0'), '甲' || n, '标准品', 'erp' FROM generate_series(1, $1) AS n`,
    [PRODUCTS],
  );
});

const get = (path: string): Promise<Response> => fetch(service.origin + path);

test('the parts together list every product once in each language, in at most 5,000 addresses each', async () => {
  const index = await (await get('/sitemap.xml')).text();
  const parts = [...index.matchAll(/<loc>http:\/\/[^/]+(\/sitemap\/\d+\.xml)<\/loc>/g)].map(
    ([, path]) => path!,
  );
  const listed = new Set<string>();
  for (const part of parts) {
    const addresses = (await (await get(part)).text()).match(/<loc>[^<]+<\/loc>/g) ?? [];
    expect(addresses.length).toBeLessThanOrEqual(5_000);
    for (const address of addresses) listed.add(address);
  }
  expect(listed.size).toBe(2 * PRODUCTS);
});

test('parts that are made do not hold the event loop, also where all are asked for at once', async () => {
  const longest: number[] = [];
  // One round may have a collection of garbage in it, which is not the parts'.
  for (let round = 0; round < 5; round++) {
    const siteMap = openSiteMap(service.db, () => service.origin);
    longest.push(
      await longestTurn(() => Promise.all([1, 2, 3, 4].map((number) => siteMap.part(`${number}.xml`)))),
    );
  }
  expect(longest.sort((a, b) => a - b)[2]).toBeLessThan(50);
});

test('a part is made once and kept, also for those who have it already', async () => {
  const first = await get('/sitemap/1.xml');
  const text = await first.text();
  await service.db.none(`UPDATE products SET status = 'off' WHERE code = 'PDS-000600'`);
  const again = await get('/sitemap/1.xml');
  expect(await again.text()).toBe(text);
  const tag = again.headers.get('etag')!;
  expect(tag).toBe(first.headers.get('etag'));
  const client = new Client(service.origin);
  expect((await client.ask('//sitemap/1.xml', { headers: { 'If-None-Match': tag } })).status).toBe(304);
});

test('a part that could not be made is made when it is asked for again', async () => {
  await service.db.none('ALTER TABLE products RENAME TO away');
  expect((await get('/sitemap/900.xml')).status).toBeGreaterThanOrEqual(500);
  await service.db.none('ALTER TABLE away RENAME TO products');
  expect((await get('/sitemap/900.xml')).status).toBe(200);
});
