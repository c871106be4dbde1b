import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Problem } from '../../platform/index.js';

/** The metadata of an object. */
interface ObjectInfo {
  bytes: number;
  modified: Date;
}

/**
 * Stores the bytes of images: in a folder or an S3 bucket. An object is written whole and never changes.
 * Every method throws a Problem 503 when the store is down.
 */
export interface ObjectStore {
  /** Stores an object, or replaces it. When this returns, the object is complete and durable. */
  put(key: string, body: Buffer, type: string): Promise<void>;
  /**
   * Reads an object, or the bytes from `range.start` to `range.end` (both included); null where there is none.
   * Destroying `body` releases its file or connection; where the store goes down meanwhile it ends with a Problem 503, for
   * which somebody has to listen from the start.
   */
  get(key: string, options?: GetOptions): Promise<{ body: Readable; bytes: number } | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Removes an object, if it exists. */
  delete(key: string): Promise<void>;
  /** All objects that this service stored; others in the same place are left out. */
  list(): AsyncIterable<ObjectInfo & { key: string }>;
  /** Checks that the store can be used. @throws ConfigError where the configuration is at fault, naming the variable */
  check(): Promise<void>;
  close(): void;
}

interface GetOptions {
  range?: { start: number; end: number } | undefined;
  signal?: AbortSignal;
}

/** Widths of the smaller copies of an image, pixels. */
export const WIDTHS = ['96', '256', '512'] as const;
export type Width = (typeof WIDTHS)[number];

/** The key of a smaller copy. The key of the original is its SHA-256 in hexadecimal. */
export function copyKey(sha256: string, width: Width): string {
  return `${sha256}-w${width}.webp`;
}

const KEY = /^([0-9a-f]{64})(-w\d+\.webp)?$/;

/** The SHA-256 of the image that an object belongs to; null for a foreign object. */
export function imageOf(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** The object of an image has other bytes than the image, or cannot be read though its store can. */
export class DamagedImage extends Error {}

/** The bytes of an image; null where it is not in the store. @throws DamagedImage; Problem 503 */
export async function readImage(from: ObjectStore, sha256: string): Promise<Buffer | null> {
  const found = await from.get(sha256);
  if (!found) return null;
  const body = await buffer(found.body).catch((cause: unknown) => {
    if (cause instanceof Problem) throw cause;
    throw new DamagedImage(`The image ${sha256} is damaged: it cannot be read.`, { cause });
  });
  // Not on the event loop, which the largest would hold up.
  const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>);
  if (Buffer.from(digest).toString('hex') !== sha256)
    throw new DamagedImage(`The image ${sha256} is damaged: its bytes have another hash.`);
  return body;
}

/** Whether the store has an image as it is. @throws Problem 503 */
export async function stateOfImage(
  store: ObjectStore,
  sha256: string,
): Promise<'whole' | 'damaged' | 'missing'> {
  try {
    return (await readImage(store, sha256)) ? 'whole' : 'missing';
  } catch (error) {
    if (error instanceof DamagedImage) return 'damaged';
    throw error;
  }
}

/** Puts an image into the store, unless it is there as it is. @throws Problem 503 */
export async function putImage(
  store: ObjectStore,
  { sha256, content, mime }: { sha256: string; content: Buffer; mime: string },
): Promise<void> {
  if ((await stateOfImage(store, sha256)) !== 'whole') await store.put(sha256, content, mime);
}
