import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its content is read when its turn comes. */
export interface ZipEntry {
  name: string;
  content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** is packed already, and only wrapped */
  isPacked?: boolean;
}

const [MOST_16, MOST_32] = [0xffff, 0xffff_ffff];
/** Deflate, UTF-8 names, and the size of an entry behind it. */
const [METHOD, FLAGS] = [8, 0x0808];
/** Every entry has this date, 1980-01-01: the same content gives the same bytes. */
const DATE = 0x0021;
/** Versions of the format that a reader needs: the first one, and that with 64-bit places. */
const [PLAIN, LARGE] = [20, 45];
/** A low level: XML shrinks well even so, and higher levels take longer. */
const LEVEL = 3;

/** Fields of 2, 4 or 8 bytes, little-endian, as the format names them. */
function record(...fields: (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields)
    at = bytes === 8 ? buffer.writeBigUInt64LE(BigInt(value), at) : buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

/**
 * Writes a zip archive as a stream: one entry after the other, each packed as it comes, in constant memory. One of more
 * than 4 GiB or 65,535 entries has the directory of zip64. Source: APPNOTE.TXT of PKWARE, 6.3.
 * @throws Error where an entry passes 4 GiB
 */
export async function* zip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer, void, undefined> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { name, content, isPacked } of entries) {
    const start = at;
    const path = Buffer.from(name);
    const kind = [
      [2, FLAGS],
      [2, METHOD],
      [2, 0],
      [2, DATE],
    ] as const;
    const none = [
      [4, 0],
      [4, 0],
      [4, 0],
    ] as const;
    yield record([4, 0x0403_4b50], [2, PLAIN], ...kind, ...none, [2, path.length], [2, 0]);
    yield path;

    let [crc, size, packed] = [0, 0, 0];
    const raw = async function* (): AsyncGenerator<Buffer> {
      for await (const part of content) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    };
    const deflate = createDeflateRaw({ level: isPacked ? 0 : LEVEL });
    const deflated = pipeline(raw, deflate, () => {}) as unknown as Readable;
    for await (const chunk of deflated as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    if (size > MOST_32 || packed > MOST_32) throw new Error(`${name} passes 4 GiB`);
    const sizes = [
      [4, crc],
      [4, packed],
      [4, size],
    ] as const;
    const behind = record([4, 0x0807_4b50], ...sizes);
    yield behind;
    at += 30 + path.length + packed + behind.length;

    const isFar = start >= MOST_32;
    const version = isFar ? LARGE : PLAIN;
    const far = isFar ? record([2, 1], [2, 8], [8, start]) : Buffer.alloc(0);
    directory.push(
      Buffer.concat([
        record([4, 0x0201_4b50], [2, version], [2, version], ...kind, ...sizes),
        // no comment, on the first disk, without attributes
        record([2, path.length], [2, far.length], [2, 0], [2, 0], [2, 0], [4, 0]),
        record([4, Math.min(start, MOST_32)]),
        path,
        far,
      ]),
    );
  }
  const listing = Buffer.concat(directory);
  yield listing;
  yield endOf(directory.length, listing.length, at);
}

/** What closes an archive: how many entries, and where their listing is. */
function endOf(count: number, length: number, start: number): Buffer {
  const isLarge = count >= MOST_16 || length >= MOST_32 || start >= MOST_32;
  const large = isLarge
    ? [
        record([4, 0x0606_4b50], [8, 44], [2, LARGE], [2, LARGE], [4, 0], [4, 0]),
        record([8, count], [8, count], [8, length], [8, start]),
        record([4, 0x0706_4b50], [4, 0], [8, start + length], [4, 1]),
      ]
    : [];
  const shown = Math.min(count, MOST_16);
  return Buffer.concat([
    ...large,
    record([4, 0x0605_4b50], [2, 0], [2, 0], [2, shown], [2, shown]),
    record([4, Math.min(length, MOST_32)], [4, Math.min(start, MOST_32)], [2, 0]),
  ]);
}
