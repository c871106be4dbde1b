// What each kind of request has Postgres read, of a catalogue of 100,000 products: by an index, never all of a table.
import { issueKey } from '../../../src/platform/access/keys.js';
import { addStaff } from '../../../src/desk/accounts.js';
import { connect, disconnect } from '../../../src/platform/database/connect.js';
import type { Database } from '../../../src/platform/database/connect.js';
import { addDemand, pruneDemand } from '../../../src/search/demand/store.js';
import { weeksAgo } from '../../../src/search/demand/weeks.js';
import { CHEMICALBOOK } from '../../../src/exchange/profiles/built-in.js';
import { fingerprintOf } from '../../../src/exchange/profiles/definition.js';
import type { Gateway } from '../../../src/main.js';
import { RULES } from '../../../src/catalogue/quality/checks.js';
import { startGateway } from '../../support/built.js';
import { Client } from '../../support/wire.js';
import type { Asked } from '../../support/wire.js';
import { startExplainingPostgres } from './statements.js';
import type { ExplainingPostgres, Scan } from './statements.js';
import examples from './plans.json' with { type: 'json' };
import { connected } from '../../support/database.js';
import { closing } from '../../support/with-own.js';

const PRODUCTS = 100_000;
/** More rows of a table that are looked at and thrown away, or read without an index, are too many. */
const FEW = 5_000;
/** Each read is sent so often that Postgres may settle on one plan for all values. */
const TIMES = 7;
const PASSWORD = 'correct horse battery';

let postgres: ExplainingPostgres;
let db: Database;
let gateway: Gateway;
let client: Client;
let key: string;
let cookie: string;

beforeAll(async () => {
  postgres = closing(await startExplainingPostgres());
  db = connected(postgres.silentUrl, { name: 'test', statementTimeout: 0 });
  await fill();
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL: '2',
    MEILI_URL: 'http://127.0.0.1:1',
    MEILI_KEY: 'the engine is away',
    SEARCH_CACHE: 'off',
    RATE_LIMIT: 'off',
    PORT: '0',
    DATA_DIR: process.env['TEST_FOLDER']!,
  };
  gateway = closing(await startGateway(env));
  client = new Client(gateway.origin);
  ({ key } = await issueKey(db, { name: 'erp', source: 'erp' }));
  await addStaff(db, 'wang', PASSWORD, 'administrator');
  const json = { name: 'wang', password: PASSWORD };
  const { headers } = await client.ask('//back-office/api/session', { method: 'POST', json, headers: { Origin: gateway.origin } }); // prettier-ignore
  cookie = headers['set-cookie']![0]!.split(';', 1)[0]!;
  postgres.statements();
}, 300_000);

