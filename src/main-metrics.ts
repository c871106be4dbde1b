import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { DROPPED_LINES, unsupported } from './platform/index.js';
import type { Counters, Database, Health, Metrics, ReplicaReads } from './platform/index.js';
import { lastBackup, listWebhooks, longestWait, shareOfDay } from './exchange/index.js';
import type { DayBounds } from './exchange/index.js';
import { openOldestWriter, readerLags } from './catalogue/index.js';
import type { Search } from './search/index.js';
import type { Dependency } from './servers.js';

/** Registers the gateway's metrics. */
export function exposeParts(
  metrics: Metrics,
  {
    db,
    inquiryBounds,
    counters,
    search,
    health,
    servers,
    folders,
    replica,
    droppedLines,
  }: {
    db: Database;
    inquiryBounds: DayBounds;
    counters: Counters | undefined;
    search: Search;
    health: Health;
    servers: Dependency[];
    /** those that are written to, by what is in them */
    folders: Record<string, string>;
    replica: ReplicaReads | undefined;
    droppedLines: () => number;
  },
): void {
  const byReader = async (figure: 'changes' | 'seconds'): Promise<Record<string, number>> =>
    Object.fromEntries([
      ...(await readerLags(db)).map((lag) => [lag.reader, lag[figure]]),
      ...(await listWebhooks(db))
        .filter(({ state }) => state !== 'disabled')
        .map((hook) => [`webhook ${hook.id}`, hook[`lag_${figure}`]]),
    ]);
  metrics.exposeBy('reader', 'change_log_lag_rows', 'Changes that a reader of the log has not taken in', () =>
    byReader('changes'),
  );
  metrics.exposeBy('reader', 'change_log_lag_seconds', 'Age of the oldest of them', () =>
    byReader('seconds'),
  );
  metrics.expose(
    'change_log_oldest_transaction_seconds',
    'Age of the oldest writing transaction, which holds back every reader',
    openOldestWriter(db),
  );
  metrics.exposeBy(
    'state',
    'webhooks',
    'Webhooks by their state; given_up are those that failed too long',
    async () => {
      const counts = { active: 0, failing: 0, disabled: 0, given_up: 0 };
      for (const { state, disabled_reason: reason } of await listWebhooks(db))
        counts[state === 'disabled' && reason !== 'asked' ? 'given_up' : state]++;
      return counts;
    },
  );
  metrics.expose(
    'backup_last_timestamp_seconds',
    'The instant of the newest whole back-up by catalogue backup; 0 where there was none',
    () => lastBackup(db),
  );
  metrics.expose(
    'inquiries_oldest_unanswered_seconds',
    'For how long the oldest inquiry has been waiting for an answer',
    () => longestWait(db),
  );
  metrics.expose(
    'inquiries_day_used_ratio',
    'How many of the inquiries have come that are taken on a day (UTC) from callers without a key',
    () => shareOfDay(db, inquiryBounds),
  );
  metrics.exposeBy('folder', 'disk_free_bytes', 'Room that is left where a folder lies', () =>
    ofDisks(folders, ({ bavail, bsize }) => bavail * bsize),
  );
  metrics.exposeBy('folder', 'disk_size_bytes', 'Room that there is where a folder lies', () =>
    ofDisks(folders, ({ blocks, bsize }) => blocks * bsize),
  );
  metrics.exposeBy('dependency', 'dependency_up', 'Whether what the gateway stands on answers', async () => {
    const { dependencies } = await health();
    return Object.fromEntries(
      Object.entries(dependencies).map(([name, state]) => [name, Number(state === 'up')]),
    );
  });
  metrics.exposeInfo(
    ['dependency', 'version', 'supported'],
    'dependency_info',
    'The version of what the gateway stands on, and whether it is supported',
    () => versionsOf(servers),
  );
  if (replica)
    metrics.expose(
      'postgres_replica_lag_seconds',
      'How long the read replica has not held what the primary had; infinite while it is away',
      replica.lag,
    );
  metrics.expose('log_lines_dropped_total', DROPPED_LINES, droppedLines, 'counter');
  const pool = db.$pool;
  metrics.expose('postgres_pool_connections', 'Connections to Postgres that are open', () => pool.totalCount);
  metrics.expose(
    'postgres_pool_busy',
    'Connections to Postgres that are at work',
    () => pool.totalCount - pool.idleCount,
  );
  metrics.expose('postgres_pool_waiting', 'Statements that wait for a connection', () => pool.waitingCount);
  metrics.expose(
    'rate_limit_fallbacks_total',
    'Counts that went to memory because Redis was away',
    () => counters?.fallbacks() ?? 0,
    'counter',
  );
  const { engine } = search;
  if (engine) {
    metrics.expose('search_engine_serves', 'Whether searches are sent to the engine', () =>
      Number(engine.serves),
    );
    metrics.expose(
      'search_engine_in_flight',
      'Searches that the engine is at work on',
      () => engine.inFlight,
    );
  }
  metrics.expose(
    'search_cache_hits_total',
    'Searches answered from the cache',
    () => search.numbers.cache.hits,
    'counter',
  );
  metrics.expose(
    'search_cache_misses_total',
    'Searches that the cache did not hold',
    () => search.numbers.cache.misses,
    'counter',
  );
  metrics.expose('search_cache_bytes', 'Size of the cached answers', () => search.numbers.cache.bytes);
  metrics.expose(
    'search_degraded_total',
    'Searches answered from Postgres',
    () => search.numbers.degraded,
    'counter',
  );
  metrics.expose(
    'search_engine_errors_total',
    'Searches that the engine did not answer',
    () => engine?.errors ?? 0,
    'counter',
  );
}

/** A figure of the disk of each folder that is there. */
async function ofDisks(
  folders: Record<string, string>,
  figure: (disk: StatsFs) => number,
): Promise<Record<string, number>> {
  const values = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const disk = await statfs(folder).catch(() => undefined);
      return disk ? [[name, figure(disk)] as const] : [];
    }),
  );
  return Object.fromEntries(values.flat());
}

/** The servers that report their version. */
async function versionsOf(servers: Dependency[]): Promise<Record<string, string>[]> {
  const asked = await Promise.all(
    servers.map(async ({ name, title, where, supported, version }) => {
      const running = await version?.().catch(() => undefined);
      if (running === undefined) return [];
      const reason = supported && unsupported(title, running, supported, where);
      return { dependency: name, version: running, supported: reason === undefined ? 'yes' : 'no' };
    }),
  );
  return asked.flat();
}
