import { createServer } from 'node:http';
import { EngineTrouble } from '../../../src/search/engine/engine.js';
import { meilisearchServer } from '../../../src/search/engine/meilisearch.js';
import { startService } from '../../support/service.js';
import { closing } from '../../support/with-own.js';
import { listening } from '../../support/listening.js';

const QUESTION = {
  q: 'a',
  match: 'all',
  filters: {},
  order: 'en',
  offset: 0,
  limit: 1,
} as const;

test('a request to a frozen engine is given up in time, also while it waits for a connection', async () => {
  const url = await listening(createServer(() => {}));
  const engine = meilisearchServer({ url }).words('products');
  const ask = (ms: number) => engine.words([QUESTION], performance.now() + ms);
  const waiting = Array.from({ length: 256 }, () => ask(2_000).catch((error: Error) => error.message));
  const begun = performance.now();
  await expect(ask(100)).rejects.toThrow();
  expect(performance.now() - begun).toBeLessThan(1_500);
  expect(new Set(await Promise.all(waiting)).size).toBe(1);
});

test('to ask for the version, again and again, takes one connection', async () => {
  const server = createServer((_, response) => response.end('{"pkgVersion":"1.21.0"}'));
  let opened = 0;
  server.on('connection', () => opened++);
  const engine = meilisearchServer({ url: await listening(server) });
  for (let n = 0; n < 3; n++) expect(await engine.version()).toBe('1.21.0');
  expect(opened).toBe(1);
});

test.each([200, 301, 502])('where a page of status %i answers, the status is told', async (status) => {
  const url = await listening(createServer((_, response) => response.writeHead(status).end('<html>')));
  await expect(meilisearchServer({ url }).version()).rejects.toThrow(
    `MEILI_URL: what answers at ${new URL(url).host} is no search engine (${status})`,
  );
});

test('a refusal of a search by what is no Meilisearch counts as an engine that is away', async () => {
  const server = createServer((_, response) =>
    response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"bad request"}'),
  );
  const engine = meilisearchServer({ url: await listening(server) }).words('products');
  const searching = engine.words([QUESTION], performance.now() + 1_000);
  await expect(searching).rejects.toMatchObject({ constructor: EngineTrouble });
});

test('what answers a search with 200 and other JSON is an engine that is away: the database answers', async () => {
  let json = '';
  const url = await listening(createServer((_, response) => response.end(json)));
  const service = closing(await startService({ MEILI_URL: url, SEARCH_CACHE: 'off' }));
  const engine = meilisearchServer({ url }).words('products');
  const found = '"estimatedTotalHits":1,"processingTimeMs":1';
  await service.push([{ code: 'A-1', name_cn: '阿司匹林', series: '一' }]);
  for (json of [
    '{}',
    'null',
    '[]',
    '""',
    '{"results":{}}',
    '{"results":[]}',
    '{"results":[null]}',
    `{"results":[{"hits":[{"id":"1"}],${found}}]}`,
    `{"results":[{"hits":[],${found},"facetDistribution":{"f":1}}]}`,
  ]) {
    const searching = engine.words([QUESTION], performance.now() + 1_000);
    await expect(searching).rejects.toMatchObject({ constructor: EngineTrouble });
    const { status, body } = await service.call('GET', '/products/search?q=阿司匹林&facets=true');
    expect([status, body.degraded, body.data[0]?.code]).toEqual([200, true, 'A-1']);
  }
});

test('an engine that refuses the key is one that is away: the database answers', async () => {
  const service = closing(
    await startService({ MEILI_KEY: 'another key of sixteen bytes', SEARCH_CACHE: 'off' }),
  );
  await service.push([{ code: 'A-1', name_cn: '阿司匹林' }]);
  const { status, body } = await service.call('GET', '/products/search?q=阿司匹林');
  expect([status, body.degraded, body.data[0]?.code]).toEqual([200, true, 'A-1']);
});
