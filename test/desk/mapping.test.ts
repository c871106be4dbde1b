import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { catalogue, temporaryFolder } from '../infra/launch.js';
import { mappingNamed } from '../../src/exchange/import/mapping-store.js';
import { workbook } from '../exchange/import/workbook.js';
import { desksOfFile } from './desk.js';
import { wordsOf } from './words.js';
import type { OfficeLanguage } from './words.js';

const { desks, service } = desksOfFile();

const NAMES = { 'zh-CN': ['阿司匹林', '对乙酰氨基酚'], 'en-GB': ['Acétylsalicylic acid', 'Paracétamol'] };
const PLACES = { 'zh-CN': ['上海仓', '广州仓'], 'en-GB': ['Bâle', 'Zürich'] };
const LANGUAGES: OfficeLanguage[] = ['zh-CN', 'en-GB'];

/** Columns of exports of five ERPs: number, name, CAS number, formula, and two that no product has. `change`: what staff must say. */
const ERPS: Record<string, Record<OfficeLanguage, string[]> & { change?: Partial<Record<OfficeLanguage, [column: string, field: string]>> }> = {
  SAP: { 'zh-CN': ['物料', '物料描述', 'CAS编号', '化学式', '工厂', '基本单位'], 'en-GB': ['MATNR', 'MAKTX', 'CAS No.', 'Formula', 'WERKS', 'MEINS'] },
  Kingdee: { 'zh-CN': ['物料编码', '物料名称', 'CAS号', '分子式', '仓库', '计价单位'], 'en-GB': ['FNumber', 'FName', 'FCas', 'FFormula', 'FStock', 'FUnit'] },
  Yonyou: { 'zh-CN': ['存货编码', '存货名称', '登记号', '分子式(MF)', '默认仓库', '主计量'], 'en-GB': ['cInvCode', 'cInvName', 'cInvDefine1', 'cInvDefine2', 'cDefWareHouse', 'cComUnitCode'] },
  Odoo: { 'zh-CN': ['内部参考', '名称', 'CAS', '分子式', '库位', '单位'], 'en-GB': ['Internal Reference', 'Name', 'CAS Number', 'Molecular Formula', 'Location', 'Unit of Measure'] },
  Dynamics: { 'zh-CN': ['编号', '说明', 'CAS 号', '分子式', '库位代码', '单位'], 'en-GB': ['No.', 'Description', 'CAS', 'Formula', 'Location Code', 'Base UoM'], change: { 'zh-CN': ['说明', 'name_cn'], 'en-GB': ['Description', 'name_cn'] } },
}; // prettier-ignore

const LONG_NAME = '(2R)-2-amino-3-'.concat('(4-hydroxy-3-methoxyphenyl)'.repeat(5), 'propanoic acid');

const lines = (mark: string, end: string, rows: string[][]): string =>
  rows.map((row) => row.join(mark)).join(end);
const FORMS: Record<string, (rows: string[][], language: OfficeLanguage) => Uint8Array> = {
  utf8: (rows) => Buffer.from(lines(',', '\n', rows)),
  local: (rows, language) => iconv.encode(lines(';', '\r\n', rows), language === 'zh-CN' ? 'gb18030' : 'windows-1252'),
  tsv: (rows) => Buffer.from(`\ufeff${lines('\t', '\r\n', rows)}`, 'utf16le'),
  xlsx: (rows) => workbook(rows),
  ndjson: ([names, ...rows]) => Buffer.from(rows.map((row) => JSON.stringify(Object.fromEntries(row.map((cell, i) => [names![i], cell])))).join('\n')),
}; // prettier-ignore

const FILES = Object.entries(ERPS).flatMap(([erp, { change, ...columns }], n) =>
  LANGUAGES.flatMap((language, l) => [0, 1].map((k) => Object.keys(FORMS)[(4 * n + 2 * l + k) % 5]!).map((form) =>
    ({ erp, language, form, columns: columns[language], change: change?.[language] }))),
); // prettier-ignore

