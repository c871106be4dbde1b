import { openOldestWriter, readerLags } from '../catalogue/index.js';
import type { CatalogueParts } from '../catalogue/index.js';
import { LIMITS, openLimit, PACES } from '../platform/index.js';
import type { Context, Feature, Metrics, Route } from '../platform/index.js';
import { lastBackup } from './backup/tables.js';
import { exportRoutes } from './exports/routes.js';
import type { SendParts } from './exports/send.js';
import { mappingRoutes } from './import/mapping-routes.js';
import { fileRoutes } from './import/routes.js';
import { shareOfDay } from './inquiries/day-bounds.js';
import { inquiryRoutes } from './inquiries/routes.js';
import { longestWait } from './inquiries/store.js';
import { qualityRoutes } from './profiles/gaps.js';
import { profileRoutes } from './profiles/routes.js';
import { listWebhooks } from './webhooks/manage.js';

/** What the packages after this one use of it: what bounds the files that are sent. */
export type ExchangeParts = Omit<SendParts, 'limits'>;

/** The calls by which files and inquiries come and go. */
export const exchangeRoutes = (parts: Context & CatalogueParts & ExchangeParts): Route[] => [
  ...fileRoutes(parts),
  ...mappingRoutes(parts),
  ...exportRoutes(parts),
  ...profileRoutes(parts),
  ...qualityRoutes(parts),
  ...inquiryRoutes(parts),
];

/** Opens imports, exports and inquiries. */
export function openExchange(context: Context): Feature & { parts: ExchangeParts } {
  const { exportConcurrency: all, exportsTrouble } = context.config;
  const { exportWaitMs, exportPace = PACES.exports, exportSpool = LIMITS.exportSpool } = context.waits;
  const wait = exportWaitMs === undefined ? {} : { waitMs: exportWaitMs };
  const parts = {
    exports: openLimit({ ...LIMITS.exports, all, ...wait }),
    drawnExports: openLimit({ ...LIMITS.drawnExports, all: Math.ceil(all / 2), ...wait }),
    exportSpool: openLimit(exportSpool),
    exportPace,
  };
  return {
    parts,
    troubles: exportsTrouble === undefined ? [] : [exportsTrouble],
    metrics: (metrics) => exposeExchange(metrics, context),
  };
}

function exposeExchange(metrics: Metrics, { db, config }: Context): void {
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
    () => shareOfDay(db, config.inquiryBounds),
  );
}
