import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { weeksAgo } from '../../src/search/demand/weeks.js';
import { until } from '../support/until.js';
import { openReceiver, verified } from '../exchange/webhooks/receiver.js';
import { desksOfFile } from './desk.js';
import type { Desk } from './desk.js';
import { PASSWORD, signIn } from './office.js';
import { wordsOf, workedIn } from './words.js';
import { closing } from '../support/with-own.js';

const { desks, service } = desksOfFile({ WEBHOOK_ALLOW: '127.0.0.1' });

describe('names', () => {
  test.each(workedIn('en-GB'))('in %s names are added, filtered, imported and deleted', async (language) => {
    const t = wordsOf(language);
    const desk: Desk = await desks.signedIn(language);
    const page: Page = desk.page;
    await service.db.none('TRUNCATE aliases');
    await desk.go('aliases');
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: t('add') }) });
    await form.getByLabel(t('resources.aliases.fields.text')).fill('Tylenol');
    await form.getByLabel(t('resources.aliases.fields.cas')).fill('103-90-2');
    await form.getByLabel(t('resources.aliases.fields.lang')).fill('en');
    await desk.press(t('add'));
    await page.getByRole('cell', { name: 'Tylenol', exact: true }).waitFor();

    const table = 'cas\ttext\tkind\n103-90-2\t必理通\tbrand\n103-90-2\tX\tnickname\n';
    const file = { name: 'names.tsv', mimeType: 'text/plain', buffer: Buffer.from(table) };
    await page.getByLabel(t('drop_tsv')).setInputFiles(file);
    await desk.told(t('reasons.unknown_kind'));
    await page.getByRole('cell', { name: '必理通', exact: true }).waitFor();
    expect(await desk.violations()).toEqual([]);

    await desk.go(`aliases?filter=${encodeURIComponent('{"q":"tyle"}')}`);
    await page.getByRole('cell', { name: '必理通', exact: true }).waitFor({ state: 'detached' });
    await desk.press(t('alias.delete_of', { text: 'Tylenol' }));
    await desk.confirm(t('ra.action.delete'));
    await page.getByRole('cell', { name: 'Tylenol', exact: true }).waitFor({ state: 'detached' });
    // The dialog hides the cells from their roles before the name is gone.
    const left = (): Promise<string[]> =>
      service.db.map('SELECT text FROM aliases', [], ({ text }: { text: string }) => text);
    await until(async () => (await left()).length === 1);
    expect(await left()).toEqual(['必理通']);

    await desk.go(`terms?filter=${encodeURIComponent('{"q":"标准品"}')}`);
    const name = page.getByLabel(t('term.name_of', { value: '标准品' }));
    expect(await name.inputValue()).toBe('Reference standards');
    await name.fill('Standards');
    await name.press('Enter');
    await desk.told(t('term.saved', { value: '标准品' }));
    expect(await desk.violations()).toEqual([]);
    const { name_en: stored } = await service.db.one(`SELECT name_en FROM terms WHERE value = '标准品'`);
    expect(stored).toBe('Standards');
    await service.db.none(`UPDATE terms SET name_en = 'Reference standards' WHERE value = '标准品'`);
    expect(desk.errors.splice(0)).toEqual([]);
  });
});

