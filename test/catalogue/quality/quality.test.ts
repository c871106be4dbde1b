// What the checks find is told by GET /quality and listed by ?quality=, of everything that is committed, whatever wrote it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../../../src/exchange/backup/backup.js';
import { restore } from '../../../src/exchange/backup/restore.js';
import { openFolderStore } from '../../../src/catalogue/media/folder-store.js';
import type { Product } from '../../../src/catalogue/products/fields.js';
import { listProducts } from '../../../src/catalogue/products/list-store.js';
import type { After, ListPlan } from '../../../src/catalogue/products/list.js';
import { CHECK_IDS, CHECKS } from '../../../src/catalogue/quality/checks.js';
import type { CheckId } from '../../../src/catalogue/quality/checks.js';
import { formulaKey } from '../../../src/chemistry/values/formula.js';
import { isCas } from '../../../src/chemistry/values/cas.js';
import { openOffice } from '../../desk/office.js';
import { catalogue, temporaryFolder } from '../../infra/launch.js';
import { readAllProducts } from '../products/requests.js';
import { serviceOfFile } from '../../support/service.js';
import { foreignSession } from '../../support/sessions.js';
import { surfaced } from '../../support/surfaced.js';
import { until } from '../../support/until.js';
import examples from './quality.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(async () => {
  await service.db.none('DELETE FROM products');
  // What an older transaction of another test holds back of earlier tests here may be more than one request checks.
  await surfaced(service.db);
  await untilChecked();
});

/** A product that no check finds. */
const GOOD = {
  code: 'GOOD',
  name_cn: '阿司匹林',
  name_en: 'aspirin',
  cas: '50-78-2',
  formula: 'C9H8O4',
  mw: 180.16,
  structure_url: '/media/1',
};

async function quality(): Promise<Record<string, number>> {
  const { body } = await service.write('GET', '/quality');
  expect(body).toMatchObject({ ok: true, complete: true });
  return Object.fromEntries(
    body.data.map(({ check, count }: { check: string; count: number }) => [check, count]),
  );
}

/** The checks that find anything, with how many. */
async function found(): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await quality()).filter(([, count]) => count > 0));
}

const untilChecked = (): Promise<void> =>
  until(async () => (await service.write('GET', '/quality')).body.complete);

/** The codes that a list has, page by page. */
async function listed(check: CheckId, more = ''): Promise<string[]> {
  const codes: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await service.write('GET', `/products?quality=${check}${more}&cursor=${cursor}`); // prettier-ignore
    codes.push(...body.data.map(({ code }: Product) => code));
    if (body.next_cursor === null) return codes;
    cursor = body.next_cursor;
  }
}

/** What the checks find of these products, without the database. */
function slowly(products: Product[], drawn: Map<string, string>): Record<string, string[]> {
  const sharedBy = (
    codes: (field: 'name_cn' | 'name_en' | 'formula') => ((value: string) => string) | null,
  ) =>
    products.filter((product) =>
      (['name_cn', 'name_en', 'formula'] as const).some((field) => {
        const keyOf = codes(field);
        const value = product[field];
        if (!keyOf || value === null || !isCas(product.cas)) return false;
        return products.some(
          (other) =>
            other.cas === product.cas && other[field] !== null && keyOf(other[field]) !== keyOf(value),
        );
      }),
    );
  const same = (value: string): string => value;
  const byHand: Record<string, Product[]> = {
    several_names: sharedBy((field) => ({ name_cn: same, name_en: (n: string) => n.toLowerCase(), formula: null })[field]),
    several_formulas: sharedBy((field) => (field === 'formula' ? formulaKey : null)),
  }; // prettier-ignore
  return Object.fromEntries(
    CHECKS.map(({ id, finds }) => [
      id,
      (finds
        ? products.filter((each) => finds({ ...each, drawn_formula: drawn.get(each.code) ?? null }))
        : byHand[id]!
      )
        .map(({ code }) => code)
        .sort(),
    ]),
  );
}

