import { issueKey } from '../../../src/platform/access/keys.js';
import { pruneListParts } from '../../../src/catalogue/products/list-parts-store.js';
import { serviceOfFile } from '../../support/service.js';
import { foreignSession, untilBlocked } from '../../support/sessions.js';

// POST /sync/file?missing=off

const service = serviceOfFile();

const post = (body: string, query = '') =>
  service.call('POST', `/sync/file${query}`, {
    key: service.key,
    body,
    headers: { 'Content-Type': 'text/csv' },
  });
const states = (): Promise<{ code: string; status: string }[]> =>
  service.db.any('SELECT code, status FROM products ORDER BY code');
const csvOf = (codes: string[]): string => ['code,name_cn', ...codes.map((code) => `${code},名`)].join('\n');
const on = (...codes: string[]) => codes.map((code) => ({ code, status: 'futures' }));
const off = (...codes: string[]) => codes.map((code) => ({ code, status: 'off' }));
const full = (csv: string, query = '') => post(csv, `?missing=off${query}`);
beforeEach(async () => {
  await service.db.none('DELETE FROM products; DELETE FROM list_parts');
  await post(csvOf(['A', 'B', 'C', 'D']));
  await service.db.none(`INSERT INTO products (code, name_cn, source) VALUES ('X', '他', 'other')`);
});

test('switches off what its own source has beside the file, in one transaction with it', async () => {
  const { body, headers } = await full(csvOf(['A', 'B', 'NEW', 'X']), '&confirm=2');
  expect(body).toMatchObject({
    created: 1,
    updated: 3,
    switched_off: ['C', 'D'],
    switched_off_total: 2,
  });
  expect(await states()).toEqual([...on('A', 'B'), ...off('C', 'D'), ...on('NEW', 'X')]);
  const [row] = await service.db.any(
    `SELECT counts, (SELECT count(DISTINCT xmin::text)::int FROM products WHERE code <> 'X') AS transactions
       FROM sync_log WHERE request_id = $1`,
    [headers.get('x-request-id')],
  );
  expect(row).toMatchObject({ counts: { created: 1, updated: 3, switched_off: 2 }, transactions: 1 });
  expect((await full(csvOf(['A', 'B', 'NEW']))).body).toMatchObject({ switched_off_total: 0 });
});

test('what it switched off has its former status again once its source lists it, unless the item says another', async () => {
  const codes = ['N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6', 'N-7'];
  const status = ['custom', 'in_stock', 'custom', 'custom', 'custom', 'custom', 'custom'];
  const items = codes.map((code, i) => ({ code, name_cn: '甲', status: status[i] }));
  await service.push(items);
  await full(csvOf(['A', 'B', 'C', 'D']), '&confirm=7');
  const put = (code: string, json: object) => service.write('PUT', `/products/${code}`, json);
  await put('N-5', { status: 'off' }); // somebody says so himself
  for (const status of ['futures', 'off'])
    // as any writer may
    await service.db.none(`UPDATE products SET status = $1 WHERE code = 'N-6'`, [status]);
  await put('N-7', { name_en: 'Another' });
  const { key } = await issueKey(service.db, { name: 'other', source: 'other' });
  await service.call('POST', '/sync/push', { key, json: [{ code: 'N-7', stock: 0 }] });

  const again = codes.map((code) => ({ code, stock: 0, ...(code === 'N-4' && { status: 'off' }) }));
  const dry = await service.push(again, '?dry_run=true');
  expect(await service.push(again, '?unchanged=skip')).toMatchObject({ switched_on: ['N-1', 'N-2', 'N-3', 'N-7'], switched_on_total: 4 }); // prettier-ignore
  expect(dry.switched_on_total).toBe(4);
  expect((await states()).filter(({ code }) => code.startsWith('N')).map((each) => each.status)).toEqual(
    ['custom', 'futures', 'custom', 'off', 'off', 'off', 'custom'], // of what was in stock there is none
  );
  // What it says of N-4 holds, also when that is listed once more.
  expect(await service.push(codes.map((code) => ({ code, stock: 0 })))).not.toHaveProperty('switched_on');
});