describe('quality', () => {
  test.each(workedIn('en-GB'))(
    'in %s a check leads to its products; one that is corrected leaves the list and the count',
    async (language) => {
      const t = wordsOf(language);
      const { data } = (await service.call('GET', '/quality', { key: service.key })).body;
      const { title } = data.find(({ check }: { check: string }) => check === 'other_weight');
      const name = language === 'en-GB' ? title.en : title.cn;
      await service.push([
        { code: 'W-1', name_cn: '甲', formula: 'C9H8O4', mw: 18.016 },
        { code: 'W-2', name_cn: '乙', formula: 'H2O', mw: 180.16 },
        { code: 'RIGHT', name_cn: '水', formula: 'H2O', mw: 18.015 },
      ]);
      const desk = await desks.signedIn(language);
      const { page } = desk;
      await desk.go('quality');
      await page.getByRole('row', { name }).getByText('2', { exact: true }).waitFor();
      expect(await desk.violations()).toEqual([]);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('link', { name: 'W-2' }).waitFor();
      expect(await page.getByRole('link', { name: 'RIGHT' }).count()).toBe(0);
      await page
        .getByRole('combobox', { name: t('resources.products.fields.quality') })
        .getByText(name)
        .waitFor();
      expect(await desk.violations()).toEqual([]);

      await page.getByRole('link', { name: 'W-1' }).click();
      // The form says what the check has found, and what else; it is gone once it is corrected.
      const doubt = page.getByRole('listitem').filter({ hasText: t('warnings.other_weight') });
      await doubt.filter({ hasText: '18.016' }).waitFor();
      const none = data.find(({ check }: { check: string }) => check === 'name_en_missing').title;
      await page
        .getByRole('listitem')
        .filter({ hasText: language === 'en-GB' ? none.en : none.cn })
        .waitFor();
      expect(await desk.violations()).toEqual([]);
      await desk.field('products.fields.mw').fill('180.16');
      await doubt.waitFor({ state: 'detached' });
      await desk.press(t('ra.action.save'));
      await page.getByRole('link', { name: 'W-2' }).waitFor();
      await page.getByRole('link', { name: 'W-1' }).waitFor({ state: 'detached' });
      await desk.go('quality');
      await page.getByRole('row', { name }).getByText('1', { exact: true }).waitFor();
      expect(desk.errors).toEqual([]);
    },
  );

  test('what a name means is drawn beside the structure that it contradicts', async () => {
    const t = wordsOf('en-GB');
    await service.push([{ code: 'N-1', name_cn: '戊', name_en: 'benzene', smiles: 'Cc1ccccc1' }]);
    await service.call('GET', '/quality', { key: service.key });
    // As OPSIN reads it, which may not be here.
    await service.db.none(
      `UPDATE read_names SET is_read = true, meanings = '{"name_structure": {"benzene": "C1=CC=CC=C1"}}'`,
    );
    await service.db.none(
      `INSERT INTO findings SELECT id, 'name_structure', updated_at FROM products WHERE code = 'N-1' ON CONFLICT DO NOTHING`,
    );
    const desk = await desks.signedIn('en-GB');
    await desk.go(`products?filter=${encodeURIComponent('{"quality":"name_structure"}')}`);
    for (const drawn of ['N-1', 'benzene']) {
      const image = desk.page.getByRole('img', { name: t('product.image_of', { name: drawn }) });
      await until(() =>
        image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth > 0),
      );
    }
    expect(await desk.violations()).toEqual([]);
    expect(desk.errors).toEqual([]);
  });
});

test('what products lack for an export profile is counted, listed, and warned of before a delivery', async () => {
  const t = wordsOf('en-GB');
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  const office = await signIn(service, 'wang');
  await service.db.none('TRUNCATE products');
  await service.push([
    { code: 'G-1', name_cn: '甲', cas: '50-78-2', formula: 'C9H8O4' },
    { code: 'G-2', name_cn: '乙', cas: '50-78-2' },
    { code: 'G-3', name_cn: '丙', status: 'off' },
  ]);
  const columns = [{ field: 'code' }, { field: 'cas' }, { field: 'formula' }];
  const definition = { title: 'Ready', format: 'csv', columns };
  expect((await office.api('PUT', '/export/profiles/ready', definition)).status).toBe(201);
  const gaps = { profile: 'ready', title: 'Ready', fields: ['cas', 'formula'], products: 2, lacking: 1 };
  const { body } = await service.call('GET', '/quality?profiles=true', { key: service.key });
  expect(body.profiles).toContainEqual(gaps);
  const read = (path: string, more = {}) => service.call('GET', path, more);
  const { key } = service;
  expect((await read('/quality?profile=ready', { key })).body.profiles).toEqual([gaps]);
  expect((await read('/products?lacking=ready', { key })).body.data).toMatchObject([{ code: 'G-2' }]);
  const [own, none] = [await read('/products?lacking=ready'), await read('/products?lacking=no')];
  expect([own!.status, own!.body.detail]).toEqual([401, none!.body.detail]);
  expect((await read('/products?lacking=no', { key })).body.errors[0].message).toBe('there is no profile no');
  await desk.go('quality');
  expect(await desk.violations()).toEqual([]);
  await page.getByRole('link', { name: t('quality.lacking_of', { profile: 'ready', count: 1 }) }).click();
  await page.getByRole('link', { name: 'G-2' }).waitFor();
  expect(await page.getByRole('link', { name: /^G-[13]/ }).count()).toBe(0);
  await desk.go('profiles/ready');
  const fields = ['cas', 'formula'].map((name) => t(`resources.products.fields.${name}`)).join(' · ');
  await desk.told(t('profile.gaps', { ...gaps, fields }));
});

