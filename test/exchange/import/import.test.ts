import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { directWrites } from '../../../src/platform/database/writes.js';
import { importFile, previewImport } from '../../../src/exchange/import/load.js';
import { readFileRows } from '../../../src/exchange/import/read.js';
import type { FileRow } from '../../../src/exchange/import/row.js';
import { freshDatabase } from '../../support/database.js';
import { shared } from '../../support/with-own.js';
import examples from './import.json' with { type: 'json' };
import { fileOf, temporaryFolder } from '../../infra/launch.js';

async function read(content: string | Buffer): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of readFileRows(fileOf(content))) rows.push(row);
  return rows;
}

const A = { code: 'A', name_cn: '甲醇', mw: 32.04 };
const B = { code: 'B', name_cn: '乙醇', mw: 46.07 };
const gb18030 = (hex: string): Buffer => Buffer.from(hex, 'hex');

describe('a file is read by what it holds', () => {
  const both = [
    { line: 1, item: A },
    { line: 2, item: B },
  ];
  const forms: [string, string][] = [
    ['a JSON array', JSON.stringify([A, B])],
    ['an indented JSON array', JSON.stringify([A, B], null, 2)],
    ['an object with products', JSON.stringify({ products: [A, B] })],
    [
      'an indented object with products behind another key',
      JSON.stringify({ note: ['x'], products: [A, B] }, null, 2),
    ],
    [
      'an object with another thing under the same name',
      JSON.stringify({ data: { products: [1] }, products: [A, B], more: { data: [A] } }),
    ],
    ['a full export', JSON.stringify({ ok: true, data: [A, B], count: 2 })],
    ['a JSON object a line', `${JSON.stringify(A)}\n${JSON.stringify(B)}\n`],
    ['a JSON object a line, the last one without its end', `${JSON.stringify(A)}\r\n${JSON.stringify(B)}`],
  ];
  test.each(forms)('%s, also gzipped, with a byte order mark and in UTF-16', async (_, content) => {
    const marked = `\ufeff${content}`;
    for (const given of [content, gzipSync(content), marked, Buffer.from(marked, 'utf16le')])
      expect(await read(given)).toEqual(both);
  });

  test('a file of blank lines holds nothing, and is told of', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\n \n')).toMatchObject([{ skipped: 'no_rows' }]);
  });
});

describe('a row of CSV', () => {
  test('has the number of the line on which it begins', async () => {
    const rows = await read('code,name_cn,description\nA,甲,"one\ntwo\nthree"\n\nB,乙,\nC,丙,"four\nfive"\n');
    expect(rows.map((row) => row.line)).toEqual([2, 6, 7]);
  });
  test('leaves a field alone where its cell is empty', async () => {
    expect(await read('code,name_cn,cas\nA,,50-78-2\n')).toEqual([
      { line: 2, item: { code: 'A', name_cn: null, cas: '50-78-2' } },
    ]);
  });
  test('may be shorter than the header; with more cells it is refused, and the next ones are read', async () => {
    const rows = await read('code,name_cn\nA,甲,more\nB\nC,丙,,\n');
    expect(rows).toEqual([
      {
        line: 2,
        reason: 'malformed_row',
        message: 'the row has more cells than the header',
        held: ['A', '甲', 'more'],
      },
      { line: 3, item: { code: 'B', name_cn: null } },
      { line: 4, item: { code: 'C', name_cn: '丙' } },
    ]);
  });
});

describe('a file that cannot be read to its end says why', () => {
  test.each([
    ['an object with products that is cut', JSON.stringify({ products: [A, B] }).slice(0, -10), /it is cut/],
    ['an object without products', '{\n"things": []}', /neither an array of products/],
    [
      'bytes that are no UTF-8 behind a long stretch that is',
      Buffer.concat([
        Buffer.from(`code,name_cn\n${`A,${'醇'.repeat(5_000)}\n`.repeat(100)}`),
        gb18030('412cbcd7b4bc0a'),
      ]),
      /changes its character encoding/,
    ],
  ])('%s', async (_, content, reason) => {
    await expect(read(content)).rejects.toThrow(reason);
  });

  test.each([
    ...examples.broken,
    ['is broken within text', `[ROWS,\n"${'x'.repeat(200_000)}\n and more"]`, 'no valid JSON at line 2'],
  ] as [string, string, string][])(
    'JSON that %s; all rows before that are given',
    async (_, content, reason) => {
      const rows = Array.from({ length: 2_000 }, (_, i) => ({ code: `N-${i}`, name_cn: '甲' }));
      const given: FileRow[] = [];
      const all = readFileRows(fileOf(content.replace('ROWS', JSON.stringify(rows).slice(1, -1))));
      await expect(async () => {
        for await (const row of all) given.push(row);
      }).rejects.toThrow(new RegExp(reason));
      expect(given).toEqual(rows.map((item, i) => ({ line: i + 1, item })));
    },
  );

  test('a file that is not there', async () => {
    const missing = readFileRows(join(temporaryFolder(), 'none')).next();
    await expect(missing).rejects.toThrow(/There is no file/);
  });
});

