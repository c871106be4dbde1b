import type { Service } from '../support/service.js';
import { openDesks } from './desk.js';
import type { Desks } from './desk.js';
import { signIn } from './office.js';
import { wordsOf, workedIn } from './words.js';

let service: Service;
let desks: Desks;
beforeAll(async () => {
  desks = await openDesks();
  ({ service } = desks);
});
afterAll(() => desks.close());

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
    const desk = await desks.open(language);
    const { page } = desk;
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
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
    await desk.field('products.fields.mw').fill('180.16');
    await desk.press(t('ra.action.save'));
    await page.getByRole('link', { name: 'W-2' }).waitFor();
    await page.getByRole('link', { name: 'W-1' }).waitFor({ state: 'detached' });
    await desk.go('quality');
    await page.getByRole('row', { name }).getByText('1', { exact: true }).waitFor();
    expect(desk.errors).toEqual([]);
  },
);

test('the products of a check as CSV, for staff alone', async () => {
  await service.push([
    { code: 'W-3', name_cn: '丙, "丁"', formula: 'H2O', mw: 1, structure_url: '/media/1' },
  ]);
  const office = await signIn(service, 'wang');
  const { status, headers, text } = await office.call('GET', '/quality/export?check=other_weight');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers.get('content-disposition')).toBe('attachment; filename="other_weight.csv"');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toMatch(/^code,name_cn,/);
  const line = lines.find((each) => each.startsWith('W-3,'));
  expect(line).toContain('"丙, ""丁"""');
  expect(line).toContain(`,${service.origin}/media/1,`);
  expect(lines.some((each) => each.startsWith('RIGHT,'))).toBe(false);
  expect((await office.call('GET', '/quality/export?check=nonsense')).status).toBe(400);
  expect((await service.call('GET', '//back-office/api/quality')).status).not.toBe(200);
});
