import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { desksOfFile } from './desk.js';
import type { Desk } from './desk.js';
import { PASSWORD, signIn } from './office.js';
import { wordsOf, workedIn } from './words.js';
import { picture } from '../catalogue/media/images.js';

const { desks, service } = desksOfFile();

describe.each(workedIn('zh-CN'))('in %s', (language) => {
  const t = wordsOf(language);
  const chineseNow = language === 'zh-CN';
  /** Tells the two runs apart in one catalogue. */
  const mark = chineseNow ? 'ZH' : 'EN';
  let desk: Desk;
  let page: Page;

  beforeAll(async () => {
    desk = await desks.open(language);
    ({ page } = desk);
  });
  afterEach(async () => {
    expect(desk.errors.splice(0)).toEqual([]);
    if (process.env['FULL'] ?? process.env['LONG_FORM']) expect(await desk.violations()).toEqual([]);
  });

  test('a wrong password is told; the right one opens what needs somebody', async () => {
    await page.goto(`${service.origin}/back-office/`);
    await page.getByLabel(t('sign_in.name')).fill('wang');
    await page.getByLabel(t('sign_in.password')).fill('wrong password');
    await desk.press(t('sign_in.submit'));
    await desk.told(t('problems.sign-in-refused'));
    // Chromium itself writes each 401 to the console.
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByLabel(t('sign_in.password')).fill(PASSWORD);
    await desk.press(t('sign_in.submit'));
    await page.waitForSelector('#main-content');
    await page.getByRole('heading', { name: t('menu.home'), exact: true }).waitFor();
    await page.getByRole('link', { name: t('home.inquiries') }).waitFor();
    await page.getByRole('link', { name: t('home.index_incomplete') }).waitFor();
    const menu = page.getByRole('group', { name: t('menu.customers') });
    expect(await menu.getByRole('menuitem').count()).toBe(2);
    await page.locator(`html[lang=${chineseNow ? 'zh-CN' : 'en'}]`).waitFor();
  });

  test('while the service is away the overview says so, and is read again; what is not there has no buttons', async () => {
    await desk.go('account');
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await page.getByRole('menuitem', { name: t('menu.home') }).click();
    await desk.told(t('problems.away'));
    expect(await page.locator('.MuiSkeleton-root').count()).toBe(0);
    await page.unrouteAll();
    await desk.press(t('try_again'));
    await page.getByRole('link', { name: t('home.index_incomplete') }).waitFor();
    await desk.go('profiles/none');
    await desk.told(t('problems.not-found'));
    expect(await page.getByText(t('profile.deliver')).count()).toBe(0);
    expect(desk.errors.splice(0)).not.toEqual([]);
  });

  test('a category is added and deleted, on a telephone too', async () => {
    await desk.go('categories');
    await page.getByLabel(t('category.new')).fill(`类别${mark}`);
    await desk.press(t('add'));
    await desk.told(t('added', { added: 1, skipped: 0 }));
    const row = page.getByRole('row', { name: `类别${mark}` });
    await page.setViewportSize({ width: 390, height: 800 });
    await desk.load('categories');
    await row.getByRole('button', { name: t('ra.action.delete') }).click();
    await desk.press(t('ra.action.confirm'));
    await page.setViewportSize({ width: 1280, height: 900 });
    await row.waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const listed = async (): Promise<string[]> => (await service.call('GET', '/categories')).body.data;
    await until(async () => !(await listed()).includes(`类别${mark}`));
    expect(await row.count()).toBe(0);
    // What had the focus is gone: the next Tab does not lead through the menu.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });

  test('a tag is added, and leads to its products', async () => {
    await service.push([
      { code: `TAG-${mark}`, name_cn: '甲', tags: `标签${mark}` },
      { code: `BARE-${mark}`, name_cn: '甲' },
    ]);
    await desk.go('tags');
    await page.getByLabel(t('tag.new')).fill(`另一个${mark}`);
    const added: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && added.push(request.url()));
    await page.getByRole('button', { name: t('add') }).dblclick();
    await desk.told(t('added', { added: 1, skipped: 0 }));
    expect(added).toHaveLength(1);
    await page.getByRole('link', { name: `标签${mark}` }).click();
    await page.getByRole('link', { name: `TAG-${mark}` }).waitFor();
    await page.getByRole('link', { name: `BARE-${mark}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: `TAG-${mark}` }).count()).toBe(1);
  });

  test('images are uploaded into a group, shown, and their address is copied; what fails is told', async () => {
    const png = await picture('png');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await desk.go('media');
    await page.getByLabel(t('media.group')).fill(`组${mark}`);
    await page.route('**/media/later*', (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.getByLabel(t('media.drop')).setInputFiles([
      { name: `later${mark}.png`, mimeType: 'image/png', buffer: png },
      { name: `结构${mark}.png`, mimeType: 'image/png', buffer: png },
      { name: `坏的${mark}.png`, mimeType: 'image/png', buffer: Buffer.from('no image') },
    ]);
    await desk.told(t('reasons.not_an_image'));
    await page.getByRole('img', { name: t('product.image_of', { name: `结构${mark}.png` }) }).waitFor();
    await desk.press(t('media.copy_of', { name: `结构${mark}.png` }));
    await desk.told(t('copied'));
    const address = await page.evaluate<string>('navigator.clipboard.readText()');
    const image = await service.call('GET', `/${address}`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect((await service.call('GET', '/media')).body.data[0]).toMatchObject({
      url: address,
      group: `组${mark}`,
    });
    // Chromium writes both failures to the console.
    expect(desk.errors.splice(0)).toEqual([
      expect.stringContaining('DISCONNECTED'),
      expect.stringContaining('415'),
    ]);
    await page.getByText(`later${mark}.png`).getByText(t('problems.away')).waitFor();
  });

  test('an image that no product shows is deleted; one that is shown stays, and leads to its product', async () => {
    await desk.go('media');
    const label = t('media.delete_of', { name: `结构${mark}.png` });
    const images: { url: string; filename: string }[] = (await service.call('GET', '/media')).body.data;
    const image = images.find(({ filename }) => filename === `结构${mark}.png`)!;
    await service.push([{ code: `IMG-${mark}`, name_cn: '甲', structure_url: image.url }]);
    await desk.press(label);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: `IMG-${mark}` }).waitFor();
    expect(await desk.violations()).toEqual([]);
    const remove = dialog.getByRole('button', { name: t('ra.action.delete') });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: t('ra.action.cancel') }).click();
    await service.call('DELETE', `/products/IMG-${mark}`, { key: service.key });
    await desk.press(label);
    await remove.click();
    await desk.told(t('media.deleted'));
    await page.getByRole('button', { name: label }).waitFor({ state: 'detached' });
    expect((await service.call('GET', `/${image.url}`)).status).toBe(404);
  });

  test('a key is issued, shown once, seen in the sync log, and revoked', async () => {
    await desk.go('keys');
    await desk.press(t('key.make'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('resources.keys.fields.name')).fill(`密钥${mark}`);
    await dialog.getByRole('button', { name: t('key.make') }).dblclick();
    const key = (await page.getByTestId('secret').textContent())!;
    expect(key).toMatch(/^pds_\w{43}$/);
    await desk.press(t('secret_copied'));
    await page.getByText(key).waitFor({ state: 'detached' });
    const issued = page.getByRole('row', { name: `密钥${mark}` });
    await issued.first().waitFor();
    expect(await issued.count()).toBe(1); // though it was pressed twice
    await service.call('POST', '/sync/push', { key, json: [{ code: `LOG-${mark}`, name_cn: '甲' }] });
    const refused = [{ code: `NO-${mark}`, name_cn: '乙', mw: -1 }];
    await service.call('POST', '/sync/push', { key, json: refused });

    await desk.go('sync-log');
    const call = page
      .getByRole('row', { name: `密钥${mark}` })
      .filter({ hasText: `${t('counts.created')} 1` });
    await call.waitFor();
    expect(await desk.violations()).toEqual([]);
    await call.getByRole('link').press('Enter');
    await page.getByRole('heading', { name: /\d/ }).waitFor();
    await page.getByText('/api/v1/sync/push').waitFor();

    await desk.go('sync-log');
    await page.getByLabel(t('resources.sync-log.fields.rejections')).click();
    await call.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: `密钥${mark}` }).click();
    const fault = page.getByRole('row', { name: `NO-${mark}` });
    await fault.getByText(t('reasons.negative')).waitFor();
    expect(await fault.innerText()).toContain(t('resources.products.fields.mw'));
    expect(await desk.violations()).toEqual([]);

    await desk.go('keys');
    await desk.press(t('key.delete_of', { name: `密钥${mark}` }));
    await desk.confirm(t('key.revoke'));
    await desk.toldInRow(`密钥${mark}`, t('key.state.revoked'));
  });

  test('an inquiry is read, noted on and marked as answered', async () => {
    await service.call('POST', '/rfq', {
      json: { product_name: `询价${mark}`, name: '王芳', phone: '021', message: '请报价' },
    });
    await desk.go('inquiries');
    await page
      .getByRole('row', { name: `询价${mark}` })
      .getByRole('link')
      .press('Enter');
    await page.getByText('请报价').waitFor();
    await page.getByRole('combobox', { name: t('resources.inquiries.fields.status') }).click();
    await page.getByRole('option', { name: t('inquiry.status.answered') }).click();
    await desk.field('inquiries.fields.note').fill(`备注${mark}`);
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    await page.getByRole('cell', { name: `备注${mark}` }).waitFor();
    const sql = 'SELECT status, note, answered_by FROM inquiries WHERE product_name = $1';
    const row = await service.db.one(sql, [`询价${mark}`]);
    expect(row).toEqual({ status: 'answered', note: `备注${mark}`, answered_by: 'wang' });
    await page.getByRole('cell', { name: `备注${mark}` }).click();
    await desk.press(t('ra.action.delete'));
    await page.getByText(t('inquiry.delete_text')).waitFor();
    await desk.press(t('ra.action.confirm'));
    await until(
      async () =>
        (await service.db.any('SELECT FROM inquiries WHERE product_name = $1', [`询价${mark}`])).length === 0,
    );
  });

  test('an inquiry of several products shows each with a link, and each gets its status', async () => {
    const { body } = await service.call('POST', '/rfq', {
      json: {
        items: [
          { code: `NO-${mark}`, product_name: 'my acid', quantity: 2, unit: 'g' },
          { cas: '50-78-2' },
          { product_name: '奥美拉唑砜', suggested: 'OME-1' },
        ],
        name: '李',
        email: 'li@example.com',
      },
    });
    await desk.go('inquiries');
    await page.getByText(`NO-${mark} · my acid + 2`).click();
    await page.getByRole('link', { name: '50-78-2' }).waitFor();
    const letter = await page.getByRole('link', { name: t('inquiry.write') }).getAttribute('href');
    const [words, suggested] = [t('inquiry.words', { words: 'my acid' }), t('inquiry.suggested')];
    expect(decodeURIComponent(letter!)).toContain(
      `1. NO-${mark} · ${words} · 2 g\r\n2. 50-78-2\r\n3. 奥美拉唑砜 · ${suggested} OME-1`,
    );
    await page.getByText(words).waitFor();
    await page.getByText(suggested).getByRole('link', { name: 'OME-1' }).waitFor();
    expect(await desk.violations()).toEqual([]);
    await page.getByRole('combobox', { name: t('inquiry.status_of', { line: 2 }) }).click();
    await page.getByRole('option', { name: t('inquiry.line_status.quoted') }).click();
    await desk.field('inquiries.fields.note').fill('wang');
    await service.db.none(`UPDATE inquiries SET note = 'note by li' WHERE id = $1`, [body.id]);
    await service.db.none(`UPDATE inquiry_lines SET status = 'declined' WHERE inquiry_id = $1 AND line = 1`, [
      body.id,
    ]);
    await desk.press(t('ra.action.save'));
    const conflict = page.getByRole('alert').filter({ hasText: t('conflict.hint') });
    await conflict.getByText('note by li').waitFor();
    await conflict.getByText(t('inquiry.line_status.declined')).nth(1).waitFor(); // as mine, too
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('412')]);
    await desk.press(t('ra.action.save'));
    await desk.told(t('ra.notification.updated', { smart_count: 1 }));
    const lines = await service.db.any(
      'SELECT l.status, i.note FROM inquiry_lines l JOIN inquiries i ON i.id = inquiry_id WHERE i.id = $1 ORDER BY line',
      [body.id],
    );
    expect(lines).toEqual([
      { status: 'declined', note: 'wang' },
      { status: 'quoted', note: 'wang' },
      { status: 'new', note: 'wang' },
    ]);
  });

  test('a file is previewed with its faults, then imported', async () => {
    await desk.go('import');
    const csv = `货号,名称,花色,CAS号,库存\nIMP-${mark},导入的,红,50-78-3,5\nBAD-${mark},,,,\nODD-${mark},奇,,,viele\n`;
    await page.getByLabel(t('import.choose')).setInputFiles({
      name: '产品.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await desk.told(t('import.would', { created: 1, updated: 0, unchanged: 0, invalid: 2 }));
    await desk.told(t('import.ignored', { names: '花色' }));
    await desk.toldInRow(`BAD-${mark}`, t('reasons.required'));
    await desk.toldInRow(`ODD-${mark} ${t('resources.products.fields.stock')}`, t('reasons.not_a_number'));
    const warned = page.getByRole('heading', { name: t('warnings.check_digit') }).filter({ hasText: /1$/ });
    await warned.waitFor();
    await desk.toldInRow(/^CAS号/, '50-78-3');
    expect(await desk.violations()).toEqual([]);
    expect((await service.call('GET', `/products/IMP-${mark}`)).status).toBe(404);
    await desk.press(t('import.start'));
    await desk.told(t('import.did', { created: 1, updated: 0, unchanged: 0, invalid: 2 }));
    expect((await service.call('GET', `/products/IMP-${mark}`)).body.data.name_cn).toBe('导入的');
    await warned.waitFor();
    // The page may be left: the log of staff leads back to the import, with its rejected rows as they were given.
    await page.getByRole('menuitem', { name: t('resources.media.name') }).click();
    await desk.go('actions');
    await page.getByRole('link', { name: '产品.csv' }).first().click();
    await desk.toldInRow(`ODD-${mark}`, '库存: viele');
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: t('import.download') }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('产品.csv.rejected.csv');
    expect(readFileSync(await download.path(), 'utf8')).toMatch(new RegExp(`line 3, [^"]*",BAD-${mark},,,`));
  });

  test('a preview is broken off; a file that cannot be read is refused in words of the page, without counts', async () => {
    await desk.go('import');
    const choose = (content: string) =>
      page
        .getByLabel(t('import.choose'))
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.route(/\/import\/preview/, () => {}, { times: 1 });
    await Promise.all([page.waitForRequest(/\/import\/preview/), choose('code,name\n')]);
    await desk.press(t('ra.action.cancel'));
    await choose('');
    await desk.told(t('reasons.empty'));
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);
    await choose('x,y\n1,2\n');
    await desk.told(t('import.unreadable', { reason: t('failures.file.no_header') }));
    expect(
      await page.getByText(t('import.would', { created: 0, updated: 0, unchanged: 0, invalid: 0 })).count(),
    ).toBe(0);

    await desk.press(t('import.another'));
    await choose(`code,name_cn\nIMP-${mark},再次\n`);
    const progress = { progress: { done: 7, all: 9, created: 4, updated: 3, invalid: 0 } };
    await page.route(/\/api\/import\?/, (route) => route.fulfill({ body: `${JSON.stringify(progress)}\n` }), {
      times: 1,
    });
    await desk.press(t('import.start'));
    const broken = t('import.broken_off', { reason: t('problems.away') });
    await desk.told(broken + t('import.begun', { created: 4, updated: 3 }));
  });

  test('the staff log says who did what, to which product', async () => {
    const [made, gone] = [`MADE-${mark}`, `GONE-${mark}`];
    const office = await signIn(service, 'wang');
    for (const code of [made, gone]) await office.call('POST', '/products', { code, name_cn: '甲' });
    await office.api('DELETE', '/products/batch', { codes: [gone] });
    // The log is written a moment after the answer.
    await until(async () => (await office.call('GET', '/actions')).text.includes(`batch?of=${gone}`));
    await desk.go('actions');
    const deletion = page
      .getByRole('row')
      .filter({ hasText: t('actions.products_deleted') })
      .filter({ hasText: gone });
    await deletion.waitFor();
    expect(await deletion.innerText()).toContain('wang');
    expect(await deletion.innerText()).toContain(t('actions.succeeded'));
    await page.getByRole('link', { name: made }).click();
    await page.waitForSelector('input[name=name_cn]');
    expect(page.url()).toContain(`#/products/${made}`);
  });

  test('the language is switched, and stays so', async () => {
    const other = wordsOf(chineseNow ? 'en-GB' : 'zh-CN');
    await desk.go('products');
    await desk.press(chineseNow ? 'English' : '中文');
    await page.getByRole('heading', { name: other('resources.products.name') }).waitFor();
    await until(
      async () => (await page.title()) === `${other('resources.products.name')} · ${other('title')}`,
    );
    await page.reload();
    await page.getByRole('heading', { name: other('resources.products.name') }).waitFor();
    await page.locator(`html[lang=${chineseNow ? 'en' : 'zh-CN'}]`).waitFor();
    expect(await page.getByRole('heading', { name: other('resources.products.name') }).count()).toBe(1);
    await desk.press(chineseNow ? '中文' : 'English');
  });

  test('where a session has ended the form asks to sign in over the page, and what was begun is done', async () => {
    await desk.go('tags');
    await page.getByLabel(t('tag.new')).fill(`再次登录${mark}`);
    await service.db.none('DELETE FROM staff_sessions');
    await page.getByRole('button', { name: t('add'), exact: true }).click();
    await desk.told(t('problems.session-required'));
    await page.keyboard.press('Escape'); // it cannot be put away
    expect(await page.inputValue('.sign-in [name=name]')).toBe('wang');
    expect(await page.evaluate('document.activeElement.name')).toBe('password');
    expect(desk.errors.splice(0).filter((error) => !error.includes('401'))).toEqual([]);
    await desk.signIn();
    await desk.told(t('added', { added: 1, skipped: 0 }));
    await desk.told(`再次登录${mark}`);
  });

  test('signing out ends the session and shows the sign-in page', async () => {
    await desk.press(t('ra.auth.logout'));
    await page.getByLabel(t('sign_in.password')).waitFor();
    await page.goto('about:blank');
    await page.goto(`${service.origin}/back-office/#/products`);
    await page.getByLabel(t('sign_in.password')).waitFor();
    expect(await page.locator('#main-content').count()).toBe(0);
    // What a page asks for before it knows that nobody is signed in is refused: Chromium writes each 401 to the console.
    expect(desk.errors.splice(0).filter((error) => !error.includes('401'))).toEqual([]);
  });
});
