import { startSearch } from './catalogue.js';
import type { SearchService } from './catalogue.js';
import { until } from '../support/until.js';

/** Names that every object of the language has already. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

let service: SearchService;
beforeAll(async () => {
  service = await startSearch(
    NAMES.map((name, i) => ({
      code: `F-${i}`,
      name_cn: `分面${i}`,
      tags: NAMES.slice(0, i + 1).join(';'),
      series: name,
    })),
    { SEARCH_CACHE: 'off' },
  );
}, 180_000);
afterAll(() => service.close());

async function expectCounted(degraded: boolean): Promise<void> {
  const body = await service.search('', { facets: true });
  expect(body.degraded).toBe(degraded);
  expect(new Map(Object.entries(body.facets.tag))).toEqual(
    new Map(NAMES.map((name, i) => [name, NAMES.length - i])),
  );
  expect(new Map(Object.entries(body.facets.series))).toEqual(new Map(NAMES.map((name) => [name, 1])));
  const { text } = await service.call('GET', '//?lang=en');
  for (const name of NAMES) expect(text).toContain(`>${name} <small>1</small>`);
}

test('facets count values of any name as numbers', () => expectCounted(false));

test('facets from the database count them too', async () => {
  await service.db.any(`SELECT pg_notify('search_generation', $1)`, [
    JSON.stringify({ generation: 1, complete: false, position: { epoch: '', xid: '1', seq: 1 } }),
  ]);
  await until(async () => (await service.search('')).degraded);
  await expectCounted(true);
});
