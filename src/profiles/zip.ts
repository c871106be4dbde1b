import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip: bytes that are stored as they are, or a stream that is deflated. */
export interface ZipEntry {
  name: string;
  body: Buffer | AsyncIterable<Buffer>;
  /** for streams that are compressed already */
  isCompressed?: boolean;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
const UTF_8 = 0x0800;
/** The sizes follow the data. */
const STREAMED = 0x0008;
const DEFLATED = 8;
const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;
/** 1 January 1980, the beginning of time in zips: the same content gives the same bytes. */
const DATE = 0x0021;

interface Written {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/**
 * Writes a zip as its entries come, in constant memory but for their names. Where it has more bytes or entries than the
 * first form of the format counts, the directory is that of zip64. Source: APPNOTE.TXT of PKWARE, 6.3.
 * @throws what an entry throws; RangeError for one of 4 GiB or more
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, body, isCompressed } of entries) {
    const isStored = Buffer.isBuffer(body);
    const entry: Written = {
      name: Buffer.from(name),
      flags: isStored ? UTF_8 : UTF_8 | STREAMED,
      method: isStored ? 0 : DEFLATED,
      crc: isStored ? crc32(body) : 0,
      packed: isStored ? body.length : 0,
      size: isStored ? body.length : 0,
      offset,
    };
    const head = localHeader(entry);
    yield head;
    if (isStored) yield body;
    else {
      yield* deflated(body, entry, isCompressed ? 0 : 6);
      yield numbers([4, DESCRIPTOR], [4, entry.crc], [4, entry.packed], [4, entry.size]);
    }
    offset += head.length + entry.packed + (isStored ? 0 : 16);
    directory.push(centralHeader(entry));
  }
  yield* directory;
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  yield endOf(directory.length, length, offset);
}

async function* deflated(body: AsyncIterable<Buffer>, entry: Written, level: number): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      yield chunk;
    }
  };
  // An error of the one ends the other; the reader gets it.
  for await (const chunk of pipeline(Readable.from(counted()), createDeflateRaw({ level }), () => {})) {
    entry.packed += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (entry.size > MOST_32 || entry.packed > MOST_32)
    throw new RangeError('a file of a zip has 4 GiB or more');
}

function localHeader({ name, flags, method, crc, packed, size }: Written): Buffer {
  const version = 20;
  return Buffer.concat([
    numbers([4, LOCAL], [2, version], [2, flags], [2, method], [2, 0], [2, DATE], [4, crc]),
    numbers([4, packed], [4, size], [2, name.length], [2, 0]),
    name,
  ]);
}

function centralHeader({ name, flags, method, crc, packed, size, offset }: Written): Buffer {
  const isFar = offset >= MOST_32;
  const version = isFar ? 45 : 20;
  const far = isFar ? numbers([2, 0x0001], [2, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    numbers([4, CENTRAL], [2, version], [2, version], [2, flags], [2, method], [2, 0], [2, DATE], [4, crc]),
    numbers([4, packed], [4, size], [2, name.length], [2, far.length]),
    numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, isFar ? MOST_32 : offset]), // no comment, first disk, no attributes
    name,
    far,
  ]);
}

function endOf(entries: number, length: number, offset: number): Buffer {
  const isLarge = entries >= MOST_16 || length >= MOST_32 || offset >= MOST_32;
  const large = isLarge
    ? [
        numbers([4, END_64], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, entries], [8, entries]),
        numbers([8, length], [8, offset]),
        numbers([4, LOCATOR_64], [4, 0], [8, offset + length], [4, 1]),
      ]
    : [];
  const short = Math.min(entries, MOST_16);
  return Buffer.concat([
    ...large,
    numbers([4, END], [2, 0], [2, 0], [2, short], [2, short]),
    numbers([4, Math.min(length, MOST_32)], [4, Math.min(offset, MOST_32)], [2, 0]),
  ]);
}

/** Numbers in the order of their bytes, the least first: of 2, 4 or 8 bytes each. */
function numbers(...fields: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const out = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) out.writeBigUInt64LE(BigInt(value), at);
    else out.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return out;
}
