import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillWithNasty } from '../../contract/catalogue.js';
import { download } from '../../support/wire.js';
import { importFile } from '../../../src/exchange/import/load.js';
import { columnMeaning } from '../../../src/catalogue/products/columns.js';
import { serviceOfFile } from '../../support/service.js';
import { temporaryFolder } from '../../infra/launch.js';

const service = serviceOfFile();
const folder = temporaryFolder();

beforeAll(async () => {
  await fillWithNasty(service, 400);
  await service.push(
    ['=1+1', '+1', '-1', '@A', '007', '1e5', 'TRUE', '_x000D_'].map((text, i) => ({
      code: `龜-${i}`, // behind all others: a push makes its products in the order of their codes
      name_cn: text,
      synonyms: text,
      cas: '1975-90-2',
      description: `${text}\r\n${text}`,
    })),
  );
});

// The last ones hold only a part of the products and of their fields.
test.each(['json', 'ndjson', 'csv', 'xlsx', 'chemicalbook', 'chemicalbook&encoding=gb18030'])(
  '%s: an export, imported over the catalogue and into an empty one, and exported again, is the same to the byte',
  async (format) => {
    const { bytes } = await download(service, `/export?format=${format}`);
    const file = join(folder, 'products');
    await writeFile(file, bytes);
    const sql = `SELECT count(*) FROM products WHERE status <> 'off' OR $1 NOT LIKE 'chemicalbook%'`;
    const { count } = await service.db.one<{ count: number }>(sql, [format]);
    const images = () => service.db.any('SELECT code, structure_url FROM products ORDER BY code');
    const before = await images();
    // The one thing that an import cannot bring is when a product was written.
    const times = await service.db.any('SELECT code, updated_at::text FROM products');
    for (const place of ['over the catalogue', 'into an empty one']) {
      const isEmpty = place !== 'over the catalogue';
      if (isEmpty) await service.db.none('DELETE FROM products');
      const outcome = await importFile(service.db, file, 'erp', { siteOrigin: service.origin });
      expect([place, outcome]).toMatchObject([
        place,
        { created: isEmpty ? count : 0, ...(isEmpty && { updated: 0 }), invalid: 0 },
      ]);
      // What is not read is what the service computes.
      expect(outcome.ignored_fields.filter((name) => !columnMeaning(name)?.isComputed)).toEqual([]);
      if (!isEmpty) expect(await images()).toEqual(before);
      await service.db.none(
        `UPDATE products p SET updated_at = t.updated_at
           FROM json_to_recordset($1) AS t (code text, updated_at timestamptz) WHERE p.code = t.code`,
        [JSON.stringify(times)],
      );
      const again = await download(service, `/export?format=${format}`);
      expect([place, again.bytes.equals(bytes)]).toEqual([place, true]);
    }
  },
);

test.each(['csv', 'xlsx', 'ndjson'])(
  '%s: numbers that look like ones with a guard against spreadsheets come back as they are',
  async (format) => {
    const numbers = ["'000125", "''000125", "'-", '="000125"', `'="000125"`, "'A", '000125', '="', "'="];
    await service.db.none('DELETE FROM products');
    await service.push(numbers.map((code) => ({ code, name_cn: code, cas: code })));
    const products = 'SELECT code, cas, name_cn FROM products ORDER BY code';
    const before = await service.db.any(products);
    expect(before).toHaveLength(numbers.length);
    const { bytes } = await download(service, `/export?format=${format}`);
    const file = join(folder, `guarded.${format}`);
    await writeFile(file, bytes);
    expect(await importFile(service.db, file, 'erp')).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: numbers.length,
      invalid: 0,
    });
    expect(await service.db.any(products)).toEqual(before);
    const marked = bytes.toString('utf8').match(/(?<=^"?)'+0/gm);
    if (format === 'csv') expect(marked).toEqual(["'''0", "''0"]);
  },
);

test('chemicalbook: the drawing that stands where there is no image is not imported as one', async () => {
  const image = 'https://example.com/a.png';
  await service.db.none('DELETE FROM products');
  await service.push([
    { code: 'D-1', name_cn: '甲', smiles: 'CO' },
    { code: 'D-2', name_cn: '乙', smiles: 'CO' },
  ]);
  const { bytes } = await download(service, '/export?format=chemicalbook');
  const drawings = bytes.toString('utf8').match(/http[^,]*structure\.svg[^,]*/g)!;
  expect(drawings).toHaveLength(2);
  // One has got an image since.
  await service.push([{ code: 'D-2', structure_url: image }]);
  const file = join(folder, 'drawn.csv');
  await writeFile(file, bytes);
  const outcome = await importFile(service.db, file, 'erp', { siteOrigin: service.origin });
  expect(outcome).toMatchObject({ created: 0, invalid: 0 });
  const put = await service.write('PUT', '/products/D-1', { structure_url: drawings[0] });
  expect(put.body).toMatchObject({ ok: true, updated_fields: [] });
  expect(
    await service.db.any(`SELECT structure_url FROM products WHERE code LIKE 'D-_' ORDER BY code`),
  ).toEqual([{ structure_url: null }, { structure_url: image }]);
});

test('chemicalbook: a cell is the text that is stored, whatever it looks like', async () => {
  await service.push([{ code: "'000125", cas: '="000125"', name_cn: '甲' }]);
  const { bytes } = await download(service, '/export?format=chemicalbook');
  expect(bytes.toString('utf8')).toContain(`\n'000125,"=""000125""",甲,`);
});
