import type { Route } from 'playwright-core';
import { asset } from '../../../src/site/storefront/assets.js';
import { openBrowser } from '../../support/browser.js';
import { indexerOfFile } from '../../support/indexer.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';

const service = serviceOfFile();
indexerOfFile(service);
const browser = shared(openBrowser);

beforeAll(async () => {
  const products = [
    { code: 'S-1', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4', series: '水杨酸', tags: 'HPLC', stock: 2 },
    { code: 'S-2', name_cn: '水杨酸', name_en: 'salicylic acid', cas: '69-72-7', formula: 'C7H6O3', series: '水杨酸', smiles: 'OC(=O)c1ccccc1O' },
    { code: 'S-3', name_cn: '咖啡因', name_en: 'caffeine', cas: '58-08-2', formula: 'C8H10N4O2' },
  ]; // prettier-ignore
  const pushed = await service.write('POST', '/sync/push', products, { Prefer: 'wait=30' });
  expect(pushed.headers.get('preference-applied')).toBe('wait=30');
});

test.each([
  ['zh-CN', 1280],
  ['en-GB', 390],
])(
  'search as one types, a product, an inquiry: in %s at %i px, by keyboard, without an error or an obstacle',
  async (language, width) => {
    const chinese = language === 'zh-CN';
    const watched = await browser.open({ language, width });
    const { page, errors } = watched;
    await page.goto(`${service.origin}/`);
    expect(await watched.violations()).toEqual([]);
    expect(await page.getAttribute('html', 'lang')).toBe(chinese ? 'zh-CN' : 'en');

    const typed = chinese ? '阿司匹' : 'asprin';
    await page.getByRole('combobox').pressSequentially(typed, { delay: 30 });
    // What was found for the first letters alone is gone by then.
    await page.waitForURL((url) => url.searchParams.get('q') === typed);
    const first = page.locator('.product').first();
    await first.getByText('S-1').waitFor();
    expect(await first.innerText()).toContain(chinese ? '现货' : 'In stock');
    expect(await first.locator('sub').allInnerTexts()).toEqual(['9', '8', '4']);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    const offered = await page.getByRole('option').first().getAttribute('data-text');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    expect(await watched.violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === offered);
    await first.getByText('S-1').waitFor();

    await first.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: chinese ? '阿司匹林' : 'aspirin' }).waitFor();
    expect(await watched.violations()).toEqual([]);
    // The form is a sheet at the side; its heading is read first.
    expect(await page.locator('#asking').isVisible()).toBe(false);
    await page
      .getByRole('button', { name: chinese ? '询价' : 'Request a quote', exact: true })
      .first()
      .press('Enter');
    const sheet = page.getByRole('dialog', { name: chinese ? '询价' : 'Request a quote' });
    expect(await page.evaluate('document.activeElement.id')).toBe('inquiry');
    expect(await watched.violations()).toEqual([]);
    await sheet.getByLabel(chinese ? '姓名' : 'Name').fill('王芳');
    await sheet.getByLabel(chinese ? '电子邮箱' : 'E-mail').fill('wang@example.com');
    await sheet.getByRole('button', { name: chinese ? '提交询价' : 'Request a quote' }).click();
    await page.getByText(chinese ? '已收到您的询价' : 'We have received your request').waitFor();
    const inquiry = await service.db.one('SELECT code, name FROM inquiries ORDER BY id DESC LIMIT 1');
    expect(inquiry).toEqual({ code: 'S-1', name: '王芳' });
    // The confirmation has the focus and says what was asked for; a reload leaves it.
    expect(await page.evaluate("document.activeElement.matches('.sent')")).toBe(true);
    await page.reload();
    expect(await page.locator('.sent li').innerText()).toBe(`${chinese ? '阿司匹林' : 'aspirin'} · S-1`);
    expect(errors).toEqual([]);
  },
);

