import { startSearch } from './catalogue.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';

/** Names that every object of the language has already. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

const service = shared(() =>
  startSearch(
    NAMES.map((name, i) => ({
      code: `F-${i}`,
      name_cn: `分面${i}`,
      tags: NAMES.slice(0, i + 1).join(';'),
      series: name,
    })),
    { SEARCH_CACHE: 'off' },
  ),
);

async function expectCounted(degraded: boolean): Promise<void> {
  const body = await service.search('', { facets: true });
  expect(body.degraded).toBe(degraded);
  expect(new Map(Object.entries(body.facets.tag))).toEqual(
    new Map(NAMES.map((name, i) => [name, NAMES.length - i])),
  );
  expect(new Map(Object.entries(body.facets.series))).toEqual(new Map(NAMES.map((name) => [name, 1])));
  const { text } = await service.call('GET', '//?sort=code&lang=en');
  for (const name of NAMES) expect(text).toContain(`>${name} <small>1</small>`);
}

/** Both are found by the English names of values that they have; `constructor` is a tag of all, `toString` of two. */
async function expectFoundByName(degraded: boolean): Promise<void> {
  const codesOf = async (q: string, more = {}): Promise<string[]> => {
    const body = await service.search(q, { explain: true, ...more });
    expect(body.degraded).toBe(degraded);
    return body.data
      .filter(({ explain }: { explain: { tier: string } }) => explain.tier === 'term')
      .map(({ code }: { code: string }) => code)
      .sort();
  };
  expect(await codesOf('building blocks')).toEqual(['F-0', 'F-1', 'F-2', 'F-3']);
  expect(await codesOf('Building  Block')).toEqual(['F-0', 'F-1', 'F-2', 'F-3']);
  expect(await codesOf('β-lactams')).toEqual(['F-2', 'F-3']);
  expect(await codesOf('beta lactam', { series: 'toString' })).toEqual(['F-2']);
  expect(await codesOf('Impurity reference standards')).toEqual(['F-0', 'F-1', 'F-2', 'F-3']);
  expect(await codesOf('blocks')).toEqual([]);
}

const nameTerms = (): Promise<null> =>
  service.db
    .none(`INSERT INTO terms VALUES ('tag', 'constructor', 'Building blocks'), ('series', 'F', 'Building blocks'),
                     ('tag', 'toString', 'Beta-lactams')`);

test('facets count values of any name as numbers', () => expectCounted(false));

test('English names of categories, series and tags find their products, and pages in English show them', async () => {
  const page = async (lang: string): Promise<string> =>
    (await service.call('GET', `//?sort=code&lang=${lang}`)).text;
  await nameTerms();
  await until(async () => (await page('en')).includes('>Building blocks <small>4</small>'));
  expect(await page('en')).toContain('>Impurity reference standards <small>4</small>');
  expect(await page('zh')).toContain('>constructor <small>4</small>');
  expect(await page('zh')).toContain('>杂质对照品 <small>4</small>');
  await expectFoundByName(false);
  const { text } = await service.call('GET', '//products/F-3?lang=en');
  expect(text).toContain('>Beta-lactams</a');
  expect(text).toContain('"category":"Impurity reference standards"');
  expect((await service.call('GET', '/products/F-3')).body.data.tags).toBe(NAMES.join(';'));
  await service.db.none(`DELETE FROM terms WHERE kind <> 'category'`);
  await until(async () => !(await page('en')).includes('Building blocks'));
});

test('facets from the database count them too', async () => {
  await service.db.any(`SELECT pg_notify('search_generation', $1)`, [
    JSON.stringify({ generation: 1, complete: false, position: { epoch: '', xid: '1', seq: 1 } }),
  ]);
  await until(async () => (await service.search('')).degraded);
  await expectCounted(true);
  await nameTerms();
  await until(async () =>
    (await service.call('GET', '//?sort=code&lang=en')).text.includes('Building blocks'),
  );
  await expectFoundByName(true);
});
