// Products that are opened from results come first among suggestions that are alike, and nowhere else.
import pino from 'pino';
import { ratePopularity } from '../../indexer/maintenance.js';
import { isFromResults } from '../../src/demand/popularity.js';
import { addOpens, pruneOpens, rateProducts } from '../../src/demand/popularity-store.js';
import { openPopularity } from '../../src/demand/popularity.js';
import { weekOf, weeksAgo } from '../../src/demand/weeks.js';
import { startSearch } from '../search/catalogue.js';
import { until } from '../support/until.js';
import { shared } from '../support/with-own.js';

const TWINS = ['T-1', 'T-2', 'T-3'];
const twin = (code: string) => ({ code, name_cn: `双子酸${code}`, name_en: `Geminic acid ${code}` });
const log = pino({ level: 'silent' });
const thisWeek = weekOf(Date.now());

const service = shared(() => startSearch(TWINS.map(twin), { SEARCH_CACHE: 'off', TRUST_PROXY: '1' }));
beforeEach(() =>
  service.db.none('DELETE FROM product_opens; DELETE FROM product_popularity; DELETE FROM reindex_queue'),
);

const open = (code: string, from: string, referer?: string, more: Record<string, string> = {}) =>
  service.call('GET', `//products/${code}`, {
    headers: { 'X-Forwarded-For': from, ...(referer !== undefined && { Referer: referer }), ...more },
  });
const counts = (): Promise<{ code: string; week: string; count: number }[]> =>
  service.db.any('SELECT code, week::text, count::int FROM product_opens ORDER BY code, week');
const codesOf = ({ data }: { data: { code: string }[] }): string[] => data.map(({ code }) => code);
const suggestions = async (): Promise<string[]> =>
  codesOf((await service.call('GET', '/products/suggest?q=gemin')).body);

test('opens from results count, a network each hour once; others do not, and nobody is stored', async () => {
  const results = `${service.origin}/?q=gemin&lang=en`;
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2'])
    await open('T-1', address, results);
  await open('T-2', '192.0.2.1', `${service.origin}/list?text=a`);
  const notCounted: [referer?: string, more?: Record<string, string>][] = [
    [],
    [`${service.origin}/`],
    [`${service.origin}/?lang=en`],
    [`${service.origin}/products/T-1`],
    ['https://elsewhere.example/?q=gemin'],
    ['not an address'],
    [results, { 'Sec-Purpose': 'prefetch' }],
  ];
  for (const [referer, more] of notCounted) await open('T-3', '192.0.2.9', referer, more);
  expect((await open('none', '192.0.2.1', results)).status).toBe(404);
  await until(async () => (await counts()).length === 2);
  expect(await counts()).toEqual([
    { code: 'T-1', week: thisWeek, count: 3 },
    { code: 'T-2', week: thisWeek, count: 1 },
  ]);
  const page = await service.call('GET', '//?q=gemin');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(isFromResults('http://a.example/?q=x', ['b.example', undefined])).toBe(false);
});

test('what is opened more often comes first among suggestions that are alike; a search stays as it is', async () => {
  const found = codesOf(await service.search('geminic acid'));
  const [first, second, last] = (await suggestions()) as [string, string, string];
  expect([first, second, last].sort()).toEqual(TWINS);
  await addOpens(service.db, [
    { code: last, week: thisWeek, count: 300 },
    { code: second, week: weeksAgo(3), count: 9 },
    { code: 'gone', week: thisWeek, count: 300 },
  ]);
  await ratePopularity(service.db);
  const queued = await service.db.any(
    'SELECT code FROM reindex_queue JOIN products ON products.id = product_id ORDER BY code',
  );
  expect(codesOf({ data: queued })).toEqual([last, second].sort());
  await service.index();
  expect(await suggestions()).toEqual([last, second, first]);
  expect(codesOf(await service.search('geminic acid'))).toEqual(found);
});

test('only products whose level changes are indexed again: by inquiries, too, and when weeks have passed', async () => {
  const { db } = service;
  const queued = async (): Promise<number> =>
    (await db.one('SELECT count(*)::int AS count FROM reindex_queue')).count;
  await addOpens(db, [{ code: 'T-1', week: weeksAgo(12), count: 2 }]);
  await ratePopularity(service.db);
  await addOpens(db, [{ code: 'T-1', week: thisWeek, count: 3 }]);
  await ratePopularity(service.db);
  expect(await queued()).toBe(1);
  const json = { code: 'T-1', name: 'A', email: 'a@example.com' };
  expect((await service.call('POST', '/rfq', { json })).status).toBe(201);
  // What a rebuild has loaded already would miss it: it waits for the end.
  await db.none(`INSERT INTO index_rebuilds (reason) VALUES ('asked for')`);
  await ratePopularity(service.db);
  expect(await queued()).toBe(1);
  await db.none('DELETE FROM index_rebuilds');
  await ratePopularity(service.db);
  expect(await queued()).toBe(2);
  await db.none('DELETE FROM inquiries; UPDATE product_opens SET week = week - 13 * 7');
  await ratePopularity(service.db);
  expect(await queued()).toBe(3);
  expect(await counts()).toEqual([]);
  expect(await db.any('SELECT FROM product_popularity')).toEqual([]);
  expect(await rateProducts(db)).toEqual([]);
});

test('pruning leaves the products that are opened most', async () => {
  const { db } = service;
  await addOpens(db, TWINS.map((code, n) => ({ code, week: thisWeek, count: n + 1 }))); // prettier-ignore
  await pruneOpens(db, 2);
  expect((await counts()).map(({ code }) => code)).toEqual(['T-2', 'T-3']);
});

test('what is counted is written at the stop', async () => {
  const popularity = openPopularity(service.db, () => service.origin, log);
  const headers: Record<string, string> = { host: 'a.example', referer: 'http://a.example/?q=x' };
  const req = { get: (name: string) => headers[name], context: { address: '192.0.2.77' } };
  popularity.opened(req as never, 'T-2');
  await popularity.close();
  expect(await counts()).toEqual([{ code: 'T-2', week: thisWeek, count: 1 }]);
});
