import { fork } from 'node:child_process';
import { once } from 'node:events';
import { engine } from './engine.js';
import type { Service } from './service.js';

/**
 * An indexer in a process of its own, that keeps the index of a service in step with its database.
 * @param meili the engine that the service searches in, where it is not the one that all tests share
 */
export async function startIndexer(
  service: Pick<Service, 'databaseUrl' | 'indexUid'>,
  meili = engine(),
): Promise<{ stop(): Promise<void> }> {
  const { url, key } = meili;
  const child = fork('dist/indexer/main.js', {
    env: {
      ...process.env,
      DATABASE_URL: service.databaseUrl,
      MEILI_URL: url,
      MEILI_KEY: key,
      MEILI_INDEX: service.indexUid,
      LOG_LEVEL: 'silent',
    },
  });
  await once(child, 'message');
  return {
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
