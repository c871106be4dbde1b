import { Transform } from 'node:stream';
import iconv from 'iconv-lite';
import { isoTime } from '../database/connect.js';
import { FIELD_NAMES, FIELDS } from './fields.js';
import type { Field } from './fields.js';

/**
 * The layouts of the export. Each is a SELECT that Postgres writes out by COPY, which is several times as fast as rows
 * through JavaScript, and a stream that turns the output of COPY into the bytes of the format.
 */
export const FORMATS = ['json', 'csv', 'chemicalbook', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export interface Layout {
  contentType: string;
  extension: string;
  /** the query, given its `FROM products WHERE … ORDER BY …` */
  select: (from: string) => string;
  /** a condition that always holds for this layout */
  where?: string;
  order: string;
  /** COPY's options */
  copy: string;
  /** turns the output of COPY into the format */
  finish: () => Transform[];
}

const CRLF = '\r\n';
const BOM = '\ufeff';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const ORIGIN = `current_setting('catalogue.site_origin')`;
const absolute = (column: string): string =>
  `CASE WHEN left(${column}, 1) = '/' THEN ${ORIGIN} || ${column} ELSE ${column} END`;

function columnOf({ name, kind, sql = name }: Field, format: 'json' | 'csv'): string {
  if (kind === 'time') return isoTime(name);
  if (kind === 'url') return absolute(name);
  return kind === 'flag' && format === 'csv' ? `CASE WHEN ${sql} THEN 'true' ELSE 'false' END` : sql;
}
const columns = (format: 'json' | 'csv'): string =>
  FIELDS.map((field) => `${columnOf(field, format)} AS ${field.name}`).join(', ');

// JSON contains no control characters, so CSV with two of them as quote and delimiter leaves it as it is, a line a row.
// COPY's text format would double every backslash.
const RAW_LINES = `FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02'`;
const jsonRows = (lead: string) => (from: string) =>
  `SELECT ${lead}row_to_json(r)::text FROM (SELECT ${columns('json')} ${from}) r`;

/**
 * The chemicalbook layout: header and expression of each column. No template of the marketplace is published; the
 * labels follow its product pages, and this table is the one place to change once a real one is at hand.
 */
const HAN = `[\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufad9\u{20000}-\u{323af}]`;
const oneLine = (text: string): string => `regexp_replace(${text}, '[\\r\\n]+', ' ', 'g')`;
const synonymsWhere = (condition: string): string =>
  `(SELECT string_agg(replace(part, '|', '/'), '|' ORDER BY place)
      FROM unnest(string_to_array(synonyms, ';')) WITH ORDINALITY AS s (part, place) WHERE ${condition})`;
const CHEMICALBOOK: readonly (readonly [header: string, expression: string])[] = [
  ['货号', 'code'],
  ['CAS号', `nullif(cas, 'N/A')`],
  ['中文名称', oneLine('name_cn')],
  ['英文名称', oneLine('name_en')],
  ['中文同义词', synonymsWhere(`part ~ '${HAN}'`)],
  ['英文同义词', synonymsWhere(`part !~ '${HAN}'`)],
  ['分子式', 'formula'],
  ['分子量', 'mw'],
  ['相关类别', 'category'],
  [
    '库存状态',
    `CASE status WHEN 'in_stock' THEN '现货' WHEN 'futures' THEN '期货' WHEN 'custom' THEN '定制' END`,
  ],
  ['结构式图片', absolute('structure_url')],
  ['产品说明', oneLine('description')],
  ['更新时间', isoTime('updated_at')],
];

export const LAYOUTS: Record<Format, Layout> = {
  json: {
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    select: jsonRows(`',' || `),
    order: 'id',
    copy: RAW_LINES,
    finish: () => [jsonFrame()],
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    select: jsonRows(''),
    order: 'id',
    copy: RAW_LINES,
    finish: () => [],
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    select: (from) => `SELECT ${columns('csv')} ${from}`,
    order: 'id',
    copy: 'FORMAT csv',
    finish: () => [csvLines(FIELD_NAMES.join(','))],
  },
  chemicalbook: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    select: (from) => `SELECT ${CHEMICALBOOK.map(([, expression]) => expression).join(', ')} ${from}`,
    where: `status <> 'off'`,
    order: 'code',
    copy: 'FORMAT csv',
    finish: () => [csvLines(CHEMICALBOOK.map(([header]) => header).join(','))],
  },
};

/** `{"ok":true,"data":[...],"count":N}` around rows that each begin with a comma and end with a line feed. */
function jsonFrame(): Transform {
  let count = 0;
  let begun = false;
  return new Transform({
    construct(done) {
      this.push('{"ok":true,"data":[');
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      const rows = begun ? chunk : chunk.subarray(1); // the first comma separates nothing
      begun = true;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
      done(null, rows);
    },
    flush(done) {
      done(null, `],"count":${count}}`);
    },
  });
}

/** RFC 4180 lines: a BOM and a header first, and CRLF for the line feeds that end COPY's rows, not for those within quotes. */
function csvLines(header: string): Transform {
  let quoted = false;
  return new Transform({
    construct(done) {
      this.push(BOM + header + CRLF);
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      const ends: number[] = [];
      // By indexOf, several times as fast as byte by byte.
      let quote = chunk.indexOf(QUOTE);
      const passQuotes = (before: number): void => {
        for (; quote >= 0 && quote < before; quote = chunk.indexOf(QUOTE, quote + 1)) quoted = !quoted;
      };
      for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, feed + 1)) {
        passQuotes(feed);
        if (!quoted) ends.push(feed);
      }
      passQuotes(chunk.length);
      done(null, withReturns(chunk, ends));
    },
  });
}

/** A copy with a carriage return before each of the line feeds at these places. */
function withReturns(chunk: Buffer, ends: number[]): Buffer {
  const out = Buffer.allocUnsafe(chunk.length + ends.length);
  let from = 0;
  for (const [added, end] of ends.entries()) {
    chunk.copy(out, from + added, from, end);
    out[end + added] = CARRIAGE_RETURN;
    from = end;
  }
  chunk.copy(out, from + ends.length, from);
  return out;
}

/** UTF-8 to GB 18030, which has every character of Unicode (GBK lacks `₂ ² − •`). The BOM is dropped. */
export function toGb18030(): Transform[] {
  return [
    iconv.decodeStream('utf8', { stripBOM: true }),
    iconv.encodeStream('gb18030'),
  ] as unknown as Transform[];
}
