import { hostAndPort, unreachable, Unusable, VERSIONS } from '../../platform/index.js';
import type { EngineServer } from './engine.js';
import { NoJson } from './http.js';
import { openMeilisearch, refusalOf } from './meilisearch.js';
import { MeilisearchIndexes } from './meilisearch-indexes.js';
import { openMeilisearchWords } from './meilisearch-words.js';

const WAIT_MS = 1_500;

interface MeilisearchAddress {
  url: string;
  key?: string | undefined;
}

/** A Meilisearch as the search engine. */
export function meilisearchServer(address: MeilisearchAddress): EngineServer {
  const { url } = address;
  const place = hostAndPort(url, url.startsWith('https:') ? 443 : 80);
  return {
    name: 'meilisearch',
    title: 'Meilisearch',
    variable: 'MEILI_URL',
    place,
    supported: VERSIONS.meilisearch,
    version: () => versionOf(address, place),
    words: (index) => openMeilisearchWords({ ...address, index }),
    indexes: () => new MeilisearchIndexes(openMeilisearch(address)),
  };
}

/**
 * Asks a search engine for its version, with the key that it is used with.
 * @returns such as `1.21.0`; undefined where the key may not ask for it
 * @throws Unusable where nothing answers, a key is missing or refused, or what answers is no search engine
 */
async function versionOf({ url, key }: MeilisearchAddress, place: string): Promise<string | undefined> {
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
