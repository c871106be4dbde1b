import { weeksAgo } from '../../src/demand/weeks.js';
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
beforeEach(async () => {
  await service.db.none('DELETE FROM demand; DELETE FROM demand_ignored');
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
    const of = (name: string, text: string) =>
      t('office.demand.of', { what: t(`office.demand.${name}`), text });
    await service.push([{ code: 'K-1', name_cn: '甲' }]);
    const desk = await desks.open(language);
    const { page } = desk;
    await page.goto(`${service.origin}/back-office/`);
    await desk.signIn();
    await desk.go('demand');
    const row = page.getByRole('row', { name: 'krypton acid' });
    await row.getByText('12', { exact: true }).waitFor();
    expect(await desk.violations()).toEqual([]);

    await page.getByRole('button', { name: of('ignore', '=1+1') }).click();
    await page.getByRole('row', { name: '=1+1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: of('make_alias', '氪酸') }).click();
    await page.getByLabel(t('office.demand.target')).fill('K-1');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('office.demand.make_alias') })
      .click();
    await page.getByRole('row', { name: '氪酸' }).waitFor({ state: 'detached' });
    expect((await service.call('GET', '/aliases?code=K-1')).body.data).toMatchObject([{ text: '氪酸' }]);

    await page.getByRole('link', { name: of('make_product', 'krypton acid') }).click();
    await desk.field('products.fields.code').waitFor();
    expect(await desk.field('products.fields.name_en').inputValue()).toBe('krypton acid');
    await page.setViewportSize({ width: 390, height: 800 });
    await desk.go('demand');
    await row.getByText('12', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(desk.errors).toEqual([]);
  },
);

test('pages by cursor and CSV, for staff alone', async () => {
  const office = await signIn(service, 'wang');
  const texts: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await office.call('GET', `/demand?page_size=2&cursor=${cursor}`);
    texts.push(...body.data.map(({ text }: { text: string }) => text));
    if (body.next_cursor === null) break;
    cursor = body.next_cursor;
  }
  expect(texts).toEqual(['krypton acid', '氪酸', '=1+1']);
  const narrowed = async (query: string): Promise<string[]> =>
    (await office.call('GET', `/demand?${query}`)).body.data.map(({ text }: { text: string }) => text);
  expect(await narrowed('language=cn')).toEqual(['氪酸']);
  expect(await narrowed('sureness=similar')).toEqual(['氪酸']);
  expect(await narrowed('q=KRYPTON&weeks=2')).toEqual(['krypton acid']);
  for (const query of ['cursor=x', 'weeks=0', 'weeks=54', 'language=fr', 'page_size=201'])
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
