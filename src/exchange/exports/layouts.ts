import iconv from 'iconv-lite';
import type { Bind, Column } from './columns.js';
import { FORMAT_NAMES, FORMATS } from './formats.js';
import type { Format, FormatName } from './formats.js';

/** The encodings that a text file may come in, and what its media type says of each. Text in ASCII is UTF-8 as it stands. */
export const CHARSETS = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  gb18030: 'gb18030',
  ascii: 'us-ascii',
} as const;
export type Encoding = keyof typeof CHARSETS;

/** UTF-8 in one of them. GB 18030 has every character of Unicode; GBK, which it holds, lacks `₂ ² − •`. */
export async function* encoded(text: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  if (encoding === 'utf-8-bom') yield Buffer.from('\ufeff');
  for await (const piece of text)
    yield encoding === 'gb18030' ? iconv.encode(decoder.decode(piece, { stream: true }), encoding) : piece;
}

/** What a file looks like: its columns, rows, order, form and encoding. */
export interface Layout {
  /** the beginning of the file's name */
  name: string;
  format: Format;
  columns: readonly Column[];
  /** replaces the table `products`, under that name */
  from?: (bind: Bind) => string;
  /** conditions that always hold, as SQL over `products` */
  where?: (bind: Bind) => string[];
  order: 'id' | 'code';
  encoding: Encoding;
}

/** SQL for the rows that a layout chooses from, as `products`. */
export const tableOf = ({ from, format }: Pick<Layout, 'from' | 'format'>, bind: Bind): string =>
  from?.(bind) ?? format.from ?? 'products';

/** What `format=` may say; tables with tabs are for profiles alone. */
type LayoutName = Exclude<FormatName, 'tsv'> | 'chemicalbook';
export const LAYOUT_NAMES = [...FORMAT_NAMES, 'chemicalbook'].filter(
  (name) => name !== 'tsv',
) as LayoutName[];

/** The layout of a format with these columns. */
export const plainLayout = (name: FormatName, columns: readonly Column[]): Layout => ({
  name: 'products',
  format: FORMATS[name],
  columns,
  order: 'id',
  encoding: name === 'csv' ? 'utf-8-bom' : 'utf-8',
});

/** Type and name of the file of a layout. */
export function describeFile({ name, format, encoding }: Layout): { contentType: string; fileName: string } {
  const day = new Date().toISOString().slice(0, 10);
  return {
    contentType: format.contentType.replace('utf-8', CHARSETS[encoding]),
    fileName: `${name}-${day}.${format.extension}`,
  };
}
