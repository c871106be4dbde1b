import { lagOf } from '../changes/log.js';
import { readDelivered } from '../changes/search-reader.js';
import type { Config } from '../config.js';
import type { Database } from '../database/connect.js';
import type { Route } from '../http/route.js';
import type { IndexOverview } from './index-overview.js';
import * as store from './index-store.js';
import { staffRoute } from './route.js';
import { staffIn } from './session.js';

/** The state of the search index, and requests to the indexer. All of it goes through Postgres. */
export function officeIndexRoutes({
  db,
  config,
}: {
  db: Database;
  config: Pick<Config, 'meiliIndex'>;
}): Route[] {
  return [
    staffRoute({
      method: 'get',
      path: '/index',
      async handle() {
        const delivered = await readDelivered(db);
        const [lag, products, dead_letters, rebuilds, check] = await Promise.all([
          delivered ? lagOf(db, delivered.position) : { changes: 0, seconds: 0 },
          store.countProducts(db),
          store.listDeadLetters(db, config.meiliIndex),
          store.latestRebuilds(db),
          store.latestCheck(db),
        ]);
        const data: IndexOverview = {
          complete: delivered?.complete ?? false,
          generation: delivered?.generation ?? 0,
          lag_changes: lag.changes,
          lag_seconds: Math.round(lag.seconds * 1000) / 1000,
          products,
          dead_letters,
          rebuilds,
          check,
        };
        return { body: { ok: true, data } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/index/rebuild',
      access: 'administrator',
      async handle({ req }) {
        const id = await store.requestRebuildBy(db, staffIn(req).name);
        return { status: 202, body: { ok: true, id } };
      },
    }),
    staffRoute({
      method: 'post',
      path: '/index/check',
      async handle() {
        await store.requestCheck(db);
        return { status: 202, body: { ok: true } };
      },
    }),
  ];
}
