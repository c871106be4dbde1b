import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { FIELD_NAMES } from '../../../src/catalogue/products/fields.js';
import { fillWithNasty, tableOf } from '../../contract/catalogue.js';
import { download } from '../../support/wire.js';
import { catalogue, temporaryFolder } from '../../infra/launch.js';
import { serviceOfFile } from '../../support/service.js';

const service = serviceOfFile();
beforeAll(async () => {
  await fillWithNasty(service, 300);
  await service.push([
    { code: 'S-1', name_cn: '甲', series: '系列甲', tags: 'HPLC;EP', status: 'custom' },
    { code: 'S/2 中%', name_cn: '乙', series: '系列甲', tags: 'EP', status: 'off' },
  ]);
  await service.db.none(`UPDATE products SET source = 'back-office' WHERE code = 'S-1'`);
});

const exported = async (query: Record<string, string>) => {
  const path = `/export?${new URLSearchParams(query).toString()}`;
  const { status, headers, body } = await service.call('GET', path);
  expect(status).toBe(200);
  expect(headers.get('x-total-count')).toBe(String(body.data.length));
  return body.data;
};

test.each([
  [{ category: '标准品' }, `category = '标准品'`],
  [{ in_stock: '0' }, `status <> 'in_stock'`],
  [{ status: 'custom' }, `status = 'custom'`],
  [{ series: '系列甲' }, `series = '系列甲'`],
  [{ source: 'back-office' }, `source = 'back-office'`],
  [{ tag: 'EP' }, `';' || tags || ';' LIKE '%;EP;%'`],
  [{ tag: 'EP', status: 'off', source: 'erp' }, `code = 'S/2 中%'`],
  [{ series: `' OR true --` }, 'false'],
])('the filters of the list: %j', async (query, where) => {
  const expected = await tableOf(service, where);
  expect(await exported(query)).toEqual(expected);
  const listed = await service.call(
    'GET',
    `/products?sort=code&page_size=200&${new URLSearchParams(query).toString()}`,
  );
  expect(listed.body.total).toBe(expected.length);
});

test('xlsx is a workbook of the same products, which a caller that takes compressed answers gets as it is', async () => {
  const { bytes, headers } = await download(service, '/export?format=xlsx', { 'Accept-Encoding': 'gzip' });
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringMatching(/^attachment; filename="products-[-\d]{10}\.xlsx"$/),
  });
  expect(headers).not.toHaveProperty('content-encoding');
  const [{ data }] = (await readWorkbook(bytes)) as unknown as [{ data: unknown[][] }];
  const table = (await tableOf(service)) as unknown as Record<string, unknown>[];
  expect(data).toEqual([FIELD_NAMES, ...table.map((product) => FIELD_NAMES.map((name) => product[name]))]);
});

