import { hostAndPort, unreachable, Unusable, VERSIONS } from '../../platform/index.js';
import type { EngineServer } from './engine.js';
import { OpenSearch, OpenSearchError } from './opensearch.js';
import type { OpenSearchAddress } from './opensearch.js';
import { OpenSearchIndexes } from './opensearch-indexes.js';
import { openSearchWords } from './opensearch-words.js';

const WAIT_MS = 1_500;

/**
 * A cluster of OpenSearch as the search engine.
 * @param shape how many shards an index has, and replicas of each; absent: as the cluster has it
 */
export function openSearchServer(
  address: OpenSearchAddress,
  shape: { shards?: number | undefined; replicas?: number | undefined } = {},
): EngineServer {
  // One for all: its connections are kept, and it remembers which nodes do not answer.
  const cluster = new OpenSearch(address);
  const place = address.urls.map((url) => hostAndPort(url, url.startsWith('https:') ? 443 : 80)).join(', ');
  return {
    name: 'opensearch',
    title: 'OpenSearch',
    variable: 'OPENSEARCH_URL',
    place,
    supported: VERSIONS.opensearch,
    version: () => versionOf(cluster, place),
    words: (index) => openSearchWords(cluster, index),
    indexes: () => new OpenSearchIndexes(cluster, shape),
  };
}

async function versionOf(cluster: OpenSearch, place: string): Promise<string | undefined> {
  try {
    const { version } = await cluster.ask<{
      version?: { distribution?: string; number?: string };
    }>('GET', '', { signal: AbortSignal.timeout(WAIT_MS) });
    if (version?.distribution === 'opensearch') return version.number;
  } catch (error) {
    if (error instanceof OpenSearchError && (error.status === 401 || error.status === 403))
      throw new Unusable('OPENSEARCH_USER', `the cluster at ${place} refuses it (${error.status})`, error);
    const { cause = error } = error as Error;
    throw (
      unreachable('OPENSEARCH_URL', place, cause) ??
      new Unusable('OPENSEARCH_URL', `${place} does not answer as OpenSearch does`, error)
    );
  }
  throw new Unusable('OPENSEARCH_URL', `what answers at ${place} is no OpenSearch`);
}
