import { NoItem } from '../../catalogue/index.js';
import type { GivenWarning } from '../../catalogue/index.js';

/** What a file is. A table has the names of its columns, with '' where one has no name. */
export type FileForm = (
  { kind: 'csv' | 'xlsx'; columns: string[] } | { kind: 'json' | 'ndjson'; columns?: undefined }
) & {
  /** of a workbook: the names of further sheets that have values, and are not read */
  others?: string[];
};

/** A row that holds no product, with what it holds: the cells of a row of CSV, or the text of a line. */
interface UnreadRow {
  line: number;
  reason: string;
  message: string;
  held: string[] | string;
}

/** A product as read from a file, or why it cannot be read. */
export type FileRow = { line: number; item: unknown; warnings?: GivenWarning[] } | UnreadRow;

/** What is pushed of a row: one that holds no product is among the items too, as refused. */
export const itemOfRow = (row: FileRow): unknown =>
  'item' in row ? row.item : new NoItem(row.reason, row.message, row.held);

/** What is doubtful about how a row is written in its file. */
export const warningsOfRow = (row: FileRow): GivenWarning[] => ('item' in row ? (row.warnings ?? []) : []);

/** A file that cannot be read to its end: it is broken, of a kind that is not read, or holds more than is accepted. */
export class UnreadableFile extends Error {
  readonly kind: 'broken' | 'foreign' | 'large';
  /** what is wrong with it, as a translation finds it: its kind where nothing else is said */
  readonly code: string;
  readonly line: number | undefined;

  constructor(
    message: string,
    kind: UnreadableFile['kind'] = 'broken',
    { code = kind, line }: { code?: string; line?: number } = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.line = line;
  }
}

/** A table none of whose first lines names a field. */
export class HeadlessFile extends UnreadableFile {}
