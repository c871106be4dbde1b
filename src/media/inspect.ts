import { fileTypeFromBuffer } from 'file-type';
import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { BadBmp, decodeBmp, measureBmp } from './bmp.js';
import { MAX_PIXELS, MIMES, refused } from './rules.js';
import type { Mime } from './rules.js';

let opened: Promise<typeof sharp> | undefined;

/**
 * sharp, loaded with the first image: it takes 20 MB, a sixth of a gateway at rest. Its own cache and threads would
 * multiply what an image takes; how many are decoded at once is the caller's budget.
 */
function openSharp(): Promise<typeof sharp> {
  opened ??= import('sharp').then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    return library;
  });
  return opened;
}

export interface ImageFacts {
  mime: Mime;
  width: number;
  height: number;
}

/**
 * Finds out what an image is, by its content alone, and decodes it once in full, so that a truncated or lying
 * file is refused. Bytes after its end are tolerated.
 * @throws Problem 415 with the reason
 */
export async function inspect(content: Buffer): Promise<ImageFacts> {
  const sniffed = await fileTypeFromBuffer(content).catch(() => undefined);
  // file-type tells an animated PNG apart; it is a PNG all the same.
  const mime = MIMES.find(
    (each) => each === sniffed?.mime.replace('/apng', '/png').replace('/x-ms-bmp', '/bmp'),
  );
  if (mime === undefined) throw refused('not_an_image');
  const size = mime === 'image/bmp' ? measureBitmap(content) : await decode(content);
  if (!hasEnd(content, mime)) throw refused('damaged', 'its end is missing');
  return { mime, ...size };
}

function measureBitmap(content: Buffer): { width: number; height: number } {
  try {
    const size = measureBmp(content);
    if (size.width * size.height > MAX_PIXELS) throw refused('too_many_pixels');
    return size;
  } catch (error) {
    if (error instanceof BadBmp) throw refused('damaged', error.message);
    throw error;
  }
}

async function decode(content: Buffer): Promise<{ width: number; height: number }> {
  const options = {
    animated: true,
    failOn: 'error',
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
  } as const;
  const open = await openSharp();
  try {
    const {
      width,
      height,
      pageHeight = height,
      pages = 1,
    } = await open(content, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    if (width * pageHeight * pages > MAX_PIXELS) throw refused('too_many_pixels');
    // One channel of the pixels: a full decode, at a byte a pixel.
    await open(content, options).extractChannel(0).raw().toBuffer();
    return { width, height: pageHeight };
  } catch (error) {
    if (error instanceof Error && !('slug' in error)) throw refused('damaged', firstLine(error));
    throw error;
  }
}

/** What the decoder says, cut to its first line: it may repeat itself for each frame. */
function firstLine(error: Error): string {
  return error.message.split('\n')[0]!.trim().slice(0, 120);
}

/** The decoder forgives a last chunk or mark that is missing, and an animated GIF that ends early. */
function hasEnd(content: Buffer, mime: Mime): boolean {
  if (mime === 'image/png') return pngEnds(content);
  if (mime === 'image/gif') return gifEnds(content);
  if (mime === 'image/jpeg') return jpegEnds(content);
  return true;
}

function pngEnds(content: Buffer): boolean {
  for (let at = 8; at + 12 <= content.length;) {
    if (content.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at += 12 + content.readUInt32BE(at);
  }
  return false;
}

/** Source: ITU-T T.81, annex B: segments with a length, and after a start of scan coded bytes up to the next mark. */
function jpegEnds(content: Buffer): boolean {
  for (
    let at = content.indexOf(0xff, 2);
    at >= 0 && at + 1 < content.length;
    at = content.indexOf(0xff, at)
  ) {
    const mark = content[at + 1]!;
    const isData = mark === 0 || (mark >= 0xd0 && mark <= 0xd7);
    if (mark === 0xd9) return true;
    else if (mark === 0xff) at += 1;
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

/** A smaller copy as WebP, no wider than `width` and never larger than the original; the first frame of many. */
export async function shrink(content: Buffer, mime: Mime, width: number): Promise<Buffer> {
  const open = await openSharp();
  const input =
    mime === 'image/bmp' ? bitmapInput(open, content) : open(content, { limitInputPixels: MAX_PIXELS });
  return input
    .autoOrient()
    .resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer();
}

function bitmapInput(open: typeof sharp, content: Buffer): Sharp {
  const { data, width, height } = decodeBmp(content);
  return open(data, { raw: { width, height, channels: 3 } });
}
