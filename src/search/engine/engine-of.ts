import { unsupported, Unusable } from '../../platform/index.js';
import type { Config, Dependency } from '../../platform/index.js';
import type { EngineServer } from './engine.js';
import { meilisearchServer } from './meilisearch-server.js';
import { openSearchServer } from './opensearch-server.js';

export type EngineConfig = Pick<Config, 'meiliUrl' | 'meiliKey' | 'openSearch'>;

/** The search engine of a configuration; undefined where it names none. */
export function engineOf({
  meiliUrl: url,
  meiliKey: key,
  openSearch,
}: EngineConfig): EngineServer | undefined {
  if (openSearch) return openSearchServer(openSearch, openSearch);
  return url === undefined ? undefined : meilisearchServer({ url, key });
}

/**
 * @param version what the engine says of itself; undefined where it does not say
 * @throws Unusable where it is older or newer than what the service runs on
 */
export function refuseUnsupportedEngine(
  { title, supported, place, variable }: EngineServer,
  version: string | undefined,
): void {
  const reason = version && unsupported(title, version, supported, place);
  if (reason) throw new Unusable(variable, reason);
}

/** The search engine, where one is configured. */
export function engineServers(config: EngineConfig & Pick<Config, 'meiliIndex'>): Dependency[] {
  const server = engineOf(config);
  if (!server) return [];
  return [{ ...server, where: `at ${server.place}, index ${config.meiliIndex}` }];
}