test.each(FILES)('a file of $erp in $language as $form is imported in three clicks, and says what it leaves out', async ({ erp, language, form, columns, change }) => {
  const t = wordsOf(language);
  const desk = await desks.signedIn(language);
  const { page } = desk;
  await service.db.none('TRUNCATE products, import_mappings');
  const cells = ['50-78-2', '103-90-2'].map((cas, i) => [
    `${erp}-00${i}`, NAMES[language][i]!, cas, ['C9H8O4', 'C8H9NO2'][i]!, PLACES[language][i]!, 'KG',
  ]);
  await desk.go('import');
  let clicks = 1;
  await page.getByLabel(t('import.choose')).setInputFiles({
    name: `${erp}.csv`, mimeType: 'text/csv', buffer: Buffer.from(FORMS[form]!([columns, ...cells], language)),
  });
  const start = page.getByRole('button', { name: t('import.start'), exact: true });
  if (change) {
    const [name, field] = change;
    await page.getByLabel(t('import.read_as_of', { name })).selectOption(field);
    clicks++;
  }
  await desk.told(t('import.would', { created: 2, updated: 0, unchanged: 0, invalid: 0 }));
  const told = await page.getByText(t('import.ignored', { names: '' })).first().innerText();
  await start.click();
  clicks++;
  await desk.told(t('import.did', { created: 2, updated: 0, unchanged: 0, invalid: 0 }));
  expect(clicks).toBeLessThanOrEqual(3);
  const stored = await service.db.any('SELECT * FROM products ORDER BY code');
  for (const [i, row] of cells.entries()) {
    expect(stored[i]).toMatchObject({ code: row[0], name_cn: row[1], cas: row[2], formula: row[3] });
    const values = new Set(Object.values(stored[i]).map(String));
    for (const [at, cell] of row.entries())
      expect([columns[at], values.has(cell) || told.includes(columns[at]!)]).toEqual([columns[at], true]);
  }
}); // prettier-ignore

test('a mapping is remembered for files with these columns, for a source and by its name; lists are split, columns joined', async () => {
  const t = wordsOf('en-GB');
  const desk = await desks.signedIn('en-GB');
  const { page } = desk;
  await service.db.none('TRUNCATE products, import_mappings');
  const rows = (code: string) => [
    ['Art', 'Bezeichnung', 'Zusatz', 'Merkmale'],
    [code, '甲酸', '无水', 'HPLC、EP'],
  ];
  const choose = async (code: string): Promise<void> => {
    await desk.go('import');
    const buffer = Buffer.from(workbook(rows(code)));
    await page.getByLabel(t('import.choose')).setInputFiles({ name: 'Lieferant.xlsx', mimeType: '', buffer });
  };
  await choose('A-1');
  const as = (name: string) => page.getByLabel(t('import.read_as_of', { name }));
  await as('Art').selectOption('code');
  expect(await as('Bezeichnung').inputValue()).toBe('name_cn'); // by its values
  await as('Zusatz').selectOption('name_cn');
  await as('Merkmale').selectOption('tags');
  await page.getByLabel(t('import.split_of', { name: 'Merkmale' })).selectOption('、');
  await page.getByLabel(t('import.also_for')).fill('erp');
  await desk.told(t('import.would', { created: 1, updated: 0, unchanged: 0, invalid: 0 }));
  expect(await desk.violations()).toEqual([]);
  await desk.press(t('import.start'));
  await desk.told(t('import.did', { created: 1, updated: 0, unchanged: 0, invalid: 0 }));
  const stored = (code: string) => service.db.one('SELECT name_cn, tags FROM products WHERE code = $1', [code]);
  expect(await stored('A-1')).toEqual({ name_cn: '甲酸 无水', tags: 'HPLC;EP' });

  await choose('A-2');
  await desk.told(t('import.remembered', { name: 'Lieferant' }));
  await desk.press(t('import.start'));
  await desk.told(t('import.did', { created: 1, updated: 0, unchanged: 0, invalid: 0 }));
  expect(await stored('A-2')).toEqual({ name_cn: '甲酸 无水', tags: 'HPLC;EP' });

  const push = (query: string, code: string) =>
    service.call('POST', `/sync/file${query}`, {
      key: service.key, body: rows(code).map((row) => row.join('\t')).join('\n'), headers: { 'Content-Type': 'text/csv' },
    });
  expect((await push('', 'A-3')).body).toMatchObject({ created: 1, mapping: 'Lieferant' });
  expect((await push('?mapping=Lieferant', 'A-4')).body).toMatchObject({ created: 1, mapping: 'Lieferant' });
  expect(await stored('A-4')).toEqual({ name_cn: '甲酸 无水', tags: 'HPLC;EP' });
  const file = join(temporaryFolder(), 'list.tsv');
  writeFileSync(file, rows('A-6').map((row) => row.join('\t')).join('\n'));
  const command = (...args: string[]) =>
    catalogue(service.env, 'import', file, ...args, '--json').ended;
  expect(JSON.parse((await command('--mapping', 'Lieferant')).out)).toMatchObject({ created: 1, mapping: 'Lieferant' });
  expect(await stored('A-6')).toEqual({ name_cn: '甲酸 无水', tags: 'HPLC;EP' });
  const refused = await push('?mapping=Niemand', 'A-5');
  expect([refused.status, refused.body.errors[0]]).toMatchObject([400, { path: 'mapping', code: 'unknown_name' }]);
  expect((await mappingNamed(service.db, 'Lieferant')).columns).toContainEqual({ name: 'Merkmale', as: 'tags', split: '、' });
  await choose('A-7');
  await desk.press(t('import.forget'));
  await page.getByText(t('import.remembered', { name: 'Lieferant' })).waitFor({ state: 'detached' });
  expect(await as('Merkmale').inputValue()).toBe('');
  expect(await service.db.any('SELECT FROM import_mappings')).toEqual([]);
}); // prettier-ignore

