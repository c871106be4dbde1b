import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { PUSHED_FIELDS, STOCK } from '../products/fields.js';
import { UnreadableFile } from './row.js';
import type { FileRow } from './row.js';

const KNOWN = new Set<string>(
  [...PUSHED_FIELDS, STOCK].flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].map((key) => key.toLowerCase()),
  ),
);

/**
 * Reads CSV (RFC 4180; also with semicolons or tabs, as spreadsheets write it). The header names fields or their
 * aliases. An empty cell leaves its field unchanged.
 * @param start the beginning of the text, with the whole header
 * @throws UnreadableFile when the header names no field, or a quote is never closed
 */
export async function* readCsv(text: AsyncIterable<string>, start: string): AsyncGenerator<FileRow> {
  let isCut = false;
  // Rows are checked here: the parser's own skipping of bad rows sometimes loses the next one, and an error of the
  // stream would drop rows that were parsed but not yet read.
  const parser = parse({
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    // A quote inside a cell is text.
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: () => {
      isCut = true;
      return undefined;
    },
  });
  const records = pipeline(Readable.from(text), parser, () => {}) as AsyncIterable<{
    record: string[];
    info: Info;
  }>;

  let header: string[] | undefined;
  let lastLine = 0;
  for await (const { record, info } of records) {
    lastLine = info.lines;
    if (record.every((cell) => cell.trim() === '')) continue;
    if (!header) {
      header = readHeader(record);
      continue;
    }
    // The parser gives the line at the end of a record: subtract the line breaks in its cells.
    const line = info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    const surplus = record.splice(header.length).some((cell) => cell.trim() !== '');
    if (surplus || record.length < header.length) {
      const message = `the row has ${surplus ? 'more' : 'fewer'} cells than the header`;
      yield { line, reason: 'malformed_row', message };
      continue;
    }
    const cells = header.map((name, i) => [name, record[i]!.trim() === '' ? null : record[i]] as const);
    yield { line, item: Object.fromEntries(cells) };
  }
  if (isCut)
    throw new UnreadableFile(`a quote after line ${lastLine} is never closed; nothing behind it was read`);
}

/** The trimmed names of a header. @throws UnreadableFile when none of them is a field of a product */
export function readHeader(cells: string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  if (names.some((name) => KNOWN.has(name.toLowerCase()))) return names;
  throw new UnreadableFile(`the first line names no field of a product: ${names.join(', ').slice(0, 200)}`);
}

function delimiterOf(start: string): string {
  const header = start.split(/[\r\n]/, 1)[0]!;
  const count = (mark: string): number => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
