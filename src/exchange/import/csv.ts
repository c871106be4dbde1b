import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { isGuarded, isRead } from '../../catalogue/index.js';
import { unguarded } from '../../platform/index.js';
import { HEADER_WITHIN, itemOf, MOST_COLUMNS, openHeaderSearch, withinColumns } from './header.js';
import { UnreadableFile } from './row.js';
import type { FileForm, FileRow } from './row.js';

/**
 * Reads CSV (RFC 4180; also with semicolons, tabs or pipes, as spreadsheets and ERPs write it). The header names fields or
 * their aliases. An empty cell leaves its field unchanged.
 * @param start the beginning of the text, with the whole header
 * @param on.onForm called before the first row
 * @param on.onRecord called with each row, blank ones too
 * @throws UnreadableFile when there is no header, or a quote is never closed
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  start: string,
  { onForm, onRecord }: { onForm: (form: FileForm) => void; onRecord: () => void },
): AsyncGenerator<FileRow> {
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

  const search = openHeaderSearch();
  let header: string[] | undefined;
  let guarded: boolean[] = [];
  let lastLine = 0;
  for await (const { record: cells, info } of records) {
    lastLine = info.lines;
    onRecord();
    if (cells.every(isBlank)) continue;
    const record = withinColumns(cells, info.lines, isBlank);
    if (!header) {
      header = search.among(record);
      if (!header) continue;
      guarded = header.map(isGuarded);
      onForm({ kind: 'csv', columns: header });
      continue;
    }
    // The parser gives the line at the end of a record: subtract the line breaks in its cells.
    const line = info.lines - record.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
    const surplus = !record.slice(header.length).every(isBlank);
    if (surplus || record.length < header.length) {
      const message = `the row has ${surplus ? 'more' : 'fewer'} cells than the header`;
      yield { line, reason: 'malformed_row', message, held: record };
      continue;
    }
    const values = record.map((cell, column) =>
      isBlank(cell) ? null : guarded[column] ? unguarded(cell) : cell,
    );
    yield { line, item: itemOf(header, values) };
  }
  if (!header) search.end();
  if (isCut)
    throw new UnreadableFile(
      `a quote after line ${lastLine} is never closed; nothing behind it was read`,
      'broken',
      { code: 'open_quote', line: lastLine },
    );
}

/**
 * The mark that parts the most names of fields in a line; where no line has any, the one that stands most often. Cells may hold
 * more of another mark than there are columns: names have commas, and several synonyms semicolons.
 */
function delimiterOf(start: string): string {
  const lines = start.split(/[\r\n]+/, 2 * HEADER_WITHIN);
  const most = (mark: string, counts: (cell: string) => boolean): number =>
    Math.max(...lines.map((line) => line.split(mark, MOST_COLUMNS).filter(counts).length));
  const best = (counts: (cell: string) => boolean): string =>
    [',', ';', '\t', '|'].reduce((best, mark) => (most(mark, counts) > most(best, counts) ? mark : best));
  const isName = (cell: string): boolean => isRead(cell.trim().replaceAll(/^"|"$/g, '').trim());
  return lines.some((line) => line.split(/[,;\t|]/, MOST_COLUMNS).some(isName))
    ? best(isName)
    : best(() => true);
}

const isBlank = (cell: string): boolean => cell.trim() === '';
