import { desksOfFile } from './desk.js';
import { OFFICE_LANGUAGES, wordsOf } from './words.js';
import type { OfficeLanguage } from './words.js';
import examples from './narrow.json' with { type: 'json' };

const { desks, service } = desksOfFile();
beforeAll(async () => {
  await service.push([{ code: 'A-1', name_cn: '阿司匹林', name_en: 'aspirin', tags: 'HPLC' }]);
  const reasons = [{ code: 'A-2', name_cn: '甲', mw: -1 }, { code: 'A-3-'.padEnd(30, 'x'), name_cn: '甲', cas: '50-78-3' }]; // prettier-ignore
  await service.push(reasons);
  await service.call('GET', `/products/search?q=${'%E9%98%BF'.repeat(50)}`, { key: service.key });
  await service.call('POST', '/rfq', { json: { code: 'A-1', name: '王芳', phone: '021' } });
  const items = [
    { code: 'A-1', note: 'x'.repeat(300) },
    { product_name: '长'.repeat(200), quantity: 1, unit: 'g' },
  ];
  await service.call('POST', '/rfq', { json: { items, name: '王芳', email: 'wang@example.com' } });
});

/** Each page in one of the languages, or, as it takes minutes, in both (FULL=1). */
const pagesIn = (language: OfficeLanguage): string[] =>
  examples.pages.filter(
    (_, i) => (process.env['FULL'] ?? process.env['LONG_FORM']) || OFFICE_LANGUAGES[i % 2] === language,
  );

async function lookAtAll(language: OfficeLanguage): Promise<void> {
  const desk = await desks.open(language, { width: 390, height: 800 });
  const { page } = desk;
  await page.emulateMedia({ colorScheme: language === 'zh-CN' ? 'light' : 'dark' });
  await page.goto(`${service.origin}/back-office/`);
  await page.locator('[type=submit]').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await desk.violations()).toEqual([]);
  await desk.signIn();
  for (const path of pagesIn(language)) {
    await desk.go(path);
    await desk.settled();
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    expect([path, await desk.violations()]).toEqual([path, []]);
  }
  // A desk's window, enlarged to twice its size, in the colours of the system.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ forcedColors: 'active' });
  await desk.load('products?filter={}'); // a list keeps its filters
  await desk.told('A-1');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(640);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('[role=menuitem][aria-current]')).outlineStyle`)).toBe('solid'); // prettier-ignore
  expect(await desk.violations()).toEqual([]);
  // To four times its size: what saves a form does not cover it.
  await page.setViewportSize({ width: 320, height: 200 });
  await desk.load('inquiries/1');
  await page.locator('.RaToolbar-mobileToolbar').waitFor();
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.RaToolbar-mobileToolbar')).position`)).toBe('static'); // prettier-ignore
  expect(desk.errors).toEqual([]);
}

// At once: while one window waits for its page, the other one is looked at.
test('every page fits a telephone of 390 px, in Chinese on light or in English on dark; a window is enlarged', async () => {
  await Promise.all(OFFICE_LANGUAGES.map(lookAtAll));
}, 240_000);

test('what is told on a telephone leaves the buttons of a form to be pressed', async () => {
  const { page, ...desk } = await desks.open('zh-CN', { width: 390, height: 800 });
  const t = wordsOf('zh-CN');
  await page.goto(`${service.origin}/back-office/`);
  await desk.signIn();
  await desk.go('products/create');
  await desk.field('products.fields.name_en').fill('aspirin');
  const save = page.getByRole('button', { name: t('ra.action.save') });
  await save.click();
  await desk.told(t('ra.message.invalid_form'));
  expect(await save.click({ trial: true, timeout: 2_000 })).toBeUndefined();
});
