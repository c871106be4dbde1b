import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { openDesks } from './desk.js';
import type { Desks } from './desk.js';
import { PASSWORD } from './office.js';
import { wordsOf, workedIn } from './words.js';

let service: Service;
let desks: Desks;
beforeAll(async () => {
  desks = await openDesks();
  ({ service } = desks);
});
afterAll(() => desks.close());

test.each(workedIn('en-GB'))('a password is changed by who knows the present one, in %s', async (language) => {
  const t = wordsOf(language);
  const desk = await desks.open(language);
  const { page, press, told } = desk;
  await page.goto(`${service.origin}/back-office/#/account`);
  await desk.signIn();
  const fill = async (current: string, wanted: string, again = wanted): Promise<void> => {
    await page.locator('input[name=current]').fill(current);
    await page.locator('input[name=wanted]').fill(wanted);
    await page.locator('input[name=again]').fill(again);
    await press(t('office.account.change'));
  };
  await fill(PASSWORD, 'another long password', 'another long pasword');
  await told(t('office.account.differ'));
  await fill('wrong password', 'another long password');
  await told(t('office.reasons.wrong_password'));
  expect(await desk.violations()).toEqual([]);
  await fill(PASSWORD, 'short');
  await told(t('office.reasons.bad_password'));
  expect(desk.errors.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')]);
  await fill(PASSWORD, 'another long password');
  await told(t('office.account.changed'));
  await fill('another long password', PASSWORD);
  await until(async () => (await page.inputValue('input[name=current]')) === '');
  expect(desk.errors).toEqual([]);
});

test('an administrator adds an editor, who does not see what is for administrators', async () => {
  const t = wordsOf('zh-CN');
  const admin = await desks.open('zh-CN', { width: 390 });
  const { page } = admin;
  await page.goto(`${service.origin}/back-office/#/staff`);
  await admin.signIn();
  await admin.press(t('office.staff.add'));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('office.staff.name')).fill('xiao');
  await dialog.getByRole('button', { name: t('office.staff.add') }).click();
  const password = (await page.getByTestId('new-password').textContent())!;
  expect(await admin.violations()).toEqual([]);
  await admin.press(t('office.key.done'));
  await page.getByText('xiao', { exact: true }).waitFor();
  expect(await admin.violations()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  const { page: other, errors } = await desks.open('zh-CN');
  await other.goto(`${service.origin}/back-office/`);
  await other.getByLabel(t('office.sign_in.name')).fill('xiao');
  await other.getByLabel(t('office.sign_in.password')).fill(password);
  await other.getByRole('button', { name: t('office.sign_in.submit') }).click();
  await other.getByRole('menuitem', { name: t('resources.sync-log.name') }).waitFor();
  for (const name of ['resources.keys.name', 'resources.webhooks.name', 'office.menu.staff'])
    expect(await other.getByRole('menuitem', { name: t(name) }).count()).toBe(0);
  expect([...admin.errors, ...errors]).toEqual([]);
});
