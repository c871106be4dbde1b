import { lagOf, readDelivered } from '../catalogue/index.js';
import type { Route } from '../platform/index.js';
import { LIMIT_MS } from '../search/index.js';
import type { IndexOverview } from './index-overview.js';
import * as store from './index-store.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';
import { staffIn } from './session.js';

/** The state of the search index, and requests to the indexer, which go through Postgres. */
export function officeIndexRoutes({ db, config, search }: OfficeParts): Route[] {
  /** Whether the engine does not answer within the time that a search waits for it. */
  const isAway = async (): Promise<boolean | undefined> =>
    search.engine
      ?.check(LIMIT_MS.firstPage)
      .then(() => false)
      .catch(() => true);

  return [
    staffRoute('get', '/index', {
      async data(): Promise<IndexOverview> {
        const [delivered, away, products, dead_letters, rebuilds, check] = await Promise.all([
          readDelivered(db),
          isAway(),
          store.countProducts(db),
          store.listDeadLetters(db, config.meiliIndex),
          store.latestRebuilds(db),
          store.latestCheck(db),
        ]);
        const lag = delivered && (await lagOf(db, delivered.position));
        return {
          complete: delivered?.complete ?? false,
          away: delivered !== null && away === true,
          generation: delivered?.generation ?? 0,
          lag_changes: lag?.changes ?? 0,
          lag_seconds: lag?.seconds ?? 0,
          products,
          dead_letters,
          rebuilds,
          check,
        };
      },
    }),
    staffRoute('post', '/index/rebuild', {
      access: 'administrator',
      status: 202,
      data: ({ req }) => store.requestRebuildBy(db, staffIn(req).name),
    }),
    staffRoute('post', '/index/check', { status: 202, data: () => store.requestCheck(db) }),
  ];
}
