import { KINDS } from '../../../src/platform/http/problem.js';
import { escape } from '../../../src/site/storefront/html.js';
import { openBrowser } from '../../support/browser.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { closing } from '../../support/with-own.js';

const service = serviceOfFile();

interface Call {
  path: string;
  method: string;
  tags: string[];
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: {
    content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
  };
}
const callsOf = ({ paths }: { paths: Record<string, Record<string, object>> }): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, ...call }) as Call),
  );

/** Every summary and description within a part of the document. */
function textsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsOf);
  if (part === null || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (/^examples?$/.test(name)) return [];
    return /^(summary|description)$/.test(name) && typeof value === 'string' ? [value] : textsOf(value);
  });
}

/** The addresses that a page or a style sheet loads by itself. */
function loaded(text: string): string[] {
  const inHtml = [
    ...text.matchAll(/<(?:script|img|iframe)[^>]*\ssrc="([^"]+)"/g),
    ...text.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g),
  ];
  const inCss = [...text.matchAll(/url\(\s*["']?([^"')]+)/g), ...text.matchAll(/@import\s+["']([^"']+)/g)];
  return [...inHtml, ...inCss]
    .map(([, address]) => address!)
    .filter((address) => !address.startsWith('data:'));
}

test.each(['en', 'zh'])(
  'GET /api-docs?lang=%s: the page and all it loads come from our own origin, so that it works with no internet',
  async (lang) => {
    const page = await service.call('GET', `//api-docs?lang=${lang}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const assets = loaded(page.text);
    expect(assets).toEqual(
      expect.arrayContaining(['/api-docs/docs.js', '/api-docs/docs.css', '/api-docs/swagger-ui-bundle.js']),
    );
    for (const asset of assets) {
      expect(asset).toMatch(/^\/(?!\/)/);
      const answer = await service.call('GET', `/${asset}`);
      expect([asset, answer.status]).toEqual([asset, 200]);
      if (asset.endsWith('.css')) expect(loaded(answer.text)).toEqual([]);
    }
  },
);

test('GET /api-docs: the browser is forbidden to load scripts or call addresses elsewhere', async () => {
  const page = await service.call('GET', '//api-docs');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src 'self'/);
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).not.toMatch(/(script|connect)-src[^;]*(https?:|\*|unsafe)/);
});

test.each(['en', 'zh'] as const)(
  'GET /api-docs/openapi.json?lang=%s: the same document, with its texts and groups in this language alone',
  async (lang) => {
    const { body } = await service.call('GET', '//api-docs/openapi.json');
    const one = (await service.call('GET', `//api-docs/openapi.json?lang=${lang}`)).body;
    expect(body.servers[0]).toEqual({ url: `${service.origin}/api/v1` });
    const both = textsOf({ ...body, servers: [], tags: [] });
    const texts = textsOf({ ...one, servers: [], tags: [] });
    expect(texts).toHaveLength(both.length);
    expect(texts.filter((text, at) => !both[at]!.includes(text))).toEqual([]);
    expect(one.info.description.includes('## Keys')).toBe(lang === 'en');
    const groups = one.tags.map(({ name }: { name: string }) => name);
    expect(groups[0]).toBe(lang === 'en' ? 'Products' : '产品');
    for (const { tags } of callsOf(one)) expect(groups).toContain(tags[0]);
    expect(Object.keys(one.components.schemas.Product.properties)).toContain('description');
    const page = await service.call('GET', '//api-docs', { headers: { 'Accept-Language': lang } });
    expect(page.text).toContain(`data-document="/api-docs/openapi.json?lang=${lang}"`);
  },
);

test('every call can be run as its examples stand: none of them is refused as malformed', async () => {
  const { body } = await service.call('GET', '//api-docs/openapi.json');
  const refused: unknown[] = [];
  for (const { path, method, parameters = [], requestBody } of callsOf(body)) {
    const given = parameters.filter(({ example }) => example !== undefined);
    const needed = parameters.filter((each) => each.required === true && !given.includes(each));
    const query = new URLSearchParams();
    let address = path;
    for (const { name, in: where, example } of given)
      if (where === 'query') query.set(name, String(example));
      else address = address.replace(`{${name}}`, encodeURIComponent(String(example)));
    const json = requestBody?.content['application/json'];
    const shown = json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
    if (needed.length > 0 || (json && shown === undefined)) refused.push([method, path, 'no example']);
    if (requestBody && !json) continue; // a file
    const answer = await service.call(method.toUpperCase(), `${address}?${String(query)}`, {
      key: service.key,
      ...(json && { json: shown as object }),
    });
    if ([400, 405, 415, 422].includes(answer.status) || answer.status > 499)
      refused.push([method, path, answer.text]);
  }
  expect(refused).toEqual([]);
});

test('every text of the document is there in both languages', async () => {
  const [en, zh] = await Promise.all(
    ['en', 'zh'].map(async (lang) => {
      const { body } = await service.call('GET', `//api-docs/openapi.json?lang=${lang}`);
      return textsOf({ ...body, tags: [] });
    }),
  );
  expect(en!.length).toBeGreaterThan(300);
  expect(en!.filter((text, at) => text === zh![at])).toEqual([]);
  // What is in code is the same in both: an example, or what a field may be.
  const inWords = (text: string): string => text.replaceAll(/`[^`]*`/g, '');
  expect(zh!.filter((text) => !/\p{Script=Han}/u.test(inWords(text)))).toEqual([]);
});

test('GET /api/v1/api-docs: leads to /api-docs', async () => {
  const answer = await service.call('GET', '/api-docs');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/api-docs');
  expect((await service.call('GET', '/api-docs', { key: 'pds_revoked' })).status).toBe(401);
  const refused = await service.call('POST', '/api-docs', { json: {} });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test.each(['en', 'zh'] as const)(
  'GET /api-docs/errors?lang=%s: each kind of error has its place',
  async (lang) => {
    const page = await service.call('GET', `//api-docs/errors?lang=${lang}`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    for (const [slug, kind] of Object.entries(KINDS)) {
      expect(page.text).toContain(`<section id="${slug}">`);
      expect(page.text).toContain(escape(kind.title[lang]));
    }
  },
);

describe('in a browser', () => {
  const browser = closing(openBrowser());

  test.each([
    ['en', 1280],
    ['zh', 390],
  ] as const)(
    '%s at %d px: a call is found and run as its example stands, and shown as a program; nothing is loaded from elsewhere',
    async (lang, width) => {
      const watched = await browser.open({ language: lang, width });
      const { page, errors } = watched;
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(service.origin) && !request.url().startsWith('data:'))
          elsewhere.push(request.url());
      });
      await page.goto(`${service.origin}/api-docs?lang=${lang}`);
      await page.locator('.opblock').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // Swagger UI's own: a button within a summary that is pressed too, and choices without a label.
      const known = /^(nested-interactive|select-name)/;
      expect((await watched.violations()).filter((each) => !known.test(each))).toEqual([]);
      await page.getByLabel(lang === 'en' ? 'Find a call' : '查找接口').fill('/tags/apply');
      const call = page.locator('.opblock', { hasText: '/tags/apply' });
      await call.waitFor();
      await until(async () => (await page.locator('.opblock-tag-section .opblock').count()) === 1);
      await page.locator('.btn.authorize').click();
      await page.locator('#api_key_value').fill(service.key);
      await page.locator('.auth-btn-wrapper .authorize').click();
      await page.locator('.auth-btn-wrapper .btn-done').click();

      await call.locator('.opblock-summary-control').click();
      await call.locator('.execute').click();
      const answer = call.locator('.live-responses-table');
      await answer.locator('.response-col_status', { hasText: '200' }).waitFor();
      expect(await answer.textContent()).toContain('"not_found"');
      await call
        .getByRole('tab', { name: 'Python' })
        .or(call.getByText('Python', { exact: true }))
        .first()
        .click();
      expect(await call.locator('.request-snippets').textContent()).toContain('requests.request(');
      expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'zh' ? 'zh-CN' : 'en');

      await page.locator('[data-language]').click();
      expect(page.url()).toContain(`/api-docs?lang=${lang === 'en' ? 'zh' : 'en'}#/`);
      expect([errors, elsewhere]).toEqual([[], []]);
    },
  );
});
