import { SETTINGS } from '../../../src/search/engine/meilisearch-settings.js';
import { FIELD_NAMES } from '../../../src/catalogue/products/fields.js';
import { engine } from '../../support/engine.js';
import { openLine } from '../../support/line.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';
import { knownProducts, startSearch } from './catalogue.js';
import examples from './degraded.json' with { type: 'json' };
import { connection } from '../../support/sessions.js';

const line = shared(() => openLine(engine().url));
const service = shared(async () =>
  startSearch(await knownProducts(), { MEILI_URL: line.url, SEARCH_CACHE: 'off' }),
);

/** Waits until the engine is asked again. */
const untilServed = (): Promise<void> =>
  until(async () => !(await service.search('aspirin')).degraded, 10_000);

/** What is found exactly, in its order. */
const exactOf = async (q: string): Promise<string[]> =>
  (await service.search(q, { page_size: 50 })).data.flatMap(({ code, match }: Record<string, string>) =>
    match === 'exact' ? code : [],
  );
const NAMED = examples.named;

test('what is exact is the same with the engine and without', async () => {
  const before = await Promise.all(NAMED.map(exactOf));
  expect(before.every((codes) => codes.length > 0)).toBe(true);
  line.set('cut');
  try {
    expect(await Promise.all(NAMED.map(exactOf))).toEqual(before);
  } finally {
    line.set('open');
    await untilServed();
  }
});

describe('while the engine refuses connections', () => {
  beforeAll(() => line.set('cut'));
  afterAll(async () => {
    line.set('open');
    await untilServed();
  });

  test('searches are answered from the database in the same envelope, and say so', async () => {
    const body = await service.search('aspirin', { explain: true });
    expect(body).toMatchObject({ ok: true, query: 'aspirin', page: 1, page_size: 20, degraded: true });
    expect(Object.keys(body.data[0])).toEqual([...FIELD_NAMES, 'match', 'explain']);
    expect([body.exact, body.data[0].match]).toEqual([true, 'exact']);
    const detail = await service.call('GET', `/products/${body.data[0].code}`);
    expect(body.data[0]).toMatchObject(detail.body.data);
    expect((await service.call('GET', '//?q=aspirin&lang=en')).text).toContain(
      'Search is limited at the moment',
    );
  });

  test('where the database does not answer in time either, the search is refused for now', async () => {
    const other = await connection(service.databaseUrl);
    await other.query('BEGIN; LOCK TABLE product_keys IN ACCESS EXCLUSIVE MODE');
    try {
      expect((await service.call('GET', '/products/search?q=aspirin')).status).toBe(503);
    } finally {
      await other.query('ROLLBACK');
    }
  });

  test('a text without a letter or digit suggests nothing', async () => {
    const { body } = await service.call('GET', '/products/suggest?q=-');
    expect(body).toEqual({ ok: true, data: [] });
    expect((await service.call('GET', '/products/suggest?q=aspi')).body.data.length).toBeGreaterThan(0);
  });

  test.each(examples.kinds)('%s still finds its product first', async (_what, query, cas) => {
    const { data, degraded } = await service.search(query);
    // Of a number nothing is missing.
    expect(degraded).toBe(!/\d/.test(query));
    expect(data[0].cas).toBe(cas);
  });

  test('a formula and a tag still find theirs', async () => {
    const byFormula = await service.search('C9H8O4', { page_size: 50 });
    expect(byFormula.data.map(({ formula }: { formula: string }) => formula)).toContain('C9H8O4');
    const [{ tags }] = await service.db.any('SELECT tags FROM products WHERE tags IS NOT NULL LIMIT 1');
    const [tag] = (tags as string).split(';');
    const byTag = await service.search(tag!, { page_size: 200 });
    expect(
      byTag.data.some((product: { tags: string | null }) => product.tags?.split(';').includes(tag!)),
    ).toBe(true);
  });

  test('a search whose counts take too long is answered without them', async () => {
    const body = await service.db.tx(async (tx) => {
      await tx.none('LOCK TABLE tag_ledger IN ACCESS EXCLUSIVE MODE');
      return service.search('', { facets: true });
    });
    const [{ count }] = await service.db.any('SELECT count(*)::int FROM products');
    expect([body.degraded, body.total, body.facets]).toEqual([true, count, undefined]);
  });

  test('filters and facets work as ever', async () => {
    const { data, facets, total } = await service.search('', {
      in_stock: true,
      facets: true,
      page_size: 200,
    });
    expect(data.every((product: { in_stock: boolean }) => product.in_stock)).toBe(true);
    // Of what is filtered by they count as if it were not.
    const all = await service.search('', { facets: true });
    expect(facets.status).toEqual(all.facets.status);
    expect(facets.in_stock).toEqual(all.facets.in_stock);
    expect(facets.in_stock.true).toBe(total);
    const { category, series, tag } = facets;
    for (const [filter, counts] of Object.entries({ category, series, tag }) as [
      string,
      Record<string, number>,
    ][]) {
      const [value, n] = Object.entries(counts)[0]!;
      const narrowed = await service.search('', { in_stock: true, [filter]: value });
      expect(narrowed.total).toBe(n);
    }
  });

  test('a list is looked up with its filters, and names what it names', async () => {
    const q = 'aspirin; PDS-000130; 58-08-2; DMSO; 无此物';
    const codes = async (more = {}) =>
      (await service.search(q, more)).items.map(({ code, match }: Record<string, unknown>) => [code, match]);
    expect(await codes()).toEqual([
      ['PDS-001859', 'exact'],
      ['PDS-000130', 'exact'],
      ['PDS-000113', 'exact'],
      ['PDS-000050', 'exact'],
      [null, 'none'],
    ]);
    expect(await codes({ category: '无此类' })).toEqual(q.split('; ').map(() => [null, 'none']));
  });

  test('several values, ranges of weight and orders work as ever', async () => {
    const light = { category_in: '标准品;中间体', mw_max: 300, sort: '-mw', page_size: 200 };
    for (const q of ['', 'acid']) {
      const { data, total } = await service.search(q, light);
      const weights: number[] = data.map(({ mw }: { mw: number }) => mw);
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
      expect(weights[0]).toBeLessThanOrEqual(300);
      expect(new Set(data.map(({ category }: { category: string }) => category))).toEqual(
        new Set(['标准品', '中间体']),
      );
      expect(total).toBeGreaterThan(1);
    }
  });

  test.each(['acid', '甲基', 'aspirin', '10', ''])('pages of "%s" fit together', async (q) => {
    const pages: string[][] = [];
    for (const size of [15, 60]) {
      const codes: string[] = [];
      for (let page = 1; codes.length < 120; page++) {
        const { data } = await service.search(q, { page, page_size: size });
        codes.push(...data.map(({ code }: { code: string }) => code));
        if (data.length < size) break;
      }
      pages.push(codes.slice(0, 120));
    }
    expect(new Set(pages[0]).size).toBe(pages[0]!.length);
    expect(pages[0]).toEqual(pages[1]);
  });

  test.each([
    ['aspirin', {}],
    ['aspirin', { sort: 'code' }],
    ['', {}],
    ['', { mw_max: 300, sort: 'mw' }],
  ])('behind the last page of "%s" with %j the total is what it was before', async (q, more) => {
    const first = await service.search(q, { ...more, page_size: 200 });
    expect([first.total > 0, first.total_is_estimate]).toEqual([true, false]);
    const behind = await service.search(q, { ...more, page_size: 200, page: 50 });
    expect([behind.data, behind.total]).toEqual([[], first.total]);
  });

  test('suggestions come too', async () => {
    const { body } = await service.call('GET', '/products/suggest?q=asp');
    expect(body.data.map(({ text }: { text: string }) => text)).toContain('aspirin');
  });

  test('patterns of the database language mean themselves', async () => {
    for (const q of ['%', '_', '\\', "'", '%%%', 'a%b', '$(form)', '100%'])
      expect(await service.search(q)).toMatchObject({ ok: true, degraded: true });
  });
});

