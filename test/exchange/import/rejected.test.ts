// Rejected rows are kept with their reasons in a file of the same kind, which is corrected and imported again.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { importFile } from '../../../src/exchange/import/load.js';
import type { ImportOptions } from '../../../src/exchange/import/load.js';
import { openRejectedRows } from '../../../src/exchange/import/rejected.js';
import { freshDatabase } from '../../support/database.js';
import { shared } from '../../support/with-own.js';
import { workbook } from './workbook.js';

const database = shared(freshDatabase);
beforeEach(() => database.db.none('TRUNCATE products'));

const folder = join(process.env['TEST_FOLDER']!, 'rejected');
mkdirSync(folder, { recursive: true });
let count = 0;

/** Imports a file and keeps what is rejected. */
async function run(content: string | Uint8Array, options: ImportOptions = {}) {
  const file = join(folder, `file-${process.pid}-${count++}`);
  writeFileSync(file, content);
  const rows = openRejectedRows((kind) => `${file}.${kind}`);
  const outcome = await importFile(database.db, file, 'erp', {
    ...options,
    onRejected: (row) => rows.add(row),
  });
  return { outcome, kept: await rows.finish(), file };
}
const codes = async (): Promise<string[]> =>
  database.db.map('SELECT code FROM products ORDER BY code', [], ({ code }: { code: string }) => code);

const GOOD = { code: 'A', name_cn: '甲' };
const BAD = { code: 'B', name_cn: '乙', status: 'gone' };

const ITEMS = [
  { ...GOOD, 花色: '红' },
  { ...BAD, 花色: '蓝, "深"' },
];
const CELLS = [['货号', '品名', '状态', '花色'], ['A', '甲', '', '红'], ['B', '乙', 'gone', '蓝, "深"']]; // prettier-ignore

