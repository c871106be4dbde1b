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
});
afterAll(() => desks.close());

test.each(workedIn('en-GB'))('in %s names are added, filtered, imported and deleted', async (language) => {
  const t = wordsOf(language);
  const desk: Desk = await desks.open(language);
  const page: Page = desk.page;
  await service.db.none('TRUNCATE aliases');
  await page.goto(`${service.origin}/back-office/`);
  await desk.signIn();
  await desk.go('aliases');
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: t('office.add') }) });
  await form.getByLabel(t('resources.aliases.fields.text')).fill('Tylenol');
  await form.getByLabel(t('resources.aliases.fields.cas')).fill('103-90-2');
  await form.getByLabel(t('resources.aliases.fields.lang')).fill('en');
  await desk.press(t('office.add'));
  await page.getByRole('cell', { name: 'Tylenol', exact: true }).waitFor();

  const table = 'cas\ttext\tkind\n103-90-2\t必理通\tbrand\n103-90-2\tX\tnickname\n';
  const file = { name: 'names.tsv', mimeType: 'text/plain', buffer: Buffer.from(table) };
  await page.getByLabel(t('office.alias.import')).setInputFiles(file);
  await desk.told(t('office.reasons.unknown_kind'));
  await page.getByRole('cell', { name: '必理通', exact: true }).waitFor();
  expect(await desk.violations()).toEqual([]);

  await page.goto(`${service.origin}/back-office/#/aliases?filter=${encodeURIComponent('{"q":"tyle"}')}`);
  await page.getByRole('cell', { name: '必理通', exact: true }).waitFor({ state: 'detached' });
  await desk.press(t('office.alias.delete_of', { text: 'Tylenol' }));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ra.action.delete') })
    .click();
  await page.getByRole('cell', { name: 'Tylenol', exact: true }).waitFor({ state: 'detached' });
  const left = await service.db.map('SELECT text FROM aliases', [], ({ text }: { text: string }) => text);
  expect(left).toEqual(['必理通']);

  await page.goto('about:blank');
  await page.goto(`${service.origin}/back-office/#/terms?filter=${encodeURIComponent('{"q":"标准品"}')}`);
  const name = page.getByLabel(t('office.term.name_of', { value: '标准品' }));
  expect(await name.inputValue()).toBe('Reference standards');
  await name.fill('Standards');
  await name.press('Enter');
  await desk.told(t('office.term.saved', { value: '标准品' }));
  expect(await desk.violations()).toEqual([]);
  const { name_en: stored } = await service.db.one(`SELECT name_en FROM terms WHERE value = '标准品'`);
  expect(stored).toBe('Standards');
  await service.db.none(`UPDATE terms SET name_en = 'Reference standards' WHERE value = '标准品'`);
  expect(desk.errors.splice(0)).toEqual([]);
});
