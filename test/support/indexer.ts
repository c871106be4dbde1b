import { engineEnvironment } from './engine.js';
import { startIndexerProcess } from './processes.js';
import type { Service } from './service.js';
import { shared } from './with-own.js';

/**
 * An indexer in a process of its own, that keeps the index of a service in step with its database.
 * @param meili the engine that the service searches in, where it is not that of the run
 */
export async function startIndexer(
  service: Pick<Service, 'databaseUrl' | 'indexUid'>,
  meili?: { url: string; key: string },
): Promise<{ stop(): Promise<void> }> {
  const indexer = await startIndexerProcess({
    DATABASE_URL: service.databaseUrl,
    ...(meili ? { MEILI_URL: meili.url, MEILI_KEY: meili.key } : engineEnvironment()),
    MEILI_INDEX: service.indexUid,
    LOG_LEVEL: 'silent',
  });
  return {
    async stop() {
      indexer.kill('SIGTERM');
      await indexer.ended;
    },
  };
}

/** {@link startIndexer} for all tests of a file, beside the service that they share. */
export function indexerOfFile(service: Pick<Service, 'databaseUrl' | 'indexUid'>): void {
  shared(async () => {
    const indexer = await startIndexer(service);
    return { close: () => indexer.stop() };
  });
}
