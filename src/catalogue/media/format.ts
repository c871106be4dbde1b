import { refused } from './rules.js';
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

/** Whether an image is complete: the decoder forgives a missing last chunk or mark, and an animated GIF that ends early. */
export function hasEnd(content: Buffer, mime: Mime): boolean {
  if (mime === 'image/png') return pngEnds(content);
  if (mime === 'image/gif') return gifEnds(content);
  if (mime === 'image/jpeg') return jpegEnds(content);
  return true;
}

/** The type of a PNG's last chunk, as a number. */
const IEND = 0x49454e44;

function pngEnds(content: Buffer): boolean {
  for (let at = 8; at + 12 <= content.length; at += 12 + content.readUInt32BE(at))
    if (content.readUInt32BE(at + 4) === IEND) return true;
  return false;
}

/** Source: ITU-T T.81, annex B: segments with a length; after a start of scan, coded bytes up to the next marker. */
function jpegEnds(content: Buffer): boolean {
  for (let at = 2; at + 1 < content.length;) {
    const mark = content[at + 1]!;
    const isData = mark === 0 || (mark >= 0xd0 && mark <= 0xd7);
    if (content[at] !== 0xff || mark === 0xff) at += 1;
    else if (mark === 0xd9) return true;
    else if (isData) at += 2;
    else if (at + 4 > content.length) return false;
    else at += 2 + content.readUInt16BE(at + 2);
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

/** How many bits a pixel may have, by how they are packed: plainly, in run lengths of 8 and of 4 bits, and by masks. */
const BITS: Record<number, number[]> = { 0: [1, 4, 8, 16, 24, 32], 1: [8], 2: [4], 3: [16, 32], 6: [16, 32] };
const RUN_LENGTHS = new Set([1, 2]);

/**
 * The size of a Windows bitmap by its header, with a check that all of its pixels are there. They are not decoded: sharp does not
 * know the format. Source: BITMAPFILEHEADER and BITMAPINFOHEADER of the Windows GDI reference.
 * @throws Problem 415
 */
export function measureBmp(file: Buffer): { width: number; height: number } {
  const headerSize = file.length < 26 ? 0 : file.readUInt32LE(14);
  const isOld = headerSize === 12;
  if (!isOld && (headerSize < 40 || headerSize > 124)) throw refused('damaged', 'there is no header');
  if (file.length < 14 + headerSize) throw refused('damaged', 'the header is cut short');
  const width = isOld ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = isOld ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22));
  const bits = file.readUInt16LE(isOld ? 24 : 28);
  const packing = isOld ? 0 : file.readUInt32LE(30);
  if (width < 1 || height < 1) throw refused('damaged', 'it has no pixels');
  if (BITS[packing]?.includes(bits) !== true)
    throw refused('damaged', `${bits} bits with compression ${packing} is no bitmap`);
  const start = file.readUInt32LE(10);
  if (start < 14 + headerSize) throw refused('damaged', 'the pixels lie outside of the file');
  // The length of run lengths stands in the header, or follows from that of the file.
  const bytes = RUN_LENGTHS.has(packing)
    ? file.readUInt32LE(34) || Math.max(1, file.readUInt32LE(2) - start)
    : Math.floor((width * bits + 31) / 32) * 4 * height;
  if (start + bytes > file.length) throw refused('damaged', 'the pixels end before the image does');
  return { width, height };
}