/** 100,000 products in two languages, and the rows of a service that has run for a while. */
async function fill(): Promise<void> {
  const indexes = await db.any<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = 'products'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  // Made anew afterwards, as a restore does: in a quarter of the time.
  for (const { name } of indexes) await db.none(`DROP INDEX ${name}`);
  const word = (words: string, n: string): string =>
    `('{${words}}'::text[])[1 + (${n}) % ${words.split(',').length}]`;
  const CN =
    '布洛芬,阿司匹林,对乙酰氨基酚,头孢克洛,阿莫西林,奥美拉唑,二甲双胍,辛伐他汀,氯雷他定,苯酚,地塞米松,卡马西平,磷酸,酒石酸';
  const EN =
    'Ibuprofen,Aspirin,Paracetamol,Cefaclor,Amoxicillin,Omeprazole,Metformin,Simvastatin,Loratadine,Phenol,Dexamethasone,Carbamazepine,Phosphoric acid,Tartaric acid';
  await db.none(`
    INSERT INTO products (code, name_cn, name_en, synonyms, cas, formula, mw, category, series, status, tags, structure_url, description, source, updated_at)
      SELECT 'PDS-' || lpad(n::text, 6, '0'),
             ${word(CN, 'n')} || ${word('杂质A,杂质B,盐酸盐,钠盐,一水合物,-d3', 'n / 14')} || n / 84,
             CASE WHEN n % 9 > 0 THEN ${word(EN, 'n')} || ${word(' impurity A, impurity B, hydrochloride, sodium salt, monohydrate,-d3', 'n / 14')} || ' ' || n / 84 END,
             CASE WHEN n % 3 > 0 THEN 'Syn-' || n || ';别名' || n / 5 || ';' || ${word(EN, 'n / 3')} END,
             CASE WHEN n % 4 > 0 THEN 1000000 + n / 2 || '-' || lpad((n % 90 + 10)::text, 2, '0') || '-' || n % 10 ELSE 'N/A' END,
             'C' || 5 + n % 40 || 'H' || 3 + n % 60 || 'O' || n % 9, 100 + n % 700 + 0.25,
             ${word('杂质对照品,杂质对照品,杂质对照品,标准品,中间体', 'n / 5')},
             CASE WHEN n % 5 > 0 THEN ${word(CN, 'n')} || '系列' || n / 500 END,
             ${word('futures,futures,futures,futures,in_stock,in_stock,in_stock,custom,custom,off', 'n / 3')},
             CASE WHEN n % 20 < 13 THEN ${word('HPLC,EP,USP,ChP,冷藏', 'n')} || ';批次' || n / 30 END,
             CASE WHEN n % 2 = 0 THEN '/media/' || 1 + n % 500 END, '用于有关物质检查的对照品 ' || n,
             ${word('erp,erp,sync,market,back-office', 'n / 7')},
             date_trunc('milliseconds', now() - interval '1 s' * ((n::bigint * 7919) % 63072000))
        FROM generate_series(1, ${PRODUCTS}) n;
    INSERT INTO products (code, name_cn, cas, source)
      SELECT 'SAME-' || n, '同号 ' || n, '58-08-2', 'erp' FROM generate_series(1, 400) n`);
  for (const { definition } of indexes) await db.none(definition);
  await db.none(`
    INSERT INTO aliases (cas, text, lang, kind, source)
      SELECT cas, 'Brand ' || row_number() OVER (), 'en', 'brand', 'erp' FROM products WHERE cas <> 'N/A' ORDER BY id LIMIT 30000;
    INSERT INTO aliases (code, text, kind, source) SELECT code, 'Name ' || code, 'trade', 'erp' FROM products ORDER BY id LIMIT 10000`);
  for (let i = 0; i < 5; i++) await issueKey(db, { name: `key ${i}`, source: 'erp' });
  await db.none(`
    INSERT INTO sync_log (at, key_id, method, path, status, duration_ms, address, request_id, counts)
      SELECT now() - interval '30 days' * (n / 100000.0), 1 + n % 4, CASE n % 10 WHEN 0 THEN 'POST' ELSE 'GET' END,
             '/api/v1/products/PDS-' || n, CASE WHEN n % 1000 = 0 THEN 500 ELSE 200 END, 12, '10.0.0.1', n::text,
             CASE n % 50 WHEN 0 THEN jsonb_build_object('created', 1, 'invalid', CASE n % 2000 WHEN 0 THEN 1 ELSE 0 END) END
        FROM generate_series(100000, 1, -1) n;
    INSERT INTO imports (id, at, caller, form, bytes)
      SELECT id, at, 'key ' || id % 8, '{}', 16384 FROM sync_log WHERE counts->>'invalid' = '1';
    INSERT INTO rejected_rows (import_id, place, fault, given) SELECT id, place, '{}', '{}' FROM imports, generate_series(1, 200) place;
    INSERT INTO inquiries (product_name, name, email, status)
      SELECT 'product ' || n, 'somebody', 'a@example.org', CASE WHEN n % 10 = 0 THEN 'new' ELSE 'answered' END
        FROM generate_series(1, 20000) n;
    INSERT INTO inquiries (line_count, name, email) SELECT 10, 'somebody', 'b@example.org' FROM generate_series(1, 2000);
    INSERT INTO inquiry_lines (inquiry_id, line, code, cas)
      SELECT id, line, 'PDS-' || lpad((id % 20)::text, 6, '0'), CASE line WHEN 1 THEN '58-08-2' ELSE 1000000 + id || '-00-' || line % 10 END FROM inquiries, generate_series(1, 10) line WHERE line_count = 10;
    INSERT INTO demand (text, week, sureness, count)
      SELECT 'wanted ' || n / 4, date_trunc('week', now() AT TIME ZONE 'UTC')::date - 7 * (n % 4), CASE WHEN n % 3 = 0 THEN 'similar' ELSE 'none' END, 1 + n % 50
        FROM generate_series(1, 100000) n;
    INSERT INTO media_objects (sha256) SELECT sha256(n::text::bytea) FROM generate_series(1, 20000) n;
    INSERT INTO media (sha256, mime, bytes, width, height, filename, group_name)
      SELECT sha256(n::text::bytea), 'image/png', 10000, 300, 300, 'image ' || n, 'group ' || n % 20 FROM generate_series(1, 20000) n;
    INSERT INTO product_history (code, op, by_kind, changes)
      SELECT CASE WHEN n % 60 = 0 THEN 'PDS-000777' ELSE 'GONE-' || n / 3 END, CASE WHEN n % 60 = 0 THEN 'changed' ELSE 'deleted' END, 'key',
             json_build_object('name_cn', json_build_array('旧 ' || n, '新'))
        FROM generate_series(1, 30000) n;
    INSERT INTO staff_actions (staff_name, method, path, status, address, request_id)
      SELECT CASE WHEN n % 50 = 0 THEN 'li' ELSE 'wang' END, 'PUT', '/products/PDS-' || n, 200, '10.0.0.1', n::text
        FROM generate_series(1, 20000) n`);
  // What the checks find of them; one finds nothing, one half of all.
  const findings: [check: string, condition: string, cas: string][] = [
    ['name_en_missing', 'name_en IS NULL', 'NULL'],
    ['image_missing', 'structure_url IS NULL', 'NULL'],
    ['several_names', `cas <> 'N/A'`, 'cas'],
    ['other_weight', 'id % 5000 = 0', 'NULL'],
  ];
  for (const [check, condition, cas] of findings)
    await db.none(
      `INSERT INTO findings SELECT id, '${check}', updated_at, ${cas} FROM products WHERE ${condition}`,
    );
  await db.none(
    `INSERT INTO log_readers (name, epoch, xid, seq, mark, state)
       SELECT 'quality', epoch, xid, seq, mark, $1 FROM change_log, newest_change()`,
    [{ rules: RULES, walked: null }],
  );
  await db.none('VACUUM ANALYZE');
}