test('without it nothing is switched off', async () => {
  expect((await post(csvOf(['A']))).body).not.toHaveProperty('switched_off');
  expect(await states()).toEqual(on('A', 'B', 'C', 'D', 'X'));
});

test('more than a tenth wants the number, and only the right one', async () => {
  const csv = csvOf(['A', 'NEW']);
  const refused = { status: 409, body: { switched_off: ['B', 'C', 'D'], switched_off_total: 3, detail: expect.stringMatching(/confirm=3/) } }; // prettier-ignore
  for (const query of ['', '&confirm=2', '&confirm=4']) expect(await full(csv, query)).toMatchObject(refused);
  expect(await states()).toEqual(on('A', 'B', 'C', 'D', 'X'));
  expect((await full(csv, '&dry_run=true')).body).toMatchObject({
    created: 1,
    switched_off: ['B', 'C', 'D'],
  });
  expect(await states()).toEqual(on('A', 'B', 'C', 'D', 'X'));
  expect((await full(csv, '&confirm=3')).body).toMatchObject({ switched_off_total: 3 });
  expect(await states()).toEqual([...on('A'), ...off('B', 'C', 'D'), ...on('NEW', 'X')]);

  const twenty = Array.from({ length: 20 }, (_, i) => `T-${i}`);
  await full(csvOf(['A', 'NEW', ...twenty.slice(2)])); // twenty by now
  expect((await full(csvOf(twenty.slice(2)))).body).toMatchObject({ switched_off_total: 2 });
  expect(await full(csvOf(twenty.slice(4)))).toMatchObject({ status: 409, body: { switched_off_total: 2 } });
});

test('a row that is refused still names its product, by its code or its CAS number', async () => {
  await post('cas,name_cn\n50-78-2,阿司匹林\n69-72-7,水杨酸\n');
  const { body } = await full('code,cas,name_cn,mw\nA,,甲,x\nB,,,\n,50-78-2,阿,x\nC,,丙,\n', '&confirm=2');
  expect(body).toMatchObject({ invalid: 2, switched_off: ['D', 'EXT-69-72-7'] });
});

test('a row that is refused still names the product that it made, whose CAS number is another by now', async () => {
  const list = 'code,name_cn,cas\nA,甲,\nB,乙,\nC,丙,\n,阿司匹林,50-78-2\n';
  await post(list);
  await service.write('PUT', '/products/EXT-50-78-2', { cas: null });
  const { body } = await full(list, '&confirm=1');
  expect(body).toMatchObject({ errors: [{ reason: 'code_taken' }], switched_off: ['D'] });
});

test('a CAS number that several products have names all of them', async () => {
  await post('code,cas,name_cn\nA,50-78-2,甲\nB,50-78-2,乙\n');
  const { body } = await full('code,cas,name_cn\n,50-78-2,丙\nC,,丁\n', '&confirm=1');
  expect(body).toMatchObject({ errors: [{ reason: 'ambiguous_cas' }], switched_off: ['D'] });
});

test.each([
  ['a broken row', `${csvOf(['A', 'B', 'C'])}\nD,丁,more\n`, 5],
  ['a code that cannot be read', csvOf(['A', 'B', 'C', 'D'.repeat(31)]), 5],
  ['an error of the spreadsheet for its CAS number', 'code,cas,name_cn,mw\n,#N/A,甲,1\n', 2],
  ['neither code nor CAS number', `code,name_cn,mw\n,甲,1\n`, 2],
])('a row that names no product is refused: %s', async (_, csv, line) => {
  const { status, body } = await full(csv);
  expect([status, body.errors[0]]).toMatchObject([400, { path: `line ${line}`, code: 'unidentified' }]);
  expect(await states()).toEqual(on('A', 'B', 'C', 'D', 'X'));
});

test('an empty list is refused without its number', async () => {
  for (const empty of ['code,name_cn\n', '[]', ' '])
    expect(await full(empty)).toMatchObject({ status: 409, body: { switched_off_total: 4 } });
  expect((await full('[]', '&confirm=4')).body).toMatchObject({ created: 0, switched_off_total: 4 });
  expect(await full('[]')).toMatchObject({ status: 409, body: { switched_off_total: 0 } });
});

