import { LRUCache } from 'lru-cache';
import type { Chemistry, Ground, Look } from '../../chemistry/index.js';
import type { Holder } from '../../platform/index.js';
import type { StoredStructure } from './store.js';

/** The widths of drawings as WebP, pixels. */
export const PICTURE_WIDTHS = ['96', '256', '320', '512', '1024'] as const;
type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** How many bytes of drawings are cached. */
const KEPT_BYTES = 32 * 1024 * 1024;

export interface Picture {
  type: 'image/svg+xml' | 'image/webp';
  bytes: Buffer;
}

/** How a structure is drawn. */
interface Wanted extends Look {
  ground: Ground;
  /** the width as WebP; undefined: as SVG */
  width?: PictureWidth | undefined;
}

/** Draws structures, and keeps the pictures that were asked for last, by structure, whichever products have it. */
export function openPictures(chemistry: Pick<Chemistry, 'of'>) {
  const kept = new LRUCache<string, Picture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length,
  });
  /** @param count called before one is drawn that is not cached; what it throws is thrown */
  return async (
    { source, given, given_hash }: Pick<StoredStructure, 'source' | 'given' | 'given_hash'>,
    { ground, width, ...look }: Wanted,
    holder: Holder,
    count?: () => Promise<void>,
  ): Promise<Picture> => {
    const key = `${given_hash} ${look.theme} ${look.part ?? ''} ${ground} ${width ?? ''}`;
    const known = kept.get(key);
    if (known) return known;
    await count?.();
    const drawn = await chemistry.of(holder).draw({ source, text: given }, look);
    const svg = Buffer.from(ground === 'none' ? drawn : onWhite(drawn));
    const picture: Picture = width
      ? { type: 'image/webp', bytes: await webpOf(svg, Number(width)) }
      : { type: 'image/svg+xml', bytes: svg };
    kept.set(key, picture);
    return picture;
  };
}

/** The drawing on a white square that fills it. */
const onWhite = (svg: string): string =>
  svg.replace(
    /viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>/,
    '$&<rect x="$1" y="$2" width="$3" height="$4" fill="#fff"/>',
  );

/** sharp is loaded only when the first WebP is requested. */
async function webpOf(svg: Buffer, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  // At 72 dots per inch the SVG would be 320 pixels wide.
  return sharp(svg, { density: (72 * width) / 320 })
    .resize({ width, height: width })
    .webp({ quality: 85 })
    .toBuffer();
}