type Request = [path: string, asked?: Asked];
const query = (parameters: Record<string, string>): string => new URLSearchParams(parameters).toString();
/** Calls of the back office, as its pages make them. */
const office = (path: string, asked: Asked = {}, root = '//back-office/api'): Request => [
  root + path,
  {
    ...asked,
    headers: {
      Origin: gateway.origin,
      'Sec-Fetch-Site': 'same-origin',
      'X-Back-Office': '1',
      Cookie: cookie,
    },
  },
];

/** Sends requests, and gives what they had Postgres do. @param statuses that they may be answered with */
async function scansOf(requests: Request[], times = TIMES, statuses = [200, 201, 404]): Promise<Scan[]> {
  for (const [path, asked = {}] of requests)
    for (let i = 0; i < times; i++) {
      const { status, text } = await client.ask(path, asked);
      if (!statuses.includes(status)) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    }
  const statements = postgres.statements();
  expect(statements.length).toBeGreaterThanOrEqual(requests.length);
  return statements.flatMap(({ scans }) => scans);
}

/**
 * Scans that read too much, once each: of a whole table without an index, or many times more than they found.
 * @param known statements that must
 */
function tooMuch(scans: Scan[], known: RegExp[] = []): string[] {
  const found = scans.filter(({ kind, statement, read, unwanted }) => {
    const inVain = unwanted > FEW + 20 * (read - unwanted);
    const whole = kind === 'Seq Scan' && unwanted === 0 && read > FEW;
    return (inVain || whole) && !known.some((each) => each.test(statement));
  });
  return [...new Set(found.map(({ kind, table, filter, read, unwanted, statement }) => `${kind} of ${table}: ${read} rows, ${unwanted} in vain for ${filter}: ${statement.slice(0, 200)}`))]; // prettier-ignore
}

/** The dictionary of tags is read whole: it is the answer. */
const DICTIONARY = /FROM tag_ledger GROUP BY tag/;
/** So are the counts of all tags, where all products are found. */
const ALL_TAGS = /'tag' AS facet, tag AS value, sum\(delta\)::int AS n FROM tag_ledger/;
/** How many aliases there are, where all of them are meant. */
const ALL_ALIASES = /count\(\*\) AS total FROM aliases WHERE true$/;
/** How many rows a list has, where all of them are meant. */
const WHOLE_LISTS =
  /count\(\*\) AS total FROM (media|inquiries|staff_actions|\(SELECT FROM sync_log l LIMIT 10000\) AS counted)$/;