describe.each([
  ['CSV', 'csv', '货号,品名,状态,花色\nA,甲,,红\nB,乙,gone,"蓝, ""深"""\n'],
  [
    'gzipped CSV with titles',
    'csv',
    gzipSync('清单\n货号;品名;状态;花色\nA;甲;;红\nB;乙;gone;"蓝, ""深"""\n'),
  ],
  ['an array', 'json', JSON.stringify(ITEMS)],
  ['products', 'json', JSON.stringify({ products: ITEMS }, null, 1)],
  ['lines', 'ndjson', ITEMS.map((item) => JSON.stringify(item)).join('\n')],
  ['a workbook', 'xlsx', workbook(CELLS)],
])('of %s', (_, kind, content) => {
  /** The file of rejected rows as a text; a workbook with its cells in place of those that they are packed in. */
  const open = (path: string): string => {
    if (kind !== 'xlsx') return readFileSync(path, 'utf8');
    return strFromU8(unzipSync(readFileSync(path))['xl/worksheets/sheet1.xml']!);
  };
  const pack = (path: string, text: string): string | Uint8Array =>
    kind === 'xlsx'
      ? zipSync({ ...unzipSync(readFileSync(path)), 'xl/worksheets/sheet1.xml': strToU8(text) })
      : text;

  test('the rejected row is kept with all that it had, and goes in once it is corrected', async () => {
    const { outcome, kept, file } = await run(content);
    expect(outcome).toMatchObject({ created: 1, invalid: 1, ignored_fields: ['花色'] });
    expect(kept).toEqual({ path: `${file}.${kind}` });
    const text = open(kept.path!);
    expect(text).toMatch(/line \d, B, status: must be one of .* \(unknown_status\)/);
    const blue = { csv: '"蓝, ""深"""', xlsx: '>蓝, "深"<' }[kind] ?? JSON.stringify('蓝, "深"');
    expect(text).toContain(blue);

    // What is still wrong is kept again, with the reason of now.
    const again = await run(pack(kept.path!, text.replace('gone', 'lost')));
    expect(again.outcome).toMatchObject({ created: 0, invalid: 1, ignored_fields: ['花色'] });
    expect(open(again.kept.path!).match(/rejected_because/g)).toHaveLength(1);

    const corrected = await run(pack(kept.path!, text.replace('gone', 'off')));
    expect(corrected.outcome).toMatchObject({ created: 1, invalid: 0, ignored_fields: ['花色'] });
    expect(corrected.kept).toEqual({});
    expect(await codes()).toEqual(['A', 'B']);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

test('a number with an apostrophe of its own keeps it', async () => {
  const { kept } = await run(`code,name_cn,mw\n''000125,甲,x\n'000126,乙,x\n`);
  const text = readFileSync(kept.path!, 'utf8');
  expect(text).toContain(",''000125,甲,x\r\n");
  await run(text.replaceAll(',x\r', ',1\r'));
  expect(await codes()).toEqual(["'000125", '000126']);
  await run(workbook([['rejected_because', 'code', 'name_cn'], ['', "'=1", '甲']])); // prettier-ignore
  expect(await codes()).toContain("'=1");
});

test('what holds no product at all is kept too: rows of other lengths, broken lines, values that are no object', async () => {
  const { kept } = await run('code,name_cn\nA,甲,more\nB,乙,,more\nC,丙\n');
  expect(readFileSync(kept.path!, 'utf8').split('\r\n')).toEqual([
    '\ufeffrejected_because,code,name_cn',
    'line 2: the row has more cells than the header (malformed_row),A,甲,more',
    'line 3: the row has more cells than the header (malformed_row),B,乙,,more',
    '',
  ]);
  const lines = await run(`${JSON.stringify(GOOD)}\n{"code": "B"\n7`);
  expect(lines.outcome).toMatchObject({ created: 1, updated: 0, invalid: 2 });
  const texts = readFileSync(lines.kept.path!, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).rejected_text);
  expect(texts).toEqual(['{"code": "B"', '7']);
});

test('every rejected row of a long file is kept, in order, also beyond those that are reported', async () => {
  const rows = Array.from({ length: 12_000 }, (_, i) => `P-${i},${i % 4_000 === 0 ? '甲' : ''}`);
  const { outcome, kept } = await run(`code,name_cn\n${rows.join('\n')}\n`);
  expect(outcome).toMatchObject({ created: 3, invalid: 11_997, errors_truncated: true });
  const found = readFileSync(kept.path!, 'utf8').match(/P-\d+(?=,\r)/g);
  expect(found).toEqual(rows.filter((row) => row.endsWith(',')).map((row) => row.slice(0, -1)));
});

test('warnings are counted by reason beyond those that are listed', async () => {
  const rows = Array.from({ length: 6_000 }, (_, i) => `P-${i},甲${i},50-78-3`);
  const { outcome } = await run(`code,name_cn,cas\n${rows.join('\n')}\n`);
  expect(outcome).toMatchObject({ created: 6_000, warnings_truncated: true });
  expect(outcome.warning_counts['check_digit']).toBe(6_000);
  expect(outcome.warnings).toHaveLength(1_000);
});

test('a place that cannot be written breaks off no import, and leaves nothing behind', async () => {
  const file = join(folder, 'source.csv');
  writeFileSync(file, 'code,name_cn\nA,甲\nB,\n');
  const rows = openRejectedRows(() => join(folder, 'none', 'rejected.csv'));
  const outcome = await importFile(database.db, file, 'erp', { onRejected: (row) => rows.add(row) });
  expect(outcome).toMatchObject({ created: 1, invalid: 1 });
  expect(await rows.finish()).toEqual({ error: expect.stringMatching(/ENOENT/) });
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.each(['csv', 'xlsx'])(
  'rejected rows of %s go into a pipe that stands there, and it stays',
  async (kind) => {
    const table = [['code', 'name_cn'], ['B', '']]; // prettier-ignore
    const file = join(folder, `source.${kind}`);
    writeFileSync(file, kind === 'csv' ? table.join('\n') : workbook(table));
    const pipe = join(folder, `pipe.${kind}`);
    execFileSync('mkfifo', [pipe]);
    const rows = openRejectedRows(() => pipe);
    await importFile(database.db, file, 'erp', { onRejected: (row) => rows.add(row) });
    const [read, kept] = await Promise.all([readFile(pipe), rows.finish()]);
    expect(kept).toEqual({ path: pipe });
    const text = kind === 'csv' ? read.toString() : strFromU8(unzipSync(read)['xl/worksheets/sheet1.xml']!);
    expect(text).toContain('rejected_because');
    expect(statSync(pipe).isFIFO()).toBe(true);
  },
);

test('a batch ends where its text is long, too', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => JSON.stringify({ code: `L-${i}`, name_cn: 'x'.repeat(1_000_000) })); // prettier-ignore
  const counts = new Set<number>();
  const { outcome } = await run(gzipSync(lines.join('\n'), { level: 1 }), {
    onProgress: (_done, _all, { invalid }) => counts.add(invalid),
  });
  expect(outcome.invalid).toBe(40);
  expect(counts.size).toBeGreaterThan(3);
});

test('a file that unpacks to more text than it may is read up to there', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `P-${i},甲`).join('\n');
  const { outcome } = await run(gzipSync(`code,name_cn\n${rows}\n`), { mostText: 100_000 });
  expect(outcome.failure).toMatch(/more than 100000 characters/);
});

test('ignored columns are said before the first product with one is written, and each once', async () => {
  const said: [string[], number][] = [];
  let written = 0;
  const items = Array.from({ length: 6_000 }, (_, i) => ({
    ...GOOD,
    code: `P-${i}`,
    source: 'x',
    花色: '红',
    ...(i > 5_500 && { 规格: 1 }),
  }));
  const { outcome } = await run(items.map((item) => JSON.stringify(item)).join('\n'), {
    onIgnored: (names) => said.push([names, written]),
    onProgress: (_done, _all, { created }) => (written = created),
  });
  expect(said).toEqual([
    [['source', '花色'], 0],
    [['规格'], 5_000],
  ]);
  expect(outcome.ignored_fields).toEqual(['source', '花色', '规格']);
});
