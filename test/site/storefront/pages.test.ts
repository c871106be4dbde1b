import { gzipSync } from 'node:zlib';
import { blankProduct } from '../../../src/catalogue/products/fields.js';
import { setName } from '../../../src/site/storefront/product-values.js';
import { productRow } from '../../../src/site/storefront/rows.js';
import { TEXTS } from '../../../src/site/storefront/texts.js';
import { startIndexer } from '../../support/indexer.js';
import { serviceOfFile, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { closing } from '../../support/with-own.js';

const service = serviceOfFile({ SECURITY_CONTACT: 'security@example.com' });
const NASTY = `<script>alert(1)</script>"'&`;

beforeAll(async () => {
  await service.push([
    { code: 'A/1', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4', series: '水杨酸', tags: 'HPLC;EP', stock: 1, description: '供含量测定用。', structure_url: 'https://example.com/a.png' },
    { code: 'A2', name_cn: '水杨酸', name_en: 'salicylic acid', series: '水杨酸', formula: 'CuSO4·5H2O' },
    { code: 'X', name_cn: NASTY, name_en: NASTY, synonyms: NASTY, series: NASTY.slice(0, 50), tags: NASTY, description: NASTY, formula: '<b>H2</b>' },
    { code: 'gone', name_cn: '停售品', status: 'off' },
  ]); // prettier-ignore
});

const get = (path: string, headers: Record<string, string> = {}): ReturnType<Service['call']> =>
  service.call('GET', `/${path}`, { headers });

test('the search page shows its results without a script, in the language of the browser or of its address', async () => {
  const chinese = await get('/?q=aspirin', { 'Accept-Language': 'zh-CN,zh;q=0.9' });
  expect(chinese.headers.get('content-type')).toContain('text/html');
  expect(chinese.text).toContain('lang="zh-CN"');
  expect(chinese.text).toMatch(/href="\/products\/A%2F1\?lang=zh"/);
  expect(chinese.text).toContain('现货');
  const english = await get('/?q=aspirin', { 'Accept-Language': 'en-GB' });
  expect(english.text).toContain('In stock');
  expect((await get('/?q=aspirin&lang=zh', { 'Accept-Language': 'en' })).text).toContain('现货');
});

test('where no product has the very name that was typed, the page says so in its language', async () => {
  expect((await get('/?q=asprin&lang=en')).text).toContain('No exact match; similar names:');
  expect((await get('/?q=asprin&lang=zh')).text).toContain('没有完全匹配的产品；相近的名称：');
  expect((await get('/?q=aspir&lang=en')).text).toContain('No exact match; names that contain it:');
  for (const q of ['aspirin', 'zzzz', ''])
    expect((await get(`/?q=${q}&lang=en`)).text).not.toContain('exact');
});

test('of a list each product says where it is merely like what was asked for', () => {
  const product = { ...blankProduct('A-1', 'sync'), in_stock: false, updated_at: '2026-01-01T00:00:00.000Z' };
  const items = [
    { text: 'aspirin', code: 'A-1', match: 'exact' as const },
    { text: 'asprin', code: 'A-1', match: 'similar' as const },
  ];
  expect(productRow(product, TEXTS.en, { items }).text).toContain(
    'for: aspirin; asprin (Only similar: please check)',
  );
});

test('a molfile without a title is read by the page of structures', async () => {
  const molfile = ['', '  drawn', '', '  1  0  0  0  0  0  0  0  0  0999 V2000', '    0.0000    0.0000    0.0000 O   0  0', 'M  END']; // prettier-ignore
  const page = await get(`/structure?lang=en&s=${encodeURIComponent(molfile.join('\n'))}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('>\n\n  drawn'); // the first line end is the element's own
});

test.each([
  ['0.55', '0.55', '55%'],
  ['0', '0', '0%'],
  ['1.0', '1', '100%'],
  ['0.7', '0.7', '70%'],
])('the least similarity that was asked for is kept: %s', async (asked, value, shown) => {
  const { status, text } = await get(`/structure?lang=en&mode=similarity&threshold=${asked}`);
  expect(status).toBe(200);
  const options = text.match(/<select name="threshold">(.*?)<\/select>/s)![1]!;
  expect(options.match(/<option[^>]* selected>[^<]*/g)).toEqual([
    `<option value="${value}" selected>${shown}`,
  ]);
  expect(options.match(/<option/g)).toHaveLength(asked === '0.7' ? 7 : 8);
});

test('a withdrawn product says so, offers no basket, and leads to its series before its text', async () => {
  const gone = { code: 'OFF', name_cn: '停售酸', series: '水杨酸', status: 'off', description: '旧说明。' };
  await service.push([gone]);
  const { text } = await get('/products/OFF?lang=en');
  expect(text).toContain('This product is withdrawn');
  expect(text).not.toContain('class="add"');
  expect(text.indexOf('Other products of the series')).toBeGreaterThan(0);
  expect(text.indexOf('Other products of the series')).toBeLessThan(text.indexOf('旧说明。</p>'));
  await service.write('DELETE', '/products/batch', { codes: [gone.code] });
});

test.each([
  ['[2H3]-N,N-Dimethyl-p-toluidine', '[<sup>2</sup>H3]-<i>N</i>,<i>N</i>-Dimethyl-<i>p</i>-toluidine'],
  ['(2R,3S)-2H-x-[13C6]glucose', '(2<i>R</i>,3<i>S</i>)-2<i>H</i>-x-[<sup>13</sup>C6]glucose'],
  ['aspirin-d4 & N-去甲基', 'aspirin-<i>d</i><sub>4</sub> &amp; <i>N</i>-去甲基'],
  ['2,4-D and vitamin E', '2,4-D and vitamin E'],
])('a name is set as chemists do, on its page and in rows: %s', async (name, set) => {
  const plain = (text: string) => text.replaceAll('<wbr />', '');
  expect(plain(setName(name).text)).toBe(set);
  const product = { ...blankProduct('A-1', 'sync'), name_cn: name, in_stock: false, updated_at: '2026-01-01T00:00:00.000Z' }; // prettier-ignore
  expect(plain(productRow(product, TEXTS.zh).text)).toContain(`<strong>${set}</strong`);
});

test.each([
  ['N-(4-methyl-2-oxo)propan-1-ol', 'N-|(4-|methyl-|2-|oxo)|propan-|1-|ol'],
  ['(2R)-(-)-menthol[1,2-b]x', '(2R)-|(-)-|menthol|[1,2-|b]|x'],
  ['acetylsalicylsalicylic acid', 'acetylsalicyl|salicylic acid'],
])('lines of a name end at hyphens, brackets and groups: %s', (name, broken) => {
  const text = setName(name).text.replaceAll('<wbr />', '|');
  expect(text.replaceAll(/<[^>]*>/g, '')).toBe(broken);
});

test('a name keeps its marks where it is set and broken', () => {
  const set = setName('N-methylurea', [{ start: 0, length: 8 }]);
  expect(set.text).toBe('<mark><i>N</i></mark><mark>-</mark><wbr /><mark>methyl</mark>urea');
});

test('an English page names the language of a Chinese name', async () => {
  await service.push([{ code: 'CN-ONLY', name_cn: '乙酰胺', description: '白色。' }]);
  const { text } = await get('/products/CN-ONLY?lang=en');
  expect(text).toContain('<h1 lang="zh-CN">乙酰胺</h1>');
  expect(text).toContain('<p class="lines" lang="zh-CN">白色。</p>');
  await service.write('DELETE', '/products/CN-ONLY');
});

test('a page names its styles and scripts by their version: a browser keeps them for a year, and those of another version not at all', async () => {
  const { text } = await get('/?lang=en');
  const files = [...text.matchAll(/(?:href|src)="(\/storefront\/[0-9a-f]{12}\/[a-z.-]+)"/g)].map(
    ([, path]) => path!,
  );
  expect(new Set(files.map((path) => path.split('/').at(-1)))).toEqual(
    new Set([
      'icon.svg',
      'style.css',
      'catalogue.css',
      'part.js',
      'inquiry-form.js',
      'basket.js',
      'search.js',
      'storefront.js',
    ]),
  );
  const kept = async (path: string) => {
    const { status, headers } = await get(path);
    return [status, headers.get('cache-control')];
  };
  for (const path of files) {
    expect(await kept(path)).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(await kept(path.replace(/[0-9a-f]{12}/, '0123456789ab'))).toEqual([200, 'public, max-age=0']);
  }
});

test('whoever reads pages gets a page for an error, in their language; a program gets JSON', async () => {
  const read = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'zh-CN' };
  for (const [path, status, heading] of [
    ['/nope', 404, '没有这个页面'],
    ['/?page=abc&q=aspirin&lang=en', 400, 'This address is not valid'],
    ['/?lang=de', 400, '此地址无法识别'],
    ['/products/A2/x', 404, '没有这个页面'],
    ['//:/x', 404, '没有这个页面'],
    ['//elsewhere.example/x?a=1?b', 404, '没有这个页面'],
  ] as const) {
    const answer = await get(path, read);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.text).toContain(`<h1>${heading}</h1>`);
    expect(answer.text).toContain('<meta name="robots" content="noindex" />');
    // The other language is on this site, and loses nothing of the address.
    expect(answer.text).not.toMatch(/href="\/\//);
    expect((await get(path)).body).toMatchObject({ ok: false, status });
  }
  expect((await get('/?page=abc&q=aspirin&lang=en', read)).text).toContain('<code>page</code>');
  const body = new FormData();
  body.set('code', 'A2');
  const sent = await fetch(`${service.origin}/inquiry?lang=en`, { method: 'POST', headers: read, body });
  expect(await sent.text()).toMatch(/The form was not sent[^]*an e-mail address or a phone number/);
  const { status, body: problem } = await service.call('GET', '/nope', { headers: read });
  expect([status, problem.ok]).toEqual([404, false]);
});

test('the other language keeps the place: path, search and filters', async () => {
  const { text } = await get('/?q=aspirin&tag=HPLC&page=1&lang=en');
  expect(text).toContain('href="/?q=aspirin&amp;tag=HPLC&amp;page=1&amp;lang=zh"');
  expect((await get('/products/A%2F1?lang=zh')).text).toContain('href="/products/A%2F1?lang=en"');
});

test('the start page says what there is: categories with counts, series by their letters, what is new; no raw list', async () => {
  const { text } = await get('/?lang=en');
  expect(text).toContain('<p class="lead">Search 4 products by ');
  expect(text).toMatch(
    /href="\/\?category=[^"]+"\s*><strong>Impurity reference standards<\/strong> <small>4 products/,
  );
  expect(text).toContain('href="/series?letter=S&amp;lang=en"');
  expect(text).toContain('<h2>Recently added</h2>');
  expect(text).not.toContain('停售品');
  const letter = await get('/series?letter=S&lang=zh');
  expect(letter.text).toMatch(/<a href="[^"]+">水杨酸<\/a>\s*<small title="2 个产品">2<\/small>/);
  expect((await get('/series?letter=Q')).status).toBe(200);
});

test('while the index is behind, the start page counts what is stored', async () => {
  const own = closing(await startService());
  const indexer = await startIndexer(own);
  const product = (code: string) => ({ code, name_cn: code });
  await own.write('POST', '/sync/push', [product('C-1')], { Prefer: 'wait=30' });
  await indexer.stop();
  await own.push([product('C-2'), product('C-3')]);
  expect((await own.call('GET', '//?lang=en')).text).toContain('Search 3 products');
});

test('a page beyond the last is the last one, and the end of browsing is said', async () => {
  expect((await get('/?q=aspirin&page=7&lang=en')).text).not.toContain('7 /');
  await service.db.none(
    `INSERT INTO products (code, name_cn, source, category)
     SELECT 'END-' || n, '末' || n, 'erp', '中间体' FROM generate_series(1, 2001) AS n`,
  );
  const last = await get('/?category=中间体&page=101&lang=en');
  expect(last.text).toContain('<span>100 / 100</span>');
  expect(last.text).toContain('These are the first 2,000 of 2,001 products');
  expect(last.text).toContain('href="/api/v1/export?format=csv&amp;category=%E4%B8%AD%E9%97%B4%E4%BD%93"');
  expect((await get('/?category=中间体&page=99&lang=en')).text).not.toContain('These are the first');
  await service.db.none(`DELETE FROM products WHERE code LIKE 'END-%'`);
});

test('a product page is complete without a script: names, CAS, formula with subscripts, series mates, structured data', async () => {
  const { status, text } = await get('/products/A%2F1?lang=en');
  expect(status).toBe(200);
  expect(text).toMatch(/<h1>aspirin<\/h1>/);
  expect(text).toContain('阿司匹林');
  expect(text).toContain('C<sub>9</sub><wbr />H<sub>8</sub><wbr />O<sub>4</sub>');
  expect(text).toContain('salicylic acid');
  expect(text).toMatch(/<title>aspirin · CAS 50-78-2/);
  expect(text).toMatch(/<meta name="description" content="供含量测定用。"/);
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
  expect(JSON.parse(data!)).toMatchObject({
    '@type': 'Product',
    sku: 'A/1',
    name: 'aspirin',
    url: `${service.origin}/products/A%2F1?lang=en`,
    offers: { availability: 'https://schema.org/InStock' },
    additionalProperty: expect.arrayContaining([expect.objectContaining({ propertyID: 'cas', name: 'cas' })]),
  });
});

test('a product page leads on: the way to it, names of its language first, its series with pictures, what a link to it shows', async () => {
  const names = ['b-1', '甲', 'b-2', 'b-3', '乙', 'b-4', 'b-5', 'b-6'];
  await service.push([
    { code: 'P-1', status: 'off', name_cn: '离子', name_en: 'ion', formula: 'C6H5O7-3', mw: 189.1, series: '离子', synonyms: names.join(';') },
    { code: 'P-2', status: 'off', name_cn: '胆碱', formula: 'C5H14NO+', series: '离子', structure_url: 'https://example.com/p.png' },
    { code: 'P-3', status: 'off', name_cn: '重水', formula: '[2H]2O', series: '离子' },
  ]); // prettier-ignore
  const { text } = await get('/products/P-1?lang=en');
  expect(text).toContain('C<sub>6</sub><wbr />H<sub>5</sub><wbr />O<sub>7</sub><sup>3−</sup>');
  expect(text).toContain('189.10 g/mol');
  expect(text).toContain('aria-label="Formula C6H5O7-3. No structure drawing yet"');
  const namesOf = (page: string): string[] => [...page.replaceAll('<wbr />', '').matchAll(/<li(?: lang="[\w-]+")?>([^<]+)<\/li>/g)].map(([, name]) => name!); // prettier-ignore
  expect(namesOf(text)).toEqual(['b-1', 'b-2', 'b-3', 'b-4', 'b-5', 'b-6', '甲', '乙']);
  expect(text).toMatch(/>6<[^甲]*<summary>2 more names<\/summary>[^甲]*>甲</);
  expect(namesOf((await get('/products/P-1?lang=zh')).text).slice(0, 2)).toEqual(['甲', '乙']);
  const [, way] = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const steps: { name: string }[] = JSON.parse(way![1]!).itemListElement;
  expect(steps.map(({ name }) => name)).toEqual(['Catalogue', 'Impurity reference standards', '离子', 'ion']);
  for (const [property, content] of [
    ['og:title', 'ion'],
    ['og:type', 'product'],
    ['og:url', `${service.origin}/products/P-1?lang=en`],
  ])
    expect(text).toContain(`<meta property="${property}" content="${content}" />`);
  const series = /<ul class="cards">.*?<\/ul>/s.exec(text)![0];
  expect(series).toContain('src="https://example.com/p.png"');
  expect(series).toContain('stroke-dasharray'); // no structure is known
  expect((await get('/products/P-2?lang=en')).text).toContain('<sub>14</sub><wbr />NO<sup>+</sup>');
});

test('the count of a hydrate is no subscript', async () => {
  expect((await get('/products/A2?lang=en')).text).toContain(
    'CuSO<sub>4</sub><wbr />·5H<sub>2</sub><wbr />O',
  );
});

test('a CAS number leads to the product that has it; what is no product is a page with status 404', async () => {
  const byCas = await get('/products/50-78-2?lang=en');
  expect([byCas.status, byCas.headers.get('location')]).toEqual([302, '/products/A%2F1?lang=en']);
  const missing = await get('/products/none?lang=en');
  expect(missing.status).toBe(404);
  expect(missing.text).toContain('Product not found');
  expect(missing.text).toContain('href="/?q=none&amp;lang=en"');
});

test('a page names itself and its other languages to search engines', async () => {
  const { text } = await get('/products/A%2F1?lang=en');
  const page = `${service.origin}/products/A%2F1`;
  expect(text).toContain(`<link rel="canonical" href="${page}?lang=en" />`);
  for (const [language, address] of [
    ['zh', `${page}?lang=zh`],
    ['en', `${page}?lang=en`],
    ['x-default', page],
  ])
    expect(text).toContain(`<link rel="alternate" hreflang="${language}" href="${address}" />`);
});

test('no text of a product can end the structured data', async () => {
  const { text } = await get('/products/X?lang=en');
  const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
  expect(data).not.toContain('<');
  expect(JSON.parse(data!)).toMatchObject({ name: NASTY, sku: 'X', description: NASTY });
});

test.each(['/', '/?q=aspirin', '/products/A%2F1', '/series', '/list', '/inquiry', '/structure'])(
  '%s has its scripts and styles from this site alone, and weighs less than 40 kB with them, compressed',
  async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'/);
    expect(text).not.toMatch(/<script(?![^>]*(src|ld\+json))|\son\w+=/);
    const parts = [...text.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)];
    expect(parts.length).toBeGreaterThan(1);
    const bodies = await Promise.all(parts.map(async ([, address]) => (await get(address!)).text));
    const sizes = [text, ...bodies].map((body) => gzipSync(body).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
  },
);

test('the site map lists every product that is offered, and robots.txt names it', async () => {
  const index = await get('/sitemap.xml');
  expect(index.headers.get('content-type')).toContain('application/xml');
  const [, part] = /<loc>http:\/\/[^/]+(\/sitemap\/1\.xml)<\/loc>/.exec(index.text)!;
  const { text } = await get(part!);
  const listed = [...text.matchAll(/<loc>[^<]*\/products\/([^<]+)<\/loc>/g)].map(([, code]) => code);
  expect(listed).toEqual(['A%2F1', 'A2', 'X'].flatMap((code) => [`${code}?lang=zh`, `${code}?lang=en`]));
  expect(text).toContain(
    `<xhtml:link rel="alternate" hreflang="en" href="${service.origin}/products/A2?lang=en"/>`,
  );
  expect((await get('/robots.txt')).text).toContain(`Sitemap: ${service.origin}/sitemap.xml`);
  expect((await get('/sitemap/0.xml')).status).toBe(404);
});

test('security.txt says where a hole is told, as RFC 9116 has it', async () => {
  const { headers, text } = await get('/.well-known/security.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(text.trim().split('\n').map((line) => line.split(/: (.*)/, 2))); // prettier-ignore
  expect(fields).toMatchObject({
    Contact: 'mailto:security@example.com',
    Canonical: `${service.origin}/.well-known/security.txt`,
  });
  const ahead = Date.parse(fields['Expires']) - Date.now();
  expect(ahead).toBeGreaterThan(86_400_000);
  expect(ahead).toBeLessThan(365 * 86_400_000);
});
