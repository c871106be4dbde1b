import type { Transform } from 'node:stream';
import iconv from 'iconv-lite';

/** The encodings that a text file may come in. */
export const ENCODINGS = ['utf-8', 'gb18030'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * Turns UTF-8 into another encoding. GB 18030 has every character of Unicode (GBK lacks `₂ ² − •`); the BOM is dropped.
 */
export function encoders(encoding: Encoding): Transform[] {
  if (encoding === 'utf-8') return [];
  return [
    iconv.decodeStream('utf8', { stripBOM: true }),
    iconv.encodeStream(encoding),
  ] as unknown as Transform[];
}
