import { gzipSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { issueKey } from '../../../src/platform/access/keys.js';
import { serviceOfFile } from '../../support/service.js';
import { remade, workbook } from './workbook.js';

// POST /sync/file

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

type Bytes = string | Uint8Array<ArrayBuffer>;
const post = (body: Bytes, query = '', headers: Record<string, string> = {}) =>
  service.call('POST', `/sync/file${query}`, {
    key: service.key,
    body,
    headers: { 'Content-Type': 'text/csv', ...headers },
  });
const postForm = (parts: Record<string, Bytes>, query = '') => {
  const form = new FormData();
  for (const [name, content] of Object.entries(parts)) form.append(name, new Blob([content]), 'products');
  return service.call('POST', `/sync/file${query}`, { key: service.key, body: form as never });
};
const states = (): Promise<{ code: string; status: string }[]> =>
  service.db.any('SELECT code, status FROM products ORDER BY code');
const csvOf = (codes: string[]): string => ['code,name_cn', ...codes.map((code) => `${code},名`)].join('\n');
const gzip = (content: Bytes): Uint8Array<ArrayBuffer> => Uint8Array.from(gzipSync(content));

const ROWS = [
  ['货号', '品名', 'mw'],
  ['A', '甲', 1],
  ['B', '乙', 2],
];
const WORKBOOK = workbook(ROWS);
const CSV = ROWS.map((row) => row.join(',')).join('\n');
const ITEMS = ROWS.slice(1).map(([code, name_cn, mw]) => ({ code, name_cn, mw }));
const NDJSON = ITEMS.map((item) => JSON.stringify(item)).join('\n');

test.each<[string, Bytes, Record<string, string>]>([
  ['CSV', CSV, {}],
  ['gzipped CSV', gzip(CSV), { 'Content-Type': 'application/gzip' }],
  ['CSV with Content-Encoding', gzip(CSV), { 'Content-Encoding': 'gzip' }],
  ['a workbook', WORKBOOK, { 'Content-Type': 'application/octet-stream' }],
  ['JSON', JSON.stringify(ITEMS), { 'Content-Type': 'application/json' }],
  ['gzipped JSON', gzip(JSON.stringify({ products: ITEMS })), { 'Content-Type': 'application/octet-stream' }],
  ['NDJSON', NDJSON, { 'Content-Type': 'application/x-ndjson' }],
  ['gzipped NDJSON', gzip(NDJSON), { 'Content-Type': 'application/x-gzip' }],
])('%s is taken as the body and as a part of a form', async (_, content, headers) => {
  const done = { import_id: expect.any(Number), ok: true, created: 2, updated: 0, unchanged: 0, invalid: 0, codes: ['A', 'B'], errors: [], warnings: [], ignored_fields: [], ...(content !== WORKBOOK && { encoding: 'utf-8' }) }; // prettier-ignore
  const raw = await post(content, '', headers);
  expect([raw.status, raw.body]).toEqual([200, done]);
  const form = await postForm({ file: content }, '?unchanged=skip');
  expect([form.status, form.body]).toEqual([200, { ...done, created: 0, unchanged: 2 }]);
});

test('errors and warnings name the line and the field, and rows that are broken are among them', async () => {
  const csv = '货号,品名,cas,mw,仓库,库存\nA,甲,,x,,many\nB,乙,50-78-3,,,\nC,丙,,,,,,x\n\nD,丁,,,9,\n';
  const { body } = await post(csv);
  expect(body).toMatchObject({
    created: 2,
    invalid: 2,
    codes: ['B', 'D'],
    errors: [
      {
        index: 0,
        line: 2,
        code: 'A',
        field: 'mw',
        reason: 'not_a_number',
        others: [{ field: 'stock', reason: 'not_a_number', message: 'must be a number' }],
      },
      { index: 2, line: 4, code: null, field: null, reason: 'malformed_row' },
    ],
    warnings: [{ index: 1, line: 3, code: 'B', field: 'cas', reason: 'check_digit' }],
    ignored_fields: ['仓库'],
  });
});

test('structures come as columns of a table or members of a line; one that cannot be read is a warning', async () => {
  const csv =
    'code,name_cn,smiles,inchi\nA,甲,OCC,\nB,乙,,"InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3"\nC,丙,C1CC,\nD,丁,,InChI=nothing\n';
  const table = await post(csv);
  expect(table.body).toMatchObject({
    created: 4,
    errors: [],
    warnings: [
      { code: 'C', line: 4, field: 'smiles' },
      { code: 'D', line: 5, field: 'inchi' },
    ],
  });
  const atom = (x: number, element: string) => `    ${x}.0000    0.0000    0.0000 ${element}   0  0`;
  const molfile = ['', '', '', '  3  2  0  0  0  0  0  0  0  0999 V2000', atom(0, 'C'), atom(1, 'C'), atom(2, 'O'), '  1  2  1  0', '  2  3  1  0', 'M  END'].join('\n'); // prettier-ignore
  const lines = [
    { code: 'E', name_cn: '戊', molfile },
    { code: 'F', name_cn: '己', molfile: 'none' },
  ];
  const ndjson = await post(lines.map((line) => JSON.stringify(line)).join('\n'), '', {
    'Content-Type': 'application/x-ndjson',
  });
  expect(ndjson.body).toMatchObject({ created: 2, warnings: [{ code: 'F', line: 2, field: 'molfile' }] });
  for (const code of ['A', 'B', 'E'])
    expect((await service.call('GET', `/products/${code}/structure`)).body.data.smiles).toBe('CCO');
  for (const code of ['C', 'D', 'F'])
    expect((await service.call('GET', `/products/${code}/structure`)).status).toBe(404);
});

test('what keeps a spreadsheet from making another number of a cell is no part of it; in a text such marks are', async () => {
  const csv = `code,name_cn,cas\n="000125","=""25 mg""",="50-78-2"\n'000126,'25,'64-17-5\n"=""000127""",丙,\n`;
  expect((await post(csv)).body).toMatchObject({ created: 3 });
  expect(await service.db.any('SELECT code, name_cn, cas FROM products ORDER BY code')).toEqual([
    { code: '000125', name_cn: '="25 mg"', cas: '50-78-2' },
    { code: '000126', name_cn: "'25", cas: '64-17-5' },
    { code: '000127', name_cn: '丙', cas: 'N/A' },
  ]);
});

test('a mapping is made, shown, used and deleted by its name, that of another source only by a key for everything', async () => {
  const { key } = await issueKey(service.db, { name: 'bound', source: 'other', access: 'push' });
  const call = (method: string, json?: unknown, of = service.key, name = 'sap') =>
    service.call(method, `/sync/mappings/${name}`, { key: of, json });
  const columns = [{ name: 'X1', as: 'code' }, { name: 'X2', as: 'name_cn' }, { name: 'X3', as: null }]; // prettier-ignore
  const data = { name: 'sap', columns, source: 'erp' };
  for (const answer of [await call('PUT', { columns }), await call('GET')])
    expect(answer.body.data).toEqual(data);
  expect((await post('X1,X2,X3\nA,甲,x', '?mapping=sap')).body).toMatchObject({
    codes: ['A'],
    mapping: 'sap',
  });
  for (const method of ['PUT', 'DELETE'])
    expect((await call(method, { columns }, key, '%20sap')).status).toBe(403);
  for (const more of [{ header: '\0' }, { source: 'x\0' }])
    expect((await call('PUT', { columns, ...more })).body.errors[0].code).toBe('control_character');
  await service.db.none(
    `INSERT INTO import_mappings SELECT i, '', '[]', 'other', '' FROM generate_series(1, 30) AS i`,
  );
  expect((await call('PUT', { columns }, key, '30')).status).toBe(200);
  expect((await call('PUT', { columns }, key, '31')).body.errors).toMatchObject([{ code: 'too_many' }]);
  expect([(await call('DELETE')).status, (await call('DELETE')).status]).toEqual([200, 404]);
});

describe('a cell with an error of the spreadsheet refuses its row, and makes no other product of it', () => {
  const rows = [
    ['code', 'name_cn', 'cas', 'mw', 'smiles', '规格'],
    ['#REF!', '甲', '50-78-2', '180', '', ''],
    ['A', '乙', '#N/A', '', '', ''],
    ['B', '丙', '', '#DIV/0!', '', ''],
    ['C', '丁', '', '', '#NAME?', ''],
    ['', '戊', '#SPILL!', '', '', ''],
    ['D', '己', '', '', '', '#N/A'],
    ['1,23457E+11', '庚', '', '', '', ''], // 12 digits, of which the spreadsheet has kept 6
  ];
  test.each<[string, Bytes]>([
    ['CSV', rows.map((row) => row.join(';')).join('\n')],
    ['a workbook', workbook(rows)],
  ])('%s', async (_, content) => {
    await post('code,name_cn,cas\nOWN,阿司匹林,50-78-2\n');
    const { body } = await post(content);
    const refused = (line: number, code: string | null, field: string) =>
      expect.objectContaining({ line, code, field, reason: 'spreadsheet_error' });
    expect(body).toMatchObject({
      created: 1,
      updated: 0,
      invalid: 6,
      errors: [
        refused(2, null, 'code'),
        refused(3, 'A', 'cas'),
        refused(4, 'B', 'mw'),
        refused(5, 'C', 'smiles'),
        refused(6, null, 'cas'),
        expect.objectContaining({ line: 8, code: null, field: 'code', reason: 'inexact_number' }),
      ],
    });
    expect(await service.db.any('SELECT code, name_cn FROM products ORDER BY code')).toEqual([
      { code: 'D', name_cn: '己' },
      { code: 'OWN', name_cn: '阿司匹林' },
    ]);
  });

  test('a push may have such a text', async () => {
    expect(await service.push([{ code: '#REF!', name_cn: '#N/A' }])).toMatchObject({ created: 1 });
  });
});

describe('the sheet of a workbook', () => {
  const changed = (
    rows: (string | number)[][],
    changes: Record<string, (xml: string) => string>,
  ): Uint8Array<ArrayBuffer> =>
    remade(workbook(rows), (name, xml) => (changes[name.split('/').at(-1)!] ?? String)(xml));
  /** A workbook with another sheet. */
  const withSheet = (change: (xml: string) => string): Uint8Array<ArrayBuffer> =>
    changed(ROWS, { 'sheet1.xml': change });
  test.each([
    ['says of no row or cell where it stands', (xml: string) => xml.replaceAll(/ r="[^"]*"/g, '')],
    ['says it of rows alone', (xml: string) => xml.replaceAll(/<c r="[^"]*"/g, '<c')],
    ['says it of cells alone', (xml: string) => xml.replaceAll(/<row r="[^"]*"/g, '<row')],
    ['says it of the first cells', (xml: string) => xml.replaceAll(/ r="[BC]\d"/g, '')],
  ])('is read where it %s', async (_, change) => {
    expect((await post(withSheet(change))).body).toMatchObject({ created: 2, invalid: 0, warnings: [] });
    expect(await service.db.any('SELECT code, name_cn, mw::float8 FROM products ORDER BY code')).toEqual([
      { code: 'A', name_cn: '甲', mw: 1 },
      { code: 'B', name_cn: '乙', mw: 2 },
    ]);
  });

  test('is the first that is not hidden, and an empty one is refused', async () => {
    const withHidden = (state: string, ofOther = ''): Uint8Array<ArrayBuffer> => {
      const files = unzipSync(
        changed(ROWS, {
          'workbook.xml': (xml) =>
            xml.replace('<sheet name="产品"', `<sheet name="列表" sheetId="2"${state} r:id="r3"/>$&${ofOther}`),
          'workbook.xml.rels': (xml) =>
            xml.replace('</Relationships>', `${/<Relationship Id="r1".*?>/.exec(xml)![0].replace('r1', 'r3').replace('sheet1', 'sheet2')}$&`),
        }),
      );
      const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!).replace(/<row.*<\/row>/, '');
      return Uint8Array.from(zipSync({ ...files, 'xl/worksheets/sheet2.xml': strToU8(sheet) }));
    }; // prettier-ignore
    const { body: hidden } = await post(withHidden(' state="veryHidden"'));
    expect(hidden).toMatchObject({ created: 2, invalid: 0 });
    expect(hidden).not.toHaveProperty('ignored_sheets');
    expect((await post(withHidden(''), '?unchanged=skip')).body).toMatchObject({ unchanged: 2, invalid: 0 });
    expect((await post(withHidden('', ' state="hidden"'))).body.detail).toContain(
      'none of its sheets that are shown has values',
    );
  });

  test('names further sheets that have values, and warns of cells that are merged over rows', async () => {
    const rows = [['code', 'name_cn', 'series'], ['A', '甲', '阿司匹林'], ['B', '乙', ''], ['C', '丙', '']]; // prettier-ignore
    const merged = `<mergeCells>${['C2:C3', 'C2:C3', 'A4:B4', 'C4:C5'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;
    const files = unzipSync(
      changed(rows, {
        'sheet1.xml': (xml) => xml.replace('</worksheet>', merged),
        'workbook.xml': (xml) =>
          xml.replace(
            '</sheets>',
            `<sheet name="${'中间体'.repeat(1_000)}" r:id="r3"/><sheet name="Sheet3" r:id="r4"/></sheets>`,
          ),
        'workbook.xml.rels': (xml) => {
          const relation = /<Relationship Id="r1".*?>/.exec(xml)![0];
          const more = [2, 3].map((i) => relation.replace('r1', `r${i + 1}`).replace('sheet1', `sheet${i}`));
          return xml.replace('</Relationships>', `${more.join('')}</Relationships>`);
        },
      }),
    );
    const first = files['xl/worksheets/sheet1.xml']!;
    const packed = zipSync({
      ...files,
      'xl/worksheets/sheet2.xml': first,
      'xl/worksheets/sheet3.xml': strToU8(strFromU8(first).replace(/<row.*<\/row>/, '')),
    });
    expect((await post(Uint8Array.from(packed))).body).toMatchObject({
      created: 3,
      ignored_sheets: [`${'中间体'.repeat(20)}…`],
      warnings: [{ line: 2, code: 'A', field: 'series', reason: 'merged_cells', value: '阿司匹林' }],
    });
  });

  test('gives a number as its format shows it where that stands for a text', async () => {
    const rows = [
      ['code', 'name_cn', 'cas', 'series', 'mw'],
      [42, '甲', 50782, 7, 42],
      [1234567, '乙', 64175, 2020, 5],
    ];
    const formats = ['00000', '0-00-0', '&quot;S-&quot;000;-0', '000', '0.00', '0_ ;[Red]\\-0', '#-##-#'];
    const cells = (xml: string): string =>
      xml.replaceAll(/<c r="([A-E])([23])"><v>/g, (_, column: string, row: string) => {
        const style =
          column === 'A' && row === '3' ? 7 : { A: 2, B: 0, C: row === '3' ? 8 : 3, D: 4, E: 5 }[column];
        return `<c r="${column}${row}" s="${style}"><v>`;
      });
    const file = changed(rows, {
      'sheet1.xml': cells,
      'styles.xml': (xml) =>
        xml
          .replace(
            '<cellXfs',
            `<numFmts>${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs`,
          )
          .replace(
            '</cellXfs>',
            `${formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join('')}</cellXfs>`,
          ),
    });
    expect((await post(file)).body).toMatchObject({ created: 2, warnings: [] });
    expect(await service.db.any('SELECT code, cas, series, mw::float8 FROM products ORDER BY code')).toEqual([
      { code: '00042', cas: '50-78-2', series: 'S-007', mw: 42 },
      { code: '1234567', cas: '64-17-5', series: 'S-2020', mw: 5 },
    ]);
  });

  test('refuses a row with a formula that was never worked out, and takes an empty result', async () => {
    const file = withSheet((xml) =>
      xml
        .replace('<c r="A2" t="inlineStr"><is><t>A</t></is>', '<c r="A2"><f>"A"&amp;1</f><v/>')
        .replace('<c r="B3" t="inlineStr">', '$&<f>"乙"</f>')
        .replace('</c></row></sheetData>', '</c><c r="D3" t="str"><f>B3</f><v></v></c></row></sheetData>'),
    );
    expect((await post(file)).body).toMatchObject({
      created: 1,
      codes: ['B'],
      errors: [{ line: 2, field: 'code', reason: 'spreadsheet_error' }],
    });
  });

  test('refuses a formula whose 0 a program wrote that leaves the working out to whoever opens the file', async () => {
    const file = changed(ROWS, {
      'sheet1.xml': (xml) =>
        xml.replace('<c r="B2" t="inlineStr"><is><t>甲</t></is>', '<c r="B2"><f>1+1</f><v>0</v>'),
      'workbook.xml': (xml) => xml.replace('</workbook>', '<calcPr fullCalcOnLoad="1"/></workbook>'),
    });
    const errors = [{ line: 2, field: 'name_cn', reason: 'spreadsheet_error' }];
    expect((await post(file)).body).toMatchObject({ created: 1, errors });
  });

  test.each([
    ['a row that is too early', (xml: string) => xml.replace('<row r="2"', '<row r="1"')],
    ['a row beyond the last', (xml: string) => xml.replace('<row r="3"', '<row r="1048577"')],
    ['no end', (xml: string) => xml.slice(0, -90)],
  ])('is called damaged, without the words of a library, where it has %s', async (_, change) => {
    const { status, body } = await post(withSheet(change));
    expect([status, body.detail]).toEqual([
      400,
      'The file cannot be read: it is a damaged xlsx file. Nothing was stored.',
    ]);
  });
});

describe('what is no such file is refused with the reason, and nothing is stored', () => {
  const hex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'));
  const MANY = 50_000;
  const many = csvOf(Array.from({ length: MANY + 1 }, (_, i) => `N${i}`));
  const SDF = `A\n  x\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n> <code>\nA\n\n$$$$\n`;
  test.each<[number, string, Bytes, RegExp]>([
    [415, 'an image', hex('89504e470d0a1a0a0000000d49484452'), /it is an image/],
    [415, 'a PDF', '%PDF-1.7\n', /it is a PDF/],
    [415, 'a page', '<!DOCTYPE html><table>', /HTML or XML/],
    [415, 'an SDF', SDF, /SDF/],
    [415, 'an SDF of Windows', SDF.replaceAll('\n', '\r\n'), /SDF/],
    [415, 'an old workbook', hex('d0cf11e0a1b11ae1'), /old Excel file/],
    [400, 'a damaged workbook', hex('504b030400000000'), /damaged xlsx/],
    [400, 'a cut gzip', gzip(CSV).subarray(0, 30), /damaged gzip/],
    [400, 'a cut array', JSON.stringify(ITEMS).slice(0, -5), /cannot be read/],
    [400, 'a quote that never ends', `${CSV}\nC,"丙`, /never closed/],
    [400, 'a header without a field', 'a,b\n1,2\n', /names no field/],
    [400, 'nothing', '', /empty/],
    [400, 'too many rows', many, /at most 50000 products/],
    [413, 'what unpacks to more than 64 MiB', gzip(`code,name_cn\n`.padEnd(65 * 1024 * 1024, `A,${'a'.repeat(40_000)}\n`)), /more than 67108864 characters/],
  ])('%i: %s', async (status, _, content, why) => {
    const ways = [() => post(content), () => postForm({ file: content })];
    for (const send of content.length > MANY ? ways.slice(0, 1) : ways) {
      const answer = await send();
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(why)]);
      expect(answer.text).not.toContain('/tmp');
    }
    expect(await states()).toEqual([]);
  }); // prettier-ignore

  test.each<[number, string, Record<string, string>, string]>([
    [415, 'another type', { 'Content-Type': 'application/x-www-form-urlencoded' }, ''],
    [415, 'another encoding', { 'Content-Encoding': 'zstd' }, ''],
    [401, 'no key', { 'X-API-Key': '' }, ''],
    [400, 'a confirmation of nothing', {}, '?confirm=1'],
    [400, 'another wish', {}, '?missing=delete'],
  ])('%i: %s', async (status, _, headers, query) => {
    expect((await post(CSV, query, headers)).status).toBe(status);
    expect(await states()).toEqual([]);
  });

  test('413 by its length alone', async () => {
    const large = 'x'.repeat(64 * 1024 * 1024 + 1);
    expect((await post(large)).status).toBe(413);
    expect((await postForm({ file: large })).status).toBe(413);
  });

  test('a form without a part `file`, or with two', async () => {
    expect(await postForm({ products: CSV })).toMatchObject({ status: 400, body: { errors: [{ path: 'products' }] } }); // prettier-ignore
    expect((await postForm({ file: CSV, another: CSV })).status).toBe(400);
    expect(await states()).toEqual([]);
  });
});