test.each([
  ['zh-CN', 1280],
  ['en-GB', 390],
])('products are collected, edited and asked for at once: in %s at %i px', async (language, width) => {
  const chinese = language === 'zh-CN';
  const watched = await browser.open({ language, width });
  const { page, errors } = watched;
  const add = chinese ? '加入询价单' : 'Add to quote list';
  await page.goto(`${service.origin}/?q=caffeine`);
  await page.getByRole('button', { name: `${add} S-3` }).press('Enter');
  await page.goto(`${service.origin}/products/S-1`);
  await page.getByRole('button', { name: `${add} S-1` }).click();
  await page.goto(`${service.origin}/products/S-2`);
  for (const identifier of ['SMILES', 'InChIKey'])
    await page.getByRole('button', { name: chinese ? `复制${identifier}` : `Copy ${identifier}` }).waitFor();
  await page.getByRole('button', { name: `${add} S-2` }).click();
  await page.getByRole('button', { name: chinese ? '已加入 S-2' : 'Added S-2' }).click(); // once is enough
  expect(await page.locator('#basket-count').innerText()).toBe('3');

  await page.getByRole('link', { name: chinese ? '询价单 3' : 'Quote list 3' }).click();
  const lines = page.locator('.asked-for tbody tr');
  const first = page.getByRole('row', { name: chinese ? '咖啡因 S-3' : 'caffeine S-3' });
  // As the catalogue has them now: picture, name, number, CAS and stock.
  expect(await lines.last().locator('img').getAttribute('src')).toMatch(
    /^\/api\/v1\/products\/S-2\/structure\.svg/,
  );
  const stock = chinese ? '现货' : 'In stock';
  expect((await lines.nth(1).innerText()).split(/\s+/)).toEqual(expect.arrayContaining(['S-1', '50-78-2', ...stock.split(' ')])); // prettier-ignore
  const send = page.locator('#basket button[type=submit]');
  expect(await send.innerText()).toBe(chinese ? '提交询价（3 项）' : 'Request a quote (3 items)');
  await first.getByLabel(chinese ? '数量' : 'Quantity').fill('2');
  await first.getByLabel(chinese ? '单位' : 'Unit').fill('g');
  await first.getByLabel(chinese ? '备注' : 'Note').fill('COA');
  await page.getByRole('button', { name: chinese ? '移除 阿司匹林' : 'Remove aspirin' }).press('Enter');
  expect(await lines.count()).toBe(2);
  await page.reload();
  expect(await send.innerText()).toContain('2');
  expect(await first.getByLabel(chinese ? '数量' : 'Quantity').inputValue()).toBe('2');
  expect(await watched.violations()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

  // Who asks stands beside the table and stays in sight, or below it where there is no room.
  const side = (await page.locator('.contact').boundingBox())!.x;
  expect(side > width / 2).toBe(width > 1000);
  await send.click();
  await page.getByText(chinese ? '请填写此项。' : 'Please fill in this field.').waitFor();
  await page.getByText(chinese ? '请填写电子邮箱或电话。' : 'Please give an e-mail address or').waitFor();
  expect(await page.evaluate('document.activeElement.name + document.activeElement.ariaInvalid')).toBe(
    'nametrue',
  );
  expect(await watched.violations()).toEqual([]);
  await page.getByLabel(chinese ? '姓名' : 'Name').fill('李');
  await page.getByLabel(chinese ? '电子邮箱' : 'E-mail').fill('li@example.com');
  await page.route('**/api/v1/rfq', async (route) => {
    // What another tab adds while it is sent is kept.
    await page.evaluate(
      `localStorage.inquiry = JSON.stringify([...JSON.parse(localStorage.inquiry), { code: 'S-1' }])`,
    );
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await page.getByText(chinese ? '已收到您的询价' : 'We have received your request').waitFor();
  const asked = await service.db.any(
    `SELECT code, quantity, unit, note FROM inquiry_lines
      WHERE inquiry_id = (SELECT max(id) FROM inquiries) ORDER BY line`,
  );
  expect(asked).toEqual([
    { code: 'S-3', quantity: '2', unit: 'g', note: 'COA' },
    { code: 'S-2', quantity: null, unit: null, note: null },
  ]);
  const counted = (count: string) =>
    until(async () => (await page.locator('#basket-count').innerText()) === count);
  await counted('1');
  await page.getByRole('button', { name: chinese ? '移除 阿司匹林' : 'Remove aspirin' }).click();
  await counted('');
  expect(await lines.count()).toBe(0);
  await page.getByText(chinese ? '询价单中还没有产品' : 'There are no products in your quote list').waitFor();
  expect(errors).toEqual([]);
});

test('filters and order stay while one types and searches, a click keeps the focus, and the other language all of it', async () => {
  const watched = await browser.open({ language: 'en' });
  const { page, errors } = watched;
  const query = (): string => new URL(page.url()).search;
  await page.goto(`${service.origin}/?sort=code&lang=en`);
  const inStock = page.getByRole('link', { name: 'In stock 1' });
  // On a slow line a bar says that something is under way.
  const late = (route: Route) => new Promise((end) => setTimeout(end, 2_000)).then(() => route.continue());
  await page.route(/storefront\/results/, late, { times: 1 });
  await inStock.press('Enter');
  const drawn = "getComputedStyle(document.documentElement, '::before').transform.startsWith('matrix')";
  await until(() => page.evaluate<boolean>(drawn), 1_500);
  await page.locator('html:not(.waiting)').waitFor();
  await page.waitForURL(/status=in_stock/);
  await page.locator('.product').nth(1).waitFor({ state: 'detached' });
  expect(await page.locator('.count').innerText()).toBe('1 product');
  expect(await inStock.getAttribute('aria-current')).toBe('true');
  expect(await page.evaluate('document.activeElement.dataset.key')).toBe('status:in_stock');
  // Another value beside it, and the first one taken away again by its chip.
  await page.getByRole('link', { name: 'Available to order 2' }).click();
  await page.waitForURL(/status_in=in_stock%3Bfutures/);
  await page.getByRole('link', { name: 'Remove the filter In stock' }).click();
  await page.waitForURL(/status=futures/);

  await page.getByRole('combobox').pressSequentially('acid', { delay: 30 });
  await page.waitForURL('**/?q=acid&status=futures&sort=code&lang=en');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.locator('.product').getByText('S-2').waitFor();
  expect(query()).toBe('?q=acid&status=futures&sort=code&lang=en');
  await page.getByRole('link', { name: '中文' }).click();
  await page.getByRole('heading', { level: 1, name: '“acid”的检索结果' }).waitFor();
  expect(query()).toBe('?q=acid&status=futures&sort=code&lang=zh');
  expect(await page.getByRole('link', { name: '期货 1' }).getAttribute('aria-current')).toBe('true');

  // What arrives while a filter is pressed does not take the click away: the script that sees to it has to be there.
  await page.waitForLoadState();
  await page.getByRole('link', { name: '≤ 200' }).hover();
  await page.mouse.down();
  const arrives = page.waitForResponse(/storefront\/results/);
  await page.getByRole('combobox').press('s');
  await (await arrives).finished();
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
  await page.mouse.up();
  await page.waitForURL('**/?q=acid&status=futures&mw_max=200&sort=code&lang=zh');
  // Until the results are there, the link of before stands there.
  await page.locator('.rail a[aria-current=true]', { hasText: '≤ 200' }).click();
  await page.waitForURL('**/?q=acid&status=futures&sort=code&lang=zh');

  // On a phone the filters are a drawer, which a choice leaves open.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: '筛选' }).click();
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('link', { name: '≤ 200' }).click();
  await page.waitForURL(/mw_max=200/);
  await page.getByText('在当前筛选条件下没有相符的产品').waitFor({ state: 'attached' });
  expect(await page.locator('.rail').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.locator('.rail').isVisible()).toBe(false);
  expect(errors).toEqual([]);
});

test('the way back leads through what was searched for, and the document is named for what it shows', async () => {
  const watched = await browser.open({ language: 'en' });
  const { page, errors } = watched;
  await page.emulateMedia({ colorScheme: 'dark' });
  const shows = async (text: string): Promise<void> => {
    await page.waitForURL((url) => url.searchParams.get('q') === text);
    await page.getByRole('heading', { level: 1, name: `Results for “${text}”` }).waitFor();
    await until(async () => (await page.title()).startsWith(`Results for “${text}” · `));
  };
  await page.goto(`${service.origin}/?lang=en&q=aspirin`);
  const title = await page.title();
  expect(await page.locator('mark').count()).toBeGreaterThan(0);
  expect(await watched.violations()).toEqual([]);
  await page.getByRole('combobox').press('Enter');
  for (const text of ['caffeine', 'acid']) {
    await page.getByRole('combobox').fill(text);
    await shows(text);
    await page.keyboard.press('Enter');
  }
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await shows('caffeine');
  await page.goBack();
  await shows('aspirin');
  expect(await page.title()).toBe(title);
  expect(errors).toEqual([]);
});

test('what is not in the catalogue is asked for by its name; another page begins at its top', async () => {
  const { page } = await browser.open({ language: 'en', height: 400 });
  await page.goto(`${service.origin}/?q=unobtainium&lang=en`);
  await page.getByRole('button', { name: 'Add “unobtainium” to quote list' }).click();
  await page.getByRole('link', { name: 'Quote list 1' }).click();
  await page.getByRole('row', { name: 'unobtainium' }).waitFor();
  await page.goto(`${service.origin}/?q=${'x'.repeat(200)}`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()!.width);

  const many = Array.from({ length: 25 }, (_, n) => ({
    code: `M-${n}`,
    name_cn: `众多${n}`,
    series: '众多',
  }));
  await service.write('POST', '/sync/push', many, { Prefer: 'wait=30' });
  await page.goto(`${service.origin}/?series=${encodeURIComponent('众多')}&lang=en`);
  const edge = (part: string, side: string) =>
    page.evaluate(`document.querySelector('.product ${part}').getBoundingClientRect().${side}`);
  expect(await edge('.badge', 'bottom')).toBeLessThan((await edge('.add', 'top')) as number);
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('2 / 2').waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  await service.write(
    'DELETE',
    '/products/batch',
    { codes: many.map(({ code }) => code) },
    { Prefer: 'wait=30' },
  );
});

test('somebody who types without end asks for 120 reads a minute at most, and is answered all the while', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  await page.clock.install();
  let second = 0;
  const reads: number[] = [];
  page.on('request', (request) => {
    if (/\/storefront\/results|\/api\/v1\/(?!.*structure\.svg)/.test(request.url())) reads.push(second);
  });
  await page.goto(`${service.origin}/`);
  await page.getByRole('combobox').focus();
  // Five keys a second, for 65 seconds.
  for (let key = 0; key < 325; key++) {
    second = Math.floor(key / 5);
    await page.keyboard.press(key % 12 === 11 ? 'Backspace' : 'acefins'[key % 7]!);
    await page.clock.runFor(200);
  }
  const between = (from: number, to: number): number =>
    reads.filter((each) => each >= from && each < to).length;
  const minutes = Array.from({ length: 6 }, (_, start) => between(start, start + 60));
  expect(Math.max(...minutes)).toBeLessThanOrEqual(120);
  expect(between(0, 10)).toBeGreaterThan(10);
  // Whoever then stops for a moment sees what they typed, and the next word comes at once again.
  await page.getByRole('combobox').fill('asprin');
  await page.clock.runFor(2_000);
  await page.locator('.product').first().getByText('S-1').waitFor();
  expect(errors).toEqual([]);
});

test('a page that is told to wait says so, and asks again when the minute is over', async () => {
  const { page } = await browser.open({ language: 'en' });
  await page.clock.install();
  await page.goto(`${service.origin}/`);
  const refuse = { status: 429, headers: { 'Retry-After': '17' }, body: '' };
  await page.route('**/storefront/results*', (route) => route.fulfill(refuse), { times: 1 });
  await page.getByRole('combobox').fill('caffeine');
  await page.clock.runFor(1_000);
  await page.locator('#results').getByText('Too many searches').waitFor();
  await page.clock.runFor(17_000);
  await page.locator('.product').first().getByText('S-3').waitFor();
  expect(await page.getByText('Too many searches').count()).toBe(0);
});

const SHOWN = ['/', '/?q=aspirin', '/products/S-1?lang=zh', '/products/S-1?lang=en', '/inquiry', '/list#text=x', '/structure', '/api-docs']; // prettier-ignore
async function lookForShifts(width: number): Promise<void> {
  const { page } = await browser.open({ language: 'zh-CN', width });
  await page.addInitScript(() => {
    const seen = Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true } as never);
  });
  for (const path of SHOWN) {
    await page.goto(service.origin + path);
    await page.waitForLoadState('networkidle');
    expect([width, path, await page.evaluate('shift')]).toEqual([width, path, 0]);
  }
}

