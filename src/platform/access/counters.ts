import { MemoryStore } from 'express-rate-limit';
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RedisStore } from 'rate-limit-redis';
import { within } from '../process/time-out.js';
import { hostAndPort, unreachable, Unusable } from '../process/unusable.js';

/** The counters of the rate limits in Redis, shared by all replicas. */
export type Counters = Awaited<ReturnType<typeof openCounters>>;

/** The longest that a request waits for Redis, ms, and how often Redis is asked again once it did not answer. */
const WAIT_MS = 300;
const RETRY_MS = 500;

/**
 * Counters in Redis that fall back to memory while Redis is away, dead or frozen. Only the requests that are running when
 * it fails wait for it; a probe in the background finds out when it is back.
 *
 * The client library is loaded only if Redis is configured, for its memory.
 */
export async function openCounters(redisUrl: string, log: Logger) {
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 2 * WAIT_MS, // after the request has given up
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, RETRY_MS),
  });
  let lastError: Error | undefined;
  redis.on('error', (error: Error) => {
    lastError = error;
    log.debug({ err: error }, 'redis');
  });
  const connected = new Promise<void>(
    (resolve) => void redis.once('ready', resolve).once('error', () => resolve()),
  );
  let away = true; // until the first answer
  let fallbacks = 0;
  const setAway = (error: unknown): void => {
    if (!away) log.warn({ err: error }, 'Redis does not answer: rate limits are counted in memory');
    away = true;
  };
  const probe = async (): Promise<void> => {
    try {
      await redis.ping();
      if (away) log.info('rate limits are shared through Redis');
      away = false;
    } catch (error) {
      setAway(error);
    }
  };
  redis.once('ready', () => void probe());
  const timer = setInterval(() => away && void probe(), RETRY_MS).unref();

  const fallBack: Fallback = async (shared, alone) => {
    try {
      if (!away) return await within(WAIT_MS, shared());
    } catch (error) {
      setAway(error);
    }
    fallbacks++;
    return alone();
  };
  return {
    /** the counters of one limit */
    store: (prefix: string): Store => fallbackStore(redis, `pds:${prefix}`, fallBack),
    /** throws where Redis is away */
    check: () => redis.ping(),
    /** The version of the server; undefined where the account may not ask. @throws Unusable naming `REDIS_URL` */
    version: async (): Promise<string | undefined> => {
      await connected;
      await redis.ping().catch((error: unknown) => {
        throw redisTrouble(redisUrl, lastError ?? error);
      });
      return /^redis_version:(\S+)/m.exec(await redis.info('server').catch(() => ''))?.[1];
    },
    /** how many counts went to memory because Redis was away */
    fallbacks: () => fallbacks,
    close: () => {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

function redisTrouble(url: string, error: unknown): Unusable {
  const place = hostAndPort(url, 6379);
  const { message = String(error) } = error as { message?: string };
  const reason = message.startsWith('NOAUTH')
    ? `Redis at ${place} asks for a password, and none is given`
    : /^WRONGPASS|invalid password/.test(message)
      ? `Redis at ${place} refuses the password`
      : `Redis at ${place} cannot be used: ${message}`;
  return unreachable('REDIS_URL', place, error) ?? new Unusable('REDIS_URL', reason, error);
}

type Fallback = <T>(shared: () => Promise<T>, alone: () => Promise<T>) => Promise<T>;

/**
 * Counts in memory. The library's store hands out its own record of a client, which counts on while a request
 * waits to read it: of requests that come at once each would see the count of the last, and too many be refused.
 */
export class MemoryCounters extends MemoryStore {
  override increment(key: string): Promise<ClientRateLimitInfo> {
    const counted = super.increment(key); // counts at once, though its answer is a promise
    const record = this.current.get(key);
    return record ? Promise.resolve({ ...record }) : counted;
  }
}

/** A store that counts in Redis where it can and in memory where it cannot. */
function fallbackStore(redis: Redis, prefix: string, fallBack: Fallback): Store {
  const memory = new MemoryCounters();
  let options: Options;
  let opened: RedisStore | undefined;
  const open = (): RedisStore => {
    const store = new RedisStore({
      prefix,
      sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<never>,
    });
    // It loads its scripts; the work waits for them and hears of a failure.
    store.init(options).catch(() => {});
    return store;
  };
  /** A store that failed is reopened: it may keep a script that it could not load. */
  const inRedis = async (key: string): Promise<ClientRateLimitInfo> => {
    const store = (opened ??= open());
    try {
      return await store.increment(key);
    } catch (error) {
      if (opened === store) opened = undefined;
      throw error;
    }
  };
  return {
    init(given) {
      options = given;
      memory.init(given);
    },
    increment: (key) =>
      fallBack(
        () => inRedis(key),
        () => memory.increment(key),
      ),
    decrement: (key) => memory.decrement(key),
    resetKey: (key) => memory.resetKey(key),
  };
}