test('the source is that of the key', async () => {
  const { key } = await issueKey(service.db, { name: 'other', source: 'other' });
  const answer = await service.call('POST', '/sync/file?missing=off&confirm=1', {
    key,
    body: csvOf(['A']),
    headers: { 'Content-Type': 'text/csv' },
  });
  expect(answer.body).toMatchObject({ switched_off: ['X'] });
  expect(await states()).toEqual([...on('A', 'B', 'C', 'D'), ...off('X')]);
});

test('beside pushes of the same source nothing is counted that is not done', async () => {
  const list = csvOf(Array.from({ length: 300 }, (_, i) => `L${i}`));
  await post(list);
  const pushes = (letter: string) =>
    Array.from({ length: 10 }, (_, i) => service.push([{ code: `${letter}${i}`, name_cn: '丁' }]));
  const [first, second] = await Promise.all([full(list), full(list), ...pushes('P'), ...pushes('Q')]);
  expect([first!.status, second!.status]).toEqual([200, 200]);
  const counted = first!.body.switched_off_total + second!.body.switched_off_total;
  const gone = (await states()).filter(({ status }) => status === 'off').length;
  expect(counted).toBe(gone);
});

test('what is missing is locked in one order with what is named, so that no other writer deadlocks', async () => {
  const other = await foreignSession(service.databaseUrl, `BEGIN; SET LOCAL lock_timeout = '500ms'`);
  await other.run(`SELECT FROM products WHERE code = 'A' FOR UPDATE`);
  const listed = full(csvOf(['B', 'C', 'D']), '&confirm=1');
  await untilBlocked(service.db);
  await other.run(`SELECT FROM products WHERE code = 'B' FOR UPDATE`);
  await other.run('COMMIT');
  expect((await listed).body).toMatchObject({ updated: 3, switched_off: ['A'] });
});