/** By a part of the file name all images are looked at: tens of thousands at most. */
const FILE_NAMES = /FROM media WHERE strpos/;
/** An export is written in the order in which products were made, whatever part of them is wanted. */
const EXPORT = /^COPY /;

/** The last 10,000 deletions are looked through for those that are not there again. */
const DELETIONS = /^WITH gone AS MATERIALIZED/;

const OLD = '2025-06-01';
const FILTERS = examples.filters as Record<string, string>[];

test('lists: by each filter and order, with a cursor', async () => {
  const requests: Request[] = [];
  for (const filter of FILTERS)
    for (const sort of ['code', 'updated_at', '-updated_at']) {
      const path = `/products?${query({ ...filter, sort })}`;
      const { next_cursor } = JSON.parse((await client.ask(path)).text) as { next_cursor: string | null };
      requests.push([path]);
      if (next_cursor) requests.push([`${path}&${query({ cursor: next_cursor })}`]);
    }
  expect(tooMuch(await scansOf(requests))).toEqual([]);
});

test('lists: a page of a pull behind the one before, with the count of what remains', async () => {
  await db.none(`
    INSERT INTO page_ends SELECT floor(extract(epoch FROM clock_timestamp()) / 900) - n % 4, 'walk ' || n / 200, n % 200, '2026-01-01', n
      FROM generate_series(1, 40000) n`);
  await db.none('ANALYZE page_ends');
  const pulls = FILTERS.filter(({ updated_after: since }) => since === OLD);
  const requests = pulls.flatMap((filter) =>
    ['', '-updated_at', 'code'].map((sort): Request => [
      `/products?${query({ ...filter, ...(sort && { sort }) })}`,
    ]),
  );
  await scansOf(requests, 1);
  const second: Request[] = requests.map(([path]) => [`${path}&page=2`]);
  const seconds = await scansOf(second, 3);
  expect(seconds.filter(({ statement }) => /, products\.id\) [<>] /.test(statement))).not.toEqual([]);
  expect(tooMuch(seconds)).toEqual([]);
});

test('lists: a page far beyond the end reads no products', async () => {
  const filters: Record<string, string>[] = [
    {},
    { category: '杂质对照品' },
    { source: 'erp', in_stock: 'false' },
    { quality: 'image_missing' },
  ];
  for (const filter of filters) {
    const readsOf = async (page: number): Promise<number> => {
      const path = `/products?${query({ ...filter, page: String(page), page_size: '200' })}`;
      const scans = await scansOf([[path, { key }]], 1);
      return scans.reduce((sum, { table, read }) => sum + (table === 'products' ? read : 0), 0);
    };
    expect([filter, await readsOf(1_000_000_000)]).toEqual([filter, 0]);
    expect(await readsOf(2)).toBeGreaterThanOrEqual(200);
  }
});

test('details: by code, by CAS number, and of what is not there', async () => {
  const requests = ['PDS-000777', '58-08-2', '1000388-97-7', 'nothing'].map((each): Request => [
    `/products/${each}`,
  ]);
  expect(tooMuch(await scansOf([...requests, ['//products/PDS-000777']]))).toEqual([]);
});

test('what checks find: lists by each order and beside other filters, counts, and catching up with a push', async () => {
  const requests: Request[] = [['/quality', { key }]];
  const filters: Record<string, string>[] = [{}, { category: '标准品' }, { tag: '批次7' }];
  for (const quality of ['image_missing', 'several_names', 'other_weight', 'date'])
    for (const filter of filters)
      for (const sort of ['code', '-updated_at']) {
        const path = `/products?${query({ quality, ...filter, sort })}`;
        const { next_cursor } = JSON.parse((await client.ask(path, { key })).text) as { next_cursor: string | null }; // prettier-ignore
        requests.push([path, { key }]);
        if (next_cursor) requests.push([`${path}&${query({ cursor: next_cursor })}`, { key }]);
      }
  expect(tooMuch(await scansOf(requests, 3))).toEqual([]);
  const products = Array.from({ length: 2_000 }, (_, i) => ({ code: `PDS-${String(90_000 + i).padStart(6, '0')}`, name_en: `new ${i}` })); // prettier-ignore
  const push: Request = ['/sync/push', { method: 'POST', key, json: products }];
  const file: Request = ['/export?quality=other_weight&format=csv', { key }];
  const catchingUp = await scansOf([push, ['/quality', { key }], ['/products/PDS-090000', { method: 'DELETE', key }], ['/quality', { key }], file], 1); // prettier-ignore
  expect(tooMuch(catchingUp, [EXPORT])).toEqual([]);
});