describe('demand', () => {
  beforeEach(async () => {
    await service.db.none('DELETE FROM demand; DELETE FROM demand_ignored; DELETE FROM aliases');
    await service.db.none(
      `INSERT INTO demand (text, week, sureness, count)
       VALUES ('krypton acid', $1, 'none', 9), ('krypton acid', $2, 'none', 3), ('氪酸', $2, 'similar', 5), ('=1+1', $2, 'none', 1)`,
      [weeksAgo(3), weeksAgo(1)],
    );
  });

  test.each(workedIn('zh-CN'))(
    'in %s what was asked for becomes a product or an alias, or is ignored',
    async (language) => {
      const t = wordsOf(language);
      const of = (name: string, text: string) => t('demand.of', { what: t(`demand.${name}`), text });
      await service.push([{ code: 'K-1', name_cn: '甲' }]);
      const desk = await desks.signedIn(language);
      const { page } = desk;
      await desk.go('demand');
      const row = page.getByRole('row', { name: 'krypton acid' });
      await row.getByText('12', { exact: true }).waitFor();
      expect(await desk.violations()).toEqual([]);

      await page.getByRole('button', { name: of('ignore', '=1+1') }).click();
      await page.getByRole('row', { name: '=1+1' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: of('make_alias', '氪酸') }).click();
      const make = async (target: string): Promise<void> => {
        await page.getByLabel(t('demand.target')).fill(target);
        await desk.confirm(t('demand.make_alias'));
        // While it is open, no row can be seen by its role.
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await make('K-9'); // which no product has: it is still asked for
      await desk.told(t('alias.of_none', { text: '氪酸', target: 'K-9' }));
      await page.getByRole('button', { name: of('make_alias', '氪酸') }).click();
      await make('K-1');
      await page.getByRole('row', { name: '氪酸' }).waitFor({ state: 'detached' });
      expect((await service.call('GET', '/aliases?code=K-1')).body.data).toMatchObject([{ text: '氪酸' }]);

      await page.getByRole('link', { name: of('make_product', 'krypton acid') }).click();
      await desk.field('products.fields.code').waitFor();
      expect(await desk.field('products.fields.name_en').inputValue()).toBe('krypton acid');
      await page.setViewportSize({ width: 390, height: 800 });
      await desk.load('demand');
      const card = page.getByRole('row').filter({ hasText: 'krypton acid' });
      await card.getByText(new RegExp(`${t('resources.demand.fields.count')}.*12`)).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await page.setViewportSize({ width: 1280, height: 900 });
      expect(desk.errors).toEqual([]);
    },
  );

  test('pages and CSV, for staff alone', async () => {
    const office = await signIn(service, 'wang');
    const texts: string[] = [];
    for (const page of [1, 2]) {
      const { body } = await office.call('GET', `/demand?page_size=2&page=${page}`);
      texts.push(...body.data.map(({ text }: { text: string }) => text));
      expect(body.more).toBe(page === 1);
    }
    expect(texts).toEqual(['krypton acid', '氪酸', '=1+1']);
    const narrowed = async (query: string): Promise<string[]> =>
      (await office.call('GET', `/demand?${query}`)).body.data.map(({ text }: { text: string }) => text);
    expect(await narrowed('language=cn')).toEqual(['氪酸']);
    expect(await narrowed('sureness=similar')).toEqual(['氪酸']);
    expect(await narrowed('q=KRYPTON&weeks=2')).toEqual(['krypton acid']);
    for (const query of ['page=x', 'weeks=0', 'weeks=54', 'language=fr', 'page_size=201'])
      expect([query, (await office.call('GET', `/demand?${query}`)).status]).toEqual([query, 400]);

    const { headers, text } = await office.call('GET', '/demand/export?weeks=3');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      `text,language,sureness,count,last_week,inquiries,${weeksAgo(3)},${weeksAgo(2)},${weeksAgo(1)}`,
      `krypton acid,en,none,12,${weeksAgo(1)},0,9,0,3`,
      `氪酸,cn,similar,5,${weeksAgo(1)},0,0,0,5`,
      `'=1+1,en,none,1,${weeksAgo(1)},0,0,0,1`, // no formula for a spreadsheet
    ]);
    expect((await service.call('GET', '//back-office/api/demand')).status).not.toBe(200);
  });
});

