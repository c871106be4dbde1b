import { createServer } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CatalogueError, dataOf, openCatalogue } from '../../src/client/index.js';
import type { Catalogue, ChangePage } from '../../src/client/index.js';
import { startSearch } from '../search/text/catalogue.js';
import { openBrowser } from '../support/browser.js';
import { shared } from '../support/with-own.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 450;

const service = shared(() =>
  startSearch(
    Array.from({ length: COUNT }, (_, i) => ({
      code: `C-${String(i).padStart(3, '0')}`,
      name_cn: '阿司匹林',
      stock: i % 2,
    })),
  ),
);
let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = openCatalogue({ baseUrl: `${service.origin}/api/v1`, apiKey: service.key });
});

async function codesOf(products: AsyncIterable<{ code: string }>): Promise<string[]> {
  const codes: string[] = [];
  for await (const { code } of products) codes.push(code);
  return codes;
}

test('all products come, each once, across pages', async () => {
  const codes = await codesOf(catalogue.products());
  expect(codes).toHaveLength(COUNT);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(await codesOf(catalogue.products({ page_size: 7, in_stock: true }))).toEqual(
    codes.filter((_, i) => i % 2 === 1),
  );
  expect(await codesOf(catalogue.products({ updated_after: '2999-01-01' }))).toEqual([]);
});

test('what a search finds comes across pages, each product once, in the order of the search', async () => {
  const found = await codesOf(catalogue.search({ q: '阿司匹林', page_size: 100 }));
  expect(new Set(found).size).toBe(COUNT);
  const [first] = (await service.search('阿司匹林')).data;
  expect(found[0]).toBe(first.code);
  expect(await codesOf(catalogue.search({ q: '不存在的化合物' }))).toEqual([]);
});

test('a loop that ends early asks for no more', async () => {
  let asked = 0;
  const counting = openCatalogue({
    baseUrl: `${service.origin}/api/v1`,
    fetch: (request) => {
      asked++;
      return fetch(request);
    },
  });
  for await (const { code } of counting.products({ page_size: 10 })) if (code === 'C-004') break;
  expect(asked).toBe(1);
});

test('changes tell what was written and what was deleted since a position, and where to go on', async () => {
  const [now] = await pagesOf(catalogue.changes());
  expect(now!.changes).toEqual([]);
  await service.push([
    { code: 'N-1', name_cn: '新' },
    { code: 'N-2', name_cn: '新' },
  ]);
  await catalogue.api.DELETE('/products/{code}', { params: { path: { code: 'N-2' } } });
  // They surface once no older transaction of the server is running.
  const seen = new Map<string, string | undefined>();
  let position = now!.next;
  while (seen.size < 2) {
    for await (const { changes, next } of catalogue.changes(position)) {
      for (const { code, op, product } of changes) seen.set(code, `${op} ${product?.name_cn}`);
      position = next;
    }
  }
  expect(Object.fromEntries(seen)).toEqual({ 'N-1': 'upsert 新', 'N-2': 'delete undefined' });
});

test('changes can be followed as they happen, until told to stop', async () => {
  const [now] = await pagesOf(catalogue.changes());
  const stop = new AbortController();
  const following = catalogue.changes(now!.next, { followMs: 20, signal: stop.signal });
  await service.push([{ code: 'F-1', name_cn: '一' }]);
  const codes = new Set<string>();
  const work = async (): Promise<void> => {
    for await (const { changes } of following) {
      for (const { code } of changes) codes.add(code);
      if (codes.has('F-1') && !codes.has('F-2')) await service.push([{ code: 'F-2', name_cn: '二' }]);
      if (codes.has('F-2')) stop.abort(new Error('enough'));
    }
  };
  await expect(work()).rejects.toThrow('enough');
  expect([...codes]).toEqual(expect.arrayContaining(['F-1', 'F-2']));
});

test('an error is thrown as what the service says of it', async () => {
  const answer = await catalogue.api.GET('/products/{code}', { params: { path: { code: 'NONE' } } });
  const error = ((): unknown => {
    try {
      return dataOf(answer);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(CatalogueError);
  expect(error).toMatchObject({
    status: 404,
    kind: 'not-found',
    requestId: answer.response.headers.get('x-request-id'),
  });
  await expect(pagesOf(catalogue.changes('no position'))).rejects.toMatchObject({ status: 400 });
});

async function pagesOf(changes: AsyncIterable<ChangePage>): Promise<ChangePage[]> {
  const pages: ChangePage[] = [];
  for await (const page of changes) pages.push(page);
  return pages;
}

test('the client runs in a browser, on a page of another origin', async () => {
  const files: Record<string, string> = {
    '/openapi-fetch.js': join(root, 'node_modules/openapi-fetch/dist/index.mjs'),
  };
  for (const name of await readdir(join(root, 'dist/src/client')))
    if (name.endsWith('.js')) files[`/client/${name}`] = join(root, 'dist/src/client', name);
  const server = createServer((req, res) => {
    const file = files[req.url ?? ''];
    res.setHeader('Content-Type', file ? 'text/javascript' : 'text/html');
    if (file) void readFile(file).then((text) => res.end(text));
    else
      res.end(
        '<!doctype html><script type="importmap">{"imports":{"openapi-fetch":"/openapi-fetch.js"}}</script>',
      );
  }).listen(0, '127.0.0.1');
  const browser = openBrowser();
  try {
    const { page } = await browser.open();
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const seen = await page.evaluate(`(async () => {
      const { openCatalogue } = await import('/client/index.js');
      const catalogue = openCatalogue({ baseUrl: '${service.origin}/api/v1' });
      let listed = 0;
      for await (const product of catalogue.products()) listed += product.code.startsWith('C-') ? 1 : 0;
      let first;
      for await (first of catalogue.search({ q: '阿司匹林' })) break;
      const [{ next }] = await Array.fromAsync(catalogue.changes());
      return [listed, first.name_cn, typeof next];
    })()`);
    expect(seen).toEqual([COUNT, '阿司匹林', 'string']);
  } finally {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }
});
