import type { Mime } from './rules.js';

const SIGNATURES: [mime: Mime, at: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
];

/** The media type of an image by its first bytes; undefined if it is not accepted. */
export function mimeOf(content: Buffer): Mime | undefined {
  const found = SIGNATURES.find(
    ([, at, bytes]) => content.toString('latin1', at, at + bytes.length) === bytes,
  )?.[0];
  return found === 'image/webp' && content.toString('latin1', 0, 4) !== 'RIFF' ? undefined : found;
}

/** What an image ends with: the decoder forgives that it is missing, and an animated GIF that ends early. */
const ENDS: Partial<Record<Mime, string>> = {
  'image/png': 'IEND\xae\x42\x60\x82',
  'image/jpeg': '\xff\xd9',
  'image/gif': '\0;',
};

/** Whether an image has its end, whatever stands behind it. */
export const hasEnd = (content: Buffer, mime: Mime): boolean =>
  content.lastIndexOf(ENDS[mime] ?? '', undefined, 'latin1') >= 0;
