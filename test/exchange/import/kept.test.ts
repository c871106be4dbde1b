// What an import rejects is kept once, with its values, and read again: GET /sync/imports/{id}/rejected.
import { issueKey } from '../../../src/platform/access/keys.js';
import { pruneImports } from '../../../src/platform/access/kept-imports.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();

const push = async (products: unknown[], key = service.key) =>
  (await service.call('POST', '/sync/push', { key, json: products })).body;
const rejected = (id: number, query = '', key = service.key) =>
  service.call('GET', `/sync/imports/${id}/rejected${query}`, { key });

test('all that a push rejected is read page by page, also beyond the 1,000 errors of its answer, as it was given', async () => {
  const items = Array.from({ length: 2_500 }, (_, i) => ({ sku: `P-${i}`, 库存: i, 备注: 'a\0b \ud800' }));
  const { import_id, errors, invalid } = await push(items);
  expect([errors.length, invalid]).toEqual([1_000, 2_500]);
  const read: { values: unknown; code: string }[] = [];
  for (let page = 1; page <= 3; page++) {
    const { body } = await rejected(import_id, `?page=${page}&page_size=1000`);
    expect(body).toMatchObject({ ok: true, id: import_id, total: 2_500, page, counts: { invalid: 2_500 } });
    read.push(...body.data);
  }
  expect(read.map(({ values }) => values)).toEqual(items);
  expect(read.slice(0, 1_000)).toEqual(
    errors.map((error: { index: number }) => ({ ...error, values: items[error.index] })),
  );
});

test('of a file they have their lines, and the import the name of the file', async () => {
  const form = new FormData();
  form.append('file', new Blob(['货号,品名\nA,甲\nB,\nC,丙,more\n']), '库存 1.csv');
  const { body } = await service.call('POST', '/sync/file', { key: service.key, body: form as never });
  const kept = (await rejected(body.import_id)).body;
  expect(kept).toMatchObject({ file_name: '库存 1.csv', counts: { created: 1, invalid: 2 } });
  expect(kept.data).toMatchObject([
    { index: 1, line: 3, code: 'B', reason: 'required', values: { 货号: 'B', 品名: null } },
    { index: 2, line: 4, reason: 'malformed_row', values: ['C', '丙', 'more'] },
  ]);
});

test('all of them come as CSV for a spreadsheet, and go in once they are corrected', async () => {
  const { import_id } = await push([{ 货号: '=1+1', 品名: '- 甲', mw: 'x', 花色: { a: 1 }, y: [1, 2] }, 7]);
  const { text } = await rejected(import_id, '?format=csv');
  expect(text.trimEnd().split('\r\n')).toEqual([
    'rejected_because,货号,品名,mw,花色,y,rejected_text',
    `"line 1,' =1+1, mw: must be a number (not_a_number)",'=1+1,'- 甲,x,"{""a"":1}","1;2",`,
    expect.stringMatching(/^line 2.*,,,,,,7$/),
  ]);
  const form = new FormData();
  form.append('file', new Blob([text.replace(',x,', ',5,')]), 'rejected.csv');
  await service.call('POST', '/sync/file', { key: service.key, body: form as never });
  const { body } = await service.call('GET', '/products/%3D1%2B1');
  expect(body.data).toMatchObject({ name_cn: '- 甲', mw: 5 });
});

test('nobody reads them but who has a key of that name; without rejections there are none', async () => {
  const [mine, renewed, other] = await Promise.all(
    ['erp', 'erp', 'shop'].map((name) => issueKey(service.db, { name })),
  );
  const { import_id } = await push([{ code: 'X' }], mine!.key);
  expect((await rejected(import_id, '', renewed!.key)).body.total).toBe(1);
  expect((await rejected(import_id, '', other!.key)).status).toBe(404);
  expect((await service.call('GET', `/sync/imports/${import_id}/rejected`)).status).toBe(401);
  for (const id of ['0', 'x', '999999999'])
    expect((await rejected(id as never, '', mine!.key)).status).toBe(404);
  const clean = await push([{ code: 'Y', name_cn: '乙' }], mine!.key);
  expect((await rejected(clean.import_id, '', mine!.key)).body).toMatchObject({ total: 0, data: [] });
});

test('what is too long or nested too deeply to be kept is named without its values; nothing else is lost', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const body = `[{"code":"L","text":"${'x'.repeat(300_000)}"},{"code":"D","text":${deep}},{"code":"S"}]`;
  const answer = await service.call('POST', '/sync/push', {
    key: service.key,
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(200);
  const { data } = (await rejected(answer.body.import_id)).body;
  expect(data.map(({ code, values }: { code: string; values: unknown }) => [code, values !== null])).toEqual([
    ['L', false],
    ['D', expect.any(Boolean)],
    ['S', true],
  ]);
});

describe('it is bounded', () => {
  const bytes = (caller: string): Promise<number> =>
    service.db.one(
      'SELECT coalesce(sum(bytes), 0)::bigint AS n FROM imports WHERE caller = $1',
      [caller],
      ({ n }) => n,
    );

  test('in each import: 32 MiB, the first of it', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `{"code":"B-${i}","text":"${'x'.repeat(900)}"}`);
    const answer = await service.call('POST', '/sync/push', {
      key: service.key,
      body: `[${rows.join()}]`,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.body).toMatchObject({ invalid: 50_000 });
    const { total } = (await rejected(answer.body.import_id)).body;
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThan(50_000);
    expect((await rejected(answer.body.import_id, `?page=${total}&page_size=1`)).body.data[0].code).toBe(
      `B-${total - 1}`,
    );
  });

  test('for each caller: the newest 128 MiB, of whatever size the imports are', async () => {
    const { id, key } = await issueKey(service.db, { name: 'much' });
    const first = await push([{ code: 'Z' }], key);
    await service.db.none('UPDATE imports SET bytes = 100 * 1024 * 1024 WHERE id = $1', [first.import_id]);
    const second = await push([{ code: 'Z' }], key);
    expect(await bytes(`key ${id}`)).toBe(100 * 1024 * 1024 + 16 * 1024);
    await service.db.none('UPDATE imports SET bytes = 100 * 1024 * 1024 WHERE id = $1', [second.import_id]);
    const third = await push([{ code: 'Z' }], key);
    expect((await rejected(first.import_id, '', key)).body.detail).toMatch(/not kept any more/);
    for (const { import_id } of [second, third])
      expect((await rejected(import_id, '', key)).body.total).toBe(1);
  });

  test('in time: 30 days by the clock of the database', async () => {
    const [old, young] = [await push([{ code: 'Z' }]), await push([{ code: 'Z' }])];
    await service.db.none(`UPDATE imports SET at = now() - interval '31 days' WHERE id = $1`, [
      old.import_id,
    ]);
    await service.db.none(`UPDATE imports SET at = now() - interval '29 days' WHERE id = $1`, [
      young.import_id,
    ]);
    await pruneImports(service.db);
    expect((await rejected(old.import_id)).status).toBe(404);
    expect((await rejected(young.import_id)).body.total).toBe(1);
    expect(await service.db.any('SELECT FROM rejected_rows WHERE import_id = $1', [old.import_id])).toEqual(
      [],
    );
  });
});