describe('export profiles', () => {
  beforeAll(async () => {
    await service.push([
      { code: 'P-1', name_cn: '阿司匹林', series: 'P', status: 'in_stock' },
      { code: 'P-2', name_cn: '布洛芬', series: 'P' },
    ]);
  });

  test.each(workedIn('zh-CN'))(
    'in %s a profile is copied, mended, downloaded, delivered and deleted',
    async (language) => {
      const t = wordsOf(language);
      const desk: Desk = await desks.signedIn(language);
      const page: Page = desk.page;
      const name = `staff-${language.slice(0, 2)}`;
      await desk.go('profiles');
      await page.getByRole('link', { name: 'chemicalbook' }).click();
      await page.getByLabel(t('profile.as_json')).check();
      const text = page.getByRole('textbox', { name: t('profile.json') });
      const definition = JSON.parse(await text.inputValue());
      expect(definition.columns[0]).toEqual({ header: '货号', field: 'code' });

      const columns = [
        { header: 'No.', field: 'code' },
        { header: 'S', field: 'status', map: { in_stock: '现货' } },
      ];
      const mine = { ...definition, public: false, filter: { series: 'P' }, columns };
      await page.getByRole('textbox', { name: t('resources.profiles.fields.name') }).fill(name);
      await text.fill(JSON.stringify({ ...mine, columns: [{ field: 'price' }] }));
      await desk.press(t('ra.action.save'));
      await page.getByText(/columns\.0\.field: /).waitFor();
      expect(await desk.violations()).toEqual([]);
      expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);

      await text.fill(JSON.stringify(mine));
      const asked = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.dismiss();
        return dialog.message();
      });
      await page.getByRole('menuitem', { name: t('resources.media.name') }).click();
      expect(await asked).toBe(t('ra.message.unsaved_changes'));
      await desk.press(t('ra.action.save'));
      await desk.told(t('profile.saved', { name }));
      await page.getByRole('heading', { name }).waitFor();
      await until(async () => (await text.inputValue()).includes('\n')); // read anew, with the tag that it has now

      // Somebody else changes it: nothing is replaced, and what is typed stays.
      await service.db.none("UPDATE export_profiles SET updated_at = updated_at - interval '1 hour' WHERE name = $1", [name]); // prettier-ignore
      const known = await text.inputValue();
      await text.fill(JSON.stringify({ ...mine, title: 'mine' }));
      await desk.press(t('ra.action.save'));
      await desk.told(t('problems.changed-meanwhile'));
      expect(await text.inputValue()).toContain('"title":"mine"');
      expect(desk.errors.splice(0)).toEqual([expect.stringContaining('412')]);
      await text.fill(known);

      const downloading = page.waitForEvent('download');
      await desk.press(t('profile.download'));
      const looked = await readFile(await (await downloading).path(), 'utf8');
      expect(looked).toBe('\ufeffNo.,S\r\nP-1,现货\r\nP-2,futures\r\n');
      expect((await service.db.one('SELECT count(*) AS n FROM export_deliveries WHERE profile = $1', [name])).n).toBe(0); // prettier-ignore

      await page.getByLabel(t('resources.profiles.fields.recipient')).fill('partner');
      const delivering = page.waitForEvent('download');
      await desk.press(t('profile.deliver'));
      expect(await readFile(await (await delivering).path(), 'utf8')).toBe(looked);
      await page.getByRole('cell', { name: 'partner', exact: true }).waitFor();
      expect(await desk.violations()).toEqual([]);
      // All of it is in sight, the checksum too.
      const table = page.getByRole('table', { name: t('profile.deliveries') });
      const [whole, place] = await Promise.all([table.boundingBox(), table.locator('..').boundingBox()]);
      expect(whole!.width).toBeLessThanOrEqual(place!.width);

      await desk.go('profiles');
      await desk.press(t('profile.delete_of', { name }));
      await desk.confirm(t('ra.action.delete'));
      await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'chemicalbook' }).waitFor();
      expect(desk.errors).toEqual([]);
    },
  );

  test('a profile is made of columns and filters on a form, and keeps what the form does not show', async () => {
    const t = wordsOf('en-GB');
    const { page, ...desk }: Desk = await desks.signedIn('en-GB');
    const label = (name: string) => page.getByLabel(t(name));
    const choose = async (name: string, at: number, option: string): Promise<void> => {
      await page
        .getByRole('combobox', { name: t(name) })
        .nth(at)
        .click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await desk.go('profiles/create');
    // Kept by the browser as it was chosen last: the tests in this language before this one edit JSON.
    await label('profile.as_json').uncheck();
    await label('resources.profiles.fields.name').fill('formed');
    await label('resources.profiles.fields.title').fill('Formed');
    await choose('resources.profiles.fields.format', 0, 'tsv');
    await desk.press(t('ra.action.add'));
    await choose('profile.column', 2, 'Names and synonyms');
    await label('profile.header').nth(2).fill('All names');
    await label('resources.products.fields.series').fill('P');
    expect(await desk.violations()).toEqual([]);
    await desk.press(t('ra.action.save'));
    await page.getByRole('heading', { name: 'formed' }).waitFor();
    const stored = async (): Promise<object> =>
      (await service.db.one(`SELECT definition FROM export_profiles WHERE name = 'formed'`)).definition;
    const columns = [{ field: 'code' }, { field: 'name_cn' }, { field: 'all_names', header: 'All names' }];
    expect(await stored()).toMatchObject({
      title: 'Formed',
      format: 'tsv',
      columns,
      filter: { series: 'P' },
    });

    await label('profile.as_json').check();
    const text = page.getByRole('textbox', { name: t('profile.json') });
    const map = { in_stock: '' };
    const mapped = [{ field: 'status', map }];
    await text.fill(JSON.stringify({ title: 'Formed', format: 'tsv', columns: mapped }));
    await label('profile.as_json').uncheck();
    await label('resources.profiles.fields.title').fill('Mapped');
    await desk.press(t('ra.action.save'));
    await until(async () => JSON.stringify(await stored()).includes('Mapped'));
    expect(await stored()).toMatchObject({ title: 'Mapped', columns: mapped });

    // What is taken out of the JSON of a stored profile stays out.
    const open = { title: 'Open', format: 'tsv', public: true, filter: { series: 'P' }, columns };
    await service.write('PUT', '/export/profiles/formed', open);
    await desk.go('profiles/formed');
    await label('profile.as_json').check();
    await text.fill(JSON.stringify({ title: 'Open', format: 'tsv', columns: mapped }));
    await label('profile.as_json').uncheck();
    await label('resources.profiles.fields.title').fill('Closed');
    await desk.press(t('ra.action.save'));
    await until(async () => JSON.stringify(await stored()).includes('Closed'));
    expect(JSON.stringify(await stored())).not.toMatch(/"public":true|"series"|"header"/);
    expect(desk.errors).toEqual([]);
  });
});

