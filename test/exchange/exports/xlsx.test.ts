import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/node';
import { workbook } from '../../../src/exchange/exports/xlsx.js';

const COLUMNS = [
  { header: 'code', kind: 'text' },
  { header: 'mw', kind: 'number' },
  { header: 'in_stock', kind: 'flag' },
  { header: 'structure_url', kind: 'address' },
] as const;

const written = async (rows: unknown[][], mostRows?: number): Promise<Buffer> => {
  const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  // In pieces that end anywhere, also within a character.
  const pieces = Array.from({ length: Math.ceil(lines.length / 7) }, (_, i) =>
    lines.subarray(7 * i, 7 * i + 7),
  );
  return buffer(Readable.from(workbook(Readable.from(pieces), COLUMNS, mostRows)));
};
const partsOf = (file: Buffer): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]));

const TEXTS = ['=1+1', '+1', '-1', '@SUM(A1)', '50-78-2', '1975-09-02', '007', 'TRUE', '<b>&amp;"\'', 'a\r\nb\rc\n\td',
  '_x000D_', '_x005F_x000D_', '_x', '\ufffe\uffff', '\u0001\b\v\f\u001f', '阿司匹林 𠮷 💊', ']]>', '{}']; // prettier-ignore

test('a text stays the text that it is, whatever it begins with; numbers are numbers, flags are flags', async () => {
  const rows = TEXTS.map((text, i) => [text, [180.16, 0, 1e21, 1e-7, null][i % 5], i % 2 === 0, null]);
  const file = await written(rows);
  const [{ data }] = (await readWorkbook(file)) as unknown as [{ data: unknown[][] }];
  expect(data).toEqual([COLUMNS.map(({ header }) => header), ...rows]);
  expect(partsOf(file)['xl/worksheets/sheet1.xml']).not.toContain('<f>');
});

test('the header stays in view', async () => {
  const sheet = partsOf(await written([]))['xl/worksheets/sheet1.xml'];
  expect(sheet).toMatch(/<pane ySplit="1"[^>]* state="frozen"\/>/);
});

test('addresses are links, and what cannot be opened is a text', async () => {
  const addresses = ['https://example.com/a?b=1&c=2', 'http://example.com/"q"', 'http://', '/media/1', null];
  const parts = partsOf(await written(addresses.map((address) => ['A', null, null, address])));
  expect(parts['xl/worksheets/sheet1.xml']).toContain(
    '<hyperlinks><hyperlink ref="D2" r:id="r1"/><hyperlink ref="D3" r:id="r2"/></hyperlinks>',
  );
  const targets = [...parts['xl/worksheets/_rels/sheet1.xml.rels']!.matchAll(/Target="([^"]*)"/g)].map(
    ([, target]) => target,
  );
  expect(targets).toEqual(['https://example.com/a?b=1&amp;c=2', 'http://example.com/%22q%22']);
});

test('what does not fit on a sheet goes on on the next, every row once', async () => {
  const rows = Array.from({ length: 25 }, (_, i) => [`C-${i}`, i, true, `https://example.com/${i}`]);
  const sheets = (await readWorkbook(await written(rows, 11))) as unknown as {
    sheet: string;
    data: unknown[][];
  }[];
  expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['products', 11],
    ['products 2', 11],
    ['products 3', 6],
  ]);
  expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(rows);
  const full = (await readWorkbook(await written(rows.slice(0, 20), 11))) as unknown as unknown[];
  expect(full).toHaveLength(2);
});

test('the same rows give the same bytes', async () => {
  const rows = TEXTS.map((text) => [text, 1, true, 'https://example.com']);
  expect((await written(rows)).equals(await written(rows))).toBe(true);
});