async function expectAllFound(): Promise<void> {
  const drawn = await service.db.map(
    'SELECT code, s.formula FROM products JOIN product_structures s ON product_id = id',
    [],
    ({ code, formula }): [string, string] => [code, formula],
  );
  const expected = slowly([...(await readAllProducts(service)).values()], new Map(drawn));
  const counts = Object.entries(expected).map(([check, codes]) => [check, codes.length]);
  expect(await quality()).toEqual(Object.fromEntries(counts));
  for (const check of CHECK_IDS)
    expect([check, (await listed(check)).sort()]).toEqual([check, expected[check]]);
}

const CASES: [CheckId, object[]][] = examples.made_cases as typeof CASES;

/** What the fields of a product alone do not tell. */
const STRUCTURE_CASES: typeof CASES = [
  ['structure_formula', [{ smiles: 'CCCOC(=O)c1ccccc1O' }]],
  ['structure_weight', [{ formula: '(C9H8O4)n', mw: 360.32, smiles: 'CC(=O)Oc1ccccc1C(=O)O' }]],
];

describe('each check alone', () => {
  test.each([...CASES, ...STRUCTURE_CASES])('%s', async (check, values) => {
    for (const value of values) {
      await service.db.none('DELETE FROM products');
      const product = { ...GOOD, ...value };
      await service.push([product]);
      expect([value, await found()]).toEqual([value, { [check]: 1 }]);
      expect(await listed(check)).toEqual([product.code]);
      await service.write('DELETE', `/products/${encodeURIComponent(product.code)}`);
      expect([value, await found()]).toEqual([value, {}]);
    }
  });

  test('a structure that disagrees is found no longer once it, or the product, is corrected', async () => {
    await service.push([{ ...GOOD, smiles: 'CCO' }]);
    expect(await found()).toEqual({ structure_formula: 1, structure_weight: 1 });
    const write = (path: string, json: object) => service.write('PUT', `/products/GOOD${path}`, json);
    await write('/structure', { smiles: 'CC(=O)Oc1ccccc1C(=O)O' });
    expect(await found()).toEqual({});
    await write('', { formula: 'C2H6O', mw: 46.07 });
    expect(await found()).toEqual({ structure_formula: 1, structure_weight: 1 });
    await write('', { formula: 'C9H8O4', mw: 180.16 });
    expect(await found()).toEqual({});
  });

  test('none of a product that is right, nor of one with a formula that has no weight of its own', async () => {
    await service.push([GOOD, { ...GOOD, code: 'PEG', cas: '25322-68-3', formula: '(C2H4O)n', mw: 4000 }]);
    expect(await found()).toEqual({});
  });

  test('of one CAS number: names and formulas that differ, however each is spelled', async () => {
    await service.push([GOOD, { ...GOOD, code: 'B', name_en: 'Aspirin', formula: 'C9 H8 O4' }]);
    expect(await found()).toEqual({});
    await service.push([{ ...GOOD, code: 'C', name_en: null, formula: null, mw: 180 }]);
    expect(await found()).toEqual({ name_en_missing: 1, formula_missing: 1 });
    await service.push([{ code: 'B', name_en: 'ASA' }]);
    expect((await listed('several_names')).sort()).toEqual(['B', 'GOOD']);
    await service.push([{ code: 'B', name_en: 'aspirin', formula: 'C9H8O3', mw: 164.16 }]);
    expect((await listed('several_formulas')).sort()).toEqual(['B', 'GOOD']);
    expect(await listed('several_names')).toEqual([]);
    await service.push([{ code: 'C', name_cn: '乙酰水杨酸' }]);
    expect((await listed('several_names')).sort()).toEqual(['B', 'C', 'GOOD']);
    await service.push([{ code: 'C', cas: '69-72-7' }]);
    expect(await listed('several_names')).toEqual([]);
    await service.db.none(`DELETE FROM products WHERE code = 'B'`);
    expect(await found()).toEqual({ name_en_missing: 1, formula_missing: 1 });
  });
});

