import { HOSTILE_TEXTS, rareHan } from '../search/text/hostile.js';
import type { Random } from '../support/random.js';
import type { FuzzRequest } from './fuzz-requests.js';

// Requests that are meant to cost the gateway much: as long, as deep, as many as the bounds let through, and beyond.

const KiB = 1024;
const json = (method: string, path: string, body: string): Omit<FuzzRequest, 'operation'> => ({
  method,
  path,
  headers: { 'Content-Type': 'application/json' },
  body: Buffer.from(body),
});
const many = (count: number, each: (i: number) => string): string => Array.from({ length: count }, (_, i) => each(i)).join(); // prettier-ignore
const get = (path: string, headers: Record<string, string> = {}): Omit<FuzzRequest, 'operation'> => ({
  method: 'GET',
  path,
  headers,
});

/** A text as a query takes it; a head has 16 KB at most. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 15_000).replace(/%.?$/, ''); // prettier-ignore

/** As much of a text as a tool for assistants takes. */
const shortened = (text: string): string => text.slice(0, 300).toWellFormed().replaceAll('\0', '');

const searches = HOSTILE_TEXTS.flatMap(([, text]) => {
  const q = encoded(text);
  return [
    get(`/products/search?page_size=200&highlight=true&facets=true&explain=true&q=${q}`),
    get(`/products/search?page_size=200&highlight=true&q=acid%20${q}`.slice(0, 15_500).replace(/%.?$/, '')),
    get(`/products/suggest?q=${q}`),
    get(`//?lang=en&q=${q}`),
    get(`//storefront/results?suggest=1&q=${q}`),
    get(`/products?tag=${q}&series=${q}`.slice(0, 15_500).replace(/%.?$/, '')),
    get(`/products/${q}`),
    get(`//products/${q}`),
    json(
      'POST',
      '//mcp',
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_products', arguments: { q: shortened(text), page_size: 20 } },
      }),
    ),
    json('POST', '/rfq', JSON.stringify({ product_name: text, name: text, email: text, message: text })),
  ];
});

const tiny = (count: number, item = '{}'): string => `[${many(count, () => item)}]`;
const bodies = [
  json('POST', '/sync/push', tiny(20_000)),
  json('POST', '/sync/push', tiny(5_000, '{"code":"H"}')),
  json('POST', '/sync/push', tiny(50_000, '1')),
  json('POST', '/products', `[{"code":"H","name_cn":"甲",${many(900, (i) => `"k${i}":0`)}}]`),
  json('POST', '/products', `[{"code":"H","name_cn":"甲",${many(5_000, (i) => `"k${i}":0`)}}]`),
  json('POST', '/products', `{"products":${'['.repeat(30 * KiB)}${']'.repeat(30 * KiB)}}`),
  json(
    'POST',
    '/products',
    JSON.stringify([
      { code: 'H', name_cn: '甲', synonyms: 'a;'.repeat(20 * KiB), tags: '；'.repeat(10_000) },
    ]),
  ),
  json('PUT', '/products/PDS-000100', `{${many(60_000, (i) => `"f${i}":1`)}}`),
  json('PUT', '/products/PDS-000100', `{${many(900, (i) => `"f${i}":1`)}}`),
  json('PUT', '/products/PDS-000100', JSON.stringify({ description: 'x\u0301'.repeat(30_000) })),
  json('DELETE', '/products/batch', `{"codes":[${many(500, (i) => `"none-${i}"`)}]}`),
  json('DELETE', '/products/batch', `{"codes":[${many(60_000, (i) => `"${i}"`)}]}`),
  json('POST', '/tags/apply', `{"codes":[${many(5_000, (i) => `"none-${i}"`)}],"tags":["x"]}`),
  json('POST', '/tags/apply', `{"codes":["PDS-000100"],"tags":[${many(9_000, (i) => `"t${i}"`)}]}`),
  json('POST', '/tags', `{"tags":[${many(9_000, () => `"${'x'.repeat(301)}"`)}]}`),
  json('POST', '/categories', `{"names":[${many(9_000, () => `"${'字'.repeat(60)}"`)}]}`),
  json('POST', '/media', `[${many(21, () => '{"image":"AAAA","mime":"image/png"}')}]`),
  json('POST', '/media', `{"dataUrl":"data:image/png;base64,${'A'.repeat(500 * KiB)}"}`),
  json('POST', '/media', `{"dataUrl":"${'data:'.repeat(100 * KiB)}"}`),
  json('POST', '//mcp', `[${many(2_000, (i) => `{"jsonrpc":"2.0","id":${i},"method":"ping"}`)}]`),
  json('POST', '//mcp', '{"a":'.repeat(20_000)),
  json('POST', '//back-office/api/session', JSON.stringify({ name: 'x'.repeat(60 * KiB), password: 'y' })),
];

const heads = [
  get(`/${'a.'.repeat(7 * KiB)}`),
  get(`/products/${'%E4%B8%AD'.repeat(1_600)}`),
  get(`/products?${many(2_000, (i) => `p${i}=1`).replaceAll(',', '&')}`.slice(0, 15_500)),
  get(`/products?cursor=${'W'.repeat(15_000)}`),
  get(`/changes?after=${Buffer.from(JSON.stringify(['x'.repeat(9_000)])).toString('base64url')}`),
  get(`/products?updated_after=${'2026-01-01T00:00:00.'.padEnd(15_000, '0')}Z`),
  get('/products/PDS-000100', { 'If-None-Match': many(1_700, (i) => `W/"${i}"`) }),
  get('/products?page_size=200', { 'Accept-Encoding': 'gzip;q=0.1,'.repeat(1_200) }),
  get('/categories', { Accept: 'a/b;q=0.1,'.repeat(1_300) }),
  get('/categories', { Prefer: 'wait=1;'.repeat(1_800) }),
  get('/categories', { Authorization: `Bearer ${'x'.repeat(14_000)}`, Cookie: 'a=b; '.repeat(100) }),
  get('//', { 'Accept-Language': 'zh;q=0.1,'.repeat(1_500) }),
  get('//media/1', { Range: `bytes=${many(1_500, (i) => `${i}-${i + 1}`)}` }),
  get('//products/PDS-000100', { Cookie: 'office_session=x; '.repeat(800) }),
  get('//sitemap.xml'),
  get('//sitemap/1.xml'),
  get('//llms.txt'),
  get('//readyz'),
  get('/export?format=csv'),
  get('/export?format=chemicalbook&encoding=gb18030', { 'Accept-Encoding': 'gzip' }),
  get(`/tags?x=${encoded(rareHan(1_600))}`),
];

/** Kinds in turn, so that the few of one kind are sent as often as the many of another. */
export function hostileRequest(random: Random, key: string): FuzzRequest {
  const request = random.pick(random.pick([searches, searches, bodies, heads]));
  const isOpen = request.path.startsWith('//') || request.path === '/rfq';
  return {
    ...request,
    operation: 'hostile',
    headers: { ...request.headers, ...(!isOpen && request.body && { 'X-API-Key': key }) },
  };
}
