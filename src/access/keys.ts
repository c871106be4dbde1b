import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../database/connect.js';
import { listen } from '../database/listen.js';
import type { Caller } from '../http/context.js';
import * as store from './store.js';

export { listKeys, revokeKey } from './store.js';

const PREFIX = 'pds_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** How long a key is cached where its change is not announced, ms: a revocation must be seen within 2 s. */
const CACHED_MS = 1_000;

/** A key at the moment of its issue: the only time it is shown. */
type IssuedKey = Awaited<ReturnType<typeof store.insertKey>> & { key: string };

/** @returns the hash under which a key is stored: SHA-256; 32 random bytes need no salt and no slow hash */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function generateKey(): string {
  let number = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < 43; i++) {
    digits = BASE62[Number(number % 62n)]! + digits;
    number /= 62n;
  }
  return PREFIX + digits;
}

/** Issues a key. The source label marks the products it creates. */
export async function issueKey(
  db: Database,
  { name, source = 'sync', expiresAt }: { name: string; source?: string; expiresAt?: Date },
): Promise<IssuedKey> {
  const key = generateKey();
  const inserted = { name, source, hash: hashOf(key), expiresAt: expiresAt ?? null };
  const { id, ...row } = await store.insertKey(db, inserted);
  return { id, key, ...row };
}

/** Looks keys up, and caches what it finds for a second. */
export interface KeyRing {
  /** @returns the caller, or null for a key that is unknown, expired or revoked */
  find(key: string): Promise<Caller | null>;
  close(): Promise<void>;
}

/**
 * Opens a key ring on the table of keys, which announces each change of a key. Unknown keys are cached too: 10,000 keys
 * at most.
 */
export function openKeyRing(db: Database, databaseUrl: string, log: Logger): KeyRing {
  /** until: its expiry, on the clock of `performance.now()` */
  type Found = { caller: Caller; until: number } | null;
  const cache = new LRUCache<string, Promise<Found>>({ max: 10_000, ttl: CACHED_MS });
  const listener = listen(databaseUrl, {
    name: 'catalogue gateway keys',
    channels: ['api_keys'],
    log,
    onNotice: () => cache.clear(),
    onState: (up) => {
      if (up) cache.clear(); // what was announced while nobody listened is lost
    },
  });
  const read = async (hash: Buffer): Promise<Found> => {
    const began = performance.now();
    const found = await store.findKey(db, hash);
    if (!found) return null;
    const { left, ...caller } = found;
    return { caller, until: left === null ? Infinity : began + left * 1_000 };
  };
  const look = (hash: Buffer): Promise<Found> => {
    const name = hash.toString('base64');
    const cached = cache.get(name);
    if (cached) return cached;
    const found = read(hash);
    cache.set(name, found);
    found.catch(() => cache.delete(name));
    return found;
  };
  return {
    async find(key) {
      if (!/^pds_[0-9A-Za-z]{43}$/.test(key)) return null;
      const found = await look(hashOf(key));
      return found && performance.now() < found.until ? found.caller : null;
    },
    close: () => listener.stop(),
  };
}
