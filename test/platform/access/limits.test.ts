import { issueKey } from '../../../src/platform/access/keys.js';
import { revokeKey } from '../../../src/platform/access/store.js';
import { serviceOfFile, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { Client, many, tally } from '../../support/wire.js';
import type { Timed } from '../../support/wire.js';
import examples from './limits.json' with { type: 'json' };
import { closing } from '../../support/with-own.js';

// More than any count allows; FULL=1 sends many more.
const WRITES = process.env['FULL'] === '1' ? 10_000 : 1_500;

const service = serviceOfFile({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
let client: Client;
let addresses = 0;
/** A header that makes a call come from an address of its own: the gateway trusts one proxy, and that is us. */
const from = (address = `192.0.2.${++addresses}`) => ({ headers: { 'X-Forwarded-For': address } });
const newKey = async (): Promise<string> => (await issueKey(service.db, { name: 'limits' })).key;

beforeAll(async () => {
  client = new Client(service.origin);
  await service.push(Array.from({ length: 100 }, (_, i) => ({ code: `L-${i}`, name_cn: '甲' })));
});

function expectRefusal(answer: Timed, name: string, limit: number): void {
  expect(answer.status).toBe(429);
  const [, seconds] = /^"[a-z-]+"; r=0; t=(\d+)$/.exec(String(answer.headers['ratelimit'])) ?? [];
  expect(answer.headers['ratelimit']).toBe(`"${name}"; r=0; t=${seconds}`);
  expect(answer.headers['ratelimit-policy']).toMatch(new RegExp(`^"${name}"; q=${limit}; w=60; pk=:\\S+:$`));
  expect(answer.headers['retry-after']).toBe(seconds);
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(answer.text);
  expect(problem).toMatchObject({ ok: false, status: 429, title: 'Too many requests' });
  expect(problem.type).toBe(`${service.origin}/api-docs/errors#rate-limited`);
  expect(problem.request_id).toBe(answer.headers['x-request-id']);
}

test('the 121st anonymous read of a minute is refused, and not the 120th', async () => {
  const visitor = from();
  const answers = await many(121, 1, () => client.ask('/categories', visitor));
  expect(answers[0]!.headers['ratelimit']).toMatch(/^"reads"; r=119; t=(60|59)$/);
  expect(answers[119]!.headers['ratelimit']).toMatch(/^"reads"; r=0; /);
  expect(tally(answers.slice(0, 120))).toEqual({ 200: 120 });
  expectRefusal(answers[120]!, 'reads', 120);
});

test('the 601st read with a key is refused, wherever it comes from, and not the 600th', async () => {
  const key = await newKey();
  const answers = await many(601, 1, () => client.ask('/categories', { key, ...from('198.51.100.1') }));
  expect(tally(answers.slice(0, 600))).toEqual({ 200: 600 });
  expectRefusal(answers[600]!, 'reads', 600);
  expectRefusal(await client.ask('/products/L-1', { key, ...from('198.51.100.2') }), 'reads', 600);
  // Its address and other keys keep counts of their own.
  expect((await client.ask('/categories', from('198.51.100.1'))).status).toBe(200);
  expect((await client.ask('/categories', { key: await newKey() })).status).toBe(200);
});

test('a drawing counts by each way in which it is drawn, and nothing where it is kept', async () => {
  await service.push([{ code: 'L-drawn', name_cn: '甲', smiles: 'CCO' }]);
  const visitor = from();
  const left = async (query: string): Promise<string | undefined> => {
    const { status, headers } = await client.ask(`/products/L-drawn/structure.svg${query}`, visitor);
    expect(status).toBe(200);
    return /^"drawings"; r=\d+/.exec(String(headers['ratelimit']))?.[0];
  };
  expect(await left('')).toBe('"drawings"; r=599');
  expect(await left('')).toBeUndefined();
  expect(await left('?theme=dark')).toBe('"drawings"; r=598');
  expect(await left('?w=96')).toBe('"drawings"; r=597');
  for (const query of ['', '?theme=dark', '?w=96']) expect(await left(query)).toBeUndefined();
});

test('of reads that come at once exactly as many are answered as were left', async () => {
  const key = await newKey();
  await many(590, 8, () => client.ask('/categories', { key }));
  // All of them wait together for the key to be looked up anew: with a key that is refused, all keys are.
  const refused = await issueKey(service.db, { name: 'refused' });
  const status = async (): Promise<number> => (await client.ask('/categories', { key: refused.key })).status;
  expect(await status()).toBe(200);
  await revokeKey(service.db, refused.id);
  await until(async () => (await status()) === 401);
  const answers = await many(20, 20, () => client.ask('/categories', { key }));
  expect(tally(answers)).toEqual({ 200: 10, 429: 10 });
});

test('all reads share one count: list, detail, export, tags, HEAD, not found and bad ones', async () => {
  const visitor = from();
  const paths = ['/products', '/products/L-1', '/products/none', '/tags', '/export', '/products?page=0'];
  const answers = await many(60, 1, (i) => client.ask(paths[i % paths.length]!, visitor));
  expect(tally(answers)).toEqual({ 200: 40, 400: 10, 404: 10 });
  const heads = await many(61, 1, () => client.ask('/products', { ...visitor, method: 'HEAD' }));
  expect(tally(heads)).toEqual({ 200: 60, 429: 1 });
});

test(`${WRITES} writes with a key in one minute are all answered, and reads beside them are still counted`, async () => {
  const key = await newKey();
  const kinds: ((i: number) => [method: string, path: string, body: unknown])[] = [
    (i) => ['PUT', `/products/L-${i % 100}`, {}],
    () => ['POST', '/sync/push', { products: [] }],
    () => ['POST', '/categories', { name: '标准品' }],
    () => ['POST', '/tags/apply', { codes: ['none'], tags: ['x'] }],
    () => ['DELETE', '/products/batch', { codes: ['none'] }],
  ];
  const begun = performance.now();
  const answers = await many(WRITES, 16, (i) => {
    const [method, path, json] = kinds[i % kinds.length]!(i);
    return client.ask(path, { method, key, json, ...from('198.51.100.3') });
  });
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(tally(answers)).toEqual({ 200: WRITES });
  expect(answers.every((answer) => answer.headers['ratelimit'] === undefined)).toBe(true);
  const read = await client.ask('/categories', { key });
  expect(read.headers['ratelimit']).toMatch(/^"reads"; r=599; /);
}, 90_000);

test('the 11th inquiry of a minute from one address is refused', async () => {
  const inquiry = {
    method: 'POST',
    json: { code: 'L-1', name: '王芳', email: 'wang@example.com' },
    ...from(),
  };
  const answers = await many(11, 1, () => client.ask('/rfq', inquiry));
  expect(tally(answers.slice(0, 10))).toEqual({ 201: 10 });
  expectRefusal(answers[10]!, 'inquiries', 10);
  expect((await client.ask('/rfq', { ...inquiry, ...from() })).status).toBe(201);
});

test('refused keys have a count of their own: 1,000 a minute and address, then 429 instead of 401', async () => {
  const visitor = from();
  const paths = ['/products', '/categories', '/rfq', '/sync/push'];
  const answers = await many(1_001, 8, (i) =>
    client.ask(paths[i % 4]!, { method: i % 4 < 2 ? 'GET' : 'POST', key: 'pds_wrong', ...visitor }),
  );
  expect(tally(answers)).toEqual({ 401: 1_000, 429: 1 });
  expectRefusal(await client.ask('/products', { key: 'pds_wrong', ...visitor }), 'refused-keys', 1_000);
  expect((await client.ask('/products', { key: 'pds_wrong', ...from() })).status).toBe(401);
  // Neither a good key nor no key suffers from it.
  expect((await client.ask('/products', { key: await newKey(), ...visitor })).status).toBe(200);
  expect((await client.ask('/products', visitor)).headers['ratelimit']).toMatch(/^"reads"; r=119; /);
});

test('an empty X-API-Key is none: an anonymous read counts, a write needs a key', async () => {
  const visitor = from();
  const read = await client.ask('/categories', { key: '', ...visitor });
  expect(read.status).toBe(200);
  expect(read.headers['ratelimit-policy']).toMatch(/^"reads"; q=120; /);
  const write = await client.ask('/tags', { method: 'POST', key: '', json: { tag: 'x' }, ...visitor });
  expect(write.status).toBe(401);
  expect(JSON.parse(write.text).type).toMatch(/#key-required$/);
});

test('OPTIONS, unknown paths, wrong methods, health and documentation are not counted', async () => {
  const visitor = from();
  for (const [method, path, status] of examples.uncounted as [string, string, number][]) {
    const answers = await many(20, 4, () => client.ask(path, { method, ...visitor }));
    expect([path, tally(answers)]).toEqual([path, { [status]: 20 }]);
    expect(answers[0]!.headers['ratelimit']).toBeUndefined();
  }
  expect((await client.ask('/categories', visitor)).headers['ratelimit']).toMatch(/^"reads"; r=119; /);
});

describe('addresses', () => {
  const remaining = async (visitor: { headers: Record<string, string> }, by = client): Promise<string> =>
    String((await by.ask('/categories', visitor)).headers['ratelimit']).slice(0, 14);

  test('the addresses of one IPv6 /64 share a count, those of the next /64 do not', async () => {
    expect(await remaining(from('2001:db8:1:2::1'))).toBe('"reads"; r=119');
    expect(await remaining(from('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe('"reads"; r=118');
    expect(await remaining(from('2001:0db8:0001:0002:0:0:0:3'))).toBe('"reads"; r=117');
    expect(await remaining(from('2001:db8:1:3::1'))).toBe('"reads"; r=119');
    expect(await remaining(from('2001:db8:1:102::1'))).toBe('"reads"; r=119');
  });

  test('an IPv4 address written as IPv6 is the same address', async () => {
    expect(await remaining(from('203.0.113.9'))).toBe('"reads"; r=119');
    expect(await remaining(from('::ffff:203.0.113.9'))).toBe('"reads"; r=118');
    expect(await remaining(from('203.0.113.10'))).toBe('"reads"; r=119');
  });

  test('of a chain of forwarded addresses only the one that the trusted proxy saw counts', async () => {
    expect(await remaining(from('203.0.113.66, 203.0.113.20'))).toBe('"reads"; r=119');
    expect(await remaining(from('203.0.113.67, 203.0.113.20'))).toBe('"reads"; r=118');
  });

  test.each([
    ['203.0.113.5', ['203.0.113.5:40001', '203.0.113.5:40002', '203.0.113.66:1,  203.0.113.5:40003 ']],
    ['2001:db8:5::1', ['[2001:db8:5::1]:443', '[2001:db8:5::1]:444', '[2001:db8:5::1]']],
    ['203.0.113.6', ['[::ffff:203.0.113.6]:443']],
  ])('%s with ports and in brackets is one address', async (address, written) => {
    const all = [address, ...written];
    for (const [i, each] of all.entries()) expect(await remaining(from(each))).toBe(`"reads"; r=${119 - i}`);
  });

  test('a proxy that is trusted by its address is so with its port too', async () => {
    const listed = closing(
      await startService({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8' }),
    );
    const by = new Client(listed.origin);
    const chain = (...proxies: string[]) => from(['203.0.113.7:4000', ...proxies].join(', '));
    expect(await remaining(chain('10.1.2.3:50123'), by)).toBe('"reads"; r=119');
    expect(await remaining(chain('[fd00::1]:50124', '10.1.2.3:50125'), by)).toBe('"reads"; r=118');
    expect(await remaining(from('203.0.113.8'), by)).toBe('"reads"; r=119');
  });

  test('a forwarded address that is none is counted as it is and harms nobody', async () => {
    const odd = `no address ${'x'.repeat(4_000)}`;
    expect(await remaining(from(odd))).toBe('"reads"; r=119');
    expect(await remaining(from(odd))).toBe('"reads"; r=118');
    expect((await client.ask('/categories', { key: await newKey(), ...from(odd) })).status).toBe(200);
  });

  test('without TRUST_PROXY X-Forwarded-For is ignored', async () => {
    const plain = closing(await startService({ RATE_LIMIT: 'on' }));
    const direct = new Client(plain.origin);
    expect(await remaining(from('203.0.113.30'), direct)).toBe('"reads"; r=119');
    expect(await remaining(from('203.0.113.31'), direct)).toBe('"reads"; r=118');
  });
});
