import { gzipSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readFileRows } from '../../../src/exchange/import/read.js';
import type { FileBounds } from '../../../src/platform/values/files/read.js';
import { LARGE_WORKBOOK } from '../../../src/platform/values/files/sheet.js';
import { remade, workbook as table } from './workbook.js';
import { fileOf } from '../../infra/launch.js';

const MB = 1024 * 1024;
/** Reads a file to its end. @returns how many products it gave and the most memory that it took, bytes */
async function read(
  content: Buffer,
  bounds?: FileBounds,
): Promise<{ rows: number; memory: number; failure: string }> {
  const file = fileOf(content);
  const before = process.memoryUsage.rss();
  let rows = 0;
  let failure = '';
  try {
    for await (const row of readFileRows(file, bounds && { bounds })) rows += 'item' in row ? 1 : 0;
  } catch (error) {
    failure = (error as Error).message;
  }
  return { rows, failure, memory: process.memoryUsage.rss() - before };
}

const long = (before: string, character: string): Buffer =>
  gzipSync(Buffer.concat([Buffer.from(before), Buffer.alloc(32 * MB, character)]), { level: 1 });

test.each([
  ['one cell of CSV', long('code,name_cn\nA,a\nB,"', 'x')],
  ['one JSON line', long('{"code":"A","name_cn":"a"}\n{"code":"', 'x')],
  ['one item of a JSON array', long('[{"code":"A","name_cn":"a"},{"code":"', 'x')],
  ['blanks behind an item of a JSON array', long('[{"code":"A","name_cn":"a"}', ' ')],
])('less than 1 MB of gzip that unpacks to 32 MB of %s is read for 8 MB', async (_, content) => {
  expect(content.length).toBeLessThan(MB);
  const { failure, memory, rows } = await read(content);
  expect(failure).toMatch(/goes on for 8 MB without a product/);
  expect(rows).toBeLessThanOrEqual(1);
  expect(memory).toBeLessThan(200 * MB);
});

test.each([
  ['nothing but blanks', long('', ' ')],
  ['one header', long('code,', 'x')],
])('less than 1 MB of gzip that unpacks to 32 MB of %s is read for 1 MB', async (_, content) => {
  const { failure, memory, rows } = await read(content);
  expect(failure).toMatch(/begins with 1 MB without the end of a line/);
  expect(rows).toBe(0);
  expect(memory).toBeLessThan(200 * MB);
});

test('of a workbook with thousands of sheets a hundred are looked at', async () => {
  const blanks = '<sheet name="x" sheetId="2" r:id="none"/>'.repeat(20_000);
  const moved = remade(table([['code', 'name_cn'], ['A', 'a']]), (name, xml) => [
    name.replace('sheet1', 'last'),
    xml.replace('sheet1', 'last').replace('<sheets>', `$&${blanks}`),
  ]); // prettier-ignore
  const blank = strToU8('<worksheet><sheetData/></worksheet>');
  const book = zipSync({ ...unzipSync(moved), 'xl/worksheets/sheet1.xml': blank });
  expect(await read(Buffer.from(book))).toMatchObject({
    rows: 0,
    failure: 'none of its sheets that are shown has values',
  });
});

test('a table of more than 1,000 columns is refused, but for blank ones at the end', async () => {
  const row = (count: number, cell: string): string => Array.from({ length: count }, () => cell).join(',');
  const wide = `code,name_cn,${row(400_000, 'x')}\nA,a,${row(400_000, '')}\n`;
  expect(await read(Buffer.from(wide))).toMatchObject({
    rows: 0,
    failure: expect.stringMatching(/line 1 has more than 1000 columns/),
  });
  const blank = `code,name_cn,${row(16_000, '')}\n${`A,a,${row(16_000, '')}\n`.repeat(5)}`;
  expect(await read(Buffer.from(blank))).toMatchObject({ rows: 5, failure: '' });
});

