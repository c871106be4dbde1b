import { dataOf, openCatalogue } from '../../src/client/index.js';
import type { Catalogue, CatalogueOptions } from '../../src/client/index.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';

// The network between a client and its service, which answers in the service's place where a test says so.

const refused = (status: number, retryAfter?: string): Response =>
  new Response(JSON.stringify({ ok: false, type: '#unavailable', status, detail: 'not now' }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    },
  });

/** A client whose first calls are answered with these; further ones reach the service, or are answered with 200. */
function behind(answers: Response[], options: Partial<CatalogueOptions> = {}, reached?: Service) {
  const calls: { at: number; call: string; body: string }[] = [];
  const catalogue = openCatalogue({
    baseUrl: `${reached?.origin ?? 'http://catalogue.example'}/api/v1`,
    async fetch(request) {
      const call = `${request.method} ${new URL(request.url).pathname}`;
      calls.push({ at: performance.now(), call, body: await request.clone().text() });
      return answers.shift() ?? (reached ? fetch(request) : new Response('{"ok":true}'));
    },
    ...options,
  });
  return { catalogue, calls };
}

type Ask = (api: Catalogue['api']) => Promise<{ response: Response }>;
const code = { params: { path: { code: 'A' } } };
const image = { dataUrl: 'data:image/png;base64,AA==' };
const CALLS: Record<string, Ask> = {
  'a read': (api) => api.GET('/products'),
  'a push': (api) => api.POST('/sync/push', { body: { products: [] } }),
  'an edit': (api) => api.PUT('/products/{code}', { ...code, body: {} }),
  'a deletion': (api) => api.DELETE('/products/{code}', code),
  'new categories': (api) => api.POST('/categories', { body: { name: '新' } }),
  tagging: (api) => api.POST('/tags/apply', { body: { codes: ['A'], tags: ['HPLC'] } }),
  'a list of images': (api) => api.GET('/media'),
  'an inquiry': (api) => api.POST('/rfq', { body: { code: 'A', name: '王', email: 'a@example.com' } }),
  'an upload': (api) => api.POST('/media', { body: image }),
};
const MAKES_NEW = new Set(['an inquiry', 'an upload']);

test.each(Object.keys(CALLS))('%s that is refused with 429 is made again', async (name) => {
  const { catalogue, calls } = behind([refused(429, '0'), refused(429, '0')]);
  expect((await CALLS[name]!(catalogue.api)).response.status).toBe(200);
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(({ call, body }) => call + body)).size).toBe(1);
});

test.each(Object.keys(CALLS))(
  '%s that meets a 503 is made again only where that makes nothing twice',
  async (name) => {
    const { catalogue, calls } = behind([refused(503, '0')]);
    const { response } = await CALLS[name]!(catalogue.api);
    expect([response.status, calls.length]).toEqual(MAKES_NEW.has(name) ? [503, 1] : [200, 2]);
  },
);

test.each([400, 401, 404, 500, 502])('a %d is given back as it came', async (status) => {
  const { catalogue, calls } = behind([refused(status, '0')]);
  const answer = await catalogue.api.GET('/products');
  expect(() => dataOf(answer)).toThrow(expect.objectContaining({ status, message: 'not now' }));
  expect(calls).toHaveLength(1);
});

test('it waits for as long as it is told to, by seconds or by date', async () => {
  const date = new Date(Date.now() + 3_000).toUTCString();
  const { catalogue, calls } = behind([refused(503, '1'), refused(503, date)]);
  await catalogue.api.GET('/products');
  const [first, second, third] = calls.map(({ at }) => at);
  expect(second! - first!).toBeGreaterThan(990);
  expect(third! - second!).toBeGreaterThan(0);
  expect(performance.timeOrigin + third!).toBeGreaterThan(Date.parse(date) - 10);
});

test('it gives up after the attempts it has, and at a wait that is too long', async () => {
  const many = (retryAfter: string): Response[] => Array.from({ length: 10 }, () => refused(503, retryAfter));
  for (const [options, retryAfter, tries] of [
    [{ attempts: 3 }, '0', 3],
    [{}, '0', 5],
    [{ attempts: 1 }, '0', 1],
    [{}, '3600', 1],
  ] as const) {
    const { catalogue, calls } = behind(many(retryAfter), options);
    expect((await catalogue.api.GET('/products')).response.status).toBe(503);
    expect(calls).toHaveLength(tries);
  }
});

test('a wait ends when the call is aborted', async () => {
  const { catalogue, calls } = behind([refused(503, '60')]);
  const stop = new AbortController();
  const answer = catalogue.api.GET('/products', { signal: stop.signal });
  await until(() => calls.length > 0);
  stop.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});

test('a push that was refused twice is stored once, as it was sent', async () => {
  const service = await startService();
  try {
    const { catalogue, calls } = behind(
      [refused(503, '0'), refused(429, '0')],
      { apiKey: service.key },
      service,
    );
    const products = Array.from({ length: 500 }, (_, i) => ({ code: `R-${i}`, name_cn: '阿司匹林' }));
    const outcome = dataOf(await catalogue.api.POST('/sync/push', { body: { products } }));
    expect([outcome.created, calls.length]).toEqual([500, 3]);
  } finally {
    await service.close();
  }
});