test('nothing moves while a page comes alive, of 1280 px or 390', async () => {
  await Promise.all([1280, 390].map(lookForShifts));
});

test('the page of a product is enlarged, asked from while it is read, seen in the dark and printed as a data sheet', async () => {
  await service.push([
    {
      code: 'D-1',
      name_cn: '数据单',
      synonyms: '一;二;三;四;五;六;第七个名称',
      description: `${'说明。\n'.repeat(40)}https://example.com/${'a'.repeat(100)}`,
      structure_url: service.origin + asset('icon.svg'),
    },
  ]);
  const watched = await browser.open({ language: 'zh-CN', width: 390 });
  const { page, errors } = watched;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${service.origin}/products/D-1`);
  await page.locator('.figure').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: '数据单' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.figure')).backgroundColor`)).toBe(
    'rgba(0, 0, 0, 0)',
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: '复制货号' }).click();
  await page.getByRole('button', { name: '已复制' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('D-1');
  await page.mouse.wheel(0, 700);
  await page.getByRole('complementary', { name: '询价' }).getByRole('button', { name: '询价', exact: true }).click(); // prettier-ignore
  await page.getByRole('dialog', { name: '询价' }).getByLabel('姓名').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByText('第七个名称').isVisible()).toBe(false);
  expect(await watched.violations()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  for (const text of ['数据单', '第七个名称', `${service.origin}/products/D-1`])
    expect(await page.locator('article').getByText(text, { exact: false }).first().isVisible()).toBe(true);
  expect(await page.locator('form:visible, button:visible, .ask:visible, nav:visible').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('a product can be found, read and left again without a script', async () => {
  const { page } = await browser.open({ language: 'en', script: false });
  await page.goto(`${service.origin}/`);
  await page.getByRole('combobox').fill('caffeine');
  await page.keyboard.press('Enter');
  await page.locator('.product').first().getByText('S-3').click();
  await page.getByRole('heading', { level: 1, name: 'caffeine' }).waitFor();
  expect(await page.locator('sub').allInnerTexts()).toEqual(['8', '10', '4', '2']);
  expect(await page.locator('button.copy:visible').count()).toBe(0);
  await page.getByRole('link', { name: '中文' }).click();
  await page.getByRole('heading', { level: 1, name: '咖啡因' }).waitFor();
  await page.getByRole('button', { name: '询价', exact: true }).click();
  await page.getByLabel('姓名').fill('陈');
  await page.getByLabel('电话').fill('010');
  await page.getByRole('button', { name: '提交询价' }).click();
  await page.getByRole('heading', { name: /已收到您的询价，询价编号 \d/ }).waitFor();
  const inquiry = await service.db.one('SELECT code, name, phone FROM inquiries ORDER BY id DESC LIMIT 1');
  expect(inquiry).toEqual({ code: 'S-3', name: '陈', phone: '010' });
});

test('the other language keeps what is written, and names what is in the basket', async () => {
  const { page } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/products/S-3?lang=en`);
  await page.getByRole('button', { name: 'Add to quote list S-3' }).click();
  await page.getByRole('button', { name: 'Request a quote', exact: true }).first().click();
  await page.getByLabel('Name').fill('Chen');
  await page.getByLabel('Message').fill('half a');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '中文' }).click();
  await page.getByRole('heading', { level: 1, name: '咖啡因' }).waitFor();
  expect(await page.getByLabel('姓名').inputValue()).toBe('Chen');
  expect(await page.getByLabel('留言').inputValue()).toBe('half a');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '询价单 1' }).click();
  await page.getByRole('row', { name: '咖啡因 S-3' }).waitFor();
});

test('results are read out in one place that stays; chosen filters are seen in forced colours; enlarged, no bar covers the page', async () => {
  const { page } = await browser.open({ language: 'en', width: 341, height: 192 });
  await page.goto(`${service.origin}/?lang=en`);
  await page.evaluate(`window.place = document.querySelector('#status')`);
  await page.getByRole('combobox').fill('aspirin');
  await until(async () => String(await page.evaluate('window.place.textContent')).startsWith('1 product'));
  expect(await page.locator('main [role=status]').count()).toBe(0);
  await page.goto(`${service.origin}/products/S-1?lang=en`);
  for (const bar of ['.top', '.ask'])
    expect(await page.evaluate(`getComputedStyle(document.querySelector('${bar}')).position`)).toBe('static');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${service.origin}/?status=in_stock&lang=en`);
  const outline = (link: string): Promise<unknown> => page.evaluate(`getComputedStyle(document.querySelector('.facet a${link}')).outlineStyle`); // prettier-ignore
  expect([await outline('[aria-current]'), await outline(':not([aria-current])')]).toEqual(['solid', 'none']);
});

test('<script> in the fields of a product is text in suggestions, results and on its page', async () => {
  const script = `<script>document.title='run'</script><img src=x onerror="document.title='run'">`;
  const fields = Object.fromEntries(
    ['name_cn', 'name_en', 'synonyms', 'description', 'ai_summary'].map((name) => [
      name,
      `zzzscript${script}`,
    ]),
  );
  await service.write('POST', '/sync/push', [{ code: '<b>N-1</b>', series: '<i>s</i>', tags: '<u>t</u>', cas: '<s>c</s>', formula: '<b>H2</b>', ...fields }], { Prefer: 'wait=30' }); // prettier-ignore
  const { page, errors } = await browser.open({ language: 'en' });
  await page.goto(`${service.origin}/`);
  await page.getByRole('combobox').pressSequentially('zzzscript', { delay: 30 });
  await page.waitForURL(/q=zzzscript&/);
  await page.getByRole('option', { name: `zzzscript${script}` }).waitFor();
  const product = page.locator('.product').first();
  await product.getByText(script).first().waitFor();
  expect(await product.locator('mark').first().innerText()).toBe('zzzscript');
  await page.getByRole('link', { name: '<i>s</i> 1' }).waitFor();
  await page.keyboard.press('Escape');
  await product.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: script }).waitFor();
  for (const text of ['<b>N-1</b>', '<i>s</i>', '<u>t</u>', '<s>c</s>'])
    await page.locator('article').getByText(text).first().waitFor();
  expect(await page.title()).not.toBe('run');
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(errors).toEqual([]);
});

