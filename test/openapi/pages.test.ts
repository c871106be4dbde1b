import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The addresses that a page or a style sheet loads by itself. */
function loaded(text: string): string[] {
  const inHtml = [
    ...text.matchAll(/<(?:script|img|iframe)[^>]*\ssrc="([^"]+)"/g),
    ...text.matchAll(/<link[^>]*\shref="([^"]+)"/g),
  ];
  const inCss = [...text.matchAll(/url\(\s*["']?([^"')]+)/g), ...text.matchAll(/@import\s+["']([^"']+)/g)];
  return [...inHtml, ...inCss]
    .map(([, address]) => address!)
    .filter((address) => !address.startsWith('data:'));
}

test('GET /api-docs: the page and all it loads come from our own origin, so that it works with no internet', async () => {
  const page = await service.call('GET', '//api-docs');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const assets = loaded(page.text);
  expect(assets).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/swagger-ui-bundle\.js$/),
      expect.stringMatching(/swagger-ui\.css$/),
    ]),
  );
  for (const asset of assets) {
    expect(asset).toMatch(/^\/(?!\/)/);
    const answer = await service.call('GET', `/${asset}`);
    expect([asset, answer.status]).toEqual([asset, 200]);
  }
  const style = await service.call('GET', '//api-docs/assets/swagger-ui.css');
  expect(loaded(style.text)).toEqual([]);
});

test('GET /api-docs: the browser is forbidden to load scripts or call addresses elsewhere', async () => {
  const page = await service.call('GET', '//api-docs');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'self'/);
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).not.toMatch(/(script|connect)-src[^;]*(https?:|\*|unsafe)/);
});

test('GET /api-docs: the page reads the document of this very service', async () => {
  const start = await service.call('GET', '//api-docs/start.js');
  expect(start.text).toContain("url: '/api-docs/openapi.json'");
  const document = await service.call('GET', '//api-docs/openapi.json');
  expect(document.headers.get('content-type')).toMatch(/^application\/json/);
  expect(document.body.servers[0]).toEqual({ url: `${service.origin}/api/v1` });
});

test('GET /api/v1/api-docs: leads to /api-docs', async () => {
  const answer = await service.call('GET', '/api-docs');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/api-docs');
});

test('GET /api-docs/errors: a page in both languages that loads nothing', async () => {
  const page = await service.call('GET', '//api-docs/errors');
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.text).toMatch(/\p{Script=Han}{4}/u);
  expect(loaded(page.text)).toEqual([]);
});