test('the encoding is chosen on the page, which long names leave readable; a rejected row is corrected there and imported again', async () => {
  const t = wordsOf('zh-CN');
  const desk = await desks.signedIn('zh-CN');
  const { page } = desk;
  await service.db.none('TRUNCATE products, import_mappings');
  await desk.go('import');
  const file = `code,name,mw,name_en\nC-1,アスピリン,abc,${LONG_NAME}\nC-2,カフェイン,194,${LONG_NAME}\n`;
  const buffer = iconv.encode(file, 'shift_jis');
  const greek = iconv.encode('code,name_cn\nB,Ασπιρίνη\n', 'windows-1253');
  await page.getByLabel(t('import.choose')).setInputFiles({ name: 'gr.csv', mimeType: '', buffer: greek });
  await page.getByLabel(t('import.encoding_label')).selectOption('windows-1253');
  await page.getByText('Ασπιρίνη').first().waitFor();
  await desk.press(t('import.another'));
  await page.getByLabel(t('import.choose')).setInputFiles({ name: 'jp.csv', mimeType: '', buffer });
  await page.getByLabel(t('import.encoding_label')).selectOption('shift_jis');
  await page.getByText('カフェイン').first().waitFor();
  await desk.told(t('import.would', { created: 1, updated: 0, unchanged: 0, invalid: 1 }));
  for (const cell of await page.locator('td', { hasText: /.{7}/ }).all())
    expect((await cell.boundingBox())?.width).toBeGreaterThan(80);
  await desk.press(t('import.start'));
  await page.getByLabel(t('resources.products.fields.mw')).fill('180.16');
  expect(await desk.violations()).toEqual([]);
  await desk.press(t('import.again', { smart_count: 1 }));
  await desk.told(t('import.did', { created: 1, updated: 0, unchanged: 0, invalid: 0 }));
  const stored = await service.db.one(`SELECT name_cn, mw::float8 FROM products WHERE code = 'C-1'`);
  expect(stored).toEqual({ name_cn: 'アスピリン', mw: 180.16 });
});