describe('fields', () => {
  const FIELDS = 'status,code,mw,in_stock,structure_url,product_url';

  test('are those that were asked for, in that order: json, ndjson and csv', async () => {
    const table = (await tableOf(service)) as unknown as Record<string, unknown>[];
    const expected = table.map((product) => [
      ...['status', 'code', 'mw', 'in_stock', 'structure_url'].map((name) => product[name]),
      `${service.origin}/products/${encodeURIComponent(String(product['code']))}`,
    ]);
    const json = await exported({ fields: FIELDS });
    expect(Object.keys(json[0])).toEqual(FIELDS.split(','));
    expect(json.map(Object.values)).toEqual(expected);
    const ndjson = await service.call('GET', `/export?format=ndjson&fields=${FIELDS}`);
    const lines = ndjson.text.trimEnd().split('\n');
    expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(expected);
    const csv = await service.call(
      'GET',
      '/export?format=csv&status=custom&series=系列甲&fields=code, in_stock ,name_cn',
    );
    expect(csv.text).toBe('code,in_stock,name_cn\r\nS-1,false,甲\r\n');
  });

  test('product_url is the address of the page that the storefront shows', async () => {
    const [{ product_url: address }] = await exported({
      status: 'off',
      series: '系列甲',
      fields: 'product_url',
    });
    expect(address).toBe(`${service.origin}/products/S%2F2%20%E4%B8%AD%25`);
    const page = await fetch(address);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('S/2 中%')]);
  });

  test('drawing_url is a drawing of the structure, picture_url the image or else the drawing on white', async () => {
    const code = 'S/3 龜';
    const image = 'https://example.com/a.png';
    await service.push([
      { code, name_cn: '丙', series: '画', smiles: 'CO' },
      { code: 'S-4', name_cn: '丁', series: '画', smiles: 'CO', structure_url: image },
      { code: 'S-5', name_cn: '戊', series: '画' },
    ]);
    const fields = 'code,drawing_url,picture_url';
    const rows: { code: string; drawing_url: string; picture_url: string }[] = await exported({
      series: '画',
      fields,
    });
    const of = Object.fromEntries(rows.map((row) => [row.code, row]));
    const version = hash('md5', 'smiles CO').slice(0, 8);
    const address = (number: string) =>
      `${service.origin}/api/v1/products/${encodeURIComponent(number)}/structure.svg?v=${version}`;
    expect(of).toEqual({
      [code]: { code, drawing_url: address(code), picture_url: `${address(code)}&w=512&ground=white` },
      'S-4': { code: 'S-4', drawing_url: address('S-4'), picture_url: image },
      'S-5': { code: 'S-5', drawing_url: null, picture_url: null },
    });
    const types = await Promise.all(
      [of[code]!.drawing_url, of[code]!.picture_url].map(async (url) =>
        (await fetch(url)).headers.get('content-type'),
      ),
    );
    expect(types).toEqual(['image/svg+xml', 'image/webp']);
  });

  test.each([
    ['fields=code,nome', 'unknown_field', 'nome'],
    ['fields=code,,cas', 'unknown_field', ''],
    ['fields=code,cas,code', 'repeated', 'code'],
    ['fields=code&format=chemicalbook', 'not_here', 'chemicalbook'],
    ['status=sold', 'unknown_value', 'in_stock'],
  ])('%s is a 400 that names it', async (query, code, named) => {
    const { status, body } = await service.call('GET', `/export?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { path: query.split('=')[0], code, message: expect.stringContaining(named) },
    ]);
  });
});

test('X-Total-Count is of the rows of the file, not of what is written meanwhile or left out', async () => {
  const { headers, bytes } = await download(service, '/export?format=chemicalbook');
  const [{ count }] = await service.db.any(
    `SELECT count(*)::int AS count FROM products WHERE status <> 'off'`,
  );
  expect(headers['x-total-count']).toBe(String(count));
  expect(bytes.toString()).not.toContain('S/2 中%');
});

describe('on the command line', () => {
  const run = (...args: string[]) =>
    catalogue({ ...service.env, SITE_ORIGIN: service.origin }, 'export', ...args).ended;

  test('the parameters are options, and the bytes the same', async () => {
    const given = { format: 'xlsx', fields: 'code,mw,product_url', status: 'custom', series: '系列甲', tag: 'EP', source: 'back-office', in_stock: 'false', updated_after: '2020-01-01' }; // prettier-ignore
    const options = Object.entries(given).flatMap(([name, value]) => [`--${name.replace('_', '-')}`, value]);
    const file = join(temporaryFolder(), 'out.xlsx');
    const { out } = await run(...options, '--out', file, '--json');
    const { headers, bytes } = await download(service, `/export?${new URLSearchParams(given).toString()}`);
    expect(readFileSync(file)).toEqual(bytes);
    expect(JSON.parse(out)).toEqual({
      ok: true,
      file,
      bytes: bytes.length,
      count: 1,
      changes_cursor: headers['x-changes-cursor'],
    });
  });

  test.each([
    [['--fields', 'code,price'], '--fields: has no field price'],
    [['--updated-after', 'soon'], '--updated-after: must be an ISO 8601 date'],
    [['--encoding', 'gb18030'], '--encoding: is for format=chemicalbook'],
  ])('%j is refused in words, before anything is written', async (options, message) => {
    const file = join(temporaryFolder(), 'out.json');
    const { code, out, err } = await run(...options, '--out', file);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(existsSync(file)).toBe(false);
  });
});