describe('webhooks', () => {
  test.each(workedIn('zh-CN'))(
    'in %s a webhook is added, its secret shown once; it is tested, switched off and on, and deleted',
    async (language) => {
      const t = wordsOf(language);
      const desk = await desks.signedIn(language);
      const { page, press, told } = desk;
      const receiver = closing(await openReceiver());
      const url = `${receiver.url}/${language}`;
      const hook = page.getByRole('row').filter({ hasText: url });

      await desk.go('webhooks');
      await page.getByRole('heading', { name: t('resources.webhooks.name') }).waitFor();

      await press(t('webhook.make'));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('resources.webhooks.fields.url')).fill('https://10.0.0.1/');
      await dialog.getByRole('button', { name: t('webhook.make') }).click();
      await told(t('reasons.private_address'));
      expect(await desk.violations()).toEqual([]);
      // Chromium itself writes each 400 to the console.
      expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);
      await dialog.getByLabel(t('resources.webhooks.fields.url')).fill(url);
      await dialog.getByLabel(t('webhook.events.delete')).uncheck();
      await dialog.getByRole('button', { name: t('webhook.make') }).dblclick();
      const secret = (await page.getByTestId('secret').textContent())!;
      expect(await desk.violations()).toEqual([]);
      await press(t('secret_copied'));
      await page.getByText(secret).waitFor({ state: 'detached' });
      await hook.getByText(t('webhook.state.active')).waitFor();
      await hook.getByText(t('webhook.events.upsert')).waitFor();
      expect(await hook.count()).toBe(1); // pressed twice
      expect(await hook.getByText(t('webhook.events.delete')).count()).toBe(0);

      await press(t('webhook.test_of', { url }));
      await told(t('webhook.test_ok', { status: 204 }));
      verified(secret, receiver.received.at(-1)!);
      await service.db.none(
        `UPDATE webhooks SET failures = 9, failed_at = now(), last_error = '{"code": "redirected", "what": 302}',
           next_attempt_at = now() + interval '1 hour'`,
      );
      receiver.answer = (res) => void res.writeHead(500).end();
      await press(t('webhook.test_of', { url }));
      const failure = t('failures.webhook.answered', { what: 500 });
      await told(t('webhook.test_failed', { error: failure }));
      await hook.getByText(t('failures.webhook.redirected', { what: 302 })).waitFor();
      await hook.getByText(t('resources.webhooks.fields.next_attempt_at')).waitFor();
      await press(t('webhook.disable_of', { url }));
      await hook.getByText(t('webhook.reason.asked')).waitFor();
      expect(await desk.violations()).toEqual([]);
      await press(t('webhook.enable_of', { url }));
      await hook.getByText(t('webhook.state.active')).waitFor();
      await press(t('webhook.delete_of', { url }));
      await desk.confirm(t('ra.action.delete'));
      await hook.waitFor({ state: 'detached' });
      expect((await service.db.one('SELECT count(*) AS n FROM webhooks')).n).toBe(0);
      expect(desk.errors).toEqual([]);
    },
  );
});

