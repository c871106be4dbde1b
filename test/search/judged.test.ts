import { readFile } from 'node:fs/promises';
import { realProducts, startSearch } from './catalogue.js';
import type { SearchService } from './catalogue.js';

let service: SearchService;
let judged: { query: string; expected: string[] }[];
beforeAll(async () => {
  service = await startSearch(await realProducts());
  const file = await readFile(new URL('../data/judged-queries.tsv', import.meta.url), 'utf8');
  judged = file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([query = '', expected = '']) => ({ query, expected: expected.split('|') }));
}, 120_000);
afterAll(() => service.close());

/** Queries whose first hit is not the expected product. */
async function missed(): Promise<string[]> {
  const misses: string[] = [];
  for (const { query, expected } of judged) {
    const { data, degraded } = await service.search(query, { page_size: 5 });
    expect(degraded).toBe(false);
    const [first] = data;
    if (!expected.includes(first?.code) && !expected.includes(first?.cas))
      misses.push(`${query}: ${first?.code} ${first?.name_en} instead of ${expected.join(' or ')}`);
  }
  return misses;
}

test('the list holds at least 150 different queries, each for a product that is there', async () => {
  expect(new Set(judged.map(({ query }) => query)).size).toBe(judged.length);
  expect(judged.length).toBeGreaterThanOrEqual(150);
  const known = new Set<string>();
  for (const { code, cas } of await service.db.any('SELECT code, cas FROM products'))
    known.add(code).add(cas);
  expect(judged.flatMap(({ expected }) => expected).filter((each) => !known.has(each))).toEqual([]);
});

test('of the hard queries that people type, at least 98 in 100 have the product meant first', async () => {
  const misses = await missed();
  if (misses.length > 0) process.stdout.write(`judged queries missed:\n${misses.join('\n')}\n`);
  expect(misses.length).toBeLessThanOrEqual(Math.floor(judged.length * 0.02));
}, 120_000);
