import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialog, Page } from 'playwright-core';
import sharp from 'sharp';
import { TEXTS } from '../../src/site/storefront/texts.js';
import { EDITABLE_FIELDS } from '../../src/catalogue/products/fields.js';
import { until } from '../support/until.js';
import { desksOfFile } from './desk.js';
import type { Desk } from './desk.js';
import { signIn } from './office.js';
import { wordsOf, workedIn } from './words.js';

const { desks, service } = desksOfFile();

describe.each(workedIn('en-GB'))('in %s', (language) => {
  const t = wordsOf(language);
  const structureTexts = TEXTS[language === 'zh-CN' ? 'zh' : 'en'].structures;
  /** Tells the two runs apart in one catalogue. */
  const mark = language === 'zh-CN' ? 'ZH' : 'EN';
  const columns = ['code', 'name', 'cas', 'category', 'series', 'status', 'source'];
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    await service.push([
      {
        code: `KNOWN-${mark}`,
        name_cn: `布洛芬${mark}`,
        name_en: `Ibuprofen ${mark}`,
        series: `系列${mark}`,
      },
    ]);
    const office = await signIn(service, 'wang');
    for (const [kind, value] of [
      ['category', '杂质对照品'],
      ['series', `系列${mark}`],
    ])
      await office.call('PUT', '/terms', { kind, value, name_en: `English ${kind}` });
    for (const code of [`MADE-${mark}`, `OTHER-${mark}`])
      expect((await office.call('POST', '/products', { code, name_cn: '甲' })).status).toBe(201);
    desk = await desks.open(language);
    ({ page } = desk);
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
  });
  afterEach(async () => {
    expect(desk.errors.splice(0)).toEqual([]);
    if (process.env['FULL'] ?? process.env['LONG_FORM']) expect(await desk.violations()).toEqual([]);
  });

  test('a product is made, with its English name filled in from the catalogue', async () => {
    await desk.go('products/create');
    for (const { name } of EDITABLE_FIELDS) await desk.field(`products.fields.${name}`).waitFor();
    await desk.field('products.fields.code').fill(`NEW-${mark}`);
    await desk.field('products.fields.name_cn').fill(`布洛芬${mark}`);
    await desk.press(t('product.translate_en'));
    await desk.told(t('product.from_catalogue'));
    expect(await desk.field('products.fields.name_en').inputValue()).toBe(`Ibuprofen ${mark}`);
    await desk.field('products.fields.mw').pressSequentially('206,28');
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.validation.number'));
    await desk.field('products.fields.mw').fill('206.28');
    await desk.press(t('ra.action.save'));
    await page.getByRole('link', { name: `NEW-${mark}` }).waitFor();
    const { body } = await service.call('GET', `/products/NEW-${mark}`);
    expect(body.data).toMatchObject({ name_en: `Ibuprofen ${mark}`, mw: 206.28, source: 'back-office' });
  });

  test('what is typed into the form of a product stays, however late the service answers', async () => {
    const asked = `**/back-office/api/products/OTHER-${mark}`;
    await page.route(asked, async (route) => {
      await sleep(1_500);
      await route.continue();
    });
    await desk.go('products');
    await page.getByRole('link', { name: `OTHER-${mark}` }).click();
    const answered = page.waitForResponse(asked);
    await desk.field('products.fields.name_cn').fill('乙');
    await answered;
    await page.unroute(asked);
    await desk.press(t('ra.action.save'));
    await page.getByRole('link', { name: `OTHER-${mark}` }).waitFor();
    expect((await service.call('GET', `/products/OTHER-${mark}`)).body.data.name_cn).toBe('乙');
  });

  test('a number that is taken is told at its field', async () => {
    await desk.go('products/create');
    await desk.field('products.fields.code').fill(`MADE-${mark}`);
    await desk.field('products.fields.name_cn').fill('甲');
    await desk.press(t('ra.action.save'));
    await desk.told(t('reasons.taken'));
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    expect((await service.call('GET', `/products/MADE-${mark}`)).body.data).toMatchObject({
      name_cn: '甲',
      source: 'back-office',
    });
  });

  test('the list shows every column and is filtered by source and text', async () => {
    await desk.load('products');
    for (const name of columns)
      await page
        .getByRole('columnheader', { name: t(`resources.products.fields.${name}`) })
        .first()
        .waitFor();
    await page.getByRole('combobox', { name: t('resources.products.fields.source') }).click();
    await page.getByRole('option', { name: t('source.synced') }).click();
    await page.getByRole('link', { name: `KNOWN-${mark}` }).waitFor();
    await page.getByRole('link', { name: `MADE-${mark}` }).waitFor({ state: 'detached' });
    // English pages show what staff call a category and a series in English, too.
    const known = page.getByRole('row').filter({ hasText: `KNOWN-${mark}` });
    for (const [value, name] of [
      ['杂质对照品', 'English category'],
      [`系列${mark}`, 'English series'],
    ])
      await known
        .getByRole('cell', { name: language === 'zh-CN' ? value : `${value} ${name}`, exact: true })
        .waitFor();
    await page.getByRole('combobox', { name: t('resources.products.fields.source') }).click();
    await page.getByRole('option', { name: t('source.back-office') }).click();
    await page.getByRole('link', { name: `MADE-${mark}` }).waitFor();
    await page.getByRole('link', { name: `OTHER-${mark}` }).waitFor();
    await page.getByPlaceholder(t('ra.action.search')).fill(`MADE-${mark}`);
    await page.getByRole('link', { name: `OTHER-${mark}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: `MADE-${mark}` }).count()).toBe(1);
    // Each filter that is on is said in words, and taken off where it is said.
    const on = (name: string, value: string) =>
      page.getByRole('button', {
        name: new RegExp(`^${t(`resources.products.fields.${name}`)}.*${value}$`),
      });
    await on('source', t('source.back-office')).waitFor();
    await on('q', `MADE-${mark}`).click();
    await page.getByRole('link', { name: `OTHER-${mark}` }).waitFor();
    expect(await on('q', '').count()).toBe(0);
    expect(await page.getByPlaceholder(t('ra.action.search')).inputValue()).toBe('');
    await page.getByPlaceholder(t('ra.action.search')).fill(`MADE-${mark}`);
    await page.getByRole('link', { name: `OTHER-${mark}` }).waitFor({ state: 'detached' });
    // What is listed is what the files hold.
    await page.getByText(t('product.count', { count: 1, smart_count: 1 }), { exact: true }).waitFor();
    await desk.press(t('ra.action.export'));
    await page.getByRole('menuitem', { name: t('product.export_xlsx') }).waitFor();
    const link = page.getByRole('menuitem', { name: t('product.export_csv') });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toMatch(/^products-[\d-]+\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.slice(1)).toEqual([expect.stringContaining(`MADE-${mark}`)]);
    // The way back is one step, and leads to what was listed.
    await page.getByRole('link', { name: `MADE-${mark}` }).click();
    await desk.field('products.fields.name_cn').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: `MADE-${mark}` }).waitFor();
  });

  test('a list that cannot be read says so, and is read again', async () => {
    const asked = '**/back-office/api/products?*';
    const problem = { type: 'x#unavailable', status: 503, detail: '' };
    await page.route(asked, (route) => route.fulfill({ status: 503, json: problem }));
    await desk.load('products');
    const failure = page.getByRole('alert').filter({ hasText: t('problems.unavailable') });
    const again = page.getByRole('button', { name: t('try_again') });
    await again.waitFor();
    expect(await failure.count()).toBeGreaterThan(0);
    expect(await page.getByText(/1-25/).count()).toBe(0);
    expect(desk.errors.splice(0)).not.toEqual([]);
    expect(await desk.violations()).toEqual([]);
    await page.unroute(asked);
    await again.click();
    await page.getByRole('link', { name: `MADE-${mark}` }).waitFor();
  });

  test('a product that cannot be read says so, and is read again; one that is deleted leaves with what was typed', async () => {
    await service.push([{ code: `GONE-${mark}`, name_cn: '甲' }]);
    const asked = `**/back-office/api/products/GONE-${mark}`;
    await page.route(asked, (route) => route.abort('internetdisconnected'));
    await desk.load(`products/GONE-${mark}`);
    const again = page.getByRole('button', { name: t('try_again') });
    await again.waitFor();
    await desk.told(t('problems.away'));
    expect(desk.errors.splice(0)).not.toEqual([]);
    await page.unroute(asked);
    await again.click();
    await desk.field('products.fields.name_en').fill('typed');
    const questions: string[] = [];
    const note = (dialog: Dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    };
    page.on('dialog', note);
    await desk.press(t('ra.action.delete'));
    await desk.press(t('ra.action.confirm'));
    await page.getByRole('link', { name: `MADE-${mark}` }).waitFor();
    page.off('dialog', note);
    expect(questions).toEqual([]);
  });

  test('a product is edited, and only what was changed is sent', async () => {
    await desk.go(`products/MADE-${mark}`);
    await service.push([{ code: `S-${mark}`, name_cn: '乙', series: `止痛药${mark}`, tags: `标记${mark}` }]);
    const tags = desk.field('products.fields.tags');
    await tags.fill(`标记${mark}`);
    await page.getByRole('option', { name: `标记${mark}` }).click();
    await tags.fill('HPLC；LC');
    await tags.press('Enter');
    for (const tag of [`标记${mark}`, 'HPLC', 'LC'])
      await page.locator('.MuiChip-root', { hasText: tag }).first().waitFor();
    expect(await desk.violations()).toEqual([]);
    for (let i = 0; i < 3; i++) await tags.press('Backspace');
    await desk.field('products.fields.series').fill('止痛');
    await page.locator(`datalist option[value="止痛药${mark}"]`).waitFor({ state: 'attached' });
    // Leaving by the menu, or by another address, asks first, and stays at the form's.
    const address = page.url();
    for (const leave of [
      () => page.getByRole('menuitem', { name: t('resources.media.name') }).click(),
      () => page.evaluate(`location.hash = '/media'`),
    ]) {
      const asked = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.dismiss();
        return dialog.message();
      });
      await leave();
      expect(await asked).toBe(t('ra.message.unsaved_changes'));
      expect(await desk.field('products.fields.series').inputValue()).toBe('止痛');
      await page.waitForURL(address);
    }
    const site = page.getByRole('link', { name: t('product.view') });
    expect(await site.getAttribute('href')).toBe(`/products/MADE-${mark}`);
    // Somebody else changes another field meanwhile, and then the same one.
    const elsewhere = (json: object) =>
      service.call('PUT', `/products/MADE-${mark}`, { key: service.key, json });
    await elsewhere({ formula: 'C13H18O2', series: '退热' });
    await desk.press(t('ra.action.save'));
    const both = page.getByRole('alert').getByRole('row', { name: '止痛' });
    await both.getByText('退热').waitFor();
    await expectToFitAPhone();
    await page
      .getByRole('alert')
      .getByText(t('history.by.key', { name: 'test' }))
      .waitFor();
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('412')]);
    expect(await desk.violations()).toEqual([]);
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    const { body } = await service.call('GET', `/products/MADE-${mark}`);
    expect(body.data).toMatchObject({ series: '止痛', formula: 'C13H18O2' });
  });

  test('products are selected and deleted', async () => {
    await service.push([1, 2].map((n) => ({ code: `BULK-${mark}-${n}`, name_cn: '批量' })));
    await desk.go(`products?filter=${encodeURIComponent(JSON.stringify({ q: `BULK-${mark}` }))}`);
    const select = (code: string) =>
      page.getByRole('checkbox', { name: `${t('ra.action.select_row')}: ${code}` });
    await select(`BULK-${mark}-1`).waitFor();
    const clear = page.getByRole('button', { name: t('ra.action.unselect') });
    expect(await clear.count()).toBe(0); // its bar is in no order of keys before
    for (const n of [1, 2]) await select(`BULK-${mark}-${n}`).check();
    const category = page.getByRole('combobox', { name: t('resources.products.fields.category') });
    const [bar, filter] = await Promise.all([clear.boundingBox(), category.boundingBox()]);
    expect(bar!.y).toBeGreaterThanOrEqual(filter!.y + filter!.height);
    await desk.press(t('ra.action.delete'));
    await desk.press(t('ra.action.confirm'));
    await desk.told(t('ra.notification.deleted', { smart_count: 2 }));
    expect((await service.call('GET', `/products/BULK-${mark}-1`)).status).toBe(404);
  });

  test('on its page a field of a product is brought back; a deleted product from the list of those', async () => {
    const code = `BACK-${mark}`;
    await service.push([{ code, name_cn: '甲', series: '止痛' }]);
    await service.call('PUT', `/products/${code}`, { key: service.key, json: { series: '退热' } });
    await desk.go(`products/${code}`);
    const history = page.getByRole('region', { name: t('history.title') });
    await history
      .getByText(t('history.by.key', { name: 'test' }))
      .first()
      .waitFor();
    await history.getByText('退热').waitFor();
    const series = t('resources.products.fields.series');
    await history.getByRole('button', { name: t('history.back_of', { field: series }) }).click();
    await desk.told(t('history.brought_back', { fields: series }));
    expect(await desk.violations()).toEqual([]);
    expect((await service.call('GET', `/products/${code}`)).body.data.series).toBe('止痛');

    await desk.press(t('ra.action.delete'));
    await desk.told(t('history.delete_hint'));
    await desk.press(t('ra.action.confirm'));
    await desk.told(t('ra.notification.deleted', { smart_count: 1 }));
    const other = `${code}-2`;
    await service.push([{ code: other, name_cn: '甲' }]);
    await service.call('DELETE', `/products/${other}`, { key: service.key });
    await desk.go('deleted');
    const rows = page.getByRole('row').filter({ hasText: code });
    await rows.first().waitFor();
    expect(await desk.violations()).toEqual([]);
    // Both are pressed before either is brought back.
    const buttons = rows.getByRole('button', { name: t('history.back_product') });
    await buttons.evaluateAll((all: unknown[]) =>
      (all as { click(): void }[]).forEach((each) => each.click()),
    );
    for (const each of [code, other])
      await until(async () => (await service.call('GET', `/products/${each}`)).status === 200);
    // What is told later takes the place of what was told before.
    const told = t('history.product_back', { code: `${code}(-2)?` });
    await page
      .getByText(new RegExp(`^${told}$`))
      .first()
      .waitFor();
    expect((await service.call('GET', `/products/${code}`)).body.data.series).toBe('止痛');
  });

  test('a late answer replaces nothing newer: proposals, pages of a history, what is typed on in a name', async () => {
    const [code, first, second] = [`LATE-${mark}`, `早${mark}`, `晚${mark}`];
    await service.push([first, second].map((series, n) => ({ code: `${code}-${n}`, name_cn: '甲', series })));
    for (let n = 0; n < 22; n++) await service.push([{ code, name_cn: `甲${n}` }]);
    /** Holds back the calls of an address, until they are let go. */
    const held = async (address: string): Promise<() => Promise<void>> => {
      let letGo!: () => void;
      const gone = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(address, (route) => gone.then(() => route.continue()));
      return async () => {
        letGo();
        await desk.settled();
        await page.unroute(address);
      };
    };

    await desk.go(`products/${code}`);
    const series = desk.field('products.fields.series');
    const proposed = (): Promise<string[]> =>
      series.evaluate(({ list }: { list: { options: Iterable<{ value: string }> } }) =>
        Array.from(list.options, ({ value }) => value),
      );
    const early = `**/product-values?*start=${encodeURIComponent(first)}`;
    const answerEarly = await held(early);
    await Promise.all([page.waitForRequest(early), series.fill(first)]);
    await series.fill(second);
    await until(async () => (await proposed())[0] === second);
    await answerEarly();
    expect(await proposed()).toEqual([second]);
    await series.fill('');

    const history = page.getByRole('region', { name: t('history.title') });
    const entries = history.getByRole('listitem');
    expect(await entries.count()).toBe(20);
    const more = history.getByRole('button', { name: t('history.more') });
    const answerMore = await held('**/history?cursor=*');
    await more.dblclick();
    await answerMore();
    expect(await entries.count()).toBe(22);

    await desk.go(`terms?filter=${encodeURIComponent(JSON.stringify({ q: first }))}`);
    const name = page.getByLabel(t('term.name_of', { value: first }));
    const answerName = await held('**/back-office/api/terms');
    await name.fill('One');
    await name.press('Enter');
    await name.fill('Two');
    await answerName();
    await desk.told(t('term.saved', { value: first }));
    expect(await name.inputValue()).toBe('Two');
    await name.press('Enter');
    const stored = (): Promise<string[]> =>
      service.db.map('SELECT name_en FROM terms WHERE value = $1', [first], (row) => row.name_en);
    await until(async () => (await stored())[0] === 'Two');
  });

  test('all that a filter lists is changed after a count, and brought back', async () => {
    const series = `批量${mark}`;
    await service.push([1, 2, 3].map((n) => ({ code: `MANY-${mark}-${n}`, name_cn: '批', series })));
    await desk.go(`products?filter=${encodeURIComponent(JSON.stringify({ series }))}`);
    await page.getByRole('link', { name: `MANY-${mark}-3` }).waitFor();
    await desk.press(t('bulk.edit'));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('bulk.found', { count: 3, smart_count: 3 })).waitFor();
    await desk.press(t('bulk.next'));
    await desk.told(t('reasons.nothing_to_change'));
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await dialog.getByRole('combobox', { name: t('resources.products.fields.category') }).click();
    await page.getByRole('option', { name: '标准品 · Reference standards' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('combobox', { name: t('resources.products.fields.status') }).click();
    await page.getByRole('option', { name: t('status.off') }).click();
    await dialog.getByLabel(t('bulk.add_tags')).fill('EP；USP');
    expect(await desk.violations()).toEqual([]);
    await desk.press(t('bulk.next'));
    await dialog.getByText(t('bulk.will', { count: 3, smart_count: 3 })).waitFor();
    expect(await desk.violations()).toEqual([]);
    await dialog.getByRole('button', { name: t('bulk.start', { count: 3, smart_count: 3 }) }).click();
    const told = page.getByRole('region', { name: t('bulk.edit') });
    await told.getByText(t('bulk.did', { changed: 3, smart_count: 3 })).waitFor();
    await page.getByRole('row').getByText(t('status.off')).nth(2).waitFor();
    const stored = async () => (await service.call('GET', `/products/MANY-${mark}-1`)).body.data;
    expect(await stored()).toMatchObject({ status: 'off', tags: 'EP;USP' });
    await told
      .getByRole('button', { name: /\d:\d\d/ })
      .first()
      .click(); // the latest edit
    await told.getByText(t('bulk.did_undo', { changed: 3, smart_count: 3 })).waitFor();
    expect(await stored()).toMatchObject({ status: 'futures', tags: null });
  });

  test('where more match than the page holds, all of them are selected', async () => {
    await service.push(Array.from({ length: 27 }, (_, i) => ({ code: `ALL-${mark}-${i}`, name_cn: '全部' })));
    await desk.go(
      `products?filter=${encodeURIComponent(JSON.stringify({ source: 'erp', q: `ALL-${mark}` }))}`,
    );
    await page.getByRole('checkbox', { name: t('ra.action.select_all') }).check();
    await page.getByText(t('ra.action.bulk_actions', { smart_count: 25 })).waitFor();
    await desk.press(t('ra.action.select_all_button'));
    await page.getByText(t('ra.action.bulk_actions', { smart_count: 27 })).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBeGreaterThanOrEqual(25);
  });

  test('a tag is renamed; where the new name is there already, merging must be confirmed', async () => {
    await service.push([
      { code: `TAG-${mark}-1`, name_cn: '签', tags: `旧${mark}` },
      { code: `TAG-${mark}-2`, name_cn: '签', tags: `新${mark}` },
    ]);
    await desk.go('tags');
    await desk.press(t('bulk.rename_of', { name: `旧${mark}` }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('bulk.new_name')).fill(`新${mark}`);
    await page.keyboard.press('Enter');
    await dialog.getByText(t('bulk.merges', { name: `新${mark}`, count: 1, smart_count: 1 })).waitFor();
    expect(await desk.violations()).toEqual([]);
    const start = dialog.getByRole('button', { name: t('bulk.rename_start'), exact: true });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel(t('bulk.merge'), { exact: true }).check();
    await start.click();
    await page
      .getByRole('region', { name: t('bulk.edit') })
      .getByText(t('bulk.did', { changed: 1, smart_count: 1 }))
      .waitFor();
    await page.getByText(`旧${mark}`, { exact: true }).waitFor({ state: 'detached' });
    expect((await service.call('GET', `/products/TAG-${mark}-1`)).body.data.tags).toBe(`新${mark}`);
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
    await desk.go(`products?filter=${encodeURIComponent(JSON.stringify({ q: `X-${mark}` }))}`);
    await page.getByText(script).first().waitFor();
    await page.getByText('<b>s</b>').waitFor();
    await desk.go(`products/X-${mark}`);
    await page.waitForSelector('input[name=name_cn]');
    expect(await page.inputValue('input[name=name_cn]')).toBe(script);
    await desk.go('tags');
    await page.getByText('<i>t</i>').waitFor();
    expect(await page.title()).not.toBe('run');
  });

  /** How many pixels of the page and of an open dialog lie beyond their right edge. */
  const OVERFLOW = `[document.documentElement, document.querySelector('[role=dialog] .MuiDialogContent-root')].filter(Boolean)
    .reduce((sum, { scrollWidth, clientWidth }) => sum + scrollWidth - clientWidth, 0)`;
  const expectToFitAPhone = async (): Promise<void> => {
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 800 });
    // The page is laid out anew some time after its window has another size.
    await until(async () => (await page.evaluate(OVERFLOW)) === 0);
    expect(await desk.violations()).toEqual([]);
    await page.setViewportSize(size);
  };

  test('a structure is typed, refused at its field, drawn, and shown again', async () => {
    const code = `MADE-${mark}`;
    const stored = async () => (await service.call('GET', `/products/${code}/structure`)).body.data;
    await desk.go(`products/${code}`);
    const field = desk.field('products.fields.structure');
    const inchi = 'InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3';
    await field.fill('CC(');
    await desk.press(t('ra.action.save'));
    await desk.told(t('reasons.structure_no_structure'));
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await field.fill(inchi);
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    expect(await stored()).toMatchObject({ smiles: 'CCO', source: 'inchi' });

    await desk.go(`products/${code}`);
    await until(async () => (await field.inputValue()) === 'CCO');
    const editor = page.locator('[role=dialog] canvas').last();
    const openEditor = async () => {
      await desk.press(t('product.draw'));
      await editor.waitFor();
    };
    const take = async () => {
      await desk.press(t('product.take'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return field.inputValue();
    };
    await field.fill(inchi);
    await openEditor();
    expect(await desk.violations()).toEqual([]);
    await expectToFitAPhone();
    expect(await take()).toBe(inchi); // nothing was drawn
    await field.fill('CCO');
    await openEditor();
    const { x, y, width, height } = (await editor.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    expect(['', 'CCO', 'OCC']).not.toContain(await take());
    await field.fill('');
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    expect(await stored()).toBeUndefined();
  });

  test('products are filtered by structure: drawn, or by what names one; a text that is none is told', async () => {
    const office = await signIn(service, 'wang');
    const acid = { code: `ACID-${mark}`, name_cn: `苯甲酸${mark}`, smiles: 'OC(=O)c1ccccc1' };
    expect((await office.call('POST', '/products', acid)).status).toBe(201);
    await desk.go(`products?filter=${encodeURIComponent('{}')}`); // whatever was filtered before
    await desk.press(t('ra.action.add_filter'));
    await page
      .getByRole('menuitemcheckbox', { name: t('resources.products.fields.structure') })
      .press('Enter');
    const field = page.locator('main textarea').first();
    await desk.press(t('product.draw'));
    const canvas = page.getByRole('dialog').locator('canvas').last();
    await canvas.waitFor();
    const { x, y, width, height } = (await canvas.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await desk.press(t('product.take'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('CC'); // a bond is the first tool
    const rows = page.locator('main tbody tr');
    await rows.filter({ hasText: `ACID-${mark}` }).waitFor();

    await field.fill('CC(');
    await page.locator('main [role=alert]').waitFor();
    expect(desk.errors.splice(0)).not.toEqual([]);
    await field.fill(`ACID-${mark}.svg`);
    await until(async () => (await rows.count()) === 1);
    expect(await rows.innerText()).toContain(`ACID-${mark}`);
    await page.getByRole('combobox', { name: structureTexts.wayLabel }).click();
    await page.getByRole('option', { name: structureTexts.way.similarity }).click();
    await page.getByRole('combobox', { name: structureTexts.threshold }).waitFor();
    expect(await desk.violations()).toEqual([]);
    await expectToFitAPhone();
    await desk.go('products?filter={}'); // a form leads through the list as it was last filtered
    await until(async () => (await rows.count()) > 1);
    await office.api('DELETE', '/products/batch', { codes: [`ACID-${mark}`] });
  });

  test('a structure is uploaded where its product is edited', async () => {
    const png = await sharp({ create: { width: 44, height: 33, channels: 3, background: '#0b5c6b' } })
      .png()
      .toBuffer();
    await desk.go(`products/MADE-${mark}`);
    await page
      .getByLabel(t('product.drop_structure'))
      .setInputFiles({ name: 'neu.png', mimeType: 'image/png', buffer: png });
    await page.locator('main img').first().waitFor();
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    const { structure_url } = (await service.call('GET', `/products/MADE-${mark}`)).body.data;
    const path = structure_url.replace(service.origin, '');
    expect(path).toMatch(/^\/media\/\d+$/);
    expect((await service.call('GET', `/${path}`)).status).toBe(200);
  });
});

test('the products that a list shows, as a file: every filter of it, for staff alone', async () => {
  await service.push([
    { code: 'F-1', name_cn: '甲', series: '丙', tags: 'EP', status: 'custom', category: '标准品' },
    { code: 'F-2', name_cn: '甲', series: '丙', tags: 'EP', status: 'off' },
  ]);
  const office = await signIn(service, 'wang');
  const filters = 'q=f-&source=synced&series=丙&tag=EP&quality=name_en_missing';
  for (const format of ['csv', 'xlsx']) {
    const { status, headers } = await office.call('GET', `/export?format=${format}&${filters}`);
    const { body } = await office.call('GET', `/products?${filters}`);
    expect([status, headers.get('x-total-count'), body.total]).toEqual([200, '2', 2]);
  }
  const { text } = await office.call('GET', `/export?format=csv&${filters}&status=custom&category=标准品`);
  expect(text.trimEnd().split('\r\n').slice(1)).toEqual([expect.stringMatching(/F-1/)]);
  expect((await office.call('GET', '/export?format=pdf')).status).toBe(400);
  await service.push([{ code: 'F-3', name_cn: '甲', smiles: 'CCO' }]);
  const drawn = 'structure=CO&structure_mode=substructure&q=甲';
  const { body } = await office.call('GET', `/products?${drawn}`);
  expect([body.total, body.data[0].code]).toEqual([1, 'F-3']);
  expect((await office.call('GET', `/export?format=csv&${drawn}`)).headers.get('x-total-count')).toBe('1');
  expect((await office.call('GET', `/products?${drawn}&source=back-office`)).body.total).toBe(0);
  const refused = await office.call('GET', '/products?structure=zzzz');
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    400,
    { path: 'smiles', code: 'unreadable' },
  ]);
  expect((await service.call('GET', '//back-office/api/export?format=csv')).status).toBe(401);
});