test('the page of structures fits a telephone, and waits for what is still loading', async () => {
  const watched = await browser.open({ language: 'en', width: 320 });
  const { page, errors } = watched;
  await page.goto(`${service.origin}/structure`);
  // The place of the editor says what it waits for.
  const said = page.getByText('The structure editor is loading');
  await page.route('**/openchemlib.js', (route) => said.waitFor().then(() => route.continue()));
  await page.locator('summary').click();
  const canvas = page.locator('#editor canvas').last();
  await canvas.waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  // A sheet over all of the window, with tools for a finger; what is pressed is where it is seen.
  expect(await page.locator('#drawing').boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  const tools = page.locator('#editor canvas').first();
  const { width, height } = (await tools.boundingBox())!;
  expect(width / 2).toBeGreaterThan(36);
  expect(await watched.violations()).toEqual([]);
  await tools.click({ position: { x: (width * 3) / 4, y: (height * 9.5) / 17 } });
  await canvas.click({ position: { x: 100, y: 300 } });
  await until(async () => (await page.locator('#structure').inputValue()) === 'c1ccccc1');
  await page.locator('#drawing').getByRole('button', { name: 'Search' }).click();
  await page.locator('#structure-results .product').first().waitFor();
  expect(await page.locator('#editor').isVisible()).toBe(false);
  expect(errors.splice(0)).toEqual([]);
  // While structures are loading, the page asks again by itself.
  const loading = { status: 503, contentType: 'text/html', body: '<p data-again>loading</p>' };
  await page.route('**/storefront/structures*', (route) => route.fulfill(loading), { times: 1 });
  await page.locator('#structure').fill('CCO');
  await page.locator('[data-again]').waitFor();
  await page.locator('#structure-results .count').waitFor();
});

test('pressed or asked again: “Copied” goes as it came, and results stay busy while the newer search runs', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  await page.context().grantPermissions(['clipboard-write']);
  await page.clock.install();
  await page.goto(`${service.origin}/list#text=aspirin`);
  const copy = page.locator('#list [data-act=copy]').first();
  await copy.waitFor();
  const label = await copy.textContent();
  await copy.click();
  await copy.getByText('Copied').waitFor();
  await copy.click();
  await page.evaluate('navigator.clipboard.writeText("")'); // after the other one
  await page.clock.runFor(3_000);
  expect(await copy.textContent()).toBe(label);

  const searches: Route[] = [];
  await page.route('**/storefront/structures*', (route) => void searches.push(route));
  await page.goto(`${service.origin}/structure`);
  const results = page.locator('#structure-results');
  for (const [before, text] of ['CCO', 'CCN'].entries()) {
    await page.locator('#structure').fill(text);
    await until(() => searches.length > before);
  }
  expect(await results.getAttribute('aria-busy')).toBe('true');
  await searches[1]!.continue();
  await results.locator('.count').waitFor();
  expect(await results.getAttribute('aria-busy')).toBeNull();
  expect(errors).toEqual([]);
});

