import sharp from 'sharp';
import { addStaff } from '../../src/desk/accounts.js';
import { until } from '../support/until.js';
import { desksOfFile } from './desk.js';
import { PASSWORD, signIn } from './office.js';
import { wordsOf } from './words.js';

const { desks, service } = desksOfFile({ WEBHOOK_ALLOW: '127.0.0.1' });
const t = wordsOf('en-GB');
beforeEach(() => service.db.none('TRUNCATE products'));

/** Answers of these addresses come so late, as on a slow line. */
const LATE_MS = 3_000;
/** A sign is there after 300 ms; a busy machine takes as long again to draw it. */
const SIGN_MS = 1_000;

test('on a slow line a press is answered at once: the item is marked, a bar is drawn, an empty editor says what it waits for', async () => {
  const desk = await desks.open('en-GB');
  const { page } = desk;
  await page.goto(`${service.origin}/back-office/#/account`);
  await desk.signIn();
  await page.route(/\/assets\/products-|\/api\/products\?|openchemlib|\/v1\/tags/, async (route) => {
    await new Promise((end) => setTimeout(end, LATE_MS));
    await route.continue();
  });
  const item = page.getByRole('menuitem', { name: t('resources.products.name', { smart_count: 2 }) });
  await item.click();
  await page.locator('[role=menuitem][aria-current=page]', { hasText: /^Products$/ }).waitFor({ timeout: SIGN_MS });
  await page.locator('#main-content [role=progressbar]').first().waitFor({ timeout: SIGN_MS });
  // The script has come, its rows have not: the bar is before all others.
  const isOnTop = () => page.evaluate<boolean>("document.elementFromPoint(innerWidth / 2, 1)?.closest('.pending') != null");
  await until(isOnTop);
  expect(await page.getByText('0 products').count()).toBe(0);
  await page.locator('.pending').waitFor({ state: 'detached' });
  // The bar comes by the press itself, before anything is asked.
  expect(await page.evaluate('new Promise((tell) => (document.querySelector("#main-content").click(), setTimeout(() => tell(!!document.querySelector(".pending")), 20)))')).toBe(true);
  await desk.go('products/create');
  await page.getByRole('button', { name: t('product.draw') }).click();
  await page.getByText('The structure editor is loading').waitFor({ timeout: SIGN_MS });
  await page.getByText('The structure editor is loading').waitFor({ state: 'detached' });
  await desk.go('tags');
  await desk.settled();
  await page.getByLabel(t('tag.new')).fill('mark 1'); // which a test below counts too
  await page.getByRole('button', { name: t('add'), exact: true }).click();
  await until(isOnTop, SIGN_MS);
  expect(desk.errors).toEqual([]);
}); // prettier-ignore

test('inquiries show number, quantity and unit, are searched, and say what of an answered one is open', async () => {
  const t = wordsOf('zh-CN');
  const desk = await desks.signedIn('zh-CN');
  const { page } = desk;
  const items = [
    { product_name: '甲酸', quantity: 5, unit: 'g' },
    { product_name: '乙酸', quantity: 1, unit: 'kg' },
  ];
  const { id } = (await service.call('POST', '/rfq', { json: { items, name: '王芳', company: '华东药业', email: 'w@example.com' } })).body;
  await service.call('POST', '/rfq', { json: { product_name: '丙酸', name: '李雷', phone: '021' } });
  await service.db.none(`UPDATE inquiries SET status = 'answered' WHERE id = $1`, [id]);
  const row = page.getByRole('row', { name: '华东药业' });
  for (const text of ['华东', 'W@EXAMPLE', '乙酸', `#${id}`]) {
    await desk.go('inquiries?filter={}');
    await page.getByRole('row', { name: '李雷' }).waitFor();
    await page.getByRole('textbox', { name: t('resources.inquiries.fields.q') }).fill(text);
    await page.getByRole('row', { name: '李雷' }).waitFor({ state: 'detached' });
    await row.waitFor();
  }
  await row.getByText(t('inquiry.open_lines', { smart_count: 2 })).waitFor();
  await page.getByRole('link', { name: t('inquiry.export') }).click();
  await desk.told(t('file_comes'));
  expect(await row.innerText()).toContain(`${id}\t`);
  expect(await desk.violations()).toEqual([]);
}); // prettier-ignore

