import type { CatalogueParts } from '../catalogue/index.js';
import { LIMITS, openLimit } from '../platform/index.js';
import type { Context, Feature, Metrics, Limit, Route } from '../platform/index.js';
import { openDemand } from './demand/demand.js';
import type { Demand } from './demand/demand.js';
import { engineOf, engineServers } from './engine/engine-of.js';
import { listRoutes } from './lists/routes.js';
import { relatedRoutes } from './related/routes.js';
import { openStructureLibrary } from './structure/find-library.js';
import type { StructureLibrary } from './structure/find-library.js';
import { structureSearchRoutes } from './structure/find-routes.js';
import { searchedStructures } from './structure/find-text.js';
import { searchRoutes } from './text/routes.js';
import { Search } from './text/search.js';

/** What the packages after this one use of it. */
export interface SearchParts {
  search: Search;
  /** counts unmet demand */
  demand: Demand;
  /** the structures of products, to search by them */
  structures: StructureLibrary;
  /** InChIs that visitors type and that are being read */
  typedInchis: Limit;
}

/** The calls that find products. */
export const findingRoutes = (parts: Context & CatalogueParts & SearchParts): Route[] => [
  ...searchRoutes(parts),
  ...structureSearchRoutes(parts),
  ...listRoutes(parts),
  ...relatedRoutes(parts),
];

/**
 * Opens what finds products: by words, by structure, by lists.
 * @param how.output where the library's process logs: 1 is standard output, 2 standard error
 */
export function openFinding(
  { config, databaseUrl, db, log }: Pick<Context, 'config' | 'databaseUrl' | 'db' | 'log'>,
  catalogue: Pick<CatalogueParts, 'terms' | 'nameReader'>,
  how?: { output: number },
) {
  const structures = openStructureLibrary(databaseUrl, how);
  // Nearly every search reads a name: the first ones need not go without.
  if (catalogue.nameReader) for (const each of [structures, catalogue.nameReader]) each.warm();
  const search = new Search(
    { ...config, databaseUrl },
    db,
    catalogue.terms,
    log,
    searchedStructures({ db, structures, names: catalogue.nameReader }),
  );
  const demand = openDemand(db, () => search.isInStep(), log);
  const parts: SearchParts = { search, demand, structures, typedInchis: openLimit(LIMITS.typedInchis) };
  return {
    parts,
    checks: [{ name: engineOf(config)?.name ?? 'meilisearch', check: () => checkEngine(search) }],
    servers: engineServers(config),
    troubles: engineOf(config) ? [] : ['MEILI_URL: not set; searches are answered by Postgres'],
    metrics: (metrics: Metrics) => exposeSearch(metrics, search),
    async stop() {
      await structures.close();
      await demand.close();
      await search.close();
    },
  } satisfies Feature & { parts: SearchParts };
}

/** @throws where the search engine does not answer, or none is configured */
async function checkEngine({ engine }: Search): Promise<void> {
  if (!engine) throw new Error('No search engine is configured.');
  await engine.check();
}

function exposeSearch(metrics: Metrics, search: Search): void {
  const { engine } = search;
  const cache = (): Search['cache']['numbers'] => search.cache.numbers;
  metrics.expose('search_cache_bytes', 'Size of the cached answers', () => cache().bytes);
  metrics.expose('search_cache_hits_total', 'Searches answered from the cache', () => cache().hits);
  metrics.expose('search_cache_misses_total', 'Searches that the cache did not hold', () => cache().misses);
  const degraded = 'Searches answered from Postgres';
  metrics.expose('search_degraded_total', degraded, () => search.numbers.degraded);
  const unanswered = 'Searches that the engine did not answer';
  metrics.expose('search_engine_errors_total', unanswered, () => engine?.errors ?? 0);
  if (!engine) return;
  const asked = 'Whether searches are sent to the engine';
  metrics.expose('search_engine_serves', asked, () => Number(engine.serves));
  metrics.expose('search_engine_in_flight', 'Searches that the engine is at work on', () => engine.inFlight);
}
