import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { csvRow, guarded, isObject, messageOf, rejectedOf, writeWhole } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import { workbook } from '../exports/xlsx.js';
import { isGuarded, REASON_COLUMN } from '../../catalogue/index.js';
import { columnKey } from './read.js';
import type { Rejected } from './load.js';
import { describeRow } from './outcome.js';
import type { FileForm } from './row.js';

type RejectedCell = string | number | null;
type Table = Extract<FileForm, { columns: string[] }>;

/** The key of what is no product, in a file of JSON. */
const HELD_KEY = 'rejected_text';

/**
 * A file of rejected rows, of the same kind as the imported one, to be corrected and imported again.
 * @param pathOf where it is to be; nothing stands there before it is whole
 */
export function openRejectedRows(pathOf: (kind: FileForm['kind']) => string) {
  let rows: PassThrough | undefined;
  let written: Promise<{ path?: string; error?: string }> = Promise.resolve({});
  const begin = ({ form }: Rejected): PassThrough => {
    const path = pathOf(form.kind);
    const opened = new PassThrough({ objectMode: true });
    written = writeWhole(rejectedFile(form, opened), path, { mode: 0o600 }).then(
      () => ({ path }),
      (error: unknown) => {
        opened.destroy(); // what comes is not gathered
        return { error: messageOf(error) };
      },
    );
    return opened;
  };
  return {
    /** Adds rows, with the reason in a separate column. A failure to write does not break off the import. */
    async add(rejected: Rejected[]): Promise<void> {
      for (const row of rejected) {
        rows ??= begin(row);
        if (!rows.destroyed && !rows.write(row)) await Promise.race([once(rows, 'drain'), written]);
      }
    },
    /** @returns the path of the whole file, or why there is none; neither where no row was rejected */
    finish() {
      rows?.end();
      return written;
    },
    /** removes what was written, of an import that was broken off; harmless after {@link finish} */
    async discard() {
      rows?.destroy();
      await written;
    },
  };
}

/** What is kept of an import that was rejected, as rows of its file. */
export async function* rejectedRows(db: Database, id: number, isChinese = false) {
  for await (const { fault, given } of rejectedOf(db, id, isChinese))
    yield { given, error: { ...fault, line: fault.line ?? fault.index! + 1 } };
}

/** The same as CSV, whatever its form: of JSON the keys of its items are the columns, the first 100 of them. */
export async function rejectedCsv(db: Database, id: number, form: Partial<FileForm>, isChinese: boolean) {
  const keys = new Set<string>();
  if (!form.columns)
    for await (const { given } of rejectedOf(db, id))
      for (const key of Object.keys(itemOf(given))) if (keys.size < 100) keys.add(key);
  return rejectedFile({ kind: 'csv', columns: form.columns ?? [...keys] }, rejectedRows(db, id, isChinese));
}

/** An item of a file of JSON, or what stood in its place. */
const itemOf = (given: unknown): object =>
  isObject(given) ? given : { [HELD_KEY]: typeof given === 'string' ? given : JSON.stringify(given) };

/** The file of such rows. */
export function rejectedFile(
  form: FileForm,
  rows: AsyncIterable<Omit<Rejected, 'form'>>,
): AsyncIterable<Buffer> {
  const text = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(beginning(form));
    let isFirst = true;
    for await (const row of rows) {
      yield Buffer.from(written({ form, ...row }, isFirst));
      isFirst = false;
    }
    yield Buffer.from(end(form));
  };
  if (form.kind !== 'xlsx') return text();
  const columns = headersOf(form.columns).map((header) => ({ header, kind: 'text' as const }));
  return workbook(text(), columns); // of rows that are a JSON array a line
}

const headersOf = (columns: string[]): string[] => [
  REASON_COLUMN,
  ...columns.filter((name) => name !== REASON_COLUMN),
];

function beginning(form: FileForm): string {
  if (form.kind === 'csv') return `\ufeff${csvRow(headersOf(form.columns))}`;
  return form.kind === 'json' ? '[\n' : '';
}

const end = ({ kind }: FileForm): string => (kind === 'json' ? '\n]\n' : '');

function written({ form, given, error }: Rejected, isFirst: boolean): string {
  const because = describeRow(error);
  if (form.columns) {
    const cells = [because, ...cellsOf(form, given)];
    return form.kind === 'csv' ? csvRow(cells) : `${JSON.stringify(cells)}\n`;
  }
  // First, so that it is seen, and in place of one from an earlier import.
  const line = JSON.stringify(
    Object.assign({ [REASON_COLUMN]: '' }, itemOf(given), { [REASON_COLUMN]: because }),
  );
  return form.kind === 'ndjson' ? `${line}\n` : `${isFirst ? '' : ',\n'}${line}`;
}

/** The cells of a row as they stood below the columns, without a reason from an earlier import. */
function cellsOf({ kind, columns }: Table, given: unknown): RejectedCell[] {
  if (Array.isArray(given)) return given.filter((_, column) => columns[column] !== REASON_COLUMN);
  const item = new Map<string, RejectedCell | object>(Object.entries(itemOf(given ?? {})));
  const keys = columns.map(columnKey);
  const beyond = [...item.keys()].filter((key) => !keys.includes(key));
  return [...keys, ...beyond]
    .filter((key) => key !== REASON_COLUMN)
    .map((key) => {
      const value = item.get(key) ?? null;
      const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
      const cell = typeof value !== 'object' ? value : isList ? value.join(';') : value && JSON.stringify(value); // prettier-ignore
      return kind === 'csv' && typeof cell === 'string' && isGuarded(key) ? guarded(cell) : cell;
    });
}
