// What each route costs beside an Express route that answers a constant: the price of everything between the socket and
// the answer, the database and the engine included.
import { generate, someCodes } from '../catalogue.mjs';
import { inTurns, load, median } from '../measure.mjs';
import { isIndexed } from './index.mjs';
import { makeKey, onCopy } from './writes.mjs';

export const routes = {
  name: 'routes',
  title: 'Routes',
  about:
    'Each route, 8 connections, caches as they come. Beside it: a bare Express 5 route that answers the same text from memory.',
  async run(bench, catalogue) {
    await onCopy(bench, catalogue.database, (copy) => compareRoutes(bench, catalogue, copy));
  },
};

async function compareRoutes(bench, { size, database, originals }, copy) {
  const { stack } = bench;
  const codes = await someCodes(stack, copy, 2_000);
  const key = await makeKey(stack.urlOf(copy));
  const indexed = isIndexed(stack, database);
  const gateway = await stack.startGateway(copy, indexed ? await stack.searchEnv(database) : {});
  const api = '/api/v1';
  const [word] = originals[0].name_en.split(' ');
  const get = (path) => ({ path });
  const write = (method, path, bodies) =>
    bodies.map((body, i) => ({
      method,
      path: typeof path === 'function' ? path(i) : path,
      body: JSON.stringify(body),
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    }));
  const codeIn = encodeURIComponent;
  const fresh = [...generate(originals, 20_000_000, 500)].map(({ source: _source, ...product }) => product);
  const subjects = {
    'GET /healthz': [get('/healthz')],
    'GET /products': [get(`${api}/products`)],
    'GET /products, with a key': [{ path: `${api}/products`, headers: { 'X-API-Key': key } }],
    'GET /products/{code}': codes.map((code) => get(`${api}/products/${codeIn(code)}`)),
    ...(indexed && {
      'GET /products/search': [get(`${api}/products/search?q=${codeIn(word)}`)],
      'GET /products/suggest': [get(`${api}/products/suggest?q=${codeIn(word.slice(0, 4))}`)],
    }),
    'GET /categories': [get(`${api}/categories`)],
    'GET /tags': [get(`${api}/tags`)],
    'GET /media': [get(`${api}/media`)],
    'GET /changes': [get(`${api}/changes`)],
    'GET /api-docs/openapi.json': [get('/api-docs/openapi.json')],
    'PUT /products/{code}': write('PUT', (i) => `${api}/products/${codeIn(codes[i])}`, codes.map((_, i) => ({ series: `系列 ${i}` }))),
    'POST /products, one product': write('POST', `${api}/products`, fresh.map((product) => [product])),
    'POST /tags/apply, one product': write('POST', `${api}/tags/apply`, codes.map((code) => ({ codes: [code], tags: ['HPLC'] }))),
  }; // prettier-ignore
  const kinds = Object.entries(subjects).map(([what, requests], i) => ({
    what,
    requests,
    constantPath: `/${i}`,
  }));
  let constant;
  try {
    const bodies = {};
    for (const { what, requests, constantPath } of kinds) {
      const [{ path, method = 'GET', headers, body }] = requests;
      const response = await fetch(gateway.origin + path, { method, headers, ...(body && { body }) });
      const text = (bodies[constantPath] = await response.text());
      if (!response.ok) throw new Error(`${what}: ${response.status} ${text.slice(0, 200)}`);
    }
    constant = await stack.startFloor({ kind: 'constant', bodies });
    // The first routes are not to pay for what the compiler has still to see of either server.
    for (const [origin, path] of [
      [gateway.origin, '/healthz'],
      [constant.origin, kinds[0].constantPath],
    ])
      await load({ origin, paths: [path], seconds: bench.seconds });
    for (const { what, requests, constantPath } of kinds) {
      const [{ method, headers, body }] = requests;
      const same = [{ path: constantPath, method, headers, ...(body && { body }) }];
      const results = await inTurns(
        {
          service: () => load({ origin: gateway.origin, requests, seconds: bench.seconds / 2 }),
          constant: () => load({ origin: constant.origin, requests: same, seconds: bench.seconds / 2 }),
        },
        1,
        { warm: 0 },
      );
      const rps = (all) => median(all.map((each) => each.rps));
      bench.row(what, size, rps(results.service), 'requests/s', {
        beside: 'a constant',
        besideValue: rps(results.constant),
      });
    }
  } finally {
    await Promise.all([gateway.stop(), constant?.stop()]);
  }
}
