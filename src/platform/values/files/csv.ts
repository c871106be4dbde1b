import { UnreadableFile } from './row.js';
import type { Row } from './row.js';

/** Lines among which the delimiter is looked for. */
const BEGINNING = 20;
/** Cells that are looked at of a line there. */
const MOST_CELLS = 1_000;

/**
 * Reads CSV as spreadsheets, ERPs and people write it (RFC 4180 and beside it): with commas, semicolons, tabs or pipes, with any
 * line ends, blanks around quotes, quotes within a cell, single quotes in place of double ones, `\"` for a quote.
 * @param start the beginning of the text, with the whole header
 * @param isName whether a cell names a column
 * @throws UnreadableFile where a quote is never closed
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  start: string,
  isName: (cell: string) => boolean,
): AsyncGenerator<Row> {
  const style = styleOf(start, isName);
  const parser = openParser(style);
  for await (const chunk of text) for (const row of parser.take(chunk)) yield unquoted(row, style);
  for (const row of parser.end()) yield unquoted(row, style);
}

interface Style {
  delimiter: string;
  quote: string;
  /** a quote within quotes has a backslash before it */
  isEscaped: boolean;
  /** each line as a whole stands in quotes */
  isWhole: boolean;
}

function styleOf(start: string, isName: (cell: string) => boolean): Style {
  const [first = ''] = start.split(/[\r\n]/, 1);
  const delimiter = /^sep=(.)$/i.exec(first)?.[1] ?? delimiterOf(start, isName);
  const cells = first.split(delimiter).map((cell) => cell.trim());
  return {
    delimiter,
    quote: cells.every((cell) => /^'.*'$/.test(cell)) ? "'" : '"',
    isWhole: cells.length > 1 && /^"[^"]*"$/.test(first),
    isEscaped: /\\"(?![\s",;|])/.test(start),
  };
}

/**
 * The mark that parts the most names of columns in a line; where no line has any, the one that stands most often. Cells may hold
 * more of another mark than there are columns: names have commas, and several synonyms semicolons.
 */
