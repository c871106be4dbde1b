import { filled, Problem } from '../../platform/index.js';
import type { Slug } from '../../platform/index.js';
import reasons from './reasons.json' with { type: 'json' };

/** Bytes of one image (API v1, section 8: 10 MB). */
export const MAX_BYTES = 10 * 1024 * 1024;
/** Images of one call (API v1, section 8). */
export const MAX_IMAGES = 20;
/** Pixels of one image, all frames together: bounds the cost of a full decode. About 8000 x 6000. */
export const MAX_PIXELS = 50_000_000;
/** The media types of images; `image/jpg` is read as `image/jpeg`. */
export const MIMES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'] as const;
export type Mime = (typeof MIMES)[number];
/** The extensions that PUT accepts (API v1, section 2.4). */
export const EXTENSIONS = ['.png', '.jpg', '.gif', '.webp', '.bmp'];

/** What stands in the places of the sentences below. */
const BOUNDS = { bytes: MAX_BYTES, pixels: MAX_PIXELS, types: MIMES.join(', ') };

/** The reasons for refusing an image: reasons.json has the kind of problem and a sentence of each. */
export type Reason = keyof typeof reasons;

/** The refusal of one image. @param more details for the sentence @param path the field at fault */
export function refused(reason: Reason, more?: string, path = ''): Problem {
  const { slug, sentence: words } = reasons[reason];
  const sentence = filled(words, BOUNDS);
  const message = more ? `${sentence.slice(0, -1)}: ${more}.` : sentence;
  return new Problem(slug as Slug, message, { errors: [{ path, code: reason, message }] });
}

/**
 * Checks a declared media type: if it is an image type it must be an accepted one. The real type is found from the
 * content.
 * @throws Problem 415
 */
export function checkDeclared(type: string | undefined): void {
  const plain = type
    ?.split(';')[0]!
    .trim()
    .toLowerCase()
    .replace(/^image\/(x-)?(jpg|pjpeg)$/, 'image/jpeg');
  if (!plain?.startsWith('image/')) return;
  const known = plain === 'image/x-ms-bmp' || plain === 'image/x-bmp' || plain === 'image/*';
  if (!known && !MIMES.some((mime) => mime === plain)) throw refused('unsupported_type');
}

/** A file name without the folders that some clients send; null if it is empty. @throws Problem 400 */
export function readFilename(text: string | undefined): string | null {
  const name = (text ?? '').split(/[/\\]/).at(-1)!.trim();
  if (!isPlain(name, 255)) throw refused('bad_filename', undefined, 'filename');
  return name || null;
}

/** The group of an image, `api` unless given. @throws Problem 400 */
export function readGroup(text: string | undefined): string {
  const group = (text ?? '').trim();
  if (!isPlain(group, 50)) throw refused('bad_group', undefined, 'group');
  return group || 'api';
}

/** The id of an image in its URL; undefined for any other text, such as `007` or an unsafe integer. */
export function imageId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

function isPlain(text: string, longest: number): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text) && [...text].length <= longest;
}