test('after each kind of write the next answer is right', async () => {
  const { key } = service;
  await service.push([GOOD, { ...GOOD, code: 'B', name_en: null }]);
  expect(await found()).toEqual({ name_en_missing: 1 });
  await service.call('PUT', '/products/B', { key, json: { name_en: 'aspirin' } });
  expect(await listed('name_en_missing')).toEqual([]);
  await service.call('POST', '/tags/apply', { key, json: { codes: ['B'], tags: ['x'] } });
  expect(await found()).toEqual({});
  const office = await openOffice(service);
  const rows = Buffer.from(`code,品名,cas\nB,阿司匹林,50-78-3\nD,丁,\n`);
  const headers = { Origin: service.origin, 'Sec-Fetch-Site': 'same-origin', Cookie: office.cookie, 'Content-Type': 'application/octet-stream' }; // prettier-ignore
  const imported = await service.call('POST', '//back-office/api/import', { body: rows, headers });
  expect(imported.status).toBe(200);
  expect(await found()).toEqual({
    name_en_missing: 1,
    image_missing: 1,
    formula_missing: 1,
    cas_missing: 1,
    mw_missing: 1,
    check_digit: 1,
  });
  await service.call('DELETE', '/products/batch', { key, json: { codes: ['B', 'D'] } });
  expect(await found()).toEqual({});
  await service.db.none(`UPDATE products SET mw = 1`);
  expect(await listed('other_weight')).toEqual(['GOOD']);
  await service.db.none('TRUNCATE products');
  expect(await found()).toEqual({});
});

test('a correction is seen while an older transaction still writes, and what that one writes once it commits', async () => {
  await service.push([GOOD]);
  const old = await foreignSession(service.databaseUrl, `BEGIN; INSERT INTO products (code, name_cn, name_en, cas, formula, mw, structure_url, source) VALUES ('OLD', '旧', 'aspirin', '50-78-2', 'C9H8O4', 180.16, '/media/1', 'psql')`); // prettier-ignore
  await service.push([{ ...GOOD, mw: 1 }]);
  expect(await found()).toEqual({ other_weight: 1 });
  await service.push([GOOD]);
  expect(await found()).toEqual({});
  await old.run('COMMIT');
  expect(await found()).toEqual({ several_names: 2 });
});

test('all is checked that an older transaction blocks, however much it is', async () => {
  const old = await foreignSession(service.databaseUrl, 'BEGIN; SELECT pg_current_xact_id()');
  await service.db.none(
    `INSERT INTO product_changes (product_id, code, op) SELECT 0, '', 'delete' FROM generate_series(1, 10000)`,
  );
  await service.push([{ ...GOOD, mw: 1 }]);
  expect(await found()).toEqual({ other_weight: 1 });
  expect(await listed('other_weight')).toEqual(['GOOD']);
  await old.close();
  await untilChecked();
});

test('the sample and made cases: every count and every list is that of a slow look at all products', async () => {
  const sample = readFileSync('infra/sample/products.ndjson', 'utf8').trim().split('\n').map((line) => JSON.parse(line)); // prettier-ignore
  await service.push(sample);
  const made = CASES.flatMap(([check, values]) => values.map((value, i) => ({ ...GOOD, code: `${check}-${i}`, ...value }))); // prettier-ignore
  await service.push([...made, { ...GOOD, code: 'SAME', name_cn: '别名' }]);
  await expectAllFound();
  // Made anew as after a restore, with what is left of the findings before.
  await service.db.none(
    `UPDATE log_readers SET state = '{"rules": "others", "walked": null}' WHERE name = 'quality'`,
  );
  await service.db.none('DELETE FROM findings WHERE product_id % 3 = 0');
  await expectAllFound();
});

