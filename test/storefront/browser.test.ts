import pino from 'pino';
import { lead } from '../../indexer/lead.js';
import { openParts } from '../../indexer/parts.js';
import { loadConfig } from '../../src/config.js';
import { disconnect } from '../../src/database/connect.js';
import { openBrowser } from '../support/browser.js';
import { engine } from '../support/engine.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';

let service: Service;
const browser = openBrowser();
const stop = new AbortController();
let indexing: Promise<unknown>;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT: 'on' });
  const { url, key } = engine();
  const parts = openParts(
    loadConfig({
      DATABASE_URL: service.databaseUrl,
      MEILI_URL: url,
      MEILI_KEY: key,
      MEILI_INDEX: service.indexUid,
    }),
    pino({ level: 'silent' }),
  );
  indexing = lead(parts, { signal: stop.signal }).then(() => disconnect(parts.db));
  const products = [
    { code: 'S-1', name_cn: '阿司匹林', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O4', series: '水杨酸', tags: 'HPLC', stock: 2 },
    { code: 'S-2', name_cn: '水杨酸', name_en: 'salicylic acid', cas: '69-72-7', formula: 'C7H6O3', series: '水杨酸' },
    { code: 'S-3', name_cn: '咖啡因', name_en: 'caffeine', cas: '58-08-2', formula: 'C8H10N4O2' },
  ]; // prettier-ignore
  const pushed = await service.call('POST', '/sync/push', {
    key: service.key,
    json: products,
    headers: { Prefer: 'wait=30' },
  });
  expect(pushed.headers.get('preference-applied')).toBe('wait=30');
});
afterAll(async () => {
  await browser.close();
  stop.abort();
  await indexing;
  await service.close();
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

    await page.getByRole('combobox').pressSequentially(chinese ? '阿司匹' : 'asprin', { delay: 30 });
    const first = page.locator('.product').first();
    await first.getByText('S-1').waitFor();
    expect(await first.innerText()).toContain(chinese ? '现货' : 'In stock');
    expect(await first.locator('sub').allInnerTexts()).toEqual(['9', '8', '4']);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    expect(await watched.violations()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=/);
    await first.getByText('S-1').waitFor();

    await first.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: chinese ? '阿司匹林' : 'aspirin' }).waitFor();
    expect(await watched.violations()).toEqual([]);
    await page.getByLabel(chinese ? '姓名' : 'Name').fill('王芳');
    await page.getByLabel(chinese ? '电子邮箱' : 'E-mail').fill('wang@example.com');
    await page.getByRole('button', { name: chinese ? '提交询价' : 'Send inquiry' }).click();
    await page.getByText(chinese ? '已收到您的询价' : 'Your inquiry was received').waitFor();
    const inquiry = await service.db.one('SELECT code, name FROM inquiries ORDER BY id DESC LIMIT 1');
    expect(inquiry).toEqual({ code: 'S-1', name: '王芳' });
    expect(errors).toEqual([]);
  },
);

test('somebody who types without a pause stays within the reads that a minute allows', async () => {
  const { page, errors } = await browser.open({ language: 'en' });
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (/results|suggest/.test(response.url())) statuses.push(response.status());
  });
  await page.goto(`${service.origin}/`);
  const box = page.getByRole('combobox');
  for (const word of [
    'caffeine',
    'aspirin',
    'salicylic acid',
    '50-78-2',
    '69-72-7',
    'C8H10N4O2',
    'caffein',
    'asprin',
  ]) {
    await box.fill('');
    await box.pressSequentially(word, { delay: 80 });
  }
  await page.locator('.product').first().getByText('S-1').waitFor();
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(errors).toEqual([]);
});
