import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { PUSHED_FIELDS, STOCK } from '../products/fields.js';
import { UnreadableFile } from './row.js';
import type { Row } from './row.js';

const KNOWN = new Set<string>(
  [...PUSHED_FIELDS, STOCK].flatMap(({ name, aliases = [] }) =>
    [name, ...aliases].map((key) => key.toLowerCase()),
  ),
);

/**
 * Reads CSV (RFC 4180; also with semicolons or tabs, as spreadsheets write it). The header names fields or their
 * aliases. An empty cell leaves its field as it is.
 * @param start the beginning of the text, with the whole header
 * @throws UnreadableFile where the header names no field, or a quote is never closed
 */
export async function* readCsv(text: AsyncIterable<string>, start: string): AsyncGenerator<Row> {
  const delimiter = delimiterOf(start);
  const refused: Row[] = [];
  let lastLine = 1;
  const records = pipeline(
    Readable.from(text),
    parse({
      delimiter,
      columns: readHeader,
      info: true,
      // A quote inside a cell is text. Strict reading would lose the next rows over it.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      skip_records_with_error: true,
      on_skip(error) {
        if (error?.code === 'CSV_QUOTE_NOT_CLOSED') {
          throw new UnreadableFile(
            `a quote after line ${lastLine} is never closed; nothing behind it was read`,
          );
        }
        const cells = (error?.['record'] ?? []) as string[];
        if (cells.join('').trim() === '') return undefined;
        const message = `the row has ${cells.length} cells, the header ${columns}`;
        refused.push({ line: Number(error?.['lines']), reason: 'malformed_row', message });
        return undefined;
      },
    }),
    () => {},
  ) as AsyncIterable<{ record: Record<string, string>; info: Info }>;
  let columns = 0;
  function readHeader(cells: string[]): string[] {
    const names = cells.map((cell) => cell.trim());
    if (!names.some((name) => KNOWN.has(name.toLowerCase()))) {
      throw new UnreadableFile(
        `the first line names no field of a product: ${names.join(', ').slice(0, 200)}`,
      );
    }
    columns = names.length;
    return names;
  }

  for await (const { record, info } of records) {
    yield* refused.splice(0);
    lastLine = info.lines;
    const cells = Object.entries(record);
    // The parser counts to the end of a record; a cell with line breaks began before that.
    const breaks = cells.reduce((sum, [, cell]) => sum + cell.split('\n').length - 1, 0);
    const item = Object.fromEntries(cells.map(([name, cell]) => [name, cell.trim() === '' ? null : cell]));
    yield { line: info.lines - breaks, item };
  }
  yield* refused;
}

function delimiterOf(start: string): string {
  const header = start.split(/[\r\n]/, 1)[0]!;
  const count = (mark: string): number => header.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
