import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Service } from '../support/service.js';
import { openDesks } from './desk.js';
import type { Desk, Desks } from './desk.js';
import { wordsOf, workedIn } from './words.js';

let service: Service;
let desks: Desks;
beforeAll(async () => {
  desks = await openDesks();
  ({ service } = desks);
  await service.push([
    { code: 'P-1', name_cn: '阿司匹林', series: 'P', status: 'in_stock' },
    { code: 'P-2', name_cn: '布洛芬', series: 'P' },
  ]);
});
afterAll(() => desks.close());

test.each(workedIn('zh-CN'))(
  'in %s a profile is copied, mended, previewed, downloaded, delivered and deleted',
  async (language) => {
    const t = wordsOf(language);
    const desk: Desk = await desks.open(language);
    const page: Page = desk.page;
    const name = `staff-${language.slice(0, 2)}`;
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
    await desk.go('profiles');
    await page.getByRole('link', { name: 'chemicalbook' }).click();
    const text = page.getByRole('textbox', { name: t('office.profile.definition') });
    const definition = JSON.parse(await text.inputValue());
    expect(definition.columns[0]).toEqual({ header: '货号', field: 'code' });

    const columns = [
      { header: 'No.', field: 'code' },
      { header: 'S', field: 'status', map: { in_stock: '现货' } },
    ];
    const mine = { ...definition, public: false, filter: { series: 'P' }, columns };
    await page.getByRole('textbox', { name: t('resources.profiles.fields.name') }).fill(name);
    await text.fill(JSON.stringify({ ...mine, columns: [{ field: 'price' }] }));
    await desk.press(t('office.profile.save'));
    await page.getByText(/columns\.0\.field: /).waitFor();
    expect(await desk.violations()).toEqual([]);
    expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400')]);

    await text.fill(JSON.stringify(mine));
    await desk.press(t('office.profile.preview'));
    await page.getByRole('row', { name: 'P-1 现货' }).waitFor();
    await page.getByRole('row', { name: 'P-2 futures' }).waitFor();
    await desk.press(t('office.profile.save'));
    await desk.told(t('office.profile.saved', { name }));
    await page.getByRole('heading', { name }).waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: t('office.profile.download') }).click();
    const looked = await readFile(await (await downloading).path(), 'utf8');
    expect(looked).toBe('\ufeffNo.,S\r\nP-1,现货\r\nP-2,futures\r\n');
    expect((await service.db.one('SELECT count(*) AS n FROM export_deliveries WHERE profile = $1', [name])).n).toBe(0); // prettier-ignore

    const delivering = page.waitForEvent('download');
    await desk.press(t('office.profile.deliver'));
    expect(await readFile(await (await delivering).path(), 'utf8')).toBe(looked);
    await page.getByRole('cell', { name: 'wang', exact: true }).waitFor();
    expect(await desk.violations()).toEqual([]);

    await desk.go('profiles');
    await desk.press(t('office.profile.delete_of', { name }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ra.action.delete') })
      .click();
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'chemicalbook' }).waitFor();
    expect(desk.errors).toEqual([]);
  },
);
