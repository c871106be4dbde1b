import type { Page } from 'playwright-core';
import sharp from 'sharp';
import pino from 'pino';
import { answerChecks } from '../../indexer/checks.js';
import { lead } from '../../indexer/lead.js';
import { openParts } from '../../indexer/parts.js';
import { addStaff } from '../../src/back-office/accounts.js';
import { loadConfig } from '../../src/config.js';
import { disconnect } from '../../src/database/connect.js';
import { openBrowser } from '../support/browser.js';
import type { Watched } from '../support/browser.js';
import { engine } from '../support/engine.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { PASSWORD } from './office.js';
import { LANGUAGES, wordsOf } from './words.js';

let service: Service;
const drawn = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5c6b' } }).png().toBuffer(); // prettier-ignore
const browser = openBrowser();
const stop = new AbortController();
let indexing: Promise<unknown>;

beforeAll(async () => {
  service = await startService();
  await addStaff(service.db, 'wang', PASSWORD);
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
  indexing = lead(parts, {
    signal: stop.signal,
    chores: { 'answering checks': (signal) => answerChecks(parts, signal) },
  }).then(() => disconnect(parts.db));
});
afterAll(async () => {
  await browser.close();
  stop.abort();
  await indexing;
  await service.close();
});

describe.each(LANGUAGES)('in %s', (language) => {
  const t = wordsOf(language);
  const chineseNow = language === 'zh-CN';
  /** Tells the two runs apart in one catalogue. */
  const mark = chineseNow ? 'ZH' : 'EN';
  let watched: Watched;
  let page: Page;

  const go = async (path: string): Promise<void> => {
    await page.goto(`${service.origin}/back-office/#/${path}`);
    await page.waitForSelector('#main-content');
  };
  const field = (name: string) => page.getByLabel(t(`resources.${name}`), { exact: false }).first();
  const press = (text: string) => page.getByRole('button', { name: text }).first().click();
  const told = (text: string) => page.getByText(text).first().waitFor();
  const columns = ['code', 'name', 'cas', 'category', 'series', 'status', 'source'];

  beforeAll(async () => {
    watched = await browser.open({ language });
    ({ page } = watched);
  });
  afterEach(async () => {
    expect(watched.errors.splice(0)).toEqual([]);
    expect(await watched.violations()).toEqual([]);
  });

  test('a wrong password is told; the right one opens the products', async () => {
    await page.goto(`${service.origin}/back-office/`);
    await page.getByLabel(t('office.sign_in.name')).fill('wang');
    await page.getByLabel(t('office.sign_in.password')).fill('wrong password');
    await press(t('office.sign_in.submit'));
    await told(t('office.problems.sign-in-refused'));
    // Chromium itself writes each 401 to the console.
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByLabel(t('office.sign_in.password')).fill(PASSWORD);
    await press(t('office.sign_in.submit'));
    await page.waitForSelector('#main-content');
    await page.getByRole('heading', { name: t('resources.products.name'), exact: true }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(chineseNow ? 'zh-CN' : 'en');
  });

  test('a product is made, with its English name filled in from the catalogue', async () => {
    await service.push([{ code: `KNOWN-${mark}`, name_cn: `布洛芬${mark}`, name_en: `Ibuprofen ${mark}` }]);
    await go('products/create');
    await field('products.fields.code').fill(`NEW-${mark}`);
    await field('products.fields.name_cn').fill(`布洛芬${mark}`);
    await press(t('office.product.translate_en'));
    await told(t('office.product.from_catalogue'));
    expect(await field('products.fields.name_en').inputValue()).toBe(`Ibuprofen ${mark}`);
    await field('products.fields.mw').fill('206.28');
    await press(t('ra.action.save'));
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor();
    const { body } = await service.call('GET', `/products/NEW-${mark}`);
    expect(body.data).toMatchObject({ name_en: `Ibuprofen ${mark}`, mw: 206.28, source: 'back-office' });
  });

  test('a number that is taken is told at its field', async () => {
    await go('products/create');
    await field('products.fields.code').fill(`NEW-${mark}`);
    await field('products.fields.name_cn').fill('甲');
    await press(t('ra.action.save'));
    await told(t('office.reasons.taken'));
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('400')]);
  });

  test('the list shows every column and is filtered by source and text', async () => {
    await go('products');
    for (const name of columns)
      await page
        .getByRole('columnheader', { name: t(`resources.products.fields.${name}`) })
        .first()
        .waitFor();
    await page.getByRole('combobox', { name: t('resources.products.fields.source') }).click();
    await page.getByRole('option', { name: t('office.source.synced') }).click();
    await page.getByRole('link', { name: `KNOWN-${mark}` }).waitFor();
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: t('resources.products.fields.source') }).click();
    await page.getByRole('option', { name: t('office.source.back-office') }).click();
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor();
    await page.getByPlaceholder(t('ra.action.search')).fill(`NEW-${mark}`);
    await page.getByRole('link', { name: `KNOWN-${mark}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: `NEW-${mark}` }).count()).toBe(1);
  });

  test('a product is edited, and only what was changed is sent', async () => {
    await go(`products/NEW-${mark}`);
    await field('products.fields.series').fill('止痛');
    // Somebody else changes another field meanwhile.
    await service.call('PUT', `/products/NEW-${mark}`, { key: service.key, json: { formula: 'C13H18O2' } });
    await press(t('ra.action.save'));
    await told(t('ra.notification.updated', { smart_count: 1 }));
    const { body } = await service.call('GET', `/products/NEW-${mark}`);
    expect(body.data).toMatchObject({ series: '止痛', formula: 'C13H18O2' });
  });

  test('products are selected, tagged, and deleted', async () => {
    await service.push([1, 2].map((n) => ({ code: `BULK-${mark}-${n}`, name_cn: '批量' })));
    await go(`products?filter=${encodeURIComponent(JSON.stringify({ q: `BULK-${mark}` }))}`);
    const select = (code: string) =>
      page.getByRole('checkbox', { name: `${t('ra.action.select_row')}: ${code}` });
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor({ state: 'detached' });
    for (const n of [1, 2]) await select(`BULK-${mark}-${n}`).check();
    await press(t('office.product.tag'));
    await page.getByRole('dialog').getByRole('textbox').fill('HPLC；EP');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('office.product.tag'), exact: true })
      .click();
    await told(t('office.product.tagged', { smart_count: 2 }));
    const tagged = await service.call('GET', `/products/BULK-${mark}-2`);
    expect(tagged.body.data.tags).toBe('HPLC;EP');
    for (const n of [1, 2]) await select(`BULK-${mark}-${n}`).check();
    await press(t('ra.action.delete'));
    await press(t('ra.action.confirm'));
    await told(t('ra.notification.deleted', { smart_count: 2 }));
    expect((await service.call('GET', `/products/BULK-${mark}-1`)).status).toBe(404);
  });

  test('<script> in the fields of a product is text in list and editor', async () => {
    const script = `<script>document.title='run'</script><img src=x onerror="document.title='run'">`;
    await service.push([
      {
        code: `X-${mark}`,
        name_cn: script,
        name_en: script,
        series: '<b>s</b>',
        tags: '<i>t</i>',
        cas: '<u>c</u>',
      },
    ]);
    await go(`products?filter=${encodeURIComponent(JSON.stringify({ q: `X-${mark}` }))}`);
    await page.getByText(script).first().waitFor();
    await page.getByText('<b>s</b>').waitFor();
    await go(`products/X-${mark}`);
    await page.waitForSelector('input[name=name_cn]');
    expect(await page.inputValue('input[name=name_cn]')).toBe(script);
    await go('tags');
    await page.getByText('<i>t</i>').waitFor();
    expect(await page.title()).not.toBe('run');
  });

  test('a category is added and deleted', async () => {
    await go('categories');
    await page.getByLabel(t('office.category.new')).fill(`类别${mark}`);
    await press(t('office.add'));
    await told(t('office.added', { added: 1, skipped: 0 }));
    const row = page.getByRole('row', { name: `类别${mark}` });
    await row.getByRole('button').click();
    await press(t('ra.action.confirm'));
    await row.waitFor({ state: 'detached' });
    const listed = async (): Promise<string[]> => (await service.call('GET', '/categories')).body.data;
    while ((await listed()).includes(`类别${mark}`)) await page.waitForTimeout(50);
    expect(await row.count()).toBe(0);
  });

  test('a tag is added, and leads to its products', async () => {
    await service.push([{ code: `TAG-${mark}`, name_cn: '甲', tags: `标签${mark}` }]);
    await go('tags');
    await page.getByLabel(t('office.tag.new')).fill(`另一个${mark}`);
    await press(t('office.add'));
    await told(t('office.added', { added: 1, skipped: 0 }));
    await page.getByRole('link', { name: `标签${mark}` }).click();
    await page.getByRole('link', { name: `TAG-${mark}` }).waitFor();
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: `TAG-${mark}` }).count()).toBe(1);
  });

  test('images are uploaded into a group, shown, and their address is copied', async () => {
    const png = await drawn(40, 30);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go('media');
    await page.getByLabel(t('office.media.group')).fill(`组${mark}`);
    await page.getByLabel(t('office.media.drop')).setInputFiles([
      { name: `结构${mark}.png`, mimeType: 'image/png', buffer: png },
      { name: `坏的${mark}.png`, mimeType: 'image/png', buffer: Buffer.from('no image') },
    ]);
    await told(t('office.reasons.not_an_image'));
    await page
      .getByRole('img', { name: t('office.product.image_of', { name: `结构${mark}.png` }) })
      .waitFor();
    await press(t('office.media.copy_of', { name: `结构${mark}.png` }));
    await told(t('office.copied'));
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    const image = await service.call('GET', `/${address}`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect((await service.call('GET', '/media')).body.data[0]).toMatchObject({
      url: address,
      group: `组${mark}`,
    });
    // The refused one: Chromium writes the 415 to the console.
    expect(watched.errors.splice(0)).toEqual([expect.stringContaining('415')]);
  });

  test('an image that no product shows is deleted; one that is shown stays, and leads to its product', async () => {
    await go('media');
    const label = t('office.media.delete_of', { name: `结构${mark}.png` });
    const [image] = (await service.call('GET', '/media')).body.data;
    await service.push([{ code: `IMG-${mark}`, name_cn: '甲', structure_url: image.url }]);
    await press(label);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: `IMG-${mark}` }).waitFor();
    expect(await watched.violations()).toEqual([]);
    const remove = dialog.getByRole('button', { name: t('ra.action.delete') });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: t('ra.action.cancel') }).click();
    await service.call('DELETE', `/products/IMG-${mark}`, { key: service.key });
    await press(label);
    await remove.click();
    await told(t('office.media.deleted'));
    await page.getByRole('button', { name: label }).waitFor({ state: 'detached' });
    expect((await service.call('GET', `/${image.url}`)).status).toBe(404);
  });

  test('a structure is uploaded where its product is edited', async () => {
    const png = await drawn(44, 33);
    await go(`products/NEW-${mark}`);
    await page
      .getByLabel(t('office.product.drop_structure'))
      .setInputFiles({ name: 'neu.png', mimeType: 'image/png', buffer: png });
    await page.locator('main img').first().waitFor();
    await press(t('ra.action.save'));
    await told(t('ra.notification.updated', { smart_count: 1 }));
    const { structure_url } = (await service.call('GET', `/products/NEW-${mark}`)).body.data;
    expect(structure_url).toMatch(/^\/media\/\d+$/);
    expect((await service.call('GET', `/${structure_url}`)).status).toBe(200);
  });

  test('a key is issued, shown once, seen in the sync log, and revoked', async () => {
    await go('keys');
    await press(t('office.key.issue'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('resources.keys.fields.name')).fill(`密钥${mark}`);
    await dialog.getByRole('button', { name: t('office.key.issue') }).click();
    const key = (await page.getByTestId('issued-key').textContent())!;
    expect(key).toMatch(/^pds_\w{43}$/);
    await press(t('office.key.done'));
    await page.getByText(key).waitFor({ state: 'detached' });
    await service.call('POST', '/sync/push', { key, json: [{ code: `LOG-${mark}`, name_cn: '甲' }] });

    await go('sync-log');
    const call = page.getByRole('row', { name: `密钥${mark}` });
    await call.getByText(`${t('office.counts.created')} 1`).waitFor();
    expect(await watched.violations()).toEqual([]);
    await call.click();
    await page.getByRole('heading', { name: /\d/ }).waitFor();
    await page.getByText('/api/v1/sync/push').waitFor();

    await go('keys');
    await press(t('office.key.revoke_of', { name: `密钥${mark}` }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('office.key.revoke'), exact: true })
      .click();
    await page
      .getByRole('row', { name: `密钥${mark}` })
      .getByText(t('office.key.state.revoked'))
      .waitFor();
  });

  test('an inquiry is read, noted on and marked as answered', async () => {
    await service.call('POST', '/rfq', {
      json: { product_name: `询价${mark}`, name: '王芳', phone: '021', message: '请报价' },
    });
    await go('inquiries');
    await page.getByText(`询价${mark}`).click();
    await page.getByText('请报价').waitFor();
    await page.getByRole('combobox', { name: t('resources.inquiries.fields.status') }).click();
    await page.getByRole('option', { name: t('office.inquiry.status.answered') }).click();
    await field('inquiries.fields.note').fill(`备注${mark}`);
    await press(t('ra.action.save'));
    await page.getByText(`备注${mark}`).waitFor();
    const row = await service.db.one(
      'SELECT status, note, answered_by FROM inquiries WHERE product_name = $1',
      [`询价${mark}`],
    );
    expect(row).toEqual({ status: 'answered', note: `备注${mark}`, answered_by: 'wang' });
  });

  test('the index is rebuilt and verified, and the page tells how it goes', async () => {
    await service.db.none('DELETE FROM index_checks'); // of the other language's run
    await go('index');
    await press(t('office.index.rebuild'));
    await press(t('ra.action.confirm'));
    await page
      .getByRole('row', { name: 'asked for by wang' })
      .first()
      .getByText(t('office.index.steps.done'))
      .waitFor({ timeout: 60_000 });
    await told(t('office.index.complete'));
    await press(t('office.index.check'));
    const verdict = t('office.index.check_ok', { at: '@', checked: '#' }).split(/[@#]/);
    await page
      .getByRole('alert')
      .filter({ hasText: verdict.reduce((longest, part) => (part.length > longest.length ? part : longest)) })
      .waitFor({ timeout: 30_000 });
    const check = await service.db.one('SELECT outcome FROM index_checks ORDER BY id DESC LIMIT 1');
    expect(check.outcome).toMatchObject({ ok: true, missing: 0, stale: 0, extra: 0 });
  });

  test('a file is previewed with its faults, then imported', async () => {
    await go('import');
    const csv = `货号,名称,花色\nIMP-${mark},导入的,红\nBAD-${mark},,\n`;
    await page.getByLabel(t('office.import.choose')).setInputFiles({
      name: '产品.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await told(t('office.import.would', { created: 1, updated: 0, invalid: 1 }));
    await told(t('office.import.ignored', { names: '花色' }));
    await page
      .getByRole('row', { name: `BAD-${mark}` })
      .first()
      .getByText(t('office.reasons.required'))
      .waitFor();
    expect((await service.call('GET', `/products/IMP-${mark}`)).status).toBe(404);
    await press(t('office.import.start'));
    await told(t('office.import.did', { created: 1, updated: 0, invalid: 1 }));
    expect((await service.call('GET', `/products/IMP-${mark}`)).body.data.name_cn).toBe('导入的');
  });

  test('the staff log says who did what, to which product', async () => {
    await go('actions');
    const row = page
      .getByRole('row')
      .filter({ hasText: t('office.actions.products_deleted') })
      .filter({ hasText: `BULK-${mark}-2` })
      .first();
    await row.getByText('wang').waitFor();
    await row.getByText(t('office.actions.succeeded')).waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: t('office.actions.product_made') })
      .getByRole('link', { name: `NEW-${mark}` })
      .first()
      .click();
    expect(page.url()).toContain('#/products');
  });

  test('the language is switched, and stays so', async () => {
    const other = wordsOf(chineseNow ? 'en-GB' : 'zh-CN');
    await go('products');
    await press(chineseNow ? 'English' : '中文');
    await page.getByRole('heading', { name: other('resources.products.name') }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: other('resources.products.name') }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(chineseNow ? 'en' : 'zh-CN');
    await press(chineseNow ? '中文' : 'English');
  });

  test('signing out ends the session and shows the sign-in page', async () => {
    await press(t('ra.auth.logout'));
    await page.getByLabel(t('office.sign_in.password')).waitFor();
    await page.goto(`${service.origin}/back-office/#/products`);
    await page.getByLabel(t('office.sign_in.password')).waitFor();
    expect(await page.locator('#main-content').count()).toBe(0);
  });
});
