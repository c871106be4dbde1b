import { addStaff } from '../../src/back-office/accounts.js';
import { openBrowser } from '../support/browser.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { openDesk } from './desk.js';
import { PASSWORD } from './office.js';
import { LANGUAGES } from './words.js';

let service: Service;
const browser = openBrowser();
beforeAll(async () => {
  service = await startService();
  await addStaff(service.db, 'wang', PASSWORD);
  await service.push([{ code: 'A-1', name_cn: '阿司匹林', name_en: 'aspirin', tags: 'HPLC' }]);
  await service.call('POST', '/rfq', { json: { code: 'A-1', name: '王芳', phone: '021' } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

test.each(LANGUAGES)(
  'every page fits a telephone of 390 px, in %s',
  async (language) => {
    const desk = await openDesk(browser, service, language, { width: 390, height: 800 });
    const { page } = desk;
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
    const pages = [
      'products',
      'products/A-1',
      'products/create',
      'categories',
      'tags',
      'media',
      'keys',
      'sync-log',
      'webhooks',
      'sync-log/1/show',
    ];
    for (const path of [...pages, 'inquiries', 'inquiries/1', 'index', 'import', 'actions', 'account']) {
      await desk.go(path);
      await page.waitForLoadState('networkidle');
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      expect([path, await desk.violations()]).toEqual([path, []]);
    }
    expect(desk.errors).toEqual([]);
  },
  240_000,
);
