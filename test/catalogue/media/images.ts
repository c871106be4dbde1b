import { createHash, randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const LIMIT = 10 * 1024 * 1024;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A picture that no other call makes, so that every test stores objects of its own. */
export async function picture(
  format: 'png' | 'jpeg' | 'gif' | 'webp',
  { width = 60, height = 40 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  const raw = randomBytes(width * height * 3);
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** Three frames. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([0, 1, 2].map(() => picture('png')));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** An uncompressed bitmap with 24 bits a pixel; `colour` is its lowest left pixel as [red, green, blue]. */
export function bitmap(width = 60, height = 40, colour = [...randomBytes(3)]): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height, 200);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(0, 6);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.fill(0, 30, 54);
  file.set([...colour].reverse(), 54);
  return file;
}

/** A valid PNG of exactly this many bytes: noise, and a text chunk of its own that fills it up. */
export function pngOfSize(bytes: number, noise = randomBytes(16)): Buffer {
  const small = pngFrom(
    2,
    2,
    Buffer.concat([Buffer.from([0]), noise.subarray(0, 6), Buffer.from([0]), noise.subarray(6, 12)]),
  );
  const end = small.length - 12;
  const filling = bytes - small.length - 12;
  const chunk = pngChunk('tEXt', Buffer.alloc(filling, 'x'));
  return Buffer.concat([small.subarray(0, end), chunk, small.subarray(end)]);
}

/** A header that announces a PNG of any size, and hardly any pixels. */
export function pngHeader(width: number, height: number): Buffer {
  return pngFrom(width, height, Buffer.alloc(100));
}

function pngFrom(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

export function dataUrl(bytes: Buffer, mime: string): string {
  return `data:${mime};base64,${bytes.toString('base64')}`;
}