describe('an import', () => {
  const database = shared(freshDatabase);

  test('stores what is good under its source, and tells the others by line', async () => {
    const lines = [
      JSON.stringify({ ...A, note: 'x' }),
      '{"code": "broken"',
      JSON.stringify({ code: 'NO-NAME' }),
      '',
      JSON.stringify({ ...B, status: 'gone' }),
      JSON.stringify({ 货号: 'C', 品名: '丙醇', 库存: 3 }),
      JSON.stringify({ code: 'search', name_cn: '保留' }),
    ];
    const outcome = await importFile(database.db, fileOf(lines.join('\n')), 'shelf');
    expect(outcome).toMatchObject({ created: 2, updated: 0, invalid: 4, ignored_fields: ['note'] });
    expect(outcome.errors.map(({ line, code, field }) => [line, code, field])).toEqual([
      [2, null, null],
      [3, 'NO-NAME', 'name_cn'],
      [5, 'B', 'status'],
      [7, null, 'code'],
    ]);
    const stored = await database.db.any('SELECT code, status, source FROM products ORDER BY code');
    expect(stored).toEqual([
      { code: 'A', status: 'futures', source: 'shelf' },
      { code: 'C', status: 'in_stock', source: 'shelf' },
    ]);
  });

  test('keeps what stood before the place where the file breaks off, and says so', async () => {
    const outcome = await importFile(database.db, fileOf('code,name_cn\nD,丁\nE,"戊\nF,己\n'), 'shelf');
    expect(outcome).toMatchObject({ created: 1, failure: expect.stringContaining('never closed') });
    expect(await database.db.any(`SELECT code FROM products WHERE code IN ('D', 'E', 'F')`)).toEqual([
      { code: 'D' },
    ]);
  });

  test('of more than one batch tells lines of the whole file, and how far it is', async () => {
    const items = Array.from({ length: 12_000 }, (_, i) => ({
      code: `M-${i}`,
      name_cn: i === 11_000 ? '' : '批',
    }));
    const seen: number[] = [];
    const file = fileOf(items.map((item) => JSON.stringify(item)).join('\n'));
    const outcome = await importFile(database.db, file, 'shelf', {
      onProgress: (done, all) => seen.push(done / all),
    });
    expect(outcome).toMatchObject({
      created: 11_999,
      invalid: 1,
      errors: [{ line: 11_001, code: 'M-11000' }],
    });
    expect(seen.at(-1)).toBe(1);
  });

  test('of a full list switches off the rest of its source at the end, or says why it does not', async () => {
    const list = (...codes: string[]) =>
      fileOf(['code,name_cn', ...codes.map((code) => `${code},名`)].join('\n'));
    const full = (file: string, confirm?: number) =>
      importFile(database.db, file, 'list', { fullList: { confirm } });
    const on = () =>
      database.db.map(`SELECT code FROM products WHERE source = 'list' AND status <> 'off' ORDER BY code`, [], ({ code }) => code); // prettier-ignore
    await full(list('L1', 'L2', 'L3', 'L4'));
    expect(await full(list('L1', 'L2', 'L5'), 2)).toMatchObject({ created: 1, unchanged: 2, switched_off: ['L3', 'L4'], switched_off_total: 2 }); // prettier-ignore
    expect(await full(list('L5'))).toMatchObject({ unchanged: 1, switch_off_refused: expect.stringContaining('confirm=2') }); // prettier-ignore
    expect(await full(fileOf('code,name_cn\nL1,名\nL5,名,x\n'))).toMatchObject({ invalid: 1, switch_off_refused: expect.stringContaining('names no product') }); // prettier-ignore
    expect(await full(fileOf('code,name_cn\nL1,名\nL5,"'))).toMatchObject({ failure: expect.any(String) });
    expect(await on()).toEqual(['L1', 'L2', 'L5']);
    expect(await full(list('L5'), 2)).toMatchObject({ switched_off_total: 2 });
    expect(await on()).toEqual(['L5']);
  });

  test('of the same file again writes nothing, so that no reader of changes reads it again, unless it is told to', async () => {
    const file = fileOf(JSON.stringify([A, B]));
    await importFile(database.db, file, 'other');
    const told = () =>
      database.db
        .one(`SELECT (SELECT count(*) FROM product_changes) AS changes, (SELECT max(updated_at) FROM products) AS at,
                              (SELECT source FROM products WHERE code = 'A') AS source`);
    const before = await told();
    expect(await previewImport(directWrites(database.db), file, 'other')).toMatchObject({
      updated: 0,
      unchanged: 2,
    });
    expect(await importFile(database.db, file, 'other')).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect([before, await told()]).toEqual([expect.objectContaining({ source: 'shelf' }), before]);
  });
});
