import sharp from 'sharp';
import { MAX_PIXELS, refused } from './rules.js';
import type { Mime } from './rules.js';
import { hasEnd, measureBmp, mimeOf } from './format.js';

// Without a cache and threads of its own, which would multiply the memory of an image.
sharp.cache(false);
sharp.concurrency(1);

/** What is found out about an image. */
export interface ImageFacts {
  mime: Mime;
  width: number;
  height: number;
}

/**
 * Finds the type of an image from its content alone, and decodes it in full, so that a truncated or forged file is
 * refused; of a bitmap the header and the length are checked. Bytes after its end are tolerated.
 * @throws Problem 415 with the reason
 */
export async function inspect(content: Buffer): Promise<ImageFacts> {
  const mime = mimeOf(content);
  if (mime === undefined) throw refused('not_an_image');
  if (mime === 'image/bmp') {
    const size = measureBmp(content);
    if (size.width * size.height > MAX_PIXELS) throw refused('too_many_pixels');
    return { mime, ...size };
  }
  const size = await decode(content);
  if (!hasEnd(content, mime)) throw refused('damaged', 'its end is missing');
  return { mime, ...size };
}

async function decode(content: Buffer): Promise<{ width: number; height: number }> {
  const options = { animated: true, failOn: 'error', limitInputPixels: false, sequentialRead: true } as const;
  try {
    const facts = await sharp(content, options).metadata();
    const { width, height, pageHeight = height, pages = 1, orientation = 1 } = facts;
    if (width * pageHeight * pages > MAX_PIXELS) throw refused('too_many_pixels');
    // One channel is enough for a full decode, and takes a byte for each pixel.
    await sharp(content, options).extractChannel(0).raw().toBuffer();
    // From 5 on it is shown on its side.
    return orientation >= 5 ? { width: pageHeight, height: width } : { width, height: pageHeight };
  } catch (error) {
    if (error instanceof Error && !('slug' in error)) throw refused('damaged');
    throw error;
  }
}

/**
 * A smaller copy as WebP, no wider than `width` and never larger than the original; the first frame of many. Not of a bitmap.
 * @throws Problem 415
 */
export function shrink(content: Buffer, width: number): Promise<Buffer> {
  return sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(() => {
      throw refused('damaged');
    });
}
