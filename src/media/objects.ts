import type { Readable } from 'node:stream';

/** What is known of an object without reading it. */
export interface ObjectInfo {
  bytes: number;
  modified: Date;
}

/**
 * Where the bytes of images lie: a folder or an S3 bucket. An object is written whole and never changes.
 * Every method throws a Problem 503 where the store is away.
 */
export interface ObjectStore {
  /** Stores an object; it is there, whole and durable, once this returns. Again with the same key: replaced. */
  put(key: string, body: Buffer, type: string): Promise<void>;
  /**
   * Reads an object, or the bytes from `range.start` to `range.end` (both included); null where there is none.
   * Destroying `body` releases its file or connection.
   */
  get(key: string, options?: GetOptions): Promise<{ body: Readable; bytes: number } | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every object that this service stored, for the collection of unused ones; foreign ones are left out. */
  list(): AsyncIterable<ObjectInfo & { key: string }>;
  /** Checks that the store can be used. @throws ConfigError where the configuration is at fault, naming the variable */
  check(): Promise<void>;
  close(): void;
}

export interface GetOptions {
  range?: { start: number; end: number } | undefined;
  signal?: AbortSignal;
}

/** Widths in which a smaller copy of an image can be had, in pixels. */
export const WIDTHS = ['96', '256', '512'] as const;
export type Width = (typeof WIDTHS)[number];

/** The key of a smaller copy; that of the original is the SHA-256 itself, in hexadecimal. */
export function copyKey(sha256: string, width: Width): string {
  return `${sha256}-w${width}.webp`;
}

const KEY = /^([0-9a-f]{64})(-w\d+\.webp)?$/;

/** The SHA-256 of the image to which an object belongs; null for a name that is not ours. */
export function imageOf(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}