test('searches and suggestions while the engine is away', async () => {
  const texts = ['58-08-2', '58-0', '1000388', 'PDS-000777', 'PDS-00', 'pds000777', '布洛芬杂质A7', '对乙酰氨基酚', 'ibuprofen', 'acid', 'Syn-777', '别名77',
    'C9H8O4', 'HPLC', 'asprin', 'reference standard of paracetamol', 'qqqqqqq']; // prettier-ignore
  const requests = texts.flatMap((q, i): Request[] => [
    [`/products/search?${query({ q })}`],
    [`/products/suggest?${query({ q })}`],
    ...(i % 4 === 0
      ? [[`/products/search?${query({ q, in_stock: 'true', facets: 'true' })}`] as Request]
      : []),
  ]);
  const list: Request = ['/products/resolve', { method: 'POST', json: { identifiers: texts } }];
  const nothing: Request[] = [['/products/search'], ['/products/search?facets=true'], ['//']];
  expect(tooMuch(await scansOf([...requests, list, ...nothing], 1), [ALL_TAGS])).toEqual([]);
});

test('aliases: read, found while the engine is away, written and deleted', async () => {
  const aliases = [
    ...Array.from({ length: 250 }, (_, i) => ({ cas: `${1000100 + i}-00-0`, text: `Neu ${i}` })),
    ...Array.from({ length: 250 }, (_, i) => ({
      code: `PDS-${String(9_000 + i).padStart(6, '0')}`,
      text: `Neu ${i}`,
    })),
  ];
  const reads: Request[] = ['?cas=58-08-2', '?code=PDS-000777', '?cas=none', '?page=3', ''].map((each) => [
    `/aliases${each}`,
  ]);
  const searches = ['brand 777', 'Name PDS-000777'].map((q): Request => [`/products/search?${query({ q })}`]);
  const writes = ['PUT', 'PUT', 'DELETE'].map((method): Request => [
    '/aliases',
    { method, key, json: { aliases } },
  ]);
  const scans = [...(await scansOf(reads)), ...(await scansOf([...searches, ...writes], 1))];
  expect(tooMuch(scans, [ALL_ALIASES])).toEqual([]);
});

test('categories, tags, images, changes, the site map and what assistants ask', async () => {
  const asked = (name: string, given: object): Request => [
    '//mcp',
    {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream' },
      json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    },
  ];
  const { next } = JSON.parse((await client.ask('/changes')).text) as { next: string };
  const requests: Request[] = [['/categories'], ['/tags'], ['/media'], ['//media/7'], ['/changes'], [`/changes?${query({ after: next })}`], ['//sitemap.xml'],
    ['//sitemap/1.xml'], ['//readyz'], asked('get_product', { code: '58-08-2' }), asked('get_product', { code: 'PDS-000777' }), asked('resolve_identifiers', { identifiers: ['PDS-000777', 'ibuprofen'] }),
    asked('list_products', { mw_min: 180.2, mw_max: 180.3 }), asked('list_products', { mw_min: 100 }), asked('compare_products', { codes: ['PDS-000777', 'PDS-000778'] })]; // prettier-ignore
  expect(tooMuch(await scansOf(requests, TIMES, [200, 404, 503]), [DICTIONARY])).toEqual([]);
});

test('exports: of what a filter selects, and of everything', async () => {
  const filters: Record<string, string>[] = [
    { category: '中间体' },
    { updated_after: '2999-01-01' },
    { in_stock: 'true' },
    {},
  ];
  const requests: Request[] = filters.map((each) => [`/export?${query({ format: 'csv', ...each })}`]); // prettier-ignore
  expect(
    tooMuch(await scansOf([...requests, ['/export?format=csv', { method: 'HEAD' }]], 1), [EXPORT]),
  ).toEqual([]);
});

