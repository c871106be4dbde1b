import { addIgnored, NoItem } from '../../catalogue/index.js';
import type { GivenWarning, Ignored } from '../../catalogue/index.js';
import { UnreadableFile } from '../../platform/index.js';
import type { FileKind } from '../../platform/index.js';

export { UnreadableFile };

/** What a file is. A table has the names of its columns, with '' where one has no name. */
export type FileForm = Omit<FileKind, 'kind'> & { mapping?: string | undefined; leftOut?: string[] } & (
    { kind: 'csv' | 'xlsx'; columns: string[] } | { kind: 'json' | 'ndjson'; columns?: undefined }
  );

/** A row that holds no product, with what it holds: the cells of a row of a table, or the text of a line. */
interface UnreadRow {
  line: number;
  reason: string;
  message: string;
  held: string[] | string;
  field?: 'code' | 'mw';
}

/** A row about the table, such as a title or a total: it is no product, and told of. */
export interface SkippedRow {
  line: number;
  skipped: string;
  message: string;
  value: string;
}

/** A product as read from a file, or why it cannot be read. */
export type FileRow = { line: number; item: unknown; warnings?: GivenWarning[] } | UnreadRow | SkippedRow;

/** What is pushed of a row: one that holds no product is among the items too, as refused. */
export const itemOfRow = (row: Exclude<FileRow, SkippedRow>): unknown =>
  'item' in row ? row.item : new NoItem(row.reason, row.message, row.held, row.field);

/** What is doubtful about how a row is written in its file. */
export const warningsOfRow = (row: FileRow): GivenWarning[] => ('item' in row ? (row.warnings ?? []) : []);

/** The member of an answer that names the mapping of a file; what that leaves out is among what is not read. */
export function mappingIn({ mapping, leftOut = [] }: FileForm, ignored: Ignored): { mapping?: string } {
  for (const name of leftOut) addIgnored(ignored, name);
  return mapping === undefined ? {} : { mapping };
}

/** A skipped row as a warning. */
export const skippedWarning = ({ line, skipped, message, value }: SkippedRow) => ({
  line,
  code: null,
  field: null,
  reason: skipped,
  message,
  value,
});

/** A table none of whose first lines names a field. */
export class HeadlessFile extends UnreadableFile {}