test('pages by key and by number, in each order and beside other filters, and the total', async () => {
  await service.push(
    Array.from({ length: 30 }, (_, i) => ({ ...GOOD, code: `P-${String(i).padStart(2, '0')}`, status: i % 2 ? 'off' : 'custom', tags: i % 3 ? 'a' : 'b', ...(i % 5 && { name_en: null }) })),
  ); // prettier-ignore
  const all = (more: string) => listed('name_en_missing', `${more}&page_size=7`);
  const lacking = [...(await readAllProducts(service)).values()].filter(({ name_en }) => name_en === null);
  const codes = lacking.map(({ code }) => code);
  expect(await all('&sort=code')).toEqual(codes);
  const byTime = await service.db.map(`SELECT code FROM products WHERE name_en IS NULL ORDER BY updated_at, id`, [], ({ code }) => code); // prettier-ignore
  expect(await all('&sort=updated_at')).toEqual(byTime);
  expect(await all('')).toEqual(byTime.toReversed());
  for (const more of [
    '&status=off',
    '&tag=b',
    '&in_stock=false&tag=a',
    '&updated_after=2026-01-01',
    '&source=none',
  ]) {
    const wanted = lacking.filter((each) => (more.includes('off') ? each.status === 'off' : true) && (/tag=(.)/.exec(more)?.[1] ?? each.tags) === each.tags && !more.includes('none')); // prettier-ignore
    expect([more, (await all(more)).sort()]).toEqual([more, wanted.map(({ code }) => code)]);
    const { body } = await service.write('GET', `/products?quality=name_en_missing${more}&page=2&page_size=3`); // prettier-ignore
    expect([more, body.total]).toEqual([more, wanted.length]);
  }
});

test.each(['updated_at', '-updated_at'] as const)(
  'a walk by %s shows each product once, also of findings that are behind what was written',
  async (sort) => {
    const codes = ['A', 'B', 'C', 'D', 'E'];
    await service.push(codes.map((code) => ({ ...GOOD, code, name_en: null })));
    expect(await found()).toEqual({ name_en_missing: codes.length });
    // In the opposite order, and nothing checks them again.
    await service.db.none(
      `UPDATE products SET updated_at = updated_at + interval '1 h' - id * interval '1 s'`,
    );
    const walked: string[] = [];
    for (let after: After | null = null, left = codes.length; left > 0; left--) {
      const plan: ListPlan = {
        filters: { quality: 'name_en_missing' },
        sort,
        after,
        page: null,
        pageSize: 1,
      };
      const [row] = (await listProducts(service.db, plan)).rows;
      walked.push((JSON.parse(row!.json) as Product).code);
      after = { value: row!.value, id: row!.id, asOf: '' };
    }
    expect(walked.toSorted()).toEqual(codes);
    const whole: ListPlan = {
      filters: { quality: 'name_en_missing' },
      sort,
      after: null,
      page: 1,
      pageSize: 20,
    };
    const { rows, total } = await listProducts(service.db, whole);
    expect(rows.map(({ json }) => (JSON.parse(json) as Product).code)).toEqual(walked);
    expect(total).toBe(codes.length);
  },
);

