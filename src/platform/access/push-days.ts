import type { Connection } from '../database/connect.js';
import { REFUSED_SOME } from './store.js';

/** The pushes of a day. */
export interface PushDay {
  /** YYYY-MM-DD */
  day: string;
  /** calls */
  pushes: number;
  /** products or rows that they refused */
  rejected: number;
}

/** The pushes of the last days, and what was rejected in the last 24 hours. */
export interface RecentPushes {
  /** the oldest first; today is the last */
  days: PushDay[];
  rejected: { calls: number; products: number };
}

const REJECTED = `coalesce(sum((counts->>'invalid')::bigint), 0)::bigint`;

/**
 * Counts pushes day by day.
 * @param days how many, with today
 * @param offset where the days begin: minutes of local time ahead of UTC
 */
export async function recentPushes(db: Connection, days: number, offset: number): Promise<RecentPushes> {
  const [listed, rejected] = await Promise.all([
    db.any<PushDay>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, pushes, rejected
         FROM generate_series(0, $1 - 1) AS ago,
              LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC' + make_interval(mins => $2))
                              - make_interval(days => ago) AS day) AS local,
              LATERAL (SELECT (day - make_interval(mins => $2)) AT TIME ZONE 'UTC' AS start) AS instant,
              LATERAL (SELECT count(*) AS pushes FROM sync_log
                        WHERE counts ? 'created' AND at >= start AND at < start + interval '24 hours') AS pushed,
              LATERAL (SELECT ${REJECTED} AS rejected FROM sync_log
                        WHERE ${REFUSED_SOME} AND at >= start AND at < start + interval '24 hours') AS refused
        ORDER BY ago DESC`,
      [days, offset],
    ),
    db.one<RecentPushes['rejected']>(
      `SELECT count(*) AS calls, ${REJECTED} AS products FROM sync_log
        WHERE ${REFUSED_SOME} AND at >= now() - interval '24 hours'`,
    ),
  ]);
  return { days: listed, rejected };
}
