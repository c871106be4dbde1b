import { startSearch } from './catalogue.js';
import type { SearchService } from './catalogue.js';

let service: SearchService;
beforeAll(async () => {
  service = await startSearch([]);
});
afterAll(() => service.close());

test('a catalogue that has never held a product is searched by the engine, and has nothing', async () => {
  for (const [q, more] of [
    ['aspirin', { facets: true }],
    ['50-78-2', {}],
    ['C9H8O4', { in_stock: true }],
    ['阿司匹林', { highlight: true }],
  ] as const)
    expect(await service.search(q, more)).toMatchObject({
      degraded: false,
      exact: false,
      total: 0,
      data: [],
    });
  expect((await service.call('GET', '/products/suggest?q=asp')).body.data).toEqual([]);
});