test('a webhook that cannot be reached, a mail that is refused and a text that is no JSON are told in words of the page', async () => {
  const t = wordsOf('zh-CN');
  const desk = await desks.signedIn('zh-CN');
  const { page } = desk;
  const office = await signIn(service, 'wang');
  const url = 'http://127.0.0.1:9/';
  const { id } = (await office.call('POST', '/webhooks', { url, events: ['upsert'] })).body.data;
  await service.db.none(`UPDATE webhooks SET last_error = '{"code": "no_host", "what": "ENOTFOUND"}', failed_at = now()`);
  await desk.go('webhooks');
  await desk.told(t('failures.webhook.no_host'));
  expect(await page.getByText('ENOTFOUND').count()).toBe(0);
  const asked = await service.db.one(
    `INSERT INTO inquiries (name, phone, code, mail_error) VALUES ('Jane Doe', '1', 'C', '{"code": "refused", "what": 535}') RETURNING id`);
  await desk.go(`inquiries/${asked.id}`);
  await desk.told(t('inquiry.mail_failed', { reason: t('failures.mail.refused', { what: 535 }) }));
  await office.call('DELETE', `/webhooks/${id}`);
  await desk.go('actions');
  await desk.toldInRow(t('actions.webhook_deleted'), url);
  await service.db.none(`INSERT INTO tag_ledger (tag, delta) SELECT 'mark ' || n, 0 FROM generate_series(1, 1234) n`);
  await desk.go('tags');
  await desk.told(t('ra.navigation.page_range_info', { offsetBegin: 1, offsetEnd: 50, total: '1,234' }));
  await page.getByRole('navigation', { name: t('pages') }).waitFor();
  await desk.go('account');
  await page.getByRole('button', { name: t('ra.input.password.toggle_hidden') }).first().waitFor();
  await desk.go('profiles/create');
  await page.getByLabel(t('profile.as_json')).check();
  await page.getByRole('textbox', { name: t('profile.json') }).fill('{\n  "title": x }');
  await page.getByLabel(t('resources.profiles.fields.name')).fill('mine');
  await desk.press(t('ra.action.save'));
  await desk.told(t('profile.not_json'));
  expect(await page.getByText(/Unexpected|JSON at/).count()).toBe(0);
}); // prettier-ignore

test('the staff log names a key and a webhook; a role is changed once that is confirmed; an editor is told what is not his', async () => {
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  const office = await signIn(service, 'wang');
  const { body } = await office.call('POST', '/keys', { name: 'Lab key', source: 'lab' });
  await office.call('DELETE', `/keys/${body.data.id}`);
  await desk.go('actions');
  await desk.toldInRow(t('actions.key_revoked'), 'Lab key');

  await addStaff(service.db, 'zhao', PASSWORD, 'editor');
  await desk.go('staff');
  const role = page.getByLabel(t('staff.role_of', { name: 'zhao' }));
  const choose = async (): Promise<void> => {
    await role.selectOption('administrator');
    await desk.told(t('staff.role_text', { name: 'zhao', role: t('staff.roles.administrator') }));
  };
  const stored = () => service.db.one(`SELECT role FROM staff WHERE name = 'zhao'`);
  await choose();
  await desk.press(t('ra.action.cancel'));
  expect(await stored()).toEqual({ role: 'editor' });
  const other = await desks.open('en-GB');
  await other.page.goto(`${service.origin}/back-office/#/products`);
  await other.signIn('zhao');
  for (const path of ['webhooks', 'staff', 'keys']) {
    await other.go(path);
    await other.page.getByRole('heading', { name: t('menu.home'), level: 1 }).waitFor();
    await other.told(t('problems.administrator-required'));
  }
  await choose();
  await desk.press(t('ra.action.confirm'));
  await desk.told(t('staff.saved'));
  expect(await stored()).toEqual({ role: 'administrator' });
  const made = await office.call('POST', '/staff', { name: 'qian', role: 'editor' });
  expect(made.body.data.password).toMatch(/^[a-km-np-z2-9]{20}$/);
}); // prettier-ignore