test('a structure is drawn, named, dropped or pasted: results come, and the page says whose structure it took', async () => {
  const twins = ['C[C@H](N)C(=O)O', 'C[C@@H](N)C(=O)O'].map((smiles, i) => ({
    code: `TWIN-${i}`,
    name_cn: '孪生酸',
    name_en: 'twinine',
    smiles,
  }));
  await service.write('POST', '/sync/push', twins, { Prefer: 'wait=30' });
  const watched = await browser.open({ language: 'en' });
  const { page, errors } = watched;
  await page.goto(`${service.origin}/structure`);
  const field = page.locator('#structure');
  const results = page.locator('#structure-results');
  const canvas = page.locator('#editor canvas').last();
  await canvas.waitFor();
  const { x, y, width, height } = (await canvas.boundingBox())!;
  await page.mouse.click(x + width * 0.75, y + height / 2);
  await until(async () => (await field.inputValue()) === 'CC'); // a bond is the first tool
  await results.getByText('TWIN-0').waitFor();
  // At 1366×768 the results stand beside the drawing, and what says how to search is in sight.
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const part of [results, page.getByLabel('Search for')]) {
    const box = (await part.boundingBox())!;
    expect([box.y + Math.min(box.height, 100) < 768, box.x + box.width <= 1366]).toEqual([true, true]);
  }
  expect((await results.boundingBox())!.x).toBeGreaterThan(x + width);
  expect(await results.locator('.taken').count()).toBe(0);

  // By keyboard alone: the field, the way, the button.
  await field.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('salicylic acid');
  const taken = results.locator('.taken');
  await taken.getByText('Using the structure of this product').waitFor();
  expect(await taken.getByRole('link').getAttribute('href')).toContain('/products/S-2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('e'); // exactly this structure
  await page.waitForURL(/mode=exact/);
  expect(await results.locator('.product').allInnerTexts()).toEqual([expect.stringContaining('S-2')]);
  expect(await watched.violations()).toEqual([]);
  // It was drawn: what is drawn further is no name any more.
  await page.mouse.click(x + 80, y + 30);
  await until(async () => /^[^ ]*c1[^ ]*$/.test(await field.inputValue()));

  // A name of two forms takes neither of them.
  await field.fill('twinine');
  await page.locator('.meant a').nth(1).waitFor();
  expect(await results.locator('.product').count()).toBe(0);
  await page.locator('.meant a').first().click();
  await page.locator('.taken').getByText('TWIN-0').waitFor();

  const give = (event: 'drop' | 'paste', name: string, type: string, text: string): Promise<void> =>
    page.evaluate(
      `(() => {
        const files = new DataTransfer();
        files.items.add(new File([${JSON.stringify(text)}], '${name}', { type: '${type}' }));
        const given = { dataTransfer: files, clipboardData: files, bubbles: true, cancelable: true };
        const event = '${event}' === 'drop' ? new DragEvent('drop', given) : new ClipboardEvent('paste', given);
        document.querySelector('#structure').dispatchEvent(event);
      })()`,
    );
  await give('drop', 'S-2.svg', 'image/svg+xml', '<svg/>');
  await taken.getByText('S-2').waitFor();
  expect(await field.inputValue()).toBe('S-2.svg');
  const { molfile } = (await service.call('GET', '/products/S-2/structure')).body.data;
  await give('drop', 'a.sdf', '', `${molfile}\n$$$$\n${molfile}\n$$$$\n`);
  await page.getByText('only the first was read').waitFor();
  await results.locator('.product').getByText('S-2').waitFor();
  expect(await field.inputValue()).toContain('M  END');
  await give('paste', 'TWIN-1.png', 'image/png', 'x');
  await taken.getByText('TWIN-1').waitFor();
  expect(await field.inputValue()).toBe('TWIN-1.png');
  // The beginning of a name may have been refused.
  expect(errors.filter((error) => !error.includes('400 (Bad Request)'))).toEqual([]);
});

