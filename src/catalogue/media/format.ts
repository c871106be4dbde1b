import { setImmediate } from 'node:timers/promises';
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

/** Bytes that are parsed before the event loop has a turn: a few milliseconds. */
const SLICE = 1024 * 1024;

/** Whether an image is complete: the decoder forgives a missing last chunk or mark, and an animated GIF that ends early. */
export async function hasEnd(content: Buffer, mime: Mime): Promise<boolean> {
  if (mime === 'image/png') return pngEnds(content);
  if (mime === 'image/gif') return gifEnds(content);
  if (mime === 'image/jpeg') return jpegEnds(content);
  return true;
}

/** The type of a PNG's last chunk, as a number. */
const IEND = 0x49454e44;

async function pngEnds(content: Buffer): Promise<boolean> {
  for (let at = 8, pause = SLICE; at + 12 <= content.length;) {
    if (content.readUInt32BE(at + 4) === IEND) return true;
    at += 12 + content.readUInt32BE(at);
    if (at > pause) {
      pause = at + SLICE;
      await setImmediate();
    }
  }
  return false;
}

/** Source: ITU-T T.81, annex B: segments with a length; after a start of scan, coded bytes up to the next marker. */
async function jpegEnds(content: Buffer): Promise<boolean> {
  for (let at = 2, pause = SLICE; at + 1 < content.length;) {
    const mark = content[at + 1]!;
    const isData = mark === 0 || (mark >= 0xd0 && mark <= 0xd7);
    if (content[at] !== 0xff || mark === 0xff) at += 1;
    else if (mark === 0xd9) return true;
    else if (isData) at += 2;
    else if (at + 4 > content.length) return false;
    else at += 2 + content.readUInt16BE(at + 2);
    if (at > pause) {
      pause = at + SLICE;
      await setImmediate();
    }
  }
  return false;
}

function gifEnds(content: Buffer): boolean {
  const table = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(content[10] ?? 0);
  for (;;) {
    const block = content[at++];
    if (block === 0x3b) return true;
    if (block === 0x21) at += 1;
    else if (block === 0x2c) at += 10 + table(content[at + 8] ?? 0);
    else return false;
    for (let size = content[at++]; size; size = content[at++]) at += size;
  }
}
