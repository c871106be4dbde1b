import { unreachable, unsupported, Unusable, VERSIONS } from '../../platform/index.js';
import type { Config, Dependency } from '../../platform/index.js';
import { engineOf, placeOfEngine } from './address.js';
import { NoJson, openMeilisearch, refusalOf } from './meilisearch.js';

const WAIT_MS = 1_500;

/**
 * Asks a search engine for its version, with the key that it is used with.
 * @returns such as `1.21.0`; undefined where the key may not ask for it
 * @throws Unusable where nothing answers, a key is missing or refused, or what answers is no search engine
 */
export async function engineVersion(url: string, key: string | undefined): Promise<string | undefined> {
  const place = placeOfEngine(url);
  const { httpRequest } = openMeilisearch({ url, key });
  const ask = async (method: 'get' | 'post', path: string, body?: object): Promise<EngineReply> => {
    // The connection is closed at once: the indexer asks every second, each time by a client of its own.
    const headers = { connection: 'close' };
    const extraRequestInit = { headers, signal: AbortSignal.timeout(WAIT_MS) };
    try {
      const answer = await httpRequest[method]<EngineReply['body']>({ path, body, extraRequestInit });
      return { status: 200, body: answer };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) return { status: refusal.response.status, body: { ...refusal.cause } };
      const { cause } = error as Error;
      if (cause instanceof NoJson) return { status: cause.status, body: {} };
      throw (
        unreachable('MEILI_URL', place, error) ??
        new Unusable('MEILI_URL', `${place} does not answer as a search engine does`, error)
      );
    }
  };
  const { status, body } = await ask('get', 'version');
  if (typeof body?.pkgVersion === 'string') return body.pkgVersion;
  if (body?.code === 'missing_authorization_header')
    throw new Unusable('MEILI_KEY', `the search engine at ${place} asks for a key, and none is set`);
  if (body?.code !== 'invalid_api_key')
    throw new Unusable('MEILI_URL', `what answers at ${place} is no search engine (${status})`);
  // A gateway needs only a key for searching, which does not permit reading the version. A search shows whether the
  // key is valid.
  const searching = await ask('post', 'multi-search', { queries: [] });
  if (searching.status !== 200) throw new Unusable('MEILI_KEY', `the search engine at ${place} refuses it`);
  return undefined;
}

interface EngineReply {
  status: number;
  body?: { pkgVersion?: unknown; code?: unknown };
}

/** @throws Unusable where the engine is older or newer than what the service runs on */
export function refuseUnsupportedEngine(url: string, version: string | undefined): void {
  const reason = version && unsupported('Meilisearch', version, VERSIONS.meilisearch, placeOfEngine(url));
  if (reason) throw new Unusable('MEILI_URL', reason);
}

/** The search engine, where one is configured. */
export function engineServers(config: Config): Dependency[] {
  const address = engineOf(config);
  if (!address) return [];
  const { url, key, place } = address;
  return [
    {
      name: 'meilisearch',
      title: 'Meilisearch',
      where: `at ${place}, index ${config.meiliIndex}`,
      variable: 'MEILI_URL',
      supported: VERSIONS.meilisearch,
      version: () => engineVersion(url, key),
    },
  ];
}
