// What is asked for in vain is counted once each, by text and week, and nothing of who asks.
import { catchUpKeys } from '../../support/keys.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openDemand } from '../../../src/search/demand/demand.js';
import { forgetMetDemand } from '../../../src/search/lists/met-demand.js';
import { lackOf } from '../../../src/search/text/lacks.js';
import { listDemand, pruneDemand } from '../../../src/search/demand/store.js';
import { weekOf, weeksAgo } from '../../../src/search/demand/weeks.js';
import { readTyped } from '../../../src/search/text/typed.js';
import { catalogue, temporaryFolder } from '../../infra/launch.js';
import { openOffice } from '../../desk/office.js';
import { startSearch } from '../text/catalogue.js';
import { openGateway } from '../../support/gateway.js';
import { startIndexer } from '../../support/indexer.js';
import { startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { closing, shared } from '../../support/with-own.js';
import examples from './demand.json' with { type: 'json' };

const PRODUCTS = [
  { code: 'D-1', name_cn: '阿司匹林', name_en: 'Aspirin', cas: '50-78-2', formula: 'C9H8O4', mw: 180.16 },
  { code: 'D-2', name_cn: '布洛芬杂质A', name_en: 'Ibuprofen impurity A', cas: '15687-27-1' },
];
const folder = temporaryFolder();
const log = pino({ level: 'silent' });

const service = shared(() => startSearch(PRODUCTS));
beforeEach(() => service.db.none('DELETE FROM demand'));

type Counted = [text: string, sureness: string, count: number];
const counted = async (db = service.db): Promise<Counted[]> =>
  (
    await db.any<{ text: string; sureness: string; count: number }>(
      'SELECT text, sureness, sum(count)::int AS count FROM demand GROUP BY 1, 2 ORDER BY 1, 2',
    )
  ).map(({ text, sureness, count }) => [text, sureness, count]);

/** Asks for something else and waits for its count: what was asked before is then written, too. */
async function written(): Promise<void> {
  await service.search('unobtainium mark');
  await until(async () => (await counted()).some(([text]) => text === 'unobtainium mark'));
  await service.db.none(`DELETE FROM demand WHERE text = 'unobtainium mark'`);
}

test('a search counts where it finds nothing or only what is alike, each time that it is made', async () => {
  for (let time = 0; time < 3; time++) await service.search('Unobtainium  chloride');
  await service.search('请报价 氪石酸钠 100mg');
  await service.search('aspirn');
  await service.search('9000-90-2');
  for (const found of ['aspirin', '阿司匹林', '50-78-2', 'C9H8O4', 'asp', 'mw 999.9', 'mw 180.16', '', '?'])
    await service.search(found);
  await service.search('unobtainium chloride', { page: 2 });
  await service.search('unobtainium chloride', { in_stock: true });
  await service.call('GET', '/products/suggest?q=unobtainium+chloride');
  await written();
  expect(await counted()).toEqual([
    ['9000-90-2', 'none', 1],
    ['aspirn', 'similar', 1],
    ['unobtainium chloride', 'none', 3],
    ['氪石酸钠', 'none', 1],
  ]);
  expect(await service.db.one(`SELECT week::text, language FROM demand WHERE text ~ '氪'`)).toEqual({
    week: weekOf(Date.now()),
    language: 'cn',
  });
});

test('of lists each line counts, of what assistants ask each name, of the storefront what is asked for whole', async () => {
  await service.search('aspirin; kryptonate\nqqquux acid');
  const identifiers = [
    'Name\tCAS\tQty',
    'aspirin',
    '1. kryptonate\t9000-90-2\t5 g',
    { name: 'zzzyx acid', code: 'OURS-1' },
    '58-08-2 aspirin',
    'wonderine, call 138 0013 8000',
    '',
  ];
  const { status } = await service.call('POST', '/products/resolve', { json: { identifiers } });
  expect(status).toBe(200);
  const call = (name: string, given: object) =>
    service.call('POST', '//mcp', {
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
      headers: { Accept: 'application/json, text/event-stream', 'Mcp-Protocol-Version': '2025-11-25' },
    });
  const tools: [name: string, given: object][] = [
    ['resolve_identifiers', { identifiers: ['aspirin', 'toolium a'] }],
    ['search', { query: 'toolium b' }],
    ['search_products', { q: 'toolium c' }],
    ['search_products', { q: 'toolium c', page: 2 }],
  ];
  for (const [name, given] of tools) expect((await call(name, given)).text).not.toContain('isError');
  for (const path of ['//?q=pagium+a', '//storefront/results?q=pagium+b'])
    expect((await service.call('GET', path)).status).toBe(200);
  await service.call('GET', '//storefront/results?q=pag&suggest=1'); // somebody still types
  await service.call('GET', '//list?text=listium+a%0Alistium+b');
  await written();
  expect(await counted()).toEqual([
    ['9000-90-2', 'none', 1],
    ['kryptonate', 'none', 1],
    ['listium a', 'none', 1],
    ['listium b', 'none', 1],
    ['pagium a', 'none', 1],
    ['pagium b', 'none', 1],
    ['qqquux acid', 'none', 1],
    ['toolium a', 'none', 1],
    ['toolium b', 'none', 1],
    ['toolium c', 'none', 1],
    ['zzzyx acid', 'none', 1],
  ]);
});

test('nothing is counted while the index lags, as what was asked for may be there', async () => {
  const lagging = closing(await startService());
  const indexer = await startIndexer(lagging);
  const headers = { Prefer: 'wait=30' };
  await lagging.write('POST', '/products', [PRODUCTS[0]], headers);
  await indexer.stop();
  await lagging.push([PRODUCTS[1]]);
  await lagging.call('GET', '/products/search?q=ibuprofen+impurity+a');
  await lagging.call('POST', '/products/resolve', { json: { identifiers: ['15687-27-1'] } });
  await sleep(2_500); // what is counted is written by then
  const again = await startIndexer(lagging);
  await lagging.write('POST', '/products', [PRODUCTS[0]], headers);
  await lagging.call('GET', '/products/search?q=unobtainium');
  await until(async () => (await counted(lagging.db)).length > 0);
  expect(await counted(lagging.db)).toEqual([['unobtainium', 'none', 1]]);
  await again.stop();
});

test('a name that products share, and a formula that is found, are no lack', async () => {
  const shared = ['9001-01-8', '9001-02-9'].map((cas, n) => ({ code: `S-${n}`, name_cn: `甲${n}`, synonyms: 'sharedol', cas })); // prettier-ignore
  await service.push(shared);
  await service.index();
  await service.search('sharedol; aspirin; unobtainium');
  await service.call('POST', '/products/resolve', { json: { identifiers: ['sharedol', 'C9H8O4', 'CLa'] } });
  await written();
  expect(await counted()).toEqual([
    ['cla', 'none', 1],
    ['unobtainium', 'none', 1],
  ]);
});

test('a row keeps the capitals in which it was typed, and goes when staff read it and something sure is found', async () => {
  await service.search('请报价 UnObtainium B12 100mg');
  await service.search('unobtainium b12');
  await service.search('kryptonate');
  await written();
  const office = await openOffice(service);
  const listed = async () => (await office.call('GET', '/demand')).body.data;
  expect((await listed())[0]).toMatchObject({
    text: 'unobtainium b12',
    typed: 'UnObtainium B12',
    count: 2,
  });
  await service.push([{ code: 'U-12', name_cn: '氪', name_en: 'Unobtainium B12' }]);
  await service.index();
  expect((await listed()).map(({ text }: { text: string }) => text)).toEqual(['kryptonate']);
  expect(await counted()).toEqual([['kryptonate', 'none', 1]]);
});

test('the maintenance forgets what is the name or number of a product by now, though nobody reads it', async () => {
  const wanted = ['neptunium acid', '50-78-2', '阿司匹林', 'aspirin b', 'kryptonate', 'd-2', 'sold name'];
  await service.db.none(
    `INSERT INTO demand (text, week, sureness, count) SELECT text, $2, 'none', 1 FROM unnest($1::text[]) AS text`,
    [wanted, weeksAgo(1)],
  );
  const alias = { aliases: [{ cas: '50-78-2', text: 'Sold Name', kind: 'brand' }] };
  await service.write('PUT', '/aliases', alias);
  await catchUpKeys(service.db);
  expect(await forgetMetDemand(service.db)).toBe(4);
  expect((await counted()).map(([text]) => text)).toEqual(['aspirin b', 'kryptonate', 'neptunium acid']);
});

test('what may be personal, says nothing or is too long is not kept', () => {
  const kept = (text: string) => lackOf(readTyped(text), 'none')?.text;
  expect(examples.personal.filter((text) => kept(text) !== undefined)).toEqual([]);
  expect(['x', '?!', '酸', 'a'.repeat(101), 'α'.repeat(60)].filter((text) => kept(text))).toEqual([]);
  expect(kept('b'.repeat(100))).toBe('b'.repeat(100));
  for (const [given, text] of examples.names as [string, string][]) expect(kept(given)).toBe(text);
});

test('nothing is counted while the search engine is away: the database finds less', async () => {
  const alone = closing(await startService({ MEILI_URL: 'http://127.0.0.1:9' }));
  await alone.push(PRODUCTS);
  expect((await alone.call('GET', '/products/search?q=aspirn')).body.degraded).toBe(true);
  await alone.call('POST', '/products/resolve', { json: { identifiers: ['aspirn', 'unobtainium'] } });
  const { db } = alone;
  const demand = openDemand(db, () => Promise.resolve(true), log);
  demand.count([{ text: 'mark', typed: 'mark', sureness: 'none' }]);
  await demand.close(); // what is counted is written at the drain, and nothing else was
  expect(await counted(db)).toEqual([['mark', 'none', 1]]);
});

test('a flood while the database does not answer stays within 10,000 texts, and those first counted stay', async () => {
  const { db } = service;
  const demand = openDemand(db, () => Promise.resolve(true), log);
  const ask = (text: string) => demand.count([{ text, typed: text, sureness: 'none' }]);
  const locked = await db.connect();
  await locked.none('BEGIN; LOCK TABLE demand');
  ask('first');
  await until(async () =>
    (await db.one("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'demand'::regclass")).count > 0); // prettier-ignore
  for (let n = 0; n < 25_000; n++) ask(`flood ${n}`);
  for (let n = 0; n < 5; n++) ask('flood 0');
  await locked.none('COMMIT');
  await locked.done();
  await demand.close();
  const { all, zero } = await db.one(
    `SELECT count(*)::int AS all, (SELECT count FROM demand WHERE text = 'flood 0') AS zero FROM demand`,
  );
  expect([all, zero]).toEqual([10_001, 6]);
});

test('pruning removes the rarest, of those the oldest', async () => {
  const { db } = service;
  await db.none(
    `INSERT INTO demand (text, week, sureness, count)
     SELECT 'old ' || n, $1::date, 'none', n FROM generate_series(1, 3) AS n
      UNION ALL SELECT 'new ' || n, $2::date, 'none', n FROM generate_series(1, 3) AS n`,
    [weeksAgo(8), weeksAgo(1)],
  );
  await pruneDemand(db, 3);
  expect((await counted()).map(([text]) => text)).toEqual(['new 3', 'old 3', 'new 2'].sort());
  await pruneDemand(db, 3);
  expect(await counted()).toHaveLength(3);
});

test('a list adds up the weeks, and counts the inquiries that name the text', async () => {
  const { db } = service;
  await db.none(
    `INSERT INTO demand (text, week, sureness, count) VALUES ('krypton acid', $1, 'none', 5), ('krypton acid', $2, 'similar', 2),
       ('氪酸', $2, 'none', 7), ('long ago', $3, 'none', 99)`,
    [weeksAgo(3), weeksAgo(1), weeksAgo(4)],
  );
  const ask = (json: object) =>
    service.call('POST', '/rfq', { json: { ...json, name: 'A', email: 'a@example.com' } });
  expect((await ask({ product_name: 'Krypton Acid' })).status).toBe(201);
  const items = [
    { product_name: 'ＫＲＹＰＴＯＮ acid' },
    { product_name: 'krypton acid' },
    { cas: '50-78-2' },
  ];
  expect((await ask({ items })).status).toBe(201);
  const all = await listDemand(db, { since: weeksAgo(3) }, { limit: 10 });
  expect(all).toEqual([
    { text: 'krypton acid', typed: 'krypton acid', language: 'en', sureness: 'similar', count: 7, weeks: [5, 0, 2], last_week: weeksAgo(1), inquiries: 2 }, // prettier-ignore
    { text: '氪酸', typed: '氪酸', language: 'cn', sureness: 'none', count: 7, weeks: [0, 0, 7], last_week: weeksAgo(1), inquiries: 0 }, // prettier-ignore
  ]);
  expect(await listDemand(db, { since: weeksAgo(3) }, { limit: 10, offset: 1 })).toEqual(all.slice(1));
  expect(await listDemand(db, { since: weeksAgo(3), language: 'cn' }, { limit: 10 })).toEqual(all.slice(1));
});

test('structures stay as they are written; inquiries are counted and parts found in any case', async () => {
  const smiles = 'C[C@@H](Cl)C(=O)OCC';
  await service.search(smiles);
  await service.call('POST', '/products/resolve', {
    json: { identifiers: [{ smiles }, { smiles: 'No One' }] },
  });
  const from = { name: 'A', email: 'a@example.com' };
  expect((await service.call('POST', '/rfq', { json: { product_name: smiles, ...from } })).status).toBe(201);
  await written();
  expect(await counted()).toEqual([
    [smiles, 'none', 2],
    ['no one', 'none', 1],
  ]);
  const listed = await listDemand(service.db, { since: weeksAgo(1), q: 'c[c@@h](cl)' });
  expect(listed).toMatchObject([{ text: smiles, count: 2, inquiries: 1 }]);
});

test('the command line lists the most wanted first, and writes all of them as a table', async () => {
  await service.db.none(
    `INSERT INTO demand (text, week, sureness, count) VALUES ('krypton acid', $1, 'none', 5), ('氪酸', $1, 'similar', 7)`,
    [weeksAgo(1)],
  );
  const run = async (...args: string[]) => {
    const { code, out } = await catalogue(service.env, 'demand', ...args, '--json').ended;
    return { code, said: JSON.parse(out) };
  };
  const { code, said } = await run('--limit', '1');
  expect(code).toBe(0);
  expect(said.data).toMatchObject([{ text: '氪酸', language: 'cn', sureness: 'similar', count: 7 }]);
  const file = join(folder, 'demand.csv');
  expect((await run('--csv', file)).said).toEqual({ ok: true, file, rows: 2 });
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(head).toContain(weeksAgo(1));
  expect(rows.map((row) => row.split(',')[0])).toEqual(['氪酸', 'krypton acid']);
  expect(await run('--since', '2001-01-01')).toMatchObject({ code: 2, said: { ok: false } });
});

test('a gateway that is killed loses at most what a second holds; one that is stopped nothing', async () => {
  const gateway = closing(await openGateway({ MEILI_INDEX: service.indexUid }));
  const stored = async (): Promise<number> =>
    (await gateway.db.one('SELECT coalesce(sum(count), 0)::int AS all FROM demand')).all;
  const ask = async (text: string) => expect((await gateway.read(`/api/v1/products/search?q=${text}`)).status).toBe(200); // prettier-ignore
  const answered: number[] = [];
  for (const end = performance.now() + 2_500; performance.now() < end; answered.push(performance.now()))
    await ask(`killium${answered.length}`);
  const killedAt = performance.now();
  await gateway.restart();
  const after = await stored();
  expect(after).toBeGreaterThanOrEqual(answered.filter((at) => at < killedAt - 1_300).length);
  expect(after).toBeLessThanOrEqual(answered.length);
  for (let n = 0; n < 20; n++) await ask('stoppium');
  gateway.signal('SIGTERM');
  await until(async () => (await stored()) === after + 20);
}, 60_000);
