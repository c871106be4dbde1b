import { shared } from '../../support/with-own.js';
import { startSearch } from './catalogue.js';

const service = shared(() => startSearch([]));

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