test('without a script too, a text that is no structure is looked up', async () => {
  await service.push([
    { code: 'IMAGE', name_cn: '图', structure_url: '/media/1', smiles: 'OC(=O)c1ccccc1O' },
  ]);
  const page = (s: string) =>
    service.call('GET', `//structure?mode=exact&lang=en&s=${encodeURIComponent(s)}`);
  const SALICYLIC = 'InChI=1S/C7H6O3/c8-6-4-2-1-3-5(6)7(9)10/h1-4,8H,(H,9,10)';
  const names = [
    'S-2',
    '69-72-7',
    '水杨酸',
    'S-2.svg',
    `${service.origin}/api/v1/products/S-2/structure.svg?v=1`,
    SALICYLIC,
  ];
  for (const name of names) {
    const { status: found, text } = await page(name);
    expect([name, found, text.includes('Using the structure of'), text.includes('same structure')]).toEqual([name, 200, true, true]); // prettier-ignore
  }
  expect((await page('/media/1')).text).toMatch(/class="taken"[^]*IMAGE/);
  // No product has it: it is read itself.
  const benzene = await page('InChI=1S/C6H6/c1-2-4-6-5-3-1/h1-6H');
  expect(benzene.text).toContain('Structure read from the InChI: <code>c1ccccc1</code>');
  // What is merely like a name, a formula, or has no structure takes none.
  for (const name of ['salicilyc acid', 'aspirin', 'x'.repeat(301)]) {
    const { status: refused, text } = await page(name);
    expect([name, refused, text.includes('nor does it name a product')]).toEqual([name, 400, true]);
  }
  const formula = await page('C7H6O3');
  expect([formula.text.includes('class="meant"'), formula.text.includes('class="taken"')]).toEqual([
    true,
    false,
  ]);
});
