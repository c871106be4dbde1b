import { buffer } from 'node:stream/consumers';
import type { Request, Response } from 'express';
import { goneSignal, holderOf, namesTag, Problem, rangeOf, sendAtPace } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { copyKey, DamagedImage, readImage } from './objects.js';
import type { Width } from './objects.js';
import type { Media } from './open.js';
import { imageId } from './rules.js';
import { findImage } from './store.js';
import type { StoredImage } from './store.js';

// no-transform, because proxies and our compression must not change the bytes that the ETag identifies.
const FOR_EVER = 'public, max-age=31536000, immutable, no-transform';

/**
 * Answers with the bytes of an image, streamed at the pace of the client; when it goes away,
 * file and connection are released. @throws Problem 404, 416, 503
 */
export async function serveImage(
  media: Media,
  id: string,
  width: Width | undefined,
  req: Request,
  res: Response,
): Promise<void> {
  const number = imageId(id);
  const found = async () => (number === undefined ? null : findImage(media.db, number));
  const image = await media.reading.during(holderOf(req), found);
  if (!image) throw noImage();
  const gone = goneSignal(res);
  try {
    // A bitmap, which is not decoded, has no smaller copies.
    if (width && image.mime !== 'image/bmp') await sendCopy(media, image, width, req, res);
    else await sendOriginal(media, image, req, res, gone);
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

const noImage = (): Problem => new Problem('not-found', 'There is no such image.');

async function sendOriginal(
  media: Media,
  image: StoredImage,
  req: Request,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  const { sha256, mime, bytes, createdAt } = image;
  const validators = { ETag: `"${sha256}"`, 'Last-Modified': createdAt.toUTCString() };
  if (isNotModified(req, res, validators)) return;

  if (req.method === 'HEAD') {
    if ((await media.objects.head(sha256)) === null) throw lost(media, image, res);
    setHeaders(res, mime, bytes);
    res.set('Accept-Ranges', 'bytes').end();
    return;
  }
  const range = requestedRange(req, bytes, validators);
  const opened = () => media.objects.get(sha256, { range, signal });
  const object = await media.reading.during(holderOf(req), opened);
  if (object === null) throw lost(media, image, res);
  if (!range && object.bytes !== bytes) {
    object.body.destroy();
    throw lost(media, image, res); // nobody is to keep half of it for ever
  }
  setHeaders(res, mime, object.bytes);
  res.set('Accept-Ranges', 'bytes');
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
  await sendAtPace(object.body, res, media.pace);
}

/**
 * Sends the validators, and a 304 where the caller has the image already (RFC 9110, section 13). Unlike Express's
 * `req.fresh` this ignores no-cache, which fetch adds by itself and which is addressed to caches.
 */
function isNotModified(
  req: Request,
  res: Response,
  validators: { ETag: string; 'Last-Modified'?: string },
): boolean {
  res.set(validators);
  const given = req.get('if-none-match');
  const since = Date.parse(req.get('if-modified-since') ?? '');
  const isKnown =
    given === undefined
      ? since >= Date.parse(validators['Last-Modified'] ?? '')
      : namesTag(given, validators.ETag);
  if (isKnown) res.status(304).set('Cache-Control', FOR_EVER).end();
  return isKnown;
}

function setHeaders(res: Response, mime: string, bytes: number): void {
  res.set({
    'Content-Type': mime,
    'Content-Length': String(bytes),
    'Cache-Control': FOR_EVER,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*', // pages of any origin may read, as they may the API
  });
}

/** The part of an image that is asked for, unless it is that of an image of another time. @throws Problem 416 */
function requestedRange(
  req: Request,
  size: number,
  validators: { ETag: string; 'Last-Modified': string },
): { start: number; end: number } | undefined {
  const condition = req.get('if-range');
  if (condition !== undefined && condition !== validators.ETag && condition !== validators['Last-Modified'])
    return undefined;
  return rangeOf(req, size, 'image');
}

/** A row without its object: it was deleted in the store by other means, or cut off. */
function lost(media: Media, { sha256 }: StoredImage, res: Response): Problem {
  media.log.error({ sha256 }, 'the object of an image is missing or cut off');
  res.removeHeader('ETag');
  res.removeHeader('Last-Modified');
  return noImage();
}

async function sendCopy(
  media: Media,
  image: StoredImage,
  width: Width,
  req: Request,
  res: Response,
): Promise<void> {
  if (isNotModified(req, res, { ETag: `"${image.sha256}-w${width}"` })) return;
  const copy = await copyOf(media, image, width, holderOf(req)).catch((error: unknown) => {
    res.removeHeader('ETag');
    throw error;
  });
  setHeaders(res, 'image/webp', copy.length);
  res.end(req.method === 'HEAD' ? undefined : copy);
}

/**
 * A smaller copy: the stored one, or made now, once for all concurrent requests. Who joins one that fails has a try of his own: the
 * one before him may have waited long.
 */
async function copyOf(media: Media, image: StoredImage, width: Width, holder: Holder): Promise<Buffer> {
  const key = copyKey(image.sha256, width);
  const stored = await media.reading.during(holder, async () => {
    const found = await media.objects.get(key);
    return found && buffer(found.body);
  });
  if (stored) return stored;
  const joined = await media.making.get(key)?.catch(() => undefined);
  if (joined) return joined;
  let making = media.making.get(key);
  if (!making) {
    making = makeCopy(media, image, key, Number(width), holder).finally(() => media.making.delete(key));
    media.making.set(key, making);
  }
  return making;
}

function makeCopy(
  media: Media,
  image: StoredImage,
  key: string,
  width: number,
  holder: Holder,
): Promise<Buffer> {
  const { inMemory, decoding } = media.copies;
  return inMemory.during(holder, async () => {
    const noCopy = (error: unknown): null => {
      const isDamaged = error instanceof Problem ? error.status === 415 : error instanceof DamagedImage;
      if (!isDamaged) throw error;
      media.log.error({ err: error, sha256: image.sha256 }, 'no smaller copy is made');
      return null;
    };
    const original = await readImage(media.objects, image.sha256).catch(noCopy);
    if (original === null) throw noImage();
    const shrunk = decoding.during(holder, () => media.decoder.shrink(original, width));
    const copy = await shrunk.catch(noCopy);
    if (copy === null) throw noImage();
    await media.objects
      .put(key, copy, 'image/webp')
      .catch((error: unknown) => media.log.warn({ err: error, key }, 'a smaller copy could not be stored'));
    return copy;
  });
}