test.each([
  ['a row', 'code,name_cn\nA,a\nB,', ','],
  ['an item', '[{"code":"A","name_cn":"a"},{"code":"B","x":[', '[],'],
])('%s of a million values is refused long before its text has 8 MB', async (_, before, value) => {
  const { failure, memory } = await read(Buffer.from(before + value.repeat(1_200_000)));
  expect(failure).toMatch(/goes on for 8 MB without a product/);
  expect(memory).toBeLessThan(200 * MB);
});

test('blank rows at the end of a table may be any number', async () => {
  const blank = `${','.repeat(100)}\n`.repeat(10_000);
  expect(await read(Buffer.from(`code,name_cn\nA,a\n${blank}`))).toMatchObject({ rows: 1, failure: '' });
});

/** A workbook whose sheet is blanks; what its directory says of the sheet's size is changed to `claimed`. */
function workbook(bytes: number, claimed: number): Buffer {
  const zip = Buffer.from(
    zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(bytes).fill(32) }, { level: 1 }),
  );
  zip.writeUInt32LE(claimed, 22);
  zip.writeUInt32LE(claimed, zip.indexOf(Buffer.from('504b0102', 'hex')) + 24);
  return zip;
}

test('a workbook that says that it unpacks to more than 128 MB is not unpacked', async () => {
  expect((await read(workbook(1_000, 129 * MB))).failure).toMatch(/too large unpacked/);
});

test('a workbook that unpacks to more than it says ends with a reason and takes no such memory', async () => {
  const { failure, memory } = await read(workbook(32 * MB, 1_000));
  expect(failure).toMatch(/cannot be read|damaged/);
  expect(memory).toBeLessThan(200 * MB);
});

test('a workbook of 100,000 rows is read within 512 MB', async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => [
    `P-${i}`,
    '阿司匹林杂质',
    '50-78-2',
    180.159,
    'C9H8O4',
  ]);
  const content = Buffer.from(table([['code', 'name_cn', 'cas', 'mw', 'formula'], ...rows]));
  const { rows: count, failure, memory } = await read(content);
  expect([count, failure]).toEqual([100_000, '']);
  expect(memory).toBeLessThan(512 * MB);
});

test('a text that is stored once, and stands in every cell of a workbook, counts as often', async () => {
  const rows = Array.from({ length: 2_200 }, (_, i) => `<row r="${i + 2}"><c r="A${i + 2}" t="s"><v>0</v></c></row>`); // prettier-ignore
  const shared =
    '<Relationship Id="r3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>';
  const files = unzipSync(
    remade(table([['code', 'name_cn']]), (name, xml) =>
      xml.replace('</sheetData>', `${rows.join('')}$&`).replace(name.endsWith('workbook.xml.rels') ? '</Relationships>' : /$^/, `${shared}$&`),
    ),
  ); // prettier-ignore
  files['xl/sharedStrings.xml'] = strToU8(`<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`);
  const { failure, memory } = await read(Buffer.from(zipSync(files)));
  expect(failure).toMatch(/it holds too much; use CSV/);
  expect(memory).toBeLessThan(200 * MB);
});

describe('the format of numbers, which stands once and shows a text in every cell of a workbook,', () => {
  /** A workbook of numbers with this format. */
  const formatted = (format: string, count: number): Buffer => {
    const rows = Array.from({ length: count }, (_, i) => [i, 'a']);
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"`;
    return Buffer.from(
      remade(table([['code', 'name_cn'], ...rows]), (_, xml) =>
        xml
          .replaceAll(/<c (?=r="A\d+"><v>)/g, '<c s="1" ')
          .replace(/<cellXfs.*?\/><xf numFmtId="14"/, styles),
      ),
    );
  };

  test('is not read where it is longer than spreadsheets allow', async () => {
    const { rows, memory } = await read(formatted('0'.repeat(100_000), 3_000));
    expect(rows).toBe(3_000);
    expect(memory).toBeLessThan(200 * MB);
  });

  test('counts as text', async () => {
    const workbook = { ...LARGE_WORKBOOK, text: 2_000 };
    const file = formatted('0'.repeat(200), 20);
    expect(await read(file, { text: Infinity, workbook })).toMatchObject({
      rows: 0,
      failure: expect.stringMatching(/it holds too much; use CSV/),
    });
  });
});
