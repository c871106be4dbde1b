import { createHash, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { networkOf } from '../http/network.js';
import type { Database } from '../database/connect.js';
import { collectCounts } from './collect.js';
import { addOpens } from './popularity-store.js';

/** Counts which products are opened from results, by week. No request waits for it. */
export interface Popularity {
  /** counts it where the request comes from a page of results; a network each hour once */
  opened(req: Request, code: string): void;
  /** writes what still waits */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** Opens that are remembered, so that none counts twice within an hour; beyond them the oldest may count again. */
const REMEMBERED = 50_000;

/**
 * @param siteOrigin the origin of this site
 * @param log learns where counts cannot be written
 */
export function openPopularity(db: Database, siteOrigin: () => string, log: Logger): Popularity {
  const collected = collectCounts(
    'counts of opened products',
    (counts) =>
      addOpens(
        db,
        [...counts].map(([code, count]) => ({ code, count })),
      ),
    log,
  );
  // Addresses are not kept, not even in memory: only hashes with a random salt.
  const salt = randomBytes(16);
  // Bounded by size: given a number of entries, the cache would allocate room for all of them at once.
  const seen = new LRUCache<string, true>({ maxSize: REMEMBERED, sizeCalculation: () => 1, ttl: HOUR_MS });
  return {
    opened(req, code) {
      const hosts = [req.get('host'), new URL(siteOrigin()).host];
      if (!isFromResults(req.get('referer'), hosts) || req.get('sec-purpose') !== undefined) return;
      const who = networkOf(req.context.address);
      const open = createHash('sha256').update(salt).update(`${who} ${code}`).digest('base64');
      if (seen.has(open)) return;
      seen.set(open, true);
      collected.add(code);
    },
    close: () => collected.close(),
  };
}

/** Whether the request followed a link on a page of results, or of a list, of one of these hosts. */
export function isFromResults(referer: string | undefined, hosts: readonly (string | undefined)[]): boolean {
  if (referer === undefined || !URL.canParse(referer)) return false;
  const { host, pathname, searchParams } = new URL(referer);
  if (!hosts.includes(host)) return false;
  searchParams.delete('lang');
  return pathname === '/list' || (pathname === '/' && searchParams.size > 0);
}