test('findings are worked off one after the other, by saving and going on', async () => {
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  const wrong = (code: string) => ({ code, name_cn: '水', formula: 'H2O', mw: 1 });
  await service.push(['N-1', 'N-2', 'N-3'].map(wrong));
  await desk.go(`products?filter=${encodeURIComponent('{"quality":"other_weight"}')}&sort=code&order=ASC`);
  await page.getByRole('link', { name: 'N-1' }).click();
  for (const code of ['N-1', 'N-2']) {
    await page.locator('form b', { hasText: code }).waitFor();
    await desk.settled();
    await desk.field('products.fields.mw').fill('18.02');
    await desk.press(t('product.save_next'));
  }
  await page.waitForURL((url) => url.hash.startsWith('#/products/N-3'));
  expect(await service.db.map('SELECT code FROM products WHERE mw > 18 ORDER BY code', [], ({ code }) => code)).toEqual(['N-1', 'N-2']);
  expect(await desk.violations()).toEqual([]);
}); // prettier-ignore

test('what is wrong stands apart from what is missing; a formula and a weight come from the structure, and the head stays in sight', async () => {
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  await service.push([{ code: 'H-1', name_cn: '乙醇', mw: 1, smiles: 'CCO' }]);
  await desk.go('');
  const missing = t('home.lacking', { count: 3 }); // an English name, a CAS number and a formula: it is drawn
  await page.getByRole('link', { name: t('home.quality') }).filter({ hasText: missing }).getByText('1', { exact: true }).waitFor();
  await desk.go('products/H-1');
  await page.getByRole('button', { name: /C2H6O/ }).click();
  expect(await desk.field('products.fields.formula').inputValue()).toBe('C2H6O');
  const head = page.locator('form b', { hasText: 'H-1' });
  await page.evaluate('scrollTo(0, 9999)');
  expect((await head.boundingBox())!.y).toBeGreaterThan(0);
  await head.click({ trial: true }); // which the bar of the page does not cover
  await desk.press(t('ra.action.save'));
  await desk.told(t('ra.notification.updated', { smart_count: 1 }));
  const { formula, mw } = (await service.call('GET', '/products/H-1')).body.data;
  expect([formula, Math.round(mw)]).toEqual(['C2H6O', 46]);
  expect(await desk.violations()).toEqual([]);
}); // prettier-ignore

test('images that are named by a product number become those of their products; one of no product is told', async () => {
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  await service.push(['M-1', 'M-2'].map((code) => ({ code, name_cn: '甲' })));
  await desk.go('media');
  await page.getByLabel(t('media.attach')).check();
  const png = (width: number) => sharp({ create: { width, height: 9, channels: 3, background: '#fff' } }).png().toBuffer();
  const files = await Promise.all(
    ['M-1', 'M-2', 'M-9'].map(async (code, i) => ({ name: `${code}.png`, mimeType: 'image/png', buffer: await png(i + 9) })),
  );
  await page.getByLabel(t('media.drop')).setInputFiles(files);
  await desk.told(t('media.no_product', { code: 'M-9' }));
  const urls = await service.db.map('SELECT structure_url FROM products ORDER BY code', [], ({ structure_url: url }) => url);
  expect(urls).toEqual([expect.stringMatching(/^\/media\/\d+$/), expect.stringMatching(/^\/media\/\d+$/)]);
  expect(new Set(urls).size).toBe(2);
}); // prettier-ignore
