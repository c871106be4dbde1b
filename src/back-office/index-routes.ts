import { lagOf } from '../changes/lag.js';
import { markOfIndex, readAllDelivered, SEARCH_READER } from '../changes/search-reader.js';
import type { Config } from '../config.js';
import type { Database } from '../database/connect.js';
import type { Route } from '../http/route.js';
import { LIMIT_MS } from '../search/find-best.js';
import type { Search } from '../search/search.js';
import { enginesOf } from '../engines/addresses.js';
import type { EngineInfo, IndexOverview } from './index-overview.js';
import * as store from './index-store.js';
import { staffRoute } from './route.js';
import { staffIn } from './session.js';

/** The state of the search index and its engines, and requests to the indexer, which go through Postgres. */
export function officeIndexRoutes({
  db,
  config,
  search,
}: {
  db: Database;
  config: Pick<Config, 'meiliIndex' | 'meiliUrl'>;
  search: Pick<Search, 'engines'>;
}): Route[] {
  const addresses = enginesOf(config);
  const readers = addresses.length > 0 ? addresses.map(({ reader }) => reader) : [SEARCH_READER];
  const marks = readers.map((reader) => markOfIndex({ reader, uid: config.meiliIndex }));

  /** Whether the engine that a reader feeds does not answer within the time that a search waits for it. */
  async function isAway(reader: string): Promise<boolean> {
    const engine = search.engines.find(({ address }) => address.reader === reader);
    return (
      engine?.check(LIMIT_MS.firstPage).then(
        () => false,
        () => true,
      ) ?? false
    );
  }

  /** How far each engine is; those that no indexer has fed yet are left out. */
  async function readEngines(): Promise<EngineInfo[]> {
    const known = await readAllDelivered(db);
    const answers = readers.map(async (reader, i): Promise<EngineInfo[]> => {
      const delivered = known.get(reader);
      if (!delivered) return [];
      const name = addresses[i]?.place ?? reader;
      const [{ changes, seconds }, away] = await Promise.all([lagOf(db, delivered.position), isAway(reader)]);
      const { complete, generation } = delivered;
      return [{ name, complete, away, generation, lag_changes: changes, lag_seconds: seconds }];
    });
    return (await Promise.all(answers)).flat();
  }

  return [
    staffRoute({
      method: 'get',
      path: '/index',
      async handle() {
        const [engines, products, dead_letters, rebuilds, check] = await Promise.all([
          readEngines(),
          store.countProducts(db),
          store.listDeadLetters(db, marks),
          store.latestRebuilds(db),
          store.latestCheck(db),
        ]);
        // What searches see: of those that serve, the one that is least behind.
        const [best] = engines.toSorted(
          (a, b) =>
            Number(a.away) - Number(b.away) ||
            Number(b.complete) - Number(a.complete) ||
            a.lag_seconds - b.lag_seconds,
        );
        const data: IndexOverview = {
          complete: best?.complete ?? false,
          away: best?.away ?? false,
          generation: best?.generation ?? 0,
          lag_changes: best?.lag_changes ?? 0,
          lag_seconds: best?.lag_seconds ?? 0,
          engines,
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
        const id = await store.requestRebuildBy(db, staffIn(req).name, readers);
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
