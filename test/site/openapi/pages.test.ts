import { Script } from 'node:vm';
import { KINDS } from '../../../src/platform/http/problem.js';
import { inLanguage } from '../../../src/site/openapi/languages.js';
import { callsOf } from '../../../src/site/openapi/operations.js';
import type { Document } from '../../../src/site/openapi/operations.js';
import { snippet } from '../../../src/site/openapi/snippets.js';
import { escape } from '../../../src/site/storefront/html.js';
import { openBrowser } from '../../support/browser.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();

interface Operation {
  operationId: string;
  summary: string;
}

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
    ...text.matchAll(/<link[^>]*\shref="([^"]+)"/g),
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
    expect(assets).toEqual(expect.arrayContaining(['/api-docs/docs.js', '/api-docs/docs.css']));
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

test('GET /api-docs: every call of the document is on the page, in the language that is asked for', async () => {
  const { body } = await service.call('GET', '//api-docs/openapi.json');
  expect(body.servers[0]).toEqual({ url: `${service.origin}/api/v1` });
  const summaries = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(
    (methods) => Object.values(methods),
  );
  expect(summaries.length).toBeGreaterThan(30);
  for (const lang of ['en', 'zh'] as const) {
    const { text } = await service.call('GET', `//api-docs?lang=${lang}`);
    const missing = summaries.filter(
      ({ operationId, summary }) =>
        !text.includes(`id="${operationId}"`) || !text.includes(escape(inLanguage(summary, lang))),
    );
    expect(missing).toEqual([]);
  }
  const chinese = await service.call('GET', '//api-docs', { headers: { 'Accept-Language': 'zh-CN' } });
  expect(chinese.text).toContain('<html lang="zh-CN">');
});

test('the examples of code in JavaScript run as they are printed: no types, and JSON where the answer is JSON', async () => {
  const { text } = await service.call('GET', '//api-docs?lang=en');
  const document = (await service.call('GET', '//api-docs/openapi.json')).body as Document;
  const programs = callsOf(document)
    .filter((call) => !call.isWebhook)
    .map((call) => snippet(call, 'javascript', service.origin));
  for (const program of programs) {
    expect(text).toContain(escape(program));
    const body = program.replace(/^import .*$/m, '');
    expect(() => new Script(`async () => {${body}}`)).not.toThrow();
    if (/^ {2}body,$/m.test(program)) expect(program).toMatch(/^const body = /m);
  }
  expect(programs.find((program) => program.includes('/media/7'))).toContain('answer.text()');
});

test('every text of the document is there in both languages', async () => {
  const { body } = await service.call('GET', '//api-docs/openapi.json');
  // The introduction is two texts, one after the other.
  const { info, ...rest } = body;
  expect(info.description).toMatch(/## Keys[^]*## 密钥/);
  const isBilingual = (text: string): boolean =>
    inLanguage(text, 'en') !== inLanguage(text, 'zh') || !/[\p{Script=Han}A-Za-z]/u.test(text);
  const lacking = [...new Set(textsOf(rest))].filter((text) => !isBilingual(text));
  expect(lacking).toEqual([]);
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
      expect(page.text).toContain(escape(lang === 'zh' ? kind.title_cn : kind.title));
    }
  },
);

describe('in a browser', () => {
  const browser = openBrowser();
  afterAll(() => browser.close());

  test.each([
    ['en', 1280],
    ['zh', 390],
  ] as const)(
    '%s at %d px: search, examples and a call that is tried out, without a finding of axe',
    async (lang, width) => {
      const watched = await browser.open({ language: lang, width });
      const { page, errors } = watched;
      await page.goto(`${service.origin}/api-docs?lang=${lang}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await watched.violations()).toEqual([]);

      const aside = page.locator('#aside');
      if (width < 960) await aside.locator('summary').click();
      await page.locator('#find').fill('/tags/apply');
      await aside.locator('a[href="#applyTags"]').waitFor();
      expect(await aside.locator('a[href="#listProducts"]').isVisible()).toBe(false);
      await aside.locator('a[href="#applyTags"]').click();

      const call = page.locator('#applyTags');
      await call.getByRole('button', { name: 'Python' }).click();
      expect(await call.locator('pre:visible').first().textContent()).toContain('requests.post(');
      await call.locator('.try summary').click();
      await page.locator('#key').fill(service.key);
      await call.locator('textarea').fill('{"codes": ["none"], "tags": ["HPLC"]}');
      await call.locator('form button').click();
      await call.locator('output pre').waitFor();
      expect(await call.locator('output').textContent()).toContain('"not_found"');

      await page.locator('[data-language]').click();
      expect(page.url()).toBe(`${service.origin}/api-docs?lang=${lang === 'en' ? 'zh' : 'en'}#applyTags`);
      expect(errors).toEqual([]);
    },
  );
});
