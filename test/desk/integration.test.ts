import sharp from 'sharp';
import { until } from '../support/until.js';
import { desksOfFile } from './desk.js';
import { wordsOf } from './words.js';

const { desks, service } = desksOfFile();

test('the recommended order of integration works from the first key to the last deletion', async () => {
  const t = wordsOf('zh-CN');
  const desk = await desks.open('zh-CN');
  const { page, errors } = desk;

  // 1. The back office issues a key. One for products of its own source is enough.
  await page.goto(`${service.origin}/back-office/`);
  await desk.signIn();
  await page.getByRole('menuitem', { name: t('resources.keys.name') }).click();
  await page.getByRole('button', { name: t('key.make') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('resources.keys.fields.name')).fill('ERP');
  await dialog.getByLabel(t('resources.keys.fields.source')).fill('erp-shanghai');
  await dialog.getByRole('combobox', { name: t('resources.keys.fields.access') }).click();
  await page.getByRole('option', { name: t('key.access.push') }).click();
  await dialog.getByRole('button', { name: t('key.make') }).click();
  const key = (await page.getByTestId('secret').textContent())!;
  await page.getByRole('button', { name: t('secret_copied') }).click();

  // 2. A category of one's own, 3. a structure image.
  const category = await service.call('POST', '/categories', { key, json: { name: '对照品溶液' } });
  expect(category.body).toMatchObject({ ok: true, added: 1, skipped: 0 });
  const png = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#b3261e' } })
    .png()
    .toBuffer();
  const image = await service.call('POST', '/media', {
    key,
    json: { dataUrl: `data:image/png;base64,${png.toString('base64')}`, filename: '阿司匹林.png' },
  });
  expect(image.body).toMatchObject({ ok: true, uploaded: 1 });
  const structure = `${service.origin}${image.body.results.url}`;

  // 4. A push with the image's address.
  const pushed = await service.call('POST', '/sync/push', {
    key,
    json: {
      products: [
        {
          货号: 'ERP-50782',
          品名: '阿司匹林',
          cas_no: '50-78-2',
          category: '对照品溶液',
          img: structure,
          库存: 3,
        },
      ],
    },
  });
  expect(pushed.body).toMatchObject({ ok: true, created: 1, updated: 0, invalid: 0, codes: ['ERP-50782'] });

  // 5. Seen in the back office by the filter for synced products, with a small picture of its image.
  await page.getByRole('menuitem', { name: t('resources.products.name') }).click();
  await page.getByRole('combobox', { name: t('resources.products.fields.source') }).click();
  await page.getByRole('option', { name: t('source.synced') }).click();
  const row = page.getByRole('row', { name: 'ERP-50782' });
  await row.getByText('阿司匹林').waitFor();
  await row.getByText('erp-shanghai').waitFor();
  await row.getByText(t('status.in_stock')).waitFor();
  const shown = row.getByRole('img');
  const { url } = image.body.results;
  expect(await shown.getAttribute('src')).toMatch(new RegExp(`^${url}\\?w=\\d+$`));
  const loaded = `[...document.images].some(({ src, naturalWidth }) => src.includes('${url}') && naturalWidth > 0)`;
  await until(() => page.evaluate<boolean>(loaded));

  // 6. PUT, tags/apply, DELETE; the back office follows.
  const put = await service.call('PUT', '/products/ERP-50782', { key, json: { name_en: 'Aspirin' } });
  expect(put.body).toEqual({ ok: true, code: 'ERP-50782', updated_fields: ['name_en'] });
  const tags = await service.call('POST', '/tags/apply', {
    key,
    json: { codes: ['ERP-50782'], tags: ['HPLC'] },
  });
  expect(tags.body).toMatchObject({ ok: true, done: 1, not_found: [] });
  await desk.go('products/ERP-50782');
  await page.waitForSelector('input[name=name_en]');
  expect(await page.inputValue('input[name=name_en]')).toBe('Aspirin');
  await page.locator('form .MuiChip-root', { hasText: 'HPLC' }).waitFor();
  const gone = await service.call('DELETE', '/products/ERP-50782', { key });
  expect(gone.body).toEqual({ ok: true, code: 'ERP-50782' });
  await service.push([{ code: 'STAYS', name_cn: '乙' }]);
  await page.getByRole('menuitem', { name: t('resources.products.name') }).click();
  await page.getByRole('row', { name: 'STAYS' }).waitFor();
  expect(await row.count()).toBe(0);

  // Every call of the key is in the sync log.
  await page.getByRole('menuitem', { name: t('resources.sync-log.name') }).click();
  for (const path of ['/categories', '/media', '/sync/push', '/products/ERP-50782', '/tags/apply'])
    await page
      .getByRole('cell', { name: `/api/v1${path}`, exact: true })
      .first()
      .waitFor();
  expect(errors).toEqual([]);
});
