import { guardedSql } from '../../platform/index.js';
import type { Column } from './columns.js';
import { csvLines } from './csv.js';
import { sdfRecords, STRUCTURE_PARTS, WITH_STRUCTURE } from './sdf.js';
import { workbook } from './xlsx.js';

/**
 * A format of files: how Postgres writes the rows by COPY, which is much faster than rows through JavaScript, and
 * what turns the output of COPY into the bytes of the file.
 */
export interface Format {
  contentType: string;
  extension: string;
  /** replaces the table `products`, under that name, where not all of them are in the file */
  from?: string;
  /** the COPY, given `FROM products WHERE … ORDER BY …` */
  copy: (columns: readonly SqlColumn[], from: string) => string;
  /** each row is worked on for milliseconds: a file of many takes minutes, and may differ where one took too long */
  isDrawn?: true;
  /** makes the file of the output of COPY, where that is not it: header, rows, end */
  finish?: (rows: AsyncIterable<Buffer>, file: Contents) => AsyncIterable<Buffer>;
}

/** The columns of a file, and how many rows it has. */
interface Contents {
  columns: readonly Pick<Column, 'header' | 'kind'>[];
  count: number;
}

/** A column whose values are bound. */
type SqlColumn = Omit<Column, 'sql'> & { sql: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// JSON contains no control characters: CSV with two of them as quote and delimiter leaves it unchanged, one line per row.
// COPY's text format would double every backslash.
const copyLines = (select: string): string =>
  `COPY (${select}) TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;

/** An object a line, each behind `lead`. Names have 63 bytes at most, as those of Postgres have. */
const copyObjects =
  (lead = ''): Format['copy'] =>
  (columns, from) =>
    copyLines(
      `SELECT ${lead}row_to_json(r)::text FROM (SELECT ${columns.map(({ sql, kind, header }) => `${kind === 'json' ? `(${sql})::json` : sql} AS ${quoted(header)}`).join(', ')} ${from}) r`,
    );

const json: Format = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  copy: copyObjects(`',' || `),
  async *finish(rows, { count }) {
    yield Buffer.from('{"ok":true,"data":[');
    let isFirst = true;
    for await (const chunk of rows) {
      yield isFirst ? chunk.subarray(1) : chunk; // the first comma separates nothing
      isFirst = false;
    }
    yield Buffer.from(`],"count":${count}}`);
  },
};

const ndjson: Format = {
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  copy: copyObjects(),
};

/** Columns under our own names come back by an import. What other programs read, under names of theirs, has no marks. */
const GUARDED = new Set(['code', 'cas']);

function cellSql({ sql, kind, header }: SqlColumn): string {
  if (kind === 'flag') return `(${sql})::text`; // `true` or `false`
  return kind === 'text' && GUARDED.has(header) ? guardedSql(`(${sql})`) : sql;
}

/** Values with something between them, otherwise as RFC 4180 says. @param delimiter a comma or a tab */
const separated = (delimiter: ',' | '\t'): Pick<Format, 'copy' | 'finish'> => ({
  copy: (columns, from) =>
    `COPY (SELECT ${columns.map(cellSql).join(', ')} ${from}) TO STDOUT (FORMAT csv, DELIMITER '${delimiter}')`,
  finish: (rows, { columns }) =>
    csvLines(
      rows,
      columns.map(({ header }) => header),
      delimiter,
    ),
});

const csv: Format = { contentType: 'text/csv; charset=utf-8', extension: 'csv', ...separated(',') };
const tsv: Format = {
  contentType: 'text/tab-separated-values; charset=utf-8',
  extension: 'tsv',
  ...separated('\t'),
};

const xlsx: Format = {
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  copy: (columns, from) =>
    copyLines(`SELECT json_build_array(${columns.map(({ sql }) => sql).join(', ')})::text ${from}`),
  finish: (rows, { columns }) => workbook(rows, columns),
};

const sdf: Format = {
  contentType: 'chemical/x-mdl-sdfile; charset=utf-8',
  extension: 'sdf',
  isDrawn: true,
  from: WITH_STRUCTURE,
  copy: (columns, from) =>
    copyLines(
      `SELECT json_build_array(json_build_array(${columns.map(({ sql }) => sql).join(', ')}), ${STRUCTURE_PARTS})::text ${from}`,
    ),
  finish: (rows, { columns }) => sdfRecords(rows, columns),
};

/** The formats of files, by their names: the one place where a format is written down. */
export const FORMATS = { csv, tsv, xlsx, json, ndjson, sdf } as const satisfies Record<string, Format>;
export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];