test('export profiles: what was delivered, and what has changed or gone since', async () => {
  const definition = fingerprintOf(CHEMICALBOOK);
  await db.none(
    `INSERT INTO export_deliveries (profile, delivered_by, recipient, scope, definition, epoch, xid, seq, mark, count, bytes, file, sha256)
       SELECT CASE WHEN n % 20 = 0 THEN 'chemicalbook' ELSE 'other-' || n % 20 END, 'erp', $2,
              CASE WHEN n % 3 = 0 THEN 'revocations' ELSE 'delta' END, decode($1, 'hex'), epoch, last.xid, last.seq, last.mark, 1, 1, 'f', decode($1, 'hex')
         FROM change_log, newest_change() AS last, generate_series(1, 20000) n`,
    [definition, 'erp'],
  );
  await db.none('ANALYZE export_deliveries');
  for (const code of ['PDS-000011', 'PDS-000012', 'PDS-000013'])
    await client.ask(`/products/${code}`, { method: 'PUT', key, json: { status: 'off' } });
  const path = '/export/profiles/chemicalbook/deliveries';
  const requests: Request[] = [path, `${path}?before=5000`, '/export/profiles/nobody/deliveries', '/export?profile=chemicalbook&scope=delta', '/export?profile=chemicalbook&scope=revocations'].map((each) => [each, { key }]); // prettier-ignore
  const { text } = await client.ask('/export?profile=chemicalbook&scope=revocations', { key });
  expect(text).toContain('PDS-000011');
  expect(tooMuch(await scansOf(requests, 1, [200, 404]))).toEqual([]);
});

test('the back office', async () => {
  const texts = ['58-08-2', '1000388', 'PDS-000777', 'pds 0007', '布洛芬杂质A7', '对乙酰氨基酚', 'ibuprofen', 'Syn-777', 'HPLC', 'qqqqqqq']; // prettier-ignore
  const lists: Record<string, string>[] = [{}, { sort: 'code' }, { sort: '-code' }, { source: 'synced' }, { source: 'back-office' }, { source: 'erp', status: 'off' }]; // prettier-ignore
  const searches: Record<string, string>[] = [...texts.flatMap((q) => [{ q, sort: '-updated_at' }, { q, sort: 'code' }]), { q: '对乙酰氨基酚', source: 'synced', status: 'off' }]; // prettier-ignore
  const others = ['/products/PDS-000777', '/categories', '/tags', '/keys', '/sync-log', '/sync-log?page=300', '/sync-log?key=3', '/sync-log?key=5',
    '/sync-log?method=POST', '/sync-log?method=DELETE', '/sync-log?status=500', '/sync-log?status=4', '/sync-log?path=PDS-49', '/sync-log?path=nowhere',
    '/sync-log?since=2999-01-01', '/sync-log?until=2000-01-01', '/sync-log/777', '/sync-log/rejected', '/sync-log?rejections=true', '/sync-log?rejections=true&key=3', '/sync-log?rejections=true&key=5', '/inquiries', '/inquiries?status=new', '/inquiries/open', '/inquiries/export?status=new', '/inquiries/7', '/media', '/media?group=group+3',
    '/media?group=none', '/media?q=image+49', '/media?q=none', '/media-groups', '/media/7/products', '/index', '/actions', '/actions?name=li', '/actions?name=nobody', '/staff-names', '/webhooks',
    '/product-values?field=series&start=', '/product-values?field=source&start=', '/translate?text=%E5%B8%83%E6%B4%9B%E8%8A%AC&to=en', '/translate?text=%E8%8B%AF%E9%85%9A%E6%9D%82%E8%B4%A8A9&to=en',
    '/translate?text=acid&to=cn', '/translate?text=Syn-777&to=cn']; // prettier-ignore
  others.push('/deleted-products', '/deleted-products?q=gone-77&page=2'); // prettier-ignore
  const list = (each: Record<string, string>): Request => office(`/products?${query(each)}`);
  const scans = [
    ...(await scansOf(lists.map(list))),
    ...(await scansOf([...searches.map(list), ...others.map((path) => office(path))], 1)),
  ];
  expect(tooMuch(scans, [DICTIONARY, WHOLE_LISTS, FILE_NAMES, DELETIONS])).toEqual([]);
});

