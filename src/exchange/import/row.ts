import { addIgnored, NoItem } from '../../catalogue/index.js';
import type { GivenWarning, Ignored, openItems } from '../../catalogue/index.js';
import { UnreadableFile } from '../../platform/index.js';
import type { FileKind } from '../../platform/index.js';
import { encodingIn } from './outcome.js';

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

/** Adds a row to what is pushed: one that holds no product as refused. @returns a warning of one that is about the table */
export function addRow(items: ReturnType<typeof openItems>, row: FileRow) {
  const { line } = row;
  if ('skipped' in row)
    return { line, code: null, field: null, reason: row.skipped, message: row.message, value: row.value };
  if ('item' in row) items.add(row.item, line, row.warnings);
  else items.add(new NoItem(row.reason, row.message, row.held, row.field), line);
  return undefined;
}

/** What an answer tells of a file; what its mapping leaves out, and its other sheets, are among what is not read. */
export function toldOf({ encoding, mapping, leftOut = [], others }: FileForm, ignored: Ignored) {
  ignored.sheets = others;
  for (const name of leftOut) addIgnored(ignored, name);
  return { ...encodingIn({ encoding }), ...(mapping !== undefined && { mapping }) };
}

/** A table none of whose first lines names a field. */
export class HeadlessFile extends UnreadableFile {}
