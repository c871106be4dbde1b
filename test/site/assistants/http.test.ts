import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { sentToday } from '../../../src/exchange/inquiries/store.js';
import { issueKey } from '../../../src/platform/access/keys.js';
import { Client, many, send, tally } from '../../support/wire.js';
import { serviceOfFile, startService } from '../../support/service.js';
import type { Answered } from '../../support/call.js';
import { until } from '../../support/until.js';
import { httpAssistant, PRODUCTS } from './client.js';
import { freePort } from '../../../infra/embedded/processes.js';
import { closing, shared } from '../../support/with-own.js';
import { callAt } from '../../support/call.js';

const service = serviceOfFile();

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_categories', arguments: {} },
};
const tool = (name: string, given: object): object => ({ ...CALL, params: { name, arguments: given } });
const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
  service.call('POST', '//mcp', { json: body, headers });

test('a call needs no session, and is answered in JSON', async () => {
  const { status, headers, body } = await post(CALL);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('mcp-session-id')).toBeNull();
  expect(body).toMatchObject({
    jsonrpc: '2.0',
    id: 1,
    result: { structuredContent: { categories: ['杂质对照品', '标准品', '中间体'] } },
  });
});

test('what is no JSON-RPC message is a 400', async () => {
  for (const body of ['{', '', 'null', '7', '"x"', '{}', '[]', JSON.stringify([CALL, CALL])]) {
    const { status } = await service.call('POST', '//mcp', {
      body,
      headers: { 'Content-Type': 'application/json' },
    });
    expect([body, status]).toEqual([body, 400]);
  }
  expect((await post(CALL, { 'Mcp-Protocol-Version': '1999-01-01' })).status).toBe(400);
});

test('a notification is taken without an answer, and a method that is not there told by the protocol', async () => {
  const taken = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([taken.status, taken.text]).toEqual([202, '']);
  const { status, body } = await post({ jsonrpc: '2.0', id: 'a', method: 'products/delete' });
  expect([status, body]).toMatchObject([200, { id: 'a', error: { code: -32601 } }]);
});

test('any JSON at all, in any part of a call, ends in an answer below 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('whole', 'params', 'arguments'), fc.jsonValue(), async (part, value) => {
      const params = part === 'arguments' ? { name: 'search_products', arguments: value } : value;
      const { status } = await post(part === 'whole' ? value : { ...CALL, params });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});

test('bodies are bounded, packed ones too, and are JSON', async () => {
  const large = JSON.stringify({ ...CALL, padding: 'x'.repeat(300_000) });
  expect((await post(JSON.parse(large))).status).toBe(413);
  const packed = await service.call('POST', '//mcp', {
    body: gzipSync(large),
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
  });
  expect(packed.status).toBe(413);
  const text = await service.call('POST', '//mcp', { body: '{}', headers: { 'Content-Type': 'text/plain' } });
  expect(text.status).toBe(415);
});

