import { Client, many, tally } from '../../support/wire.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
let client: Client;
let addresses = 0;
const visitor = () => ({ headers: { 'X-Forwarded-For': `192.0.2.${++addresses}` } });
beforeAll(async () => {
  client = new Client(service.origin);
  await service.push([{ code: 'P-1', name_cn: '甲', series: '系列' }]);
});

test.each(['q=%E7%94%B2', 'series=%E7%B3%BB%E5%88%97', 'in_stock=1', 'page=2'])(
  'a page that searches by %s is a read: the 121st of a minute is refused',
  async (query) => {
    const from = visitor();
    const answers = await many(121, 4, () => client.ask(`//?${query}`, from));
    expect(tally(answers)).toEqual({ 200: 120, 429: 1 });
    for (const [lang, says] of [
      ['en', 'Too many requests'],
      ['zh', '访问过于频繁'],
    ])
      // prettier-ignore
      expect(await client.ask(`//?${query}&lang=${lang}`, { headers: { ...from.headers, Accept: 'text/html' } })).toMatchObject({
        status: 429,
        headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': expect.stringMatching(/^\d+$/) },
        text: expect.stringContaining(says!),
      });
    const refused = await client.ask('/products/search?q=x', from);
    expect(refused.status).toBe(429);
    expect(refused.headers['ratelimit-policy']).toMatch(/^"reads"; q=120; w=60; pk=:\S+:$/);
  },
  30_000,
);

test('reads of the API and pages that search share one count, told once in the headers', async () => {
  const from = visitor();
  await client.ask('/categories', from);
  const { headers } = await client.ask('//?q=x', from);
  expect(headers['ratelimit']).toMatch(/^"reads"; r=118; t=\d+$/);
});

test('each 25 lines of a list are a read', async () => {
  const form = new FormData();
  form.set('text', 'P-1\n'.repeat(51));
  const sent = { body: form, ...visitor() };
  expect((await service.call('POST', '//list', sent)).headers.get('ratelimit')).toMatch(/^"reads"; r=117; /);
  expect((await service.call('POST', '//storefront/list', sent)).headers.get('ratelimit')).toMatch(/r=114; /);
  expect((await service.call('POST', '//list.xlsx', sent)).headers.get('ratelimit')).toMatch(/r=111; /);
  form.set('text', 'P-1\n'.repeat(1_000));
  for (const status of [200, 200, 429])
    expect((await service.call('POST', '//list', sent)).status).toBe(status);
});

test('100 KB of a file are a read, whatever comes of them', async () => {
  const form = new FormData();
  form.set('file', new Blob(['['.repeat(900_000)]), 'list.json');
  const { status, headers } = await service.call('POST', '//list', { body: form, ...visitor() });
  expect(status).toBe(413);
  expect(Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])).toBeLessThan(112);
});

test('a part of the site map is a read', async () => {
  const { headers } = await client.ask('//sitemap/1.xml', visitor());
  expect(headers['ratelimit']).toMatch(/^"reads"; r=119; /);
});

test('who browses is not refused: 600 pages a minute, beside all reads', async () => {
  const from = visitor();
  const paths = ['//products/P-1', '//', '//?lang=en', '//sitemap.xml'];
  const answers = await many(601, 8, (i) => client.ask(paths[i % paths.length]!, from));
  expect(tally(answers)).toEqual({ 200: 600, 429: 1 });
  expect((await client.ask('/categories', from)).headers['ratelimit']).toMatch(/^"reads"; r=119; /);
}, 60_000);
