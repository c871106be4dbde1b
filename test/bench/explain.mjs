// What every request costs Postgres: fires each kind of request at a catalogue (1,000,000 products unless told
// otherwise) and prints the statements that took longer than --over ms, with the plans they were really run by
// (auto_explain). A request is sent eight times, so that plans which Postgres makes once for all values are seen too.
//
//   node test/bench/explain.mjs [--size 1m] [--over 20] [--only TEXT] [--plans] [--data FILE]
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addStaff } from '../../dist/src/back-office/accounts.js';
import { issueKey } from '../../dist/src/access/keys.js';
import { connect, disconnect } from '../../dist/src/database/connect.js';
import { encodeCursor, planList } from '../../dist/src/products/list.js';
import { generate, loadCatalogue, readProducts } from './catalogue.mjs';
import { median } from './measure.mjs';
import { openBenchStack } from './stack.mjs';

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };
const TIMES = 8;
/** What takes so long is slow, however often it is sent. */
const LONG_ENOUGH_MS = 8_000;
const PASSWORD = 'a password for the bench';

/**
 * Explains all requests on a database with a catalogue.
 * @returns each request with its statements: how long they took and their slowest plan
 */
async function explain(stack, database, { say, originals, only = '' }) {
  const db = connect(stack.urlOf(database), { name: 'bench', statementTimeout: 0 });
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_triggers': 'on',
    'auto_explain.log_parameter_max_length': '60',
  };
  for (const [name, value] of Object.entries(settings))
    await stack.sql('postgres', `ALTER DATABASE ${database} SET ${name} = '${value}'`);
  // Two connections: one statement is run often by each, as in a gateway that has been up for a while.
  const gateway = await stack.startGateway(database, { DATABASE_POOL: '2', SEARCH_CACHE: 'off' });
  const explained = [];
  try {
    await fillRecords(db);
    const requests = (await listRequests(db, gateway.origin, originals)).filter(({ name }) => name.includes(only)); // prettier-ignore
    for (const { name, send, times = TIMES } of requests) {
      await sleep(50);
      const from = statSync(stack.postgresLog).size;
      let failure;
      const begun = performance.now();
      for (let i = 0; i < times && performance.now() - begun < LONG_ENOUGH_MS; i++)
        await send(i).catch((error) => (failure = error));
      await sleep(250); // what is logged after the answer
      const log = readFileSync(stack.postgresLog).subarray(from).toString();
      explained.push({ name, statements: statementsOf(log), ...(failure && { failure: failure.message }) });
      say(`${name}${failure ? `: ${failure.message}` : ''}`);
    }
  } finally {
    await gateway.stop();
    await disconnect(db);
    for (const name of Object.keys(settings))
      await stack.sql('postgres', `ALTER DATABASE ${database} RESET ${name}`);
  }
  return explained;
}

