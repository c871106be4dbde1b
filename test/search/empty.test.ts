import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startIndexer } from '../support/indexer.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';

let service: Service;
let indexer: Awaited<ReturnType<typeof startIndexer>>;
beforeAll(async () => {
  service = await startService();
  indexer = await startIndexer(service);
});
afterAll(async () => {
  await indexer.stop();
  await service.close();
});

test('a catalogue that has never held a product is searched by the engine, and has nothing', async () => {
  const search = (query: string) => service.call('GET', `/products/search?${query}`);
  await until(async () => !(await search('q=aspirin')).body.degraded);
  for (const query of [
    'q=aspirin&facets=true',
    'q=50-78-2',
    'q=C9H8O4&in_stock=true',
    `q=${encodeURIComponent('阿司匹林')}&highlight=true`,
  ])
    expect((await search(query)).body).toMatchObject({ degraded: false, exact: false, total: 0, data: [] });
  expect((await service.call('GET', '/products/suggest?q=asp')).body.data).toEqual([]);
});
