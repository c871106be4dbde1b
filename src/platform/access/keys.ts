import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '../database/connect.js';
import { listen } from '../database/listen.js';
import type { Caller } from '../http/context.js';
import type { KeyAccess } from '../http/key-access.js';
import { badField } from '../http/problem.js';
import * as store from './store.js';

const PREFIX = 'pds_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** How long a key is cached where its change is not announced, ms: a revocation must be seen within 2 s. */
const CACHED_MS = 1_000;

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

/** Issues a key: this is the only time it is shown. The source label marks the products it creates. @throws Problem 400 where `expiresAt` lies in the past */
export async function issueKey(
  db: Database,
  {
    name,
    source = 'sync',
    access = 'all',
    expiresAt,
  }: { name: string; source?: string; access?: KeyAccess; expiresAt?: Date },
) {
  const key = generateKey();
  const inserted = { name, source, access, hash: hashOf(key), expiresAt: expiresAt ?? null };
  const issued = await store.insertKey(db, inserted);
  if (!issued) throw badField('expires_at', 'in_the_past', 'lies in the past');
  const { id, ...row } = issued;
  return { id, key, ...row };
}

type Found = Awaited<ReturnType<typeof store.findKeys>>[number];

/** The most keys that one statement looks up. */
const MOST_AT_ONCE = 1_000;

/**
 * Looks keys up with one statement after the other, each for all that were asked for meanwhile: however many keys are
 * guessed, they take one connection, and whoever has a good one waits for two statements, not for each guess.
 */
function openLookups(db: Database): (hash: Buffer) => Promise<Found | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { hashes: Buffer[]; found: Promise<Map<string, Found>> } | undefined;
  const begin = (): NonNullable<typeof next> => {
    const hashes: Buffer[] = [];
    const found = last.then(async () => {
      if (next?.hashes === hashes) next = undefined;
      return new Map((await store.findKeys(db, hashes)).map((key) => [key.hash, key]));
    });
    last = found.catch(() => {});
    return { hashes, found };
  };
  return async (hash) => {
    if (!next || next.hashes.length === MOST_AT_ONCE) next = begin();
    next.hashes.push(hash);
    return (await next.found).get(hash.toString('hex'));
  };
}

/** Looks keys up, and caches what it finds for a second. */
export type KeyRing = ReturnType<typeof openKeyRing>;

/**
 * Opens a key ring on the table of keys, which announces each change of a key. Unknown keys are cached too: 10,000 keys
 * at most.
 */
export function openKeyRing(db: Database, databaseUrl: string, log: Logger) {
  /** until: its expiry, on the clock of `performance.now()` */
  type Kept = { caller: Caller; until: number } | null;
  const lookUp = openLookups(db);
  const cache = new LRUCache<string, Promise<Kept>>({ max: 10_000, ttl: CACHED_MS });
  const listener = listen(databaseUrl, {
    name: 'catalogue gateway keys',
    channels: ['api_keys'],
    log,
    onNotice: () => cache.clear(),
    onState: (up) => {
      if (up) cache.clear(); // what was announced while nobody listened is lost
    },
  });
  const read = async (hash: Buffer): Promise<Kept> => {
    const began = performance.now();
    const found = await lookUp(hash);
    if (!found) return null;
    const { left, hash: _, ...caller } = found;
    return { caller, until: left === null ? Infinity : began + left * 1_000 };
  };
  const look = (hash: Buffer): Promise<Kept> => {
    const name = hash.toString('base64');
    const cached = cache.get(name);
    if (cached) return cached;
    const found = read(hash);
    cache.set(name, found);
    found.catch(() => cache.delete(name));
    return found;
  };
  return {
    /** @returns the caller, or null for a key that is unknown, expired or revoked */
    async find(key: string): Promise<Caller | null> {
      if (!/^pds_[0-9A-Za-z]{43}$/.test(key)) return null;
      const found = await look(hashOf(key));
      return found && performance.now() < found.until ? found.caller : null;
    },
    close: () => listener.stop(),
  };
}