function delimiterOf(start: string, isName: (cell: string) => boolean): string {
  const lines = start.split(/[\r\n]+/, BEGINNING);
  const most = (mark: string, counts: (cell: string) => boolean): number =>
    Math.max(...lines.map((line) => line.split(mark, MOST_CELLS).filter(counts).length));
  const best = (counts: (cell: string) => boolean): string =>
    [',', ';', '\t', '|', '，'].reduce((best, mark) =>
      most(mark, counts) > most(best, counts) ? mark : best,
    );
  const isField = (cell: string): boolean => isName(cell.trim().replaceAll(/^["']|["']$/g, ''));
  return lines.some((line) => line.split(/[,;\t|，]/, MOST_CELLS).some(isField))
    ? best(isField)
    : best(() => true);
}

interface TableRow {
  line: number;
  cells: string[];
}

function openParser({ delimiter, quote, isEscaped }: Style) {
  const mark = delimiter.replace(/[^\w\t]/, '\\$&');
  const blanks = delimiter === '\t' ? ' *' : '[ \\t]*';
  const OPENING = new RegExp(`${blanks}${quote}`, 'y');
  const PLAIN = new RegExp(`[^\\r\\n${mark}]*`, 'y');
  /** a quote that ends a cell; else one that begins another, or the end of the line */
  const BEFORE_NEXT = new RegExp(
    `(${quote}${blanks}(?:[\\r\\n${mark}]|$))|${mark}${blanks}${quote}|[\\r\\n]`,
    'g',
  );
  const BEHIND = new RegExp(`${blanks}(?:(?=[\\r\\n${mark}])|$)`, 'y');
  let waiting = ''; // what stands at the end of a piece, and reads otherwise with what follows
  let cells: string[] = [];
  let cell = '';
  let state: 'before' | 'plain' | 'quoted' | 'behind' = 'before';
  let line = 1;
  let begun = 1; // the line at which this row begins
  const linesIn = (part: string): number => (/[\r\n]/.test(part) ? part.split(/\r\n|\r|\n/).length - 1 : 0);

  /** Goes on behind a quote within quotes. @returns the next place; undefined where it depends on what follows */
  function quoted(text: string, at: number, isEnd: boolean): number | undefined {
    const next = text[at + 1];
    if (next === undefined && !isEnd) return undefined;
    if (isEscaped && cell.endsWith('\\') && next !== delimiter && !/[\r\n]/.test(next ?? '\n')) {
      cell = `${cell.slice(0, -1)}${quote}`;
      return at + 1;
    }
    BEHIND.lastIndex = at + 1;
    const closes = BEHIND.test(text);
    if (!isEnd && closes && BEHIND.lastIndex === text.length) return undefined;
    if (closes) {
      state = 'behind';
      return BEHIND.lastIndex;
    }
    if (next === quote) {
      cell += quote;
      return at + 2;
    }
    // One that nobody doubled; or the cell is no quoted one, and the quote at its beginning is its own.
    BEFORE_NEXT.lastIndex = at + 1;
    const found = BEFORE_NEXT.exec(text);
    if (!found && !isEnd) return undefined;
    if (found?.[1] === undefined) {
      state = 'plain';
      cell = quote + cell;
    }
    cell += quote;
    return at + 1;
  }

  function* read(text: string, isEnd: boolean): Generator<TableRow> {
    let at = 0;
    while (at < text.length) {
      if (state === 'before') {
        OPENING.lastIndex = at;
        const opens = OPENING.test(text);
        if (!opens && !isEnd && /^[ \t]*$/.test(text.slice(at, at + 1_000)) && text.length - at < 1_000)
          break;
        state = opens ? 'quoted' : 'plain';
        if (opens) at = OPENING.lastIndex;
      } else if (state === 'quoted') {
        const to = text.indexOf(quote, at);
        cell += text.slice(at, to < 0 ? text.length : to);
        if (to < 0) {
          at = text.length;
          break;
        }
        const next = quoted(text, to, isEnd);
        at = next ?? to;
        if (next === undefined) break;
      } else if (state === 'plain') {
        PLAIN.lastIndex = at;
        PLAIN.test(text);
        cell += text.slice(at, PLAIN.lastIndex);
        at = PLAIN.lastIndex;
        state = 'behind';
      } else {
        const next = text[at]!;
        if (next === '\r' && at + 1 === text.length && !isEnd) break;
        if (next !== delimiter && next !== '\r' && next !== '\n') {
          state = 'plain'; // the cell goes on with the next piece
          continue;
        }
        cells.push(cell);
        line += linesIn(cell);
        cell = '';
        state = 'before';
        at += next === '\r' && text[at + 1] === '\n' ? 2 : 1;
        if (next === delimiter) continue;
        yield { line: begun, cells };
        cells = [];
        begun = line += 1;
      }
    }
    waiting = text.slice(at);
  }

  return {
    take: (chunk: string) => read(waiting + chunk, false),
    *end(): Generator<TableRow> {
      yield* read(waiting, true);
      if (state === 'quoted')
        throw new UnreadableFile(
          `a quote after line ${begun - 1} is never closed; nothing behind it was read`,
          'broken',
          { code: 'open_quote', line: begun - 1 },
        );
      if (cells.length > 0 || cell !== '') yield { line: begun, cells: [...cells, cell] };
    },
  };
}

const WRAPPED = /^\s*(?:'(.*)'|‘(.*)’|“(.*)”|„(.*)[“”]|«(.*)»|「(.*)」)\s*$/s;

/** Takes quotes of another kind off a row where all its texts have them: those of one cell alone are its own. */
function unquoted(row: TableRow, { isWhole, delimiter }: Style): TableRow {
  const { cells } = row;
  if (isWhole && cells.length === 1) return { ...row, cells: cells[0]!.split(delimiter) };
  const texts = cells.filter((cell) => /[^\s\d.,-]/.test(cell));
  if (texts.length < 2 || !texts.every((cell) => WRAPPED.test(cell))) return row;
  return {
    ...row,
    cells: cells.map(
      (cell) =>
        WRAPPED.exec(cell)
          ?.slice(1)
          .find((part) => part !== undefined) ?? cell,
    ),
  };
}
