import { isoTime } from '../database/connect.js';
import { COLUMNS, FIELD_COLUMNS } from './columns.js';
import type { Bind, Column } from './columns.js';
import type { Encoding } from './encode.js';
import { FORMATS } from './formats.js';
import type { Format } from './formats.js';

/** What a file looks like: the columns of which rows, in which order, form and encoding. */
export interface Layout {
  /** the beginning of the file's name */
  name: string;
  format: Format;
  columns: readonly Column[];
  /** what stands for the table `products`, under that name */
  from?: (bind: Bind) => string;
  /** conditions that always hold, as SQL over `products` */
  where?: (bind: Bind) => string[];
  order: 'id' | 'code';
  encoding?: Encoding | undefined;
}

/** What `format=` may say. */
export const LAYOUT_NAMES = ['json', 'csv', 'chemicalbook', 'ndjson', 'xlsx'] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** The layout of a `format=`. @param columns those of a product unless given; those of chemicalbook are fixed */
export function layoutOf(
  name: LayoutName,
  {
    columns = FIELD_COLUMNS,
    encoding,
  }: { columns?: readonly Column[] | undefined; encoding?: Encoding | undefined },
): Layout {
  if (name === 'chemicalbook') return { ...CHEMICALBOOK, encoding };
  return { name: 'products', format: FORMATS[name], columns, order: 'id' };
}

/** Type and name of the file of a layout. */
export function describeFile({ name, format, encoding }: Layout): { contentType: string; fileName: string } {
  const day = new Date().toISOString().slice(0, 10);
  return {
    contentType: encoding === undefined ? format.contentType : format.contentType.replace('utf-8', encoding),
    fileName: `${name}-${day}.${format.extension}`,
  };
}

const HAN = `[\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufad9\u{20000}-\u{323af}]`;
const oneLine = (text: string): string => `regexp_replace(${text}, '[\\r\\n]+', ' ', 'g')`;
const synonymsWhere = (condition: string): string =>
  `(SELECT string_agg(replace(part, '|', '/'), '|' ORDER BY place)
      FROM unnest(string_to_array(synonyms, ';')) WITH ORDINALITY AS s (part, place) WHERE ${condition})`;
const text = (header: string, sql: string): Column => ({ header, kind: 'text', sql: () => sql });

/**
 * The chemicalbook layout. No template of the marketplace is published; the labels follow its product pages, and this
 * table is the one place to change once a real one is at hand.
 */
export const CHEMICALBOOK: Layout = {
  name: 'chemicalbook',
  format: FORMATS.csv,
  columns: [
    text('货号', 'code'),
    text('CAS号', `nullif(cas, 'N/A')`),
    text('中文名称', oneLine('name_cn')),
    text('英文名称', oneLine('name_en')),
    text('中文同义词', synonymsWhere(`part ~ '${HAN}'`)),
    text('英文同义词', synonymsWhere(`part !~ '${HAN}'`)),
    text('分子式', 'formula'),
    { header: '分子量', kind: 'number', sql: () => 'mw' },
    text('相关类别', 'category'),
    text(
      '库存状态',
      `CASE status WHEN 'in_stock' THEN '现货' WHEN 'futures' THEN '期货' WHEN 'custom' THEN '定制' END`,
    ),
    { ...COLUMNS.get('structure_url')!, header: '结构式图片' },
    text('产品说明', oneLine('description')),
    text('更新时间', isoTime('updated_at')),
  ],
  where: () => [`status <> 'off'`],
  order: 'code',
};
