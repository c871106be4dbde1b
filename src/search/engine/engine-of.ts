import { unsupported, Unusable } from '../../platform/index.js';
import type { Config, Dependency } from '../../platform/index.js';
import type { EngineServer } from './engine.js';
import { meilisearchServer } from './meilisearch.js';
import { openSearchServer } from './opensearch.js';

export type EngineConfig = Pick<Config, 'meiliUrl' | 'meiliKey' | 'openSearch'>;

/** The search engine of a configuration; undefined where it names none. */
export function engineOf(config: EngineConfig): EngineServer | undefined {
  const { meiliUrl: url, meiliKey: key, openSearch } = config;
  if (openSearch) return openSearchServer(openSearch);
  return url === undefined ? undefined : meilisearchServer({ url, key });
}

/** @throws Unusable where the engine is older or newer than what the service runs on; what `version` throws */
export async function refuseUnsupportedEngine(
  { title, supported, place, variable, ...server }: EngineServer,
  version = server.version,
): Promise<void> {
  const told = await version();
  const reason = told && unsupported(title, told, supported, place);
  if (reason) throw new Unusable(variable, reason);
}

/** The search engine, where one is configured. */
export function engineServers(config: EngineConfig & Pick<Config, 'meiliIndex'>): Dependency[] {
  const server = engineOf(config);
  if (!server) return [];
  return [{ ...server, where: `at ${server.place}, index ${config.meiliIndex}` }];
}