test('what was asked for in vain: each text by its key, the tables read once', async () => {
  const filters = ['', '?sureness=none', '?language=cn', '?q=wanted+77', '?ignored=true', '?weeks=53'];
  const demand = filters.map((each) => office(`/demand${each}`));
  const lists = await scansOf(demand, 2);
  const indexer = connect(postgres.url, { name: 'catalogue indexer' });
  const thisWeek = weeksAgo(1);
  const some = Array.from({ length: 1_000 }, (_, n) => ({ week: thisWeek, count: 1, n }));
  await addDemand(indexer, some.map(({ n, ...each }) => ({ ...each, text: `wanted ${n}`, typed: `Wanted ${n}`, sureness: 'none' }))); // prettier-ignore
  const writes = await scansOf([], 1);
  expect(tooMuch([...lists.filter(({ table }) => table !== 'demand'), ...writes])).toEqual([]);
  await pruneDemand(indexer);
  await disconnect(indexer);
  // What sums up or prunes a table reads all of it, but not for each row of another.
  const reads = [...lists, ...(await scansOf([], 1))].map(({ read }) => read);
  expect(Math.max(...reads)).toBeLessThan(2 * PRODUCTS);
}, 60_000);

test('writes: pushes, edits, deletions, tags, images and inquiries', async () => {
  const products = Array.from({ length: 2_000 }, (_, i) => ({ code: `PDS-${String(50_000 + i).padStart(6, '0')}`, name_cn: `改 ${i}`, tags: 'neu' })); // prettier-ignore
  const made = Array.from({ length: 500 }, (_, i) => ({ code: `NEW-${i}`, name_cn: `新 ${i}` }));
  const byCas = Array.from({ length: 500 }, (_, i) => ({ cas: `${3_000_000 + i}-00-0`, name_cn: `名 ${i}` }));
  const codes = products.map(({ code }) => code);
  const { data: entries } = JSON.parse((await client.ask('/products/PDS-000777/history', { key })).text) as { data: { id: number }[] }; // prettier-ignore
  const { key: little } = await issueKey(db, { name: 'little', source: 'little' });
  const requests: Request[] = [
    ['/sync/push', { method: 'POST', key, json: products }],
    ['/sync/push', { method: 'POST', key, json: made }],
    ['/sync/push', { method: 'POST', key, json: byCas }],
    ['/sync/push', { method: 'POST', key, json: [{ code: 'PDS-000001', name_cn: '一' }] }],
    ['/sync/file?missing=off&dry_run=true', { method: 'POST', key, json: products }],
    ['/sync/file?missing=off&confirm=0', { method: 'POST', key: little, json: made.slice(0, 2) }],
    ['/sync/file?missing=off&list=a&part=1', { method: 'POST', key: little, json: made.slice(0, 2) }],
    [
      '/sync/file?missing=off&list=a&part=2&last=true',
      { method: 'POST', key: little, json: made.slice(0, 2) },
    ],
    ['/products/PDS-000002', { method: 'PUT', key, json: { name_cn: '二' } }],
    ['/products/PDS-000003', { method: 'DELETE', key }],
    ['/products/batch', { method: 'DELETE', key, json: { codes: codes.slice(0, 300) } }],
    ['/tags', { method: 'POST', key, json: { tag: '新标签' } }],
    ['/tags/apply', { method: 'POST', key, json: { codes: codes.slice(300), tags: ['冷藏'] } }],
    ['/categories', { method: 'POST', key, json: { names: ['新类别'] } }],
    ['/categories', { method: 'DELETE', key, json: { names: ['新类别'] } }],
    ['/rfq', { method: 'POST', json: { code: 'PDS-000007', name: '李', email: 'li@example.com' } }],
    [
      '/rfq',
      {
        method: 'POST',
        json: {
          items: Array.from({ length: 100 }, () => ({ code: 'PDS-000007' })),
          name: '李',
          email: 'li@example.com',
        },
      },
    ],
    office('/products/PDS-000004', { method: 'PUT', json: { name_cn: '四', was: {} } }, ''),
    office('/products/PDS-000777/bring-back', { method: 'POST', json: { id: entries[9]!.id } }),
    office('/media/move', { method: 'POST', json: { ids: [7], group: 'group 4' } }),
    office('/media/20000', { method: 'DELETE' }),
    office('/media/7', { method: 'DELETE' }),
    office('/inquiries/7', { method: 'PUT', json: { status: 'answered' } }),
  ];
  expect(tooMuch(await scansOf(requests, 1, [200, 201, 400, 409, 422]))).toEqual([]);
});
