import { UnreadableFile } from './row.js';
import type { Cell, Row } from './row.js';

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
  const read = withCommas(start, style);
  const parser = new Parser(style);
  for await (const chunk of text) for (const row of parser.take(chunk)) yield read(unquoted(row, style));
  for (const row of parser.end()) yield read(unquoted(row, style));
}

/** Rows of the beginning from which the numbers of a column are known. */
const LOOKED_AT = 1_000;
/** `180,16`, and `1.180,16` or `1 180,16`; `1,180` may be either. */
const WITH_COMMA = /^[+-]?(?:\d+|\d{1,3}(?:[.\s]\d{3})+)(?:,\d+)?$/;
const EITHER = /^[+-]?[1-9]\d{0,2},\d{3}$/;

/**
 * How the cells of a file are read whose numbers may have decimal commas, as those of half of Europe between semicolons: a column
 * has them where all its numbers can be read so, and one of them in no other way. Where all can be read in both ways each is doubtful.
 */
function withCommas(start: string, style: Style): (row: TableRow) => Row {
  if (style.delimiter === ',' || !/\d,\d/.test(start)) return (row) => row;
  const columns: { isComma: boolean; isSure: boolean; isAny: boolean }[] = [];
  let count = 0;
  for (const row of new Parser(style).take(start)) {
    if ((count += 1) > LOOKED_AT) break;
    for (const [at, cell] of unquoted(row, style).cells.entries()) {
      const given = cell.trim();
      if (!/^[+-]?\d[\d.,\s]*$/.test(given)) continue;
      const column = (columns[at] ??= { isComma: true, isSure: false, isAny: false });
      const hasComma = given.includes(',');
      column.isComma &&= WITH_COMMA.test(given);
      column.isAny ||= hasComma;
      column.isSure ||= hasComma && !EITHER.test(given);
    }
  }
  const cellOf = (written: string, at: number): Cell => {
    const { isComma, isSure, isAny } = columns[at] ?? {};
    if (!isComma || !isAny || !WITH_COMMA.test(written.trim())) return written;
    if (isSure) return { value: Number(written.replaceAll(/[.\s]/g, '').replace(',', '.')), written };
    return style.delimiter === ';' && EITHER.test(written.trim())
      ? { value: written, written, doubt: 'comma' }
      : written;
  };
  return ({ line, cells }) => ({ line, cells: cells.map(cellOf) });
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

/** What may part the cells of a row. */
export const MARKS = [',', ';', '\t', '|', '，', '；', '^', '~', '¦', '｜', '\x01', '\x1f'];

/**
 * The mark that parts the most names of columns in a line; where no line has any, the one that stands most often. Cells may hold
 * more of another mark than there are columns: names have commas, and several synonyms semicolons.
 */
function delimiterOf(start: string, isName: (cell: string) => boolean): string {
  const lines = start.split(/[\r\n]+/, BEGINNING);
  const most = (mark: string, counts: (cell: string) => boolean): number =>
    Math.max(...lines.map((line) => line.split(mark, MOST_CELLS).filter(counts).length));
  const best = (counts: (cell: string) => boolean): string =>
    MARKS.reduce((best, mark) => (most(mark, counts) > most(best, counts) ? mark : best));
  const isField = (cell: string): boolean => isName(cell.trim().replaceAll(/^["']|["']$/g, ''));
  const mark = best(isField);
  return most(mark, isField) > 0 ? mark : best(() => true);
}

interface TableRow {
  line: number;
  cells: string[];
}

/** Takes CSV apart, piece by piece. */
class Parser {
  #waiting = ''; // what stands at the end of a piece, and reads otherwise with what follows
  #cells: string[] = [];
  #cell = '';
  #state: 'before' | 'plain' | 'quoted' | 'behind' = 'before';
  #line = 1;
  #begun = 1; // the line at which this row begins
  readonly #style: Style;
  readonly #marks: Record<'opening' | 'plain' | 'next' | 'behind', RegExp>;

  constructor(style: Style) {
    this.#style = style;
    const { delimiter, quote } = style;
    const mark = delimiter.replace(/[^\w\t]/, '\\$&');
    const blanks = `[ \u00a0\u3000${delimiter === '\t' ? '' : '\t'}]*`;
    this.#marks = {
      opening: new RegExp(`${blanks}${quote}`, 'y'),
      plain: new RegExp(`[^\\r\\n${mark}]*`, 'y'),
      // a quote that ends a cell; else one that begins another, or the end of the line
      next: new RegExp(`(${quote}${blanks}(?:[\\r\\n${mark}]|$))|${mark}${blanks}${quote}|[\\r\\n]`, 'g'),
      behind: new RegExp(`${blanks}(?:(?=[\\r\\n${mark}])|$)`, 'y'),
    };
  }

  take(chunk: string): Generator<TableRow> {
    return this.#read(this.#waiting + chunk, false);
  }

  *end(): Generator<TableRow> {
    yield* this.#read(this.#waiting, true);
    if (this.#state === 'quoted') this.#refuse();
    if (this.#cells.length > 0 || this.#cell !== '')
      yield { line: this.#begun, cells: [...this.#cells, this.#cell] };
  }

  #refuse(): never {
    const line = this.#begun - 1;
    throw new UnreadableFile(`a quote after line ${line} is never closed; nothing behind it was read`, {
      code: 'open_quote',
      line,
    });
  }

  *#read(text: string, isEnd: boolean): Generator<TableRow> {
    let at = 0;
    while (at < text.length) {
      const [state, begun] = [this.#state, this.#begun];
      const next =
        state === 'before'
          ? this.#open(text, at, isEnd)
          : state === 'plain'
            ? this.#plain(text, at)
            : state === 'quoted'
              ? this.#quoted(text, at, isEnd)
              : this.#close(text, at, isEnd);
      if (next === undefined) break;
      at = next;
      if (this.#begun === begun) continue;
      yield { line: begun, cells: this.#cells };
      this.#cells = [];
    }
    this.#waiting = text.slice(at);
  }

  // Each of these goes on from a place, and gives the next one; undefined where it depends on what follows.

  #open(text: string, at: number, isEnd: boolean): number | undefined {
    const to = matchAt(this.#marks.opening, text, at);
    if (to === undefined && !isEnd && text.length - at < 1_000 && /^[ \t\u00a0\u3000]*$/.test(text.slice(at)))
      return undefined;
    this.#state = to === undefined ? 'plain' : 'quoted';
    return to ?? at;
  }

  #plain(text: string, at: number): number {
    const to = matchAt(this.#marks.plain, text, at)!;
    this.#cell += text.slice(at, to);
    this.#state = 'behind';
    return to;
  }

  #quoted(text: string, at: number, isEnd: boolean): number | undefined {
    const { delimiter, quote, isEscaped } = this.#style;
    if (text[at] !== quote) {
      const to = text.indexOf(quote, at);
      this.#cell += text.slice(at, to < 0 ? text.length : to);
      return to < 0 ? text.length : to;
    }
    const next = text[at + 1];
    if (next === undefined && !isEnd) return undefined;
    if (isEscaped && this.#cell.endsWith('\\') && next !== delimiter && !/[\r\n]/.test(next ?? '\n')) {
      this.#cell = `${this.#cell.slice(0, -1)}${quote}`;
      return at + 1;
    }
    const to = matchAt(this.#marks.behind, text, at + 1);
    if (!isEnd && to === text.length) return undefined;
    if (to !== undefined) {
      this.#state = 'behind';
      return to;
    }
    if (next === quote) {
      this.#cell += quote;
      return at + 2;
    }
    return this.#ownQuote(text, at, isEnd);
  }

  /** A quote that nobody doubled; or the cell is no quoted one, and the quote at its beginning is its own. */
  #ownQuote(text: string, at: number, isEnd: boolean): number | undefined {
    const { delimiter, quote } = this.#style;
    this.#marks.next.lastIndex = at + 1;
    const found = this.#marks.next.exec(text);
    if (!found && !isEnd) return undefined;
    // Behind a line end and a mark it begins a cell, and the one before was never closed, unless a quote within follows.
    const isBegun = this.#cell.endsWith(delimiter) && /[\r\n]/.test(this.#cell);
    const cell = found?.[1] === undefined ? '' : text.slice(at + 1, found.index);
    if (isBegun && !cell.replaceAll(quote + quote, '').includes(quote)) this.#refuse();
    if (found?.[1] === undefined) {
      this.#state = 'plain';
      this.#cell = quote + this.#cell;
    }
    this.#cell += quote;
    return at + 1;
  }

  #close(text: string, at: number, isEnd: boolean): number | undefined {
    const next = text[at]!;
    if (next === '\r' && at + 1 === text.length && !isEnd) return undefined;
    const isDelimiter = next === this.#style.delimiter;
    if (!isDelimiter && next !== '\r' && next !== '\n') {
      this.#state = 'plain'; // the cell goes on with the next piece
      return at;
    }
    this.#cells.push(this.#cell);
    if (/[\r\n]/.test(this.#cell)) this.#line += this.#cell.split(/\r\n|\r|\n/).length - 1;
    this.#cell = '';
    this.#state = 'before';
    if (!isDelimiter) this.#begun = this.#line += 1;
    return at + (next === '\r' && text[at + 1] === '\n' ? 2 : 1);
  }
}

/** Where what a sticky pattern matches from a place on ends. */
function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const WRAPPED =
  /^\s*(?:"(.*)"|'(.*)'|~(.*)~|[‘’‚](.*)[‘’]|[“”„](.*)[“”]|«(.*)»|‹(.*)›|「(.*)」|『(.*)』|＂(.*)＂|`(.*)[`´]|\\"(.*)\\")\s*$/s;

/** What stands in one of them: the others are empty. */
const WITHIN = '$1$2$3$4$5$6$7$8$9$10$11$12';

/** Takes quotes of another kind off a row where all its texts have them: those of one cell alone are its own. */
function unquoted(row: TableRow, { isWhole, delimiter }: Style): TableRow {
  const { cells } = row;
  if (isWhole && cells.length === 1) return { ...row, cells: cells[0]!.split(delimiter) };
  const texts = cells.filter((cell) => /[^\s\d.,-]/.test(cell));
  if (texts.length < 2 || !texts.every((cell) => WRAPPED.test(cell))) return row;
  return { ...row, cells: cells.map((cell) => cell.replace(WRAPPED, WITHIN)) };
}
