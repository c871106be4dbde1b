import { createServer } from 'node:http';
import type { Request } from 'playwright-core';
import { addStaff } from '../../src/desk/accounts.js';
import { openBrowser } from '../support/browser.js';
import { PASSWORD } from './office.js';
import { closing } from '../support/with-own.js';
import { serviceOfFile } from '../support/service.js';
import { listening } from '../support/listening.js';

const service = serviceOfFile();
const browser = closing(openBrowser());
let evilSite: string;
const evil = createServer((_req, res) => void res.setHeader('Content-Type', 'text/html').end('<p>hello'));
beforeAll(async () => {
  await addStaff(service.db, 'wang', PASSWORD);
  await service.push([{ code: 'A', name_cn: '甲' }]);
  evilSite = await listening(evil);
});

test('a page of another site gets nothing read or done by a browser that is signed in', async () => {
  const { page } = await browser.open({ language: 'en' });
  const api = `${service.origin}/back-office/api`;
  await page.goto(`${service.origin}/back-office/`);
  await page.locator('input[name=name]').fill('wang');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('#main-content');
  const ownCall = (path: string): Promise<number> =>
    page.evaluate(async (address) => (await fetch(address)).status, `${api}${path}`);
  expect(await ownCall('/products')).toBe(200);

  // Another site: an IP address is never the same site as a name.
  await page.goto(`${evilSite}/`);
  const sent: Request[] = [];
  page.on('request', (request) => void (/\/api\//.test(request.url()) && sent.push(request)));
  const read = await page.evaluate(
    (address) =>
      fetch(address, { credentials: 'include' }).then(
        () => 'read',
        () => 'refused',
      ),
    `${api}/products`,
  );
  expect(read).toBe('refused');
  await page.evaluate(
    (address) =>
      fetch(address, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        headers: { 'Content-Type': 'text/plain' },
        body: '{"name":"taken over"}',
      }).catch(() => {}), // whether it may even know that there was an answer is not the point
    `${service.origin}/api/v1/categories`,
  );
  await page.setContent(
    `<form method="POST" action="${api}/products" enctype="text/plain">
       <input name='{"code":"B","name_cn":"taken over","x":"' value='"}'><button>Win a prize</button></form>`,
  );
  await page.getByRole('button').click();
  await page.waitForURL(`${api}/products`);
  expect(await page.content()).toContain('foreign-origin');
  expect(sent.map((request) => request.method())).toEqual(['GET', 'POST', 'POST']);
  for (const request of sent) expect((await request.allHeaders())['cookie']).toBeUndefined();
  expect((await service.call('GET', '/categories')).text).not.toContain('taken over');
  expect((await service.call('GET', '/products/B')).status).toBe(404);

  // The session is still there, for its own pages.
  await page.goto(`${service.origin}/back-office/`);
  await page.waitForSelector('#main-content');
  expect(await ownCall('/products')).toBe(200);
});
