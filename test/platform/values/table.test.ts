import iconv from 'iconv-lite';
import { NoTable, readTable, tableLine } from '../../../src/platform/values/table.js';
import { workbook } from '../../exchange/import/workbook.js';

const read = (table: Uint8Array | string) =>
  readTable(Buffer.from(table), ['cas', 'text'], (names) => names.includes('text'), 'text');

test.each<[string, Uint8Array | string]>([
  ['with tabs', 'CAS\ttext\tnote\n50-78-2\t退热片\tx\n'],
  ['of CSV', 'note,text,cas\nx,退热片,50-78-2\n'],
  ['of CSV in another encoding', iconv.encode('text,cas\n退热片,50-78-2\n', 'gb18030')],
  ['of a workbook', workbook([['text', 'cas'], ['退热片', '50-78-2']])], // prettier-ignore
])('a table of names %s is read by its columns', async (_, table) => {
  expect(await read(table)).toEqual([{ line: 2, item: { cas: '50-78-2', text: '退热片' } }]);
});

test('a table that is written here is read as it was, whatever its cells hold', async () => {
  const texts = ['"H" acid', '""', "'5'-x'", 'a, b; c|d', '“x”', '\\"y', ' "z"'];
  const table = [tableLine(['cas', 'text']), ...texts.map((text) => tableLine([null, text]))].join('');
  expect((await read(table)).map(({ item }) => item.text)).toEqual(texts);
});

test.each(['a,b\n1,2\n', '[{"text":"x"}]', '', '<html>'])('%j is no such table', async (table) => {
  await expect(read(table)).rejects.toBeInstanceOf(NoTable);
});
