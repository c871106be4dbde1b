/** Raw pixels for sharp: 8-bit RGB, row by row from the top. */
export interface Pixels {
  width: number;
  height: number;
  data: Buffer<ArrayBuffer>;
}

interface Bmp {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  /** where the pixels begin */
  start: number;
  /** colours as [blue, green, red] */
  palette: Buffer[];
  masks: number[];
}

const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** The image cannot be read: it is truncated, or of an unsupported kind. */
export class BadBmp extends Error {}

/**
 * Reads the header of a Windows bitmap and checks that all pixels are there. sharp does not know the format.
 * Source: the structures BITMAPFILEHEADER and BITMAPINFOHEADER of the Windows GDI reference.
 * @throws BadBmp
 */
export function measureBmp(file: Buffer): { width: number; height: number } {
  const bmp = readHeader(file);
  if (isRunLength(bmp)) runs(file, bmp);
  else if (bmp.start + rowBytes(bmp) * bmp.height > file.length)
    throw new BadBmp('the pixels end before the image does');
  return { width: bmp.width, height: bmp.height };
}

/** Decodes a bitmap without its transparency. @throws BadBmp */
export function decodeBmp(file: Buffer): Pixels {
  const { width, height } = measureBmp(file);
  const bmp = readHeader(file);
  const data = Buffer.alloc(width * height * 3);
  const paint = (x: number, y: number, blue: number, green: number, red: number): void => {
    const at = ((bmp.topDown ? y : height - 1 - y) * width + x) * 3;
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  };
  const paintIndex = (x: number, y: number, index: number): void => {
    const colour = bmp.palette[index];
    if (colour) paint(x, y, colour[0]!, colour[1]!, colour[2]!);
  };

  if (isRunLength(bmp)) {
    runs(file, bmp, paintIndex);
    return { width, height, data };
  }
  const stride = rowBytes(bmp);
  const [red = NONE, green = NONE, blue = NONE] = bmp.masks.map(channel);
  for (let y = 0; y < height; y++) {
    const row = bmp.start + y * stride;
    for (let x = 0; x < width; x++) {
      if (bmp.bits <= 8) {
        const bit = x * bmp.bits;
        const byte = file[row + (bit >> 3)]!;
        paintIndex(x, y, (byte >> (8 - bmp.bits - (bit & 7))) & ((1 << bmp.bits) - 1));
      } else if (bmp.bits === 24) {
        const at = row + x * 3;
        paint(x, y, file[at]!, file[at + 1]!, file[at + 2]!);
      } else {
        const value = bmp.bits === 16 ? file.readUInt16LE(row + x * 2) : file.readUInt32LE(row + x * 4);
        paint(x, y, pick(value, blue), pick(value, green), pick(value, red));
      }
    }
  }
  return { width, height, data };
}

function readHeader(file: Buffer): Bmp {
  if (file.length < 26 || file.toString('latin1', 0, 2) !== 'BM') throw new BadBmp('there is no header');
  const headerSize = file.readUInt32LE(14);
  const old = headerSize === 12;
  if (!old && (headerSize < 40 || headerSize > 124)) throw new BadBmp('the header is of an unknown kind');
  if (file.length < 14 + headerSize) throw new BadBmp('the header is cut short');

  const rows = old ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bmp: Bmp = {
    width: old ? file.readUInt16LE(18) : file.readInt32LE(18),
    height: Math.abs(rows),
    topDown: rows < 0,
    bits: file.readUInt16LE(old ? 24 : 28),
    compression: old ? RGB : file.readUInt32LE(30),
    start: file.readUInt32LE(10),
    palette: [],
    masks: [],
  };
  if (bmp.width < 1 || bmp.height < 1) throw new BadBmp('it has no pixels');
  const known =
    (bmp.compression === RGB && [1, 4, 8, 16, 24, 32].includes(bmp.bits)) ||
    (bmp.compression === RLE8 && bmp.bits === 8) ||
    (bmp.compression === RLE4 && bmp.bits === 4) ||
    ([BITFIELDS, ALPHA_BITFIELDS].includes(bmp.compression) && [16, 32].includes(bmp.bits));
  if (!known) throw new BadBmp(`${bmp.bits} bits with compression ${bmp.compression} is no bitmap`);

  let tables = 14 + headerSize;
  if (bmp.bits === 16) bmp.masks = [0x7c00, 0x03e0, 0x001f];
  else if (bmp.bits === 32) bmp.masks = [0xff0000, 0x00ff00, 0x0000ff];
  if (bmp.compression === BITFIELDS || bmp.compression === ALPHA_BITFIELDS) {
    // The masks follow the small header or are part of a larger one: at the same place in the file.
    if (file.length < 66) throw new BadBmp('the header is cut short');
    bmp.masks = [54, 58, 62].map((at) => file.readUInt32LE(at));
    if (headerSize === 40) tables += bmp.compression === BITFIELDS ? 12 : 16;
  }
  if (bmp.start < tables || bmp.start > file.length) throw new BadBmp('the pixels lie outside of the file');
  if (bmp.bits <= 8) {
    const size = old ? 3 : 4;
    const colours = Math.min((!old && file.readUInt32LE(46)) || 2 ** bmp.bits, 2 ** bmp.bits);
    for (let i = 0; i < colours && tables + (i + 1) * size <= bmp.start; i++)
      bmp.palette.push(file.subarray(tables + i * size, tables + i * size + 3));
  }
  return bmp;
}

function rowBytes({ width, bits }: Bmp): number {
  return Math.floor((width * bits + 31) / 32) * 4;
}

function isRunLength({ compression }: Bmp): boolean {
  return compression === RLE8 || compression === RLE4;
}

/** Walks run-length encoded pixels to their end marker. @throws BadBmp without one */
function runs(file: Buffer, bmp: Bmp, paint?: (x: number, y: number, index: number) => void): void {
  const four = bmp.compression === RLE4;
  let at = bmp.start;
  let x = 0;
  let y = 0;
  const next = (): number => {
    const byte = file[at++];
    if (byte === undefined) throw new BadBmp('the pixels end before the image does');
    return byte;
  };
  const put = (count: number, index: (i: number) => number): void => {
    const visible = paint && y < bmp.height ? Math.min(count, bmp.width - x) : 0;
    for (let i = 0; i < visible; i++) paint!(x + i, y, index(i));
    x += count;
  };
  for (;;) {
    const count = next();
    const value = next();
    if (count > 0) {
      put(count, (i) => (four ? nibble(value, i) : value));
    } else if (value === 0) {
      x = 0;
      y += 1;
    } else if (value === 1) {
      return;
    } else if (value === 2) {
      x += next();
      y += next();
    } else {
      // Literal pixels, padded to an even number of bytes.
      const literal = at;
      const length = four ? Math.ceil(value / 2) : value;
      at += length + (length % 2);
      if (at > file.length) throw new BadBmp('the pixels end before the image does');
      put(value, (i) => (four ? nibble(file[literal + (i >> 1)]!, i) : file[literal + i]!));
    }
  }
}

/** One of the two pixels of a byte; the first is its upper half. */
function nibble(byte: number, i: number): number {
  return i % 2 ? byte & 15 : byte >> 4;
}

interface Channel {
  shift: number;
  max: number;
}

const NONE: Channel = { shift: 0, max: 0 };

function channel(mask: number): Channel {
  if (mask === 0) return NONE;
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
}

function pick(value: number, { shift, max }: Channel): number {
  return max === 0 ? 0 : Math.round(((((value >>> shift) & max) >>> 0) * 255) / max);
}
