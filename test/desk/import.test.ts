import { mkdirSync, rmSync } from 'node:fs';
import { openWrites } from '../../src/platform/database/writes.js';
import { openLimit } from '../../src/platform/limits/limit.js';
import { previewImport } from '../../src/exchange/import/load.js';
import { readItems } from '../../src/catalogue/products/item.js';
import { openJudgement } from '../../src/catalogue/products/judge.js';
import { openChemistry } from '../../src/chemistry/structures/chemistry.js';
import { workbook } from '../exchange/import/workbook.js';
import { killAll, startGatewayProcess } from '../support/processes.js';
import { serviceOfFile } from '../support/service.js';
import { until } from '../support/until.js';
import { officeOfFile } from './office.js';
import { fileOf, temporaryFolder } from '../infra/launch.js';

const service = serviceOfFile();
const office = officeOfFile(service);
beforeEach(() => service.db.none('TRUNCATE products'));

/** Sends a file and gives the lines of the answer. */
async function send(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<any[]> {
  const answer = await fetch(`${service.origin}/back-office/api${path}`, {
    method: 'POST',
    body: content,
    headers: { Cookie: office.cookie, Origin: service.origin, 'Content-Type': 'application/octet-stream' },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const outcomeOf = (lines: any[]): any => lines.at(-1).outcome;
/** The file of rejected rows that is kept of an import. */
const rejectedOf = async (lines: any[]): Promise<string> =>
  (await office.call('GET', `/sync-log/${outcomeOf(lines).import_id}/rejected`)).text;
const count = async (): Promise<number> =>
  (await service.db.one<{ count: number }>('SELECT count(*) FROM products')).count;

const CSV = '货号,名称,CAS号,库存,花色\nA-1,阿司匹林,50-78-2,5,红\nA-2,,,,\nA-3,乙,,,\n';
const ROWS = [
  ['货号', '名称', 'CAS号', '库存', '花色'],
  ['A-1', '阿司匹林', '50-78-2', 5, '红'],
  ['A-2', '', '', '', ''],
  ['A-3', '乙', '', '', ''],
];
const JSON_TEXT = JSON.stringify({
  products: [
    { 货号: 'A-1', 名称: '阿司匹林', cas: '50-78-2', stock: 5, 花色: '红' },
    { code: 'A-2' },
    { code: 'A-3', name: '乙' },
  ],
});

describe.each([
  ['csv', CSV, 3],
  ['xlsx', workbook(ROWS), 3],
  ['json', JSON_TEXT, 2],
])('a file of %s', (_form, content, line) => {
  test('is previewed with its columns and every row at fault, and nothing is stored', async () => {
    const lines = await send('/import/preview', content);
    expect(lines[0].progress).toBeDefined();
    const outcome = outcomeOf(lines);
    expect(outcome).toMatchObject({ created: 2, updated: 0, invalid: 1, ignored_fields: ['花色'] });
    expect(outcome.errors).toEqual([
      expect.objectContaining({ line, code: 'A-2', field: 'name_cn', reason: 'required' }),
    ]);
    const [seen] = await send('/import/columns', content);
    const unknown = { name: '花色', samples: ['红'], read: null, sureness: 'unknown' };
    expect(seen.data.columns).toContainEqual(expect.objectContaining(unknown));
    expect(seen.data.columns[0]).toMatchObject({ name: '货号', read: 'code', sureness: 'known' });
    expect(await count()).toBe(0);
  });

  test('is imported as the preview said, by the source back-office', async () => {
    expect(outcomeOf(await send('/import', content))).toMatchObject({ created: 2, updated: 0, invalid: 1 });
    const { body } = await service.call('GET', '/products/A-1');
    expect(body.data).toMatchObject({
      name_cn: '阿司匹林',
      cas: '50-78-2',
      status: 'in_stock',
      source: 'back-office',
    });
    expect(outcomeOf(await send('/import', content))).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      invalid: 1,
    });
  });
});

test('an import is in the log with its file and counts, and its rejected rows are a file that is corrected and imported, of any size', async () => {
  const MANY = 6_100; // more than are told, and than one batch
  const long = 'x'.repeat(500);
  const rows = Array.from({ length: MANY }, (_, i) => `R-${i},${long}`);
  const path = `/import?name=${encodeURIComponent('目录, 新.csv')}`;
  const lines = await send(path, `code,name\nA-1,甲\n${rows.join('\n')}\n`);
  const outcome = outcomeOf(lines);
  expect(outcome).toMatchObject({ created: 1, invalid: MANY, rejected_kept: MANY });
  const counts = { created: 1, updated: 0, unchanged: 0, invalid: MANY };
  const { data } = (await office.call('GET', `/sync-log/${outcome.import_id}`)).body;
  expect(data).toMatchObject({
    staff_name: 'wang',
    key_name: null,
    file_name: '目录, 新.csv',
    status: 200,
    counts,
  });
  expect(data.errors).toHaveLength(1_000);
  expect(data.errors[999]).toMatchObject({
    line: 1_002,
    field: 'name_cn',
    values: { code: 'R-999', name: long },
  });
  const text = await rejectedOf(lines);
  expect(text.split('\r\n').length).toBe(MANY + 2);
  expect(text).not.toContain('A-1');
  const again = await send('/import', text.replaceAll(long, '乙'));
  expect(outcomeOf(again)).toMatchObject({ created: MANY, invalid: 0, ignored_fields: [], rejected_kept: 0 });
  const actions = async (): Promise<any[]> => (await office.call('GET', '/actions')).body.data;
  await until(async () => (await actions())[0].import_id === outcomeOf(again).import_id);
  const [done, download, before] = await actions();
  expect(done.counts).toMatchObject({ created: MANY, invalid: 0 });
  expect(download.path).toContain(`/sync-log/${outcome.import_id}/rejected`);
  expect(before).toMatchObject({
    path: expect.stringContaining(encodeURIComponent('目录, 新.csv')),
    counts,
    import_id: outcome.import_id,
  });
  const rejected = (await office.call('GET', '/sync-log/rejected')).body.data;
  expect(rejected.products).toBeGreaterThanOrEqual(MANY);
  const entries = 'SELECT count(*) FROM sync_log';
  const { count } = await service.db.one(entries);
  expect(outcomeOf(await send('/import/preview', text))).toMatchObject({ invalid: MANY });
  expect(await service.db.one(entries)).toEqual({ count });
});

test('who leaves the page while an import runs finds it in both logs', async () => {
  const leave = new AbortController();
  const rows = Array.from({ length: 10_000 }, (_, i) => `L-${i},${i % 2 ? '甲' : ''}`);
  const answer = await fetch(`${service.origin}/back-office/api/import?name=left.csv`, {
    method: 'POST',
    body: `code,name\n${rows.join('\n')}\n`,
    headers: { Cookie: office.cookie, Origin: service.origin, 'Content-Type': 'application/octet-stream' },
    signal: leave.signal,
  });
  await answer.body!.getReader().read();
  leave.abort();
  const counts = { created: 5_000, updated: 0, unchanged: 0, invalid: 5_000 };
  await until(async () => {
    const [last] = (await office.call('GET', '/actions')).body.data;
    return last.path.endsWith('of=left.csv') && last.counts?.invalid === 5_000;
  });
  const { data } = (await office.call('GET', '/sync-log')).body;
  expect(data[0]).toMatchObject({ file_name: 'left.csv', status: 200, counts });
});

test('an import that is broken off says so, and its log has what it did and rejected by then', async () => {
  await service.db.none(
    `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''broken off''; END'`,
  );
  await service.db.none(
    `CREATE TRIGGER break_off BEFORE INSERT ON products FOR EACH ROW WHEN (new.code = 'LAST') EXECUTE FUNCTION break_off()`,
  );
  try {
    const batch = 'R-1,\n'.repeat(5_000); // the last one is of the next batch
    const lines = await send('/import', `code,name\n${batch}LAST,甲\n`);
    expect(lines.at(-1)).toMatchObject({ error: { code: 'import_failed' } });
    const { data } = (await office.call('GET', '/sync-log?rejections=true')).body;
    expect(data[0]).toMatchObject({ status: 500, counts: { created: 0, invalid: 5_000 } });
    const kept = await office.call('GET', `/sync-log/${data[0].id}/rejected`);
    expect(kept.text.trim().split('\r\n')).toHaveLength(5_001);
  } finally {
    await service.db.none('DROP FUNCTION break_off() CASCADE');
  }
});

test('an import whose process dies is told as broken off after a minute, with what it had done', async () => {
  await service.db.none(
    `CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN new; END'`,
  );
  await service.db.none(
    `CREATE TRIGGER be_slow BEFORE INSERT ON products FOR EACH ROW WHEN (new.code = 'LAST') EXECUTE FUNCTION be_slow()`,
  );
  const gateway = await startGatewayProcess({ DATABASE_URL: service.databaseUrl });
  try {
    const sent = fetch(`${gateway.origin}/back-office/api/import?name=dies.csv`, {
      method: 'POST',
      body: `code,name\n${'R-1,\n'.repeat(5_000)}LAST,甲\n`,
      headers: { Cookie: office.cookie, Origin: gateway.origin, 'Content-Type': 'application/octet-stream' },
    })
      .then((answer) => answer.text())
      .catch(() => {});
    const logged = async () =>
      (await office.call('GET', '/sync-log')).body.data.find((row: any) => row.file_name === 'dies.csv');
    await until(async () => (await logged())?.counts?.invalid === 5_000);
    expect(await logged()).toMatchObject({ staff_name: 'wang', status: 102 });
    await killAll([gateway]);
    await sent;
    const asleep = `datname = current_database() AND wait_event = 'PgSleep'`;
    await service.db.any(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${asleep}`);
    await service.db.none(`UPDATE sync_log SET at = at - interval '61 seconds' WHERE file_name = 'dies.csv'`);
    expect(await logged()).toMatchObject({ status: 500, counts: { created: 0, invalid: 5_000 } });
  } finally {
    await service.db.none('DROP FUNCTION be_slow() CASCADE');
  }
});

test('a preview changes neither a product nor what readers of the change log see', async () => {
  await service.push([{ code: 'A-1', name_cn: '旧名' }]);
  const before = await service.db.one('SELECT count(*) AS changes FROM product_changes');
  expect(outcomeOf(await send('/import/preview', CSV))).toMatchObject({ created: 1, updated: 1 });
  expect(await service.db.one('SELECT count(*) AS changes FROM product_changes')).toEqual(before);
  expect((await service.call('GET', '/products/A-1')).body.data.name_cn).toBe('旧名');
});

test('a preview judges rows by the earlier ones of its file, as the import does, however far apart they are', async () => {
  const between = Array.from({ length: 6_000 }, (_, i) => `P-${i},名称${i},N/A`).join('\n');
  const content = `code,name,cas\nA-1,甲,50-78-2\n${between}\nA-1,,\n,,50-78-2\nA-9,,\n`;
  const counts = { created: 6_001, updated: 0, unchanged: 2, invalid: 1 };
  const preview = outcomeOf(await send('/import/preview', content));
  expect(preview).toMatchObject(counts);
  expect(await count()).toBe(0);
  expect(outcomeOf(await send('/import', content))).toMatchObject({ ...counts, errors: preview.errors });
});

test('a preview holds up no push, neither of its products nor of items without a code', async () => {
  const stored = { code: 'A-1', name_cn: '甲', category: '标准品' };
  await service.push([stored]);
  await service.db.tx(async (tx) => {
    const judge = await openJudgement(tx, 'back-office', 10, openChemistry());
    expect(
      await judge(readItems([stored, { name_cn: '乙', cas: '50-78-2' }], { isFile: true })),
    ).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 1,
    });
    const pushed = await service.push([
      { ...stored, name_cn: '丙' },
      { name_cn: '丁', cas: '58-08-2' },
    ]);
    expect(pushed).toMatchObject({ created: 1, updated: 1 });
    // What was pushed meanwhile is not seen: all of a file is judged by the same catalogue.
    expect(await judge(readItems([{ name_cn: '戊', cas: '58-08-2' }], { isFile: true }))).toMatchObject({
      created: 1,
      updated: 0,
    });
  });
});

test('a preview that takes too long says from which line on it did not judge, and stores nothing', async () => {
  const writes = openWrites(service.db, openLimit({ all: 1 }));
  const file = fileOf(`code,name\n${Array.from({ length: 20_000 }, (_, i) => `P-${i},甲`).join('\n')}\n`);
  const outcome = await previewImport(writes, file, 'back-office', { longestMs: 1 });
  expect(outcome.failure).toMatch(/from line \d+ on/);
  expect(outcome.created).toBeLessThan(20_000);
  expect(await count()).toBe(0);
});

test('an import for which there is no folder takes no turn with it', async () => {
  const TMPDIR = temporaryFolder();
  const gateway = await startGatewayProcess({ DATABASE_URL: service.databaseUrl, TMPDIR });
  const preview = () =>
    fetch(`${gateway.origin}/back-office/api/import/preview`, {
      method: 'POST',
      body: CSV,
      headers: { Cookie: office.cookie, Origin: gateway.origin, 'Content-Type': 'application/octet-stream' },
    });
  rmSync(TMPDIR, { recursive: true });
  for (let i = 0; i < 2; i++) expect((await preview()).ok).toBe(false);
  mkdirSync(TMPDIR);
  const answer = await preview();
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"created":2')]);
});

test.each([
  ['a damaged workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]), /damaged/, 'broken'],
  ['an old Excel file', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /xls/, 'foreign'],
  ['a workbook without names of fields', workbook([['x'], [1]]), /names no field/, 'no_header'],
  ['a text without names of fields', 'x,y\n1,2\n', /names no field/, 'no_header'],
  ['a JSON with a fault', '[\n{x}]', /line 2/, 'bad_json'],
  ['a text whose quote stays open', 'code,name\nA,"a\n', /after line \d/, 'open_quote'],
])('%s is refused with the reason', async (_what, content, reason, code) => {
  expect(outcomeOf(await send('/import', content))).toMatchObject({
    failure: expect.stringMatching(reason),
    failure_code: code,
  });
  expect(await count()).toBe(0);
});