/** Statements of the gateway that a piece of the log tells of, by their text. */
function statementsOf(log) {
  const byText = new Map();
  for (const entry of log.split(/^@@/m)) {
    const [, ms, plan] =
      /^\d+@catalogue (?:gateway|push)[^@]*@LOG: {2}duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(entry) ?? [];
    if (ms === undefined) continue;
    const [, text] = /^\tQuery Text: (.*?)\n\t(?:Query Parameters|[A-Z][^\n]*\(cost=)/s.exec(plan) ?? [];
    const known = byText.get(text) ?? { text: text?.replaceAll(/\s+/g, ' '), times: [], plan: '', worst: 0 };
    byText.set(text, known);
    known.times.push(Number(ms));
    if (Number(ms) >= known.worst) {
      known.worst = Number(ms);
      known.plan = plan.replaceAll(/^\t/gm, '').replace(/^Query Text:.*?\n(?=Query Parameters|[A-Z][^\n]*\(cost=)/s, ''); // prettier-ignore
    }
  }
  return [...byText.values()];
}

/** Rows of a service that has been running for a while, beside the products. */
async function fillRecords(db) {
  const [{ id }] = await db.any('SELECT coalesce(max(id), 0) AS id FROM sync_log');
  if (id > 100_000) return;
  await addStaff(db, 'bench', PASSWORD);
  for (let i = 0; i < 5; i++) await issueKey(db, { name: `key ${i}`, source: 'erp' });
  await db.none(`
    INSERT INTO sync_log (at, key_id, method, path, status, duration_ms, address, request_id)
      SELECT now() - interval '30 days' * random(), 1 + n % 5, CASE n % 10 WHEN 0 THEN 'POST' ELSE 'GET' END,
             '/api/v1/products/PDS-' || n, CASE WHEN n % 1000 = 0 THEN 500 ELSE 200 END, 12, '10.0.0.1', gen_random_uuid()::text
        FROM generate_series(1, 500000) n;
    INSERT INTO inquiries (product_name, name, email, status)
      SELECT 'product ' || n, 'somebody', 'a@example.org', CASE WHEN n % 10 = 0 THEN 'new' ELSE 'answered' END
        FROM generate_series(1, 50000) n;
    INSERT INTO media_objects (sha256) SELECT sha256(n::text::bytea) FROM generate_series(1, 50000) n;
    INSERT INTO media (sha256, mime, bytes, width, height, filename, group_name)
      SELECT sha256(n::text::bytea), 'image/png', 10000, 300, 300, 'image ' || n, 'group ' || n % 20 FROM generate_series(1, 50000) n;
    ANALYZE`);
}

async function listRequests(db, origin, originals) {
  const { key } = await issueKey(db, { name: 'explain', source: 'erp' });
  const call = async (path, { method = 'GET', body, headers = {} } = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400 && response.status !== 404)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return { response, text };
  };
  const api = '/api/v1';
  const get = (name, path, options) => ({ name, send: () => call(path, options) });
  const query = (parameters) => new URLSearchParams(parameters).toString();
  const one = (sql) => db.one(sql, [], (row) => row.value);

  const series = await one(`SELECT series AS value FROM products GROUP BY 1 HAVING series IS NOT NULL ORDER BY count(*) DESC LIMIT 1`); // prettier-ignore
  const rareTag = await one(`SELECT tag AS value FROM tag_ledger GROUP BY tag HAVING sum(delta) > 0 ORDER BY sum(delta) LIMIT 1`); // prettier-ignore
  const commonTag = await one(`SELECT tag AS value FROM tag_ledger GROUP BY tag ORDER BY sum(delta) DESC LIMIT 1`); // prettier-ignore
  const middle = await db.one(`SELECT code, cas, name_cn, name_en, id, updated_at FROM products WHERE cas <> 'N/A' AND name_en IS NOT NULL AND id > (SELECT max(id) / 2 FROM products) ORDER BY id LIMIT 1`); // prettier-ignore
  const [old, recent] = await Promise.all(
    ['1 year', '1 hour'].map((age) => one(`SELECT to_char(now() AT TIME ZONE 'UTC' - interval '${age}', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS value`)), // prettier-ignore
  );
  const deep = (parameters) => {
    const plan = planList({ page_size: 20, ...parameters });
    const value = plan.sort === 'code' ? middle.code : middle.updated_at.toISOString();
    const given = Object.fromEntries(Object.entries(parameters).map(([name, each]) => [name, String(each)]));
    return { ...given, cursor: encodeCursor(plan, { value, id: middle.id, asOf: new Date().toISOString() }) };
  };
  const filters = {
    'no filter': {},
    'category, most': { category: '杂质对照品' },
    'category, none': { category: 'nothing of the kind' },
    'in_stock=true': { in_stock: 'true' },
    'in_stock=false': { in_stock: 'false' },
    'status=off': { status: 'off' },
    series: { series },
    'series, none': { series: 'nothing of the kind' },
    'source=erp': { source: 'erp' },
    'source, none': { source: 'nobody' },
    'tag, common': { tag: commonTag },
    'tag, rare': { tag: rareTag },
    'tag, none': { tag: 'nothing of the kind' },
    'updated_after a year ago': { updated_after: old },
    'updated_after an hour ago': { updated_after: recent },
    'category + in_stock': { category: '中间体', in_stock: 'true' },
    'category + tag': { category: '中间体', tag: commonTag },
    'source + status': { source: 'market', status: 'off' },
    'series + status': { series, status: 'off' },
    'updated_after + source': { updated_after: old, source: 'market' },
    'updated_after + tag': { updated_after: recent, tag: commonTag },
  };
  const lists = Object.entries(filters).flatMap(([name, filter]) => [
    get(`list ${name}`, `${api}/products?${query(filter)}`),
    get(`list ${name}, sort=code`, `${api}/products?${query({ ...filter, sort: 'code' })}`),
    get(`list ${name}, sort=updated_at`, `${api}/products?${query({ ...filter, sort: 'updated_at' })}`),
    get(`list ${name}, deep cursor`, `${api}/products?${query(deep({ ...filter, ...(filter.in_stock && { in_stock: filter.in_stock === 'true' }) }))}`), // prettier-ignore
    get(`list ${name}, deep cursor, sort=code`, `${api}/products?${query(deep({ ...filter, ...(filter.in_stock && { in_stock: filter.in_stock === 'true' }), sort: 'code' }))}`), // prettier-ignore
  ]);

  const searches = Object.entries({
    nothing: '',
    'a CAS number': middle.cas,
    'the beginning of one': middle.cas.slice(0, 5),
    'its first digits': '300',
    'a code': middle.code,
    'the beginning of codes': 'PDS-0',
    'a Chinese name': middle.name_cn,
    'a part of Chinese names': '盐酸盐',
    'one character': '酸',
    'an English name': middle.name_en,
    'an English word': 'acid',
    'an English beginning': 'ben',
    'one letter': 'a',
    'a typing error': 'asprin',
    'a sentence': 'reference standard of paracetamol impurity for hplc',
    'a formula': 'C9H8O4',
    'a tag': commonTag,
    'nothing of the kind': 'qqqqqqq',
  }).flatMap(([name, q]) => [
    get(`degraded search for ${name}`, `${api}/products/search?${query({ q })}`),
    get(`degraded search for ${name}, in stock, facets`, `${api}/products/search?${query({ q, in_stock: 'true', facets: 'true' })}`), // prettier-ignore
    get(`degraded suggest for ${name}`, `${api}/products/suggest?${query({ q })}`),
  ]);

  const { response } = await call('/back-office/api/session', {
    method: 'POST',
    body: { name: 'bench', password: PASSWORD },
    headers: { Origin: origin },
  });
  const headers = { Cookie: response.headers.get('set-cookie').split(';')[0], Origin: origin };
  const office = (path, parameters = {}) =>
    get(`back office ${path} ${JSON.stringify(parameters)}`, `/back-office/api${path}?${query(parameters)}`, { headers }); // prettier-ignore
  const offices = [
    office('/products'),
    office('/products', { sort: 'code' }),
    office('/products', { sort: '-code' }),
    office('/products', { page: 30000 }),
    ...['synced', 'back-office', 'erp'].flatMap((source) => [office('/products', { source }), office('/products', { source, sort: 'code' })]), // prettier-ignore
    ...[middle.cas, middle.code, 'PDS-0', '酸', '盐酸盐', 'acid', 'a', middle.name_cn, 'qqqqqqq'].flatMap((q) => [office('/products', { q }), office('/products', { q, sort: 'code' })]), // prettier-ignore
    office('/products', { q: 'acid', source: 'synced', status: 'off' }),
    office('/categories'),
    office('/tags'),
    office('/keys'),
    office('/sync-log'),
    office('/sync-log', { page: 300 }),
    office('/sync-log', { key: 3 }),
    office('/sync-log', { method: 'POST' }),
    office('/sync-log', { method: 'DELETE' }),
    office('/sync-log', { status: 500 }),
    office('/sync-log', { status: 4 }),
    office('/sync-log', { path: 'PDS-49' }),
    office('/sync-log', { path: 'nowhere' }),
    office('/sync-log', { since: recent }),
    office('/sync-log', { until: old }),
    office('/inquiries'),
    office('/inquiries', { status: 'new' }),
    office('/media'),
    office('/media', { group: 'group 3' }),
    office('/media', { q: 'image 49' }),
    office('/media-groups'),
    office('/index'),
    office('/product-values', { field: 'series', start: '' }),
    office('/product-values', { field: 'source', start: '' }),
    office('/translate', { text: middle.name_cn, to: 'en' }),
    office('/translate', { text: 'acid', to: 'cn' }),
  ];

  const keyed = { 'X-API-Key': key };
  const write = (name, make, times = 3) => ({ name, send: (i) => call(...make(i)), times });
  const codes = await db.map(`SELECT code FROM products ORDER BY hashtextextended(code, 3) LIMIT 40000`, [], (row) => row.code); // prettier-ignore
  const withoutSource = ({ source: _source, ...product }) => product;
  const batch = (i, count, mark = '') =>
    Array.from(generate(originals, 5_000_000 + i * count, count, { mark }), withoutSource);
  const pushed = (products) => ({ method: 'POST', body: { products }, headers: keyed });
  const start = await call(`${api}/changes`);
  const writes = [
    write('push 5,000 new', (i) => [`${api}/sync/push`, pushed(batch(i, 5_000, 'E-'))]),
    write('push 5,000 changed', (i) => [`${api}/sync/push`, pushed(batch(i, 5_000).map((product, at) => ({ ...product, code: codes[at] })))]), // prettier-ignore
    write('push 1 changed', (i) => [`${api}/sync/push`, pushed([{ code: codes[i], name_cn: `名 ${i}` }])], 8),
    write('push 1,000 by CAS number', () => [`${api}/sync/push`, pushed(Array.from({ length: 1_000 }, (_, n) => ({ cas: `${4_000_000 + n}-00-0`, name_cn: `名 ${n}` })))]), // prettier-ignore
    write('edit', (i) => [`${api}/products/${encodeURIComponent(codes[i])}`, { method: 'PUT', body: { name_cn: `改 ${i}` }, headers: keyed }], 8), // prettier-ignore
    write('tag 5,000', (i) => [`${api}/tags/apply`, { method: 'POST', body: { codes: codes.slice(5_000, 10_000), tags: [`标签${i}`] }, headers: keyed }]), // prettier-ignore
    write('add a tag', (i) => [`${api}/tags`, { method: 'POST', body: { tag: `新标签${i}` }, headers: keyed }]), // prettier-ignore
    write('delete 500', (i) => [`${api}/products/batch`, { method: 'DELETE', body: { codes: codes.slice(-500 * (i + 1)).slice(0, 500) }, headers: keyed }]), // prettier-ignore
    write('delete one', (i) => [`${api}/products/${encodeURIComponent(codes.at(-2_000 - i))}`, { method: 'DELETE', headers: keyed }]), // prettier-ignore
  ];
  const afterwards = [
    get('changes from before the pushes', `${api}/changes?${query({ after: JSON.parse(start.text).next, limit: 1000 })}`), // prettier-ignore
    get('tags after the pushes', `${api}/tags`),
    get('list after the pushes', `${api}/products`),
  ];
  return [
    get('detail by code', `${api}/products/${encodeURIComponent(middle.code)}`),
    get('detail by CAS number', `${api}/products/${middle.cas}`),
    get('detail of nothing', `${api}/products/nothing`),
    get('list page 50', `${api}/products?page=50`),
    get('list page 1,000', `${api}/products?page=1000`),
    get('list page 40,000', `${api}/products?page=40000`),
    get('list page_size=200', `${api}/products?page_size=200`),
    ...lists,
    get('changes, no cursor', `${api}/changes`),
    get('changes at the end', `${api}/changes?${query({ after: JSON.parse(start.text).next })}`),
    get('categories', `${api}/categories`),
    get('tags', `${api}/tags`),
    get('media', `${api}/media`),
    get('readyz', '/readyz'),
    get('a product page', `/products/${encodeURIComponent(middle.code)}`),
    get('the site map', '/sitemap.xml'),
    get('a part of the site map', '/sitemap/1.xml'),
    get('storefront', '/'),
    ...searches,
    ...offices,
    ...[{}, { in_stock: 'true' }, { updated_after: recent }, { updated_after: old }, { category: '中间体' }].map((filter) => ({ ...get(`export ${JSON.stringify(filter)}`, `${api}/export?${query({ format: 'csv', ...filter })}`), times: 2 })), // prettier-ignore
    { ...get('export chemicalbook', `${api}/export?format=chemicalbook`), times: 1 },
    ...writes,
    ...afterwards,
  ];
}

async function main() {
  const { values: options } = parseArgs({
    options: {
      size: { type: 'string', default: '1m' },
      over: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
      plans: { type: 'boolean', default: false },
    },
  });
  const say = (text) => process.stderr.write(`${text}\n`);
  const stack = await openBenchStack();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stack.close().then(() => process.exit(130)));
  try {
    const originals = await readProducts(options.data && resolve(options.data));
    const size = SIZES[options.size];
    if (size === undefined) throw new Error(`--size: ${Object.keys(SIZES).join(', ')}`);
    await loadCatalogue(stack, { name: 'explained', size, originals, seed: 1 });
    say(`${size} products loaded`);
    printSlow(await explain(stack, 'explained', { say, originals, only: options.only }), options);
  } finally {
    await stack.close();
  }
}

/** Prints what took longer than --over ms (median), slowest first; with --plans how Postgres went about it. */
function printSlow(explained, { over, plans }) {
  const slow = explained
    .flatMap(({ name, statements }) => statements.map((statement) => ({ name, ...statement })))
    .filter(({ times, worst }) => median(times) > Number(over) || worst > 5 * Number(over))
    .toSorted((a, b) => median(b.times) - median(a.times));
  for (const { name, text, times, plan } of slow) {
    const [middle, most] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0).padStart(6));
    process.stdout.write(`${middle} ms, at most ${most} ms (${times.length}): ${name}\n`);
    if (plans) process.stdout.write(`${text}\n${plan}\n`);
  }
  process.stdout.write(`${slow.length} statements over ${over} ms\n`);
  for (const { name, failure } of explained)
    if (failure) process.stdout.write(`failed: ${name}: ${failure}\n`);
}

await main();