test('while more is left to check than one request checks, no list and no file is cut, and a command waits', async () => {
  const office = await openOffice(service, `chen-${Date.now()}`); // another one at a second try
  await service.db.none(
    `INSERT INTO products (code, name_cn, name_en, formula, mw, structure_url, source)
     SELECT 'M-' || n, '甲烷', 'methane', 'CH4', 16.04, '/media/1', 'psql' FROM generate_series(1, 10001) n`,
  );
  const forget = async (): Promise<void> => {
    await service.db.none(`UPDATE log_readers SET state = '{"rules": "others", "walked": null}' WHERE name = 'quality'`); // prettier-ignore
    await service.db.none('DELETE FROM findings');
  };
  const { key } = service;
  const asked: [string, () => Promise<{ status: number; headers: Headers }>][] = [
    ['a list', () => service.call('GET', '/products?quality=cas_missing', { key })],
    ['an export', () => service.call('GET', '/export?format=csv&fields=code&quality=cas_missing', { key })],
    ['a list of the back office', () => office.call('GET', '/products?quality=cas_missing')],
    ['a file of the back office', () => office.call('GET', '/export?format=csv&quality=cas_missing')],
  ];
  for (const [what, ask] of asked) {
    await forget();
    const refused = await ask();
    expect([what, refused.status, refused.headers.get('retry-after')]).toEqual([what, 503, '2']);
  }
  for (const [what, ask] of asked) expect([what, (await ask()).status]).toEqual([what, 200]);
  await forget();
  const folder = temporaryFolder();
  const args = ['export', '--quality', 'cas_missing', '--out', join(folder, 'file.json'), '--json'];
  const { out } = await catalogue(service.env, ...args).ended;
  expect(JSON.parse(out)).toMatchObject({ ok: true, count: 10_001 });
}, 180_000);

test('both need a key; a check that there is not is refused', async () => {
  expect((await service.call('GET', '/quality')).status).toBe(401);
  for (const check of ['name_en_missing', 'nonsense'])
    expect((await service.call('GET', `/products?quality=${check}`)).status).toBe(401);
  expect((await service.call('GET', '/products?quality=')).status).toBe(200);
  const { headers } = await service.write('GET', '/products?quality=name_en_missing');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const refused = await service.write('GET', '/products?quality=nonsense');
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'quality']);
});

test('products of one CAS number that two transactions write at once are compared', async () => {
  const first = await foreignSession(service.databaseUrl, `BEGIN; INSERT INTO products (code, name_cn, cas, source) VALUES ('A', '甲', '50-78-2', 'psql')`); // prettier-ignore
  await service.push([{ code: 'B', name_cn: '乙', cas: '50-78-2' }]);
  expect((await quality())['several_names']).toBe(0);
  await first.run('COMMIT');
  expect((await listed('several_names')).sort()).toEqual(['A', 'B']);
});

test('many requests at once answer the same', async () => {
  await service.push(Array.from({ length: 2_500 }, (_, i) => ({ code: `M-${i}`, name_cn: `甲 ${i}`, cas: '50-78-2' }))); // prettier-ignore
  const counts = await Promise.all(Array.from({ length: 8 }, quality));
  for (const each of counts) expect(each).toMatchObject({ name_en_missing: 2_500, several_names: 2_500 });
});

test('a restored catalogue has the findings of the back-up', async () => {
  await service.push([GOOD, { ...GOOD, code: 'B', name_cn: '乙', mw: 1 }]);
  const before = await quality();
  const folder = join(temporaryFolder(), 'backup');
  const objects = openFolderStore(temporaryFolder());
  const options = { signal: new AbortController().signal };
  await backUp(service.db, objects, folder, options);
  await service.push([{ ...GOOD, code: 'C', name_en: null }]);
  await restore(service.db, objects, folder, { ...options, replace: true });
  expect(await quality()).toEqual(before);
  expect((await listed('several_names')).sort()).toEqual(['B', 'GOOD']);
});

test('exports take the filter, on the command line too', async () => {
  await service.push([GOOD, { ...GOOD, code: 'B', mw: 1 }]);
  const run = (...args: string[]) => catalogue(service.env, ...args).ended;
  const file = await run('export', '--format', 'csv', '--fields', 'code', '--quality', 'other_weight');
  expect(file.out).toBe('\ufeffcode\r\nB\r\n');
  const path = '/export?format=csv&fields=code&quality=other_weight';
  expect((await service.write('GET', path)).text).toMatch(/code\r\nB\r\n$/);
  expect((await service.call('GET', path)).status).toBe(401);
});
