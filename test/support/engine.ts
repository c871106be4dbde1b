import { randomUUID } from 'node:crypto';
import { Meilisearch } from 'meilisearch';

/** The search engine that all tests share. */
export function engine(): { url: string; key: string } {
  return { url: process.env['TEST_MEILI_URL']!, key: process.env['TEST_MEILI_KEY']! };
}

/**
 * What a gateway and an indexer are told of the engine of this run: Meilisearch, or with `TEST_ENGINE=opensearch` a cluster, on
 * which the contract, the fuzz and the readers hold as well.
 */
export function engineEnvironment(): Record<string, string> {
  const cluster = process.env['TEST_ENGINE_URLS'];
  if (cluster) return { OPENSEARCH_URL: cluster };
  return { MEILI_URL: engine().url, MEILI_KEY: engine().key };
}

/** Its name in /readyz. */
export const engineName = process.env['TEST_ENGINE_URLS'] ? 'opensearch' : 'meilisearch';

/** The official client, by which tests look at an engine and change it, by no code of the service. */
export const clientOf = ({ url, key }: { url: string; key: string }): Meilisearch =>
  new Meilisearch({ host: url, apiKey: key });

/** The name of an index that no other test uses. */
export function freshIndexUid(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
