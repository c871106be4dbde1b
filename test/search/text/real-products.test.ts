import { readFile } from 'node:fs/promises';
import { shared, withOwn } from '../../support/with-own.js';
import { realProducts, startSearch } from './catalogue.js';

const service = shared(async () => startSearch(await realProducts()));

describe('judged queries', () => {
  let judged: { query: string; expected: string[] }[];
  beforeAll(async () => {
    const file = await readFile(new URL('../../data/judged-queries.tsv', import.meta.url), 'utf8');
    judged = file
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .map(([query = '', expected = '']) => ({ query, expected: expected.split('|') }));
  });

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
});

describe('pages of a search', () => {
  interface Read {
    codes: string[];
    totals: number[];
  }

  /** Every page of a search, one after the other. */
  async function readThrough(q: string, pageSize: number, more = {}): Promise<Read> {
    const read: Read = { codes: [], totals: [] };
    for (let page = 1; ; page++) {
      const { data, total } = await service.search(q, { page, page_size: pageSize, ...more });
      if (data.length === 0) return read;
      read.codes.push(...data.map((product: { code: string }) => product.code));
      read.totals.push(total);
    }
  }

  test.each([
    ['words with many tiers', 'acetic acid', 40],
    ['a beginning with punctuation', '2-methyl', 60],
    ['part of Chinese names', '甲基', 30],
    ['a mixed text', '苯 acid', 20],
    ['a formula', 'C10H16O', 2],
    ['the beginning of CAS numbers', '10', 60],
    ['digits', '1000', 2],
    ['names that differ in stereo', '(R)-carvone', 1],
    ['a name, and others that have it as a synonym', 'tartaric acid', 3],
  ])(
    '%s: pages of any size give the same products in the same order, none twice',
    async (_what, q, size) => {
      const whole = await readThrough(q, 200);
      const cut = await readThrough(q, size);
      expect(new Set(cut.codes).size).toBe(cut.codes.length);
      expect(cut.codes).toEqual(whole.codes);
      expect(whole.codes.length).toBeGreaterThan(size);
    },
    120_000,
  );

  test('the pages of everything hold every product once', async () => {
    const { codes, totals } = await readThrough('', 200);
    const known = await service.db.map('SELECT code FROM products', [], ({ code }) => code as string);
    expect(new Set(codes)).toEqual(new Set(known));
    expect(codes.length).toBe(known.length);
    expect(new Set(totals)).toEqual(new Set([known.length]));
  }, 120_000);

  test('under a filter the pages hold all that the database has under it', async () => {
    const { codes } = await readThrough('', 50, { in_stock: true });
    const known = await service.db.map(
      `SELECT code FROM products WHERE status = 'in_stock'`,
      [],
      ({ code }) => code as string,
    );
    expect([...codes].sort()).toEqual(known.sort());
  });

  test.each(['阿司匹林', '50-78-2', 'PDS-000016', 'no such thing at all'])(
    'the total of "%s" is no estimate and is the number of products that the pages hold',
    async (q) => {
      const body = await service.search(q, { page_size: 200 });
      expect(body.total_is_estimate).toBe(false);
      expect((await readThrough(q, 7)).codes.length).toBe(body.total);
    },
  );

  test.each(['2-methyl', 'acetic acid', '甲基', '苯 acid', 'PDS-000016', '50-78-2', '10', ''])(
    'what "%s" finds is counted alike, whether a page shows one product or two hundred',
    async (q) => {
      const counts = [];
      for (const page_size of [1, 5, 200]) {
        const { total, facets } = await service.search(q, { page_size, facets: true });
        counts.push({ total, facets });
      }
      expect(counts[0]).toEqual(counts[2]);
      expect(counts[1]).toEqual(counts[2]);
      const { status } = counts[2]!.facets as { status: Record<string, number> };
      expect(Object.values(status).reduce((all, each) => all + each, 0)).toBe(counts[2]!.total);
    },
  );
});

const named = (n: number) => ({ code: `Z-${n}`, name_cn: '甲', name_en: n < 210 ? `zester ${n}` : `pure zester ${n}`, mw: n + 1 }); // prettier-ignore
test(
  'a word that begins hundreds of names is found within others, too, and a filter takes from them what it says',
  withOwn(async () => startSearch(Array.from({ length: 230 }, (_, n) => named(n))))(async (own) => {
    const totalOf = async (more = {}): Promise<number> => (await own.search('zester', more)).total;
    expect(await totalOf()).toBe(230);
    expect([await totalOf({ mw_min: 101 }), await totalOf({ mw_max: 100.9 })]).toEqual([130, 100]);
  }),
);