test('a held engine delays only the first searches; once it goes on it is asked again', async () => {
  line.set('held');
  const first = performance.now();
  await Promise.all(['a', 'b', 'c', 'd'].map((q) => service.search(`${q}cid`)));
  expect(performance.now() - first).toBeLessThan(4_000);
  for (let n = 0; n < 5; n++) {
    const begun = performance.now();
    expect(await service.search('aspirin')).toMatchObject({ degraded: true });
    expect(performance.now() - begun).toBeLessThan(1_000);
  }
  line.set('open');
  await untilServed();
});

test('without its index a search is answered from the database, and from the index once that is there', async () => {
  const { meili, indexUid } = service;
  // Under another name meanwhile: to fill it again takes much longer.
  const rename = (from: string, to: string) =>
    meili.swapIndexes([{ indexes: [from, to], rename: true }]).waitTask();
  expect(await rename(indexUid, `${indexUid}_away`)).toMatchObject({ status: 'succeeded' });
  const { data, degraded } = await service.search('aspirin');
  expect(degraded).toBe(true);
  expect(data[0].cas).toBe('50-78-2');
  await rename(`${indexUid}_away`, indexUid);
  await untilServed();
});

test('an index of an older form, from before an upgrade, is not answered from', async () => {
  const index = service.meili.index(service.indexUid);
  await index.updateSettings({ displayedAttributes: ['id', 'v', 'code'] }).waitTask();
  const { degraded, data } = await service.search('aspirin');
  expect(degraded).toBe(true);
  expect(data[0].cas).toBe('50-78-2');
  await index.updateSettings({ displayedAttributes: SETTINGS.displayedAttributes }).waitTask();
  await untilServed();
});

test('while the index is known to lack products, the catalogue itself is searched', async () => {
  const announce = (complete: boolean): Promise<unknown> =>
    service.db.any(`SELECT pg_notify('search_generation', $1)`, [
      JSON.stringify({ generation: 1, complete, position: { epoch: '', xid: '1', seq: 1 } }),
    ]);
  await announce(false);
  await until(async () => (await service.search('aspirin')).degraded);
  await announce(true);
  await untilServed();
});

test('with Postgres away, names and numbers are found as words of the index, which the answer says', async () => {
  const admin = await connection(process.env['TEST_DATABASE_URL']!);
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  try {
    expect((await service.call('GET', '/products')).status).toBe(503);
    for (const q of ['aspirin', '50-78-2', 'PDS-001859', '阿司匹林']) {
      const { data, degraded } = await service.search(q);
      expect([q, degraded, data[0]?.cas, data[0]?.match]).toEqual([q, true, '50-78-2', 'exact']);
    }
  } finally {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  }
});
