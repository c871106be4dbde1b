import { Meilisearch } from 'meilisearch';
import { z } from 'zod';
import { Unusable, VERSIONS } from '../../platform/index.js';
import { ANSWER, EngineClient } from './client.js';
import type { EngineServer } from './engine.js';
import { MeilisearchIndexes } from './meilisearch-indexes.js';
import { meilisearchWords } from './meilisearch-words.js';

const VERSION = z.object({ pkgVersion: z.string() }).transform(({ pkgVersion }) => pkgVersion);

/** A Meilisearch as the search engine. */
export function meilisearchServer({ url, key }: { url: string; key?: string | undefined }): EngineServer {
  const client = new EngineClient([url], key === undefined ? undefined : `Bearer ${key}`);
  const { place } = client;
  return {
    name: 'meilisearch',
    title: 'Meilisearch',
    variable: 'MEILI_URL',
    place,
    supported: VERSIONS.meilisearch,
    version: () =>
      client.version('MEILI_URL', 'version', VERSION, async (refusal) => {
        if (refusal.status !== 401 && refusal.status !== 403)
          throw new Unusable('MEILI_URL', `what answers at ${place} is no search engine (${refusal.status})`);
        // A gateway needs only a key for searching, which does not permit reading the version. A search shows whether the
        // key is valid.
        const searching = client.ask(ANSWER, 'POST', 'multi-search', { body: { queries: [] } });
        const why = key === undefined ? 'asks for a key, and none is set' : 'refuses it';
        return searching.then(
          () => undefined,
          (error) => Promise.reject(new Unusable('MEILI_KEY', `the search engine at ${place} ${why}`, error)),
        );
      }),
    words: (index) => meilisearchWords(client, index),
    indexes: () => new MeilisearchIndexes(openMeilisearch(url, client)),
  };
}

/** The official client. Its requests are sent as all others are: with `fetch` a deadline is ignored beside a signal. */
function openMeilisearch(url: string, client: EngineClient): Meilisearch {
  const host = `${url.replace(/\/+$/, '')}/`;
  return new Meilisearch({
    host,
    httpClient(address, { method = 'GET', headers, body } = {}) {
      const text = body as string | undefined;
      const isLines = new Headers(headers).get('content-type') === 'application/x-ndjson';
      const sent = text && { body: isLines ? text : (JSON.parse(text) as object) };
      return client.ask(z.unknown(), method, (address as URL).href.slice(host.length), { ...sent });
    },
  });
}
