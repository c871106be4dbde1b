import { openCatalogue } from '../../src/client/index.js';
import { serviceOfFile } from '../support/service.js';

// Without the engine Postgres answers, by the same rule and sooner at this depth.
const service = serviceOfFile({ MEILI_URL: 'http://127.0.0.1:1' });

test('a search with more hits than can be paged through gives the first 10,000, and then throws: it is not all of them', async () => {
  await service.push(Array.from({ length: 10_001 }, (_, i) => ({ code: `M-${i}`, name_cn: '甲' })));
  const catalogue = openCatalogue({
    baseUrl: `${service.origin}/api/v1`,
    // A page that names the state of the one before waits for an indexer, which there is not.
    fetch: (request) => {
      const url = new URL(request.url);
      url.searchParams.delete('state');
      return fetch(url, { headers: { 'X-API-Key': service.key } });
    },
  });
  const given = new Set<string>();
  const read = async (): Promise<void> => {
    for await (const { code } of catalogue.search({ q: '' })) given.add(code);
  };
  await expect(read()).rejects.toMatchObject({ name: 'CatalogueError', status: 400, message: expect.stringContaining('/export') }); // prettier-ignore
  expect(given.size).toBe(10_000);
  await service.write('DELETE', '/products/M-0');
  await expect(read()).resolves.toBeUndefined();
});
