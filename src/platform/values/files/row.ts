/** A cell: its value, null where it is empty; with what the file says beside it where that is more. */
export type Cell = string | number | null | WrittenCell;

export interface WrittenCell {
  value: string | number;
  /** as it is shown: a number by a format such as `00000` */
  written: string;
  /**
   * what makes its value doubtful: a spreadsheet took it for a date, or for true or false, kept only 15 of its digits, or it cannot be
   * read; or its comma may be a decimal one
   */
  doubt?: 'date' | 'boolean' | 'digits' | 'unreadable' | 'comma';
}

/** A cell as a text; '' where it is empty. */
export const textOf = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.written : String(cell);

/**
 * A row of a file, whatever its format: the cells of a table, a value of JSON, or why it is neither. `line` is that of the file,
 * or the row of a sheet; in a JSON array it is the position, from 1.
 */
export type Row =
  | {
      line: number;
      cells: Cell[];
      /** of a sheet: the columns, from 0, that are merged with those below them, and the last row of each */
      merged?: [column: number, to: number][];
    }
  | { line: number; item: unknown }
  | { line: number; fault: string; held: string };

/** What a file is, which is known before its first row. */
export interface FileKind {
  kind: 'csv' | 'xlsx' | 'json' | 'ndjson';
  /** of a text, as TextDecoder names it; `isGuess` where another one may be right */
  encoding?: { name: string; isGuess: boolean };
  /** of a workbook: the names of further sheets that have values, and are not read */
  others?: string[];
}

/** A file that cannot be read to its end: it is broken, of a kind that is not read, or holds more than is accepted. */
export class UnreadableFile extends Error {
  readonly kind: 'broken' | 'foreign' | 'large';
  /** what is wrong with it, as a translation finds it: its kind where nothing else is said */
  readonly code: string;
  readonly line: number | undefined;

  constructor(
    message: string,
    {
      kind = 'broken',
      code = kind,
      line,
    }: { kind?: UnreadableFile['kind']; code?: string; line?: number } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.line = line;
  }
}