describe('a list in parts', () => {
  const part = (codes: string[], query: string) => full(csvOf(codes), `&list=daily&${query}`);

  test('switches off what no part names, once the last one is there; a part may be sent again', async () => {
    const first = await part(['A', 'WRONG'], 'part=1');
    expect(first.body).toMatchObject({ created: 1, parts: [1] });
    expect(first.body).not.toHaveProperty('switched_off');
    expect((await part(['A', 'NEW'], 'part=1')).body).toMatchObject({ parts: [1] });
    const tooEarly = await part(['C'], 'part=3&last=true');
    expect(tooEarly).toMatchObject({ status: 400, body: { errors: [{ path: 'part', code: 'missing_parts' }], detail: expect.stringContaining('part 2 ') } }); // prettier-ignore
    expect((await part(['B'], 'part=2')).body).toMatchObject({ parts: [1, 2] });
    expect(await states()).toEqual(on('A', 'B', 'C', 'D', 'NEW', 'WRONG', 'X'));

    // What is confirmed is the whole: D, and what the part named before it was sent again.
    const last = (confirm: string) => part(['C'], `part=3&last=true${confirm}`);
    expect((await last('&dry_run=true')).body).toMatchObject({ switched_off: ['D', 'WRONG'] });
    for (const wrong of ['', '&confirm=1', '&confirm=5'])
      expect(await last(wrong)).toMatchObject({ status: 409, body: { switched_off: ['D', 'WRONG'] } });
    expect((await last('&confirm=2')).body).toMatchObject({ parts: [1, 2, 3], switched_off: ['D', 'WRONG'] });
    const done = [...on('A', 'B', 'C'), ...off('D'), ...on('NEW'), ...off('WRONG'), ...on('X')];
    expect(await states()).toEqual(done);
    // Its answer may have been lost.
    expect((await last('')).body).toMatchObject({ parts: [1, 2, 3], switched_off_total: 0 });
    expect(await states()).toEqual(done);
  });

  test('after its end it begins anew, and what came more than a day ago is no part of it', async () => {
    await part(['A', 'B'], 'part=1');
    await part(['C', 'D'], 'part=2&last=true');
    expect((await part(['A'], 'part=1')).body).toMatchObject({ parts: [1] });
    expect(await part(['B'], 'part=3&last=true')).toMatchObject({ status: 400 });
    expect((await part(['B'], 'part=2&last=true&confirm=2')).body).toMatchObject({
      switched_off: ['C', 'D'],
    });
    await part(['A'], 'part=1');
    await service.db.none(`UPDATE list_parts SET at = now() - interval '25 hours'`);
    expect(await part(['B'], 'part=2&last=true')).toMatchObject({ status: 400 });
    expect(await pruneListParts(service.db)).toBe(1);
    expect(await service.db.any('SELECT FROM list_parts')).toEqual([]);
  });

  test('a last part that comes first does not take parts of the list before for its own', async () => {
    await part(['A', 'B'], 'part=1');
    await part(['C', 'D'], 'part=2&last=true');
    expect(await part(['C', 'B'], 'part=2&last=true')).toMatchObject({ status: 400, body: { errors: [{ code: 'missing_parts' }] } }); // prettier-ignore
    expect((await part(['C', 'D'], 'part=2&last=true')).body).toMatchObject({ parts: [1, 2] });
    await part(['A', 'D'], 'part=1');
    expect((await part(['C', 'B'], 'part=2&last=true')).body).toMatchObject({ switched_off_total: 0 });
  });

  test('a part with a row that names no product is refused, and a CAS number names its holders', async () => {
    await post('code,cas,name_cn\nA,50-78-2,甲\nB,50-78-2,乙\n');
    expect(await full('code,name_cn,mw\n,甲,1\n', '&list=daily&part=1')).toMatchObject({ status: 400, body: { errors: [{ code: 'unidentified' }] } }); // prettier-ignore
    await full('cas,name_cn\n50-78-2,丙\n', '&list=daily&part=1');
    expect((await part(['C'], 'part=2&last=true&confirm=1')).body).toMatchObject({ switched_off: ['D'] });
  });

  test('a source has ten unfinished lists, of two million products together', async () => {
    const lists = (count: number, codes: number) =>
      service.db.none(
        `INSERT INTO list_parts (source, list, part, codes)
           SELECT 'erp', 'list ' || n, 1, array_fill('X'::text, ARRAY[$2::int]) FROM generate_series(1, $1) n`,
        [count, codes],
      );
    await lists(10, 1);
    expect(await part(['A'], 'part=1')).toMatchObject({ status: 400, body: { errors: [{ path: 'list', code: 'too_many' }] } }); // prettier-ignore
    await service.db.none('DELETE FROM list_parts');
    await lists(1, 2_000_000);
    expect(await part(['A'], 'part=1')).toMatchObject({ status: 400, body: { errors: [{ path: 'list', code: 'too_long' }] } }); // prettier-ignore
    // Those of others, and those that are done, are none of them.
    await service.db.none('UPDATE list_parts SET ended = true');
    expect((await part(['A'], 'part=1')).status).toBe(200);
  });
});

test.each([
  ['/sync/file', 'missing', 'list=a&part=1', 'list'],
  ['/sync/file', 'a list', 'missing=off&part=1', 'part'],
  ['/sync/file', 'a part', 'missing=off&list=a', 'list'],
  ['/sync/file', 'the last part', 'missing=off&list=a&part=1&confirm=1', 'confirm'],
  ['/sync/file', 'a sense', 'dryrun=true', 'dryrun'],
  ['/sync/push', 'a full list', 'missing=off', 'missing'],
  ['/products', 'a full list', 'missing=off', 'missing'],
])('%s without %s: what means nothing is refused by its name', async (path, _, query, name) => {
  const { status, body } = await service.write('POST', `${path}?${query}`, [{ code: 'A', name_cn: '另' }]);
  expect([status, body.errors[0].path]).toEqual([400, name]);
  expect(await service.db.any(`SELECT FROM products WHERE name_cn = '另'`)).toEqual([]);
});