describe('the account and the staff', () => {
  test('an administrator adds an editor, who does not see what is for administrators', async () => {
    const t = wordsOf('zh-CN');
    const admin = await desks.signedIn('zh-CN');
    const { page } = admin;
    await page.setViewportSize({ width: 390, height: 900 });
    await admin.load('staff');
    await admin.press(t('staff.make'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('resources.staff.fields.name')).fill('xiao');
    await dialog.getByRole('button', { name: t('staff.make') }).click();
    const password = (await page.getByTestId('secret').textContent())!;
    expect(await admin.violations()).toEqual([]);
    await admin.press(t('secret_copied'));
    await page.getByText('xiao', { exact: true }).waitFor();
    expect(await admin.violations()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1280, height: 900 });

    const { page: other, errors } = await desks.open('zh-CN');
    await other.goto(`${service.origin}/back-office/`);
    await other.getByLabel(t('sign_in.name')).fill('xiao');
    await other.getByLabel(t('sign_in.password')).fill(password);
    await other.getByRole('button', { name: t('sign_in.submit') }).click();
    await other.getByRole('menuitem', { name: t('resources.sync-log.name') }).waitFor();
    for (const name of ['resources.keys.name', 'resources.webhooks.name', 'resources.staff.name'])
      expect(await other.getByRole('menuitem', { name: t(name) }).count()).toBe(0);
    expect([...admin.errors, ...errors]).toEqual([]);
  });

  // In a window of its own: other sessions end with the password.
  test.each(workedIn('en-GB'))(
    'a password is changed by who knows the present one, in %s',
    async (language) => {
      const t = wordsOf(language);
      const desk = await desks.open(language);
      const { page, press, told } = desk;
      await page.goto(`${service.origin}/back-office/#/account`);
      await desk.signIn();
      const fill = async (current: string, wanted: string, again = wanted): Promise<void> => {
        await page.locator('input[name=current]').fill(current);
        await page.locator('input[name=wanted]').fill(wanted);
        await page.locator('input[name=again]').fill(again);
        await press(t('account.change'));
      };
      await fill(PASSWORD, 'another long password', 'another long pasword');
      await told(t('account.differ'));
      await fill('wrong password', 'another long password');
      await told(t('reasons.wrong_password'));
      expect(await desk.violations()).toEqual([]);
      await fill(PASSWORD, 'short');
      await told(t('reasons.bad_password'));
      expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')]);
      await fill(PASSWORD, 'another long password');
      await told(t('account.changed'));
      await fill('another long password', PASSWORD);
      await until(async () => (await page.inputValue('input[name=current]')) === '');
      expect(desk.errors).toEqual([]);
    },
  );
});
