import { columnMeaning } from '../../catalogue/index.js';
import type { ColumnMeaning } from '../../catalogue/index.js';
import { isSpreadsheetError, rowsInFile, textOf, UnreadableFile } from '../../platform/index.js';
import type { FileBounds } from '../../platform/index.js';
import { readFileRows } from './read.js';
import { HeadlessFile } from './row.js';
import type { FileRow } from './row.js';

/** What anybody may send: a workbook of a few KB may unpack to gigabytes. */
const BOUNDS: FileBounds = {
  text: 4 * 1024 * 1024,
  tokens: 200_000,
  workbook: {
    bytes: 1024 * 1024,
    unpacked: 24 * 1024 * 1024,
    cells: 200_000,
    text: 4 * 1024 * 1024,
    heapMb: 256,
    ms: 10_000,
  },
};

/** Different names of columns, or of members of JSON: to find what one means takes far longer than to read it. */
const MOST_NAMES = 1_000;

/**
 * Reads a file as a list of what somebody looks for, a text for each line: the cells that tell a product, by the names of
 * their columns, with tabs between them; the line as it is where no columns are named.
 * @param most lines at most; the rest is not read
 * @param onText called with the size of each piece of text that is read
 * @throws UnreadableFile
 */
export async function readLines(
  file: string,
  most: number,
  onText?: (size: number) => void,
): Promise<string[]> {
  try {
    return await taken(readFileRows(file, { bounds: BOUNDS, onText }), openLines(), most);
  } catch (error) {
    if (!(error instanceof HeadlessFile)) throw error;
    return taken(
      rowsInFile(file, { bounds: BOUNDS, onText, asLines: true }),
      (row) => ('cells' in row ? row.cells.map(textOf).join('\t') : ''),
      most,
    );
  }
}

async function taken<T>(rows: AsyncIterable<T>, textOf: (row: T) => string, most: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const row of rows) {
    const text = textOf(row).trim();
    if (text !== '') texts.push(text);
    if (texts.length === most) break;
  }
  return texts;
}

const TELLING = ['code', 'cas', 'name_cn', 'name_en', 'formula'];
const QUANTITY = /^(?:数量|需求量|规格|包装|quantity|qty|amount|pack(?:age|ing)?|size)(?![a-z])/i;

/** Gives the lines of the rows of one file. @throws UnreadableFile */
function openLines(): (row: FileRow) => string {
  const meanings = new Map<string, ColumnMeaning | undefined>();
  return (row) =>
    lineOf(row, (name) => {
      if (!meanings.has(name)) {
        if (meanings.size === MOST_NAMES)
          throw new UnreadableFile(`it has more than ${MOST_NAMES} names of columns`, { kind: 'large' });
        meanings.set(name, columnMeaning(name));
      }
      return meanings.get(name);
    });
}

function lineOf(row: FileRow, meaningOf: (name: string) => ColumnMeaning | undefined): string {
  if ('skipped' in row) return '';
  if (!('item' in row)) return typeof row.held === 'string' ? row.held : row.held.join(', ');
  if (typeof row.item !== 'object' || row.item === null) return String(row.item);
  const cells = Object.entries(row.item).flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number') && !isSpreadsheetError(value)
      ? [{ name, text: String(value).replaceAll(/\s+/g, ' ').trim() }]
      : [],
  );
  const given = TELLING.flatMap((field) => {
    const columns = cells.flatMap(({ name, text }) => {
      const column = meaningOf(name);
      return column?.isComputed === false && column.field === field ? [{ text, rank: column.rank }] : [];
    });
    return columns.sort((a, b) => a.rank - b.rank).slice(0, 1);
  });
  if (given.length === 0) return cells.map(({ text }) => text).join('\t');
  const quantity = cells.filter(({ name }) => QUANTITY.test(name));
  return [...given, ...quantity].map(({ text }) => text).join('\t');
}
