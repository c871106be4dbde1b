import { PassThrough } from 'node:stream';
import type { Transform } from 'node:stream';
import iconv from 'iconv-lite';

/** The encodings that a text file may come in, and what its media type says of each. Text in ASCII is UTF-8 as it stands. */
export const CHARSETS = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  gb18030: 'gb18030',
  ascii: 'us-ascii',
} as const;
export type Encoding = keyof typeof CHARSETS;

/** Turns UTF-8 into another encoding. GB 18030 has every character of Unicode (GBK lacks `₂ ² − •`). */
export function encoders(encoding: Encoding): Transform[] {
  if (encoding === 'gb18030')
    return [
      iconv.decodeStream('utf8', { stripBOM: false }),
      iconv.encodeStream(encoding),
    ] as unknown as Transform[];
  return encoding === 'utf-8-bom' ? [bomFirst()] : [];
}

function bomFirst(): Transform {
  const file = new PassThrough();
  file.push('\ufeff');
  return file;
}
