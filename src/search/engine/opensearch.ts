import { z } from 'zod';
import { Unusable, VERSIONS } from '../../platform/index.js';
import { EngineClient } from './client.js';
import type { EngineServer } from './engine.js';
import { OpenSearchIndexes } from './opensearch-indexes.js';
import { openSearchWords } from './opensearch-words.js';

const VERSION = z
  .object({ version: z.object({ distribution: z.literal('opensearch'), number: z.string() }) })
  .transform(({ version }) => version.number);

interface Cluster {
  /** one or several nodes */
  urls: readonly string[];
  user?: string | undefined;
  password?: string | undefined;
  /** how many shards an index has, and replicas of each; absent: as the cluster has it */
  shards?: number | undefined;
  replicas?: number | undefined;
}

/** A cluster of OpenSearch as the search engine. */
export function openSearchServer({ urls, user, password = '', shards, replicas }: Cluster): EngineServer {
  const named = Buffer.from(`${user}:${password}`).toString('base64');
  const client = new EngineClient(urls, user === undefined ? undefined : `Basic ${named}`);
  const { place } = client;
  return {
    name: 'opensearch',
    title: 'OpenSearch',
    variable: 'OPENSEARCH_URL',
    place,
    supported: VERSIONS.opensearch,
    version: () =>
      client.version('OPENSEARCH_URL', '', VERSION, async (refusal) => {
        const why = `the cluster at ${place} refuses it (${refusal.status})`;
        throw new Unusable('OPENSEARCH_USER', why, refusal);
      }),
    words: (index) => openSearchWords(client, index),
    indexes: () => new OpenSearchIndexes(client, { number_of_shards: shards, number_of_replicas: replicas }),
  };
}