test.each(['GET', 'DELETE', 'PUT', 'HEAD'])('%s is a 405 that says what is allowed', async (method) => {
  const { status, headers } = await service.call(method, '//mcp', {
    headers: { Accept: 'text/event-stream' },
  });
  expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test('pages of any origin may call, without anything that a browser would send on its own', async () => {
  const preflight = await service.call('OPTIONS', '//mcp', {
    headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Mcp-Protocol-Version/);
  for (const { headers } of [preflight, await post(CALL, { Origin: 'https://elsewhere.example' })]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  }
});

test('a page whose name was made to point here is refused (DNS rebinding)', async () => {
  const statusOf = async (host: string, more: Record<string, string> = { Origin: `http://${host}` }) => {
    const headers = { Host: host, 'Content-Type': 'application/json', ...more };
    return (await send(service, { path: '//mcp', method: 'POST', headers, body: JSON.stringify(CALL) }))
      .status;
  };
  expect(await statusOf('evil.example.com')).toBe(403);
  for (const ours of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'gateway:3000'])
    expect(await statusOf(ours)).toBe(200);
  expect(await statusOf('behind.a.proxy', {})).toBe(200); // no page: programs send no Origin
});

test('a key that is unknown is refused', async () => {
  const { status, headers } = await post(CALL, { 'X-API-Key': 'pds_unknown' });
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toContain('X-API-Key');
});

test('a call with a key is in the sync log', async () => {
  await post(CALL, { 'X-API-Key': service.key });
  const rows = `SELECT FROM sync_log WHERE path = '/mcp' AND method = 'POST' AND status = 200`;
  await until(async () => (await service.db.any(rows)).length > 0);
});

test('while the search engine is away, assistants are answered from the database', async () => {
  const alone = closing(await startService({ MEILI_URL: 'http://127.0.0.1:9' }));
  await alone.push(PRODUCTS);
  const assistant = await httpAssistant(alone.origin);
  const found = await assistant.ask('search_products', { q: '阿司匹林' });
  expect([found.data[0].code, found.degraded]).toEqual(['PDS-1', true]);
  const { results } = await assistant.ask('resolve_identifiers', { identifiers: ['69-72-7', 'ibuprofin'] });
  expect(results.map(({ match }: { match: string }) => match)).toEqual(['exact', 'none']);
});

describe('the limits of the API', () => {
  const limited = shared(() => startService({ RATE_LIMIT: 'on', TRUST_PROXY: '1' }));
  let client: Client;
  beforeAll(() => void (client = new Client(limited.origin)));

  test('hold for assistants: a message is a read, and the 121st of a minute a 429 that says when to come back', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    expect((await client.ask('/categories', { headers })).status).toBe(200);
    const assistant = await httpAssistant(limited.origin, headers, 'former'); // three messages
    const answers = await many(117, 4, () => client.ask('//mcp', { method: 'POST', json: CALL, headers }));
    expect(tally(answers.slice(0, 116))).toEqual({ 200: 116 });
    const refused = answers[116]!;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await expect(assistant.ask('list_categories')).rejects.toMatchObject({ code: 429 });
    expect((await client.ask('/categories', { headers })).status).toBe(429);
  });

  test('count each 25 identifiers of a list, begun or whole, as a read', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.2' };
    const ask = (count: number) =>
      client.ask('//mcp', { method: 'POST', json: tool('resolve_identifiers', { identifiers: Array.from({ length: count }, () => '-') }), headers }); // prettier-ignore
    const left: unknown[] = [];
    for (const count of [25, 1, 26, 200]) left.push((await ask(count)).headers['ratelimit']);
    expect(left).toEqual([119, 118, 116, 108].map((r) => expect.stringContaining(`"reads"; r=${r};`)));
    expect(tally(await many(14, 1, () => ask(200)))).toEqual({ 200: 13, 429: 1 });
    expect((await client.ask('/categories', { headers })).status).toBe(429);
  });

  test('of inquiries hold for those that assistants send: ten a minute; a form that is refused takes nothing of the day', async () => {
    const before = await sentToday(limited.db, 'all');
    const refused = { json: tool('request_quote', { foo: 1 }), headers: { 'X-Forwarded-For': '192.0.2.4' } };
    expect((await client.ask('//mcp', { method: 'POST', ...refused })).text).toContain('"isError":true');
    expect(await sentToday(limited.db, 'all')).toBe(before);
    const headers = { 'X-Forwarded-For': '192.0.2.3' };
    const form = { product_name: 'caffeine', name: 'Jane', email: 'jane@example.com' };
    const quote = () => client.ask('//mcp', { method: 'POST', json: tool('request_quote', form), headers });
    expect(tally(await many(9, 1, quote))).toEqual({ 200: 9 });
    const own = await client.ask('/rfq', { method: 'POST', json: form, headers });
    expect(own.status).toBe(201);
    expect((await quote()).status).toBe(429);
    expect((await client.ask('/categories', { headers })).status).toBe(200);
  });

  test('are wider with a key', async () => {
    const { key } = await issueKey(limited.db, { name: 'assistant' });
    const assistant = await httpAssistant(limited.origin, { 'X-API-Key': key });
    const answers = await many(130, 4, () => assistant.ask('list_categories'));
    expect(answers).toHaveLength(130);
  });
});

test('addresses are those of the configured site', async () => {
  const port = await freePort();
  const site = 'https://catalogue.example';
  const behind = closing(await startService({ SITE_ORIGIN: site, PORT: String(port) }));
  await callAt(`http://localhost:${port}/api/v1/sync/push`, 'POST', { key: behind.key, json: PRODUCTS });
  const assistant = await httpAssistant(`http://localhost:${port}`);
  expect((await assistant.ask('fetch', { id: 'A/B 5' })).url).toBe(`${site}/products/A%2FB%205`);
  const guide = await (await fetch(`http://localhost:${port}/llms.txt`)).text();
  expect(guide).toContain(`${site}/mcp`);
  expect(guide).not.toContain('localhost');
});

test('llms.txt tells an assistant where everything is, and every address in it answers', async () => {
  await service.push([{ code: 'PDS-1', name_cn: '阿司匹林', cas: '50-78-2' }]);
  const { status, headers, text } = await service.call('GET', '//llms.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# .+\n\n> .+\p{Script=Han}/u);
  const addresses = [...text.matchAll(/\]\((.+?)\)/g)].map(([, address]) => address!);
  expect(addresses).toContain(`${service.origin}/mcp`);
  expect(addresses).toContain(`${service.origin}/api-docs/openapi.json`);
  for (const named of ['/api/v1/changes', '/products/search?q=aspirin&facets=true', '/api/v1/products?'])
    expect(addresses.some((address) => address.includes(named))).toBe(true);
  expect(text).toContain(`POST ${service.origin}/api/v1/rfq`);
  const { tools } = await (await httpAssistant(service.origin)).client.listTools();
  expect(tools.filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
  const answers = addresses.map(async (address) => [address, (await fetch(address)).status]);
  expect(await Promise.all(answers)).toEqual(
    addresses.map((address) => [address, address.endsWith('/mcp') ? 405 : 200]),
  );
});

test('server.json tells the registry of this version, and where its server is', async () => {
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const { version, remotes } = await read('src/site/assistants/server.json');
  expect(version).toBe((await read('package.json')).version);
  expect((await httpAssistant(service.origin)).client.getServerVersion()).toMatchObject({ version });
  const [{ type, url, variables }] = remotes;
  expect([type, Object.keys(variables)]).toEqual(['streamable-http', ['catalogue_host']]);
  const { origin, host } = new URL(service.origin);
  expect(url.replace('{catalogue_host}', host).replace('https:', 'http:')).toBe(`${origin}/mcp`);
});
