import { refused } from './rules.js';

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
