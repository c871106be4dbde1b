import fc from 'fast-check';
import { compactTotals } from '../../../src/catalogue/products/list-store.js';
import { startGateway } from '../../support/built.js';
import { serviceOfFile } from '../../support/service.js';
import { shared } from '../../support/with-own.js';

const service = serviceOfFile();
const other = shared(() => startGateway(service.env));
beforeEach(() => service.db.none('TRUNCATE products'));

const nameOf = async (origin: string, code: string): Promise<string | undefined> => {
  const answer = await fetch(`${origin}/api/v1/products/${code}`);
  const { data } = (await answer.json()) as { data?: { name_cn: string } };
  return data?.name_cn;
};
const totalOf = async (origin: string, query = ''): Promise<number> => {
  const answer = await fetch(`${origin}/api/v1/products${query}`);
  return ((await answer.json()) as { total: number }).total;
};

test('what one gateway has written, every gateway answers at once, however often it has answered the old', async () => {
  for (let i = 0; i < 20; i++) {
    const name = `名${i}`;
    await service.push([{ code: 'A', name_cn: name }]);
    expect(await nameOf(other.origin, 'A')).toBe(name);
    expect(await nameOf(service.origin, 'A')).toBe(name);
    expect(await nameOf(other.origin, 'A')).toBe(name);
  }
  await service.write('DELETE', '/products/A');
  expect(await nameOf(other.origin, 'A')).toBeUndefined();
  expect(await totalOf(other.origin)).toBe(0);
});

test('a write by hand, one that commits after later ones, and an emptied table are seen too', async () => {
  await service.push([
    { code: 'A', name_cn: '甲' },
    { code: 'B', name_cn: '乙' },
  ]);
  expect(await nameOf(service.origin, 'A')).toBe('甲');
  await service.db.tx(async (tx) => {
    await tx.none(`UPDATE products SET name_cn = '丙' WHERE code = 'A'`);
    await service.db.none(`UPDATE products SET name_cn = '丁' WHERE code = 'B'`);
    expect(await nameOf(service.origin, 'B')).toBe('丁');
    expect(await nameOf(service.origin, 'A')).toBe('甲');
  });
  expect(await nameOf(service.origin, 'A')).toBe('丙');
  await service.db.none('TRUNCATE products');
  expect(await nameOf(service.origin, 'A')).toBeUndefined();
  expect(await totalOf(service.origin)).toBe(0);
});

test('totals are exact after any writes, with and without filters, before and after they are summed up', async () => {
  await service.db.none(`INSERT INTO categories (name) VALUES ('K') ON CONFLICT DO NOTHING`);
  const code = fc.integer({ min: 1, max: 8 }).map(String);
  const product = fc.record({
    code,
    name_cn: fc.constant('名'),
    category: fc.constantFrom('K', '标准品'),
    status: fc.constantFrom('in_stock', 'off', 'futures'),
  });
  const step = fc.oneof(
    fc.array(product, { minLength: 1, maxLength: 6 }).map((push) => ({ push })),
    fc.array(code, { minLength: 1, maxLength: 3 }).map((gone) => ({ gone })),
    fc.constant({ compact: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const each of steps) {
        if ('push' in each) await service.push(each.push);
        else if ('gone' in each) await service.write('DELETE', '/products/batch', { codes: each.gone });
        else await compactTotals(service.db, 1);
        for (const [query, where] of [
          ['', 'true'],
          ['?category=K', `category = 'K'`],
          ['?in_stock=true', `status = 'in_stock'`],
          ['?in_stock=false&category=K', `status <> 'in_stock' AND category = 'K'`],
          ['?status=off&source=erp', `status = 'off' AND source = 'erp'`],
        ] as const) {
          const { total } = await service.db.one<{ total: number }>(
            `SELECT count(*) AS total FROM products WHERE ${where}`,
          );
          expect(await totalOf(service.origin, query)).toBe(total);
        }
      }
    }),
    { numRuns: 25 },
  );
  await compactTotals(service.db, 1);
  const rows =
    'SELECT count(*) AS rows, count(DISTINCT (category, status, source)) AS kinds FROM product_totals';
  const { rows: kept, kinds } = await service.db.one<{ rows: number; kinds: number }>(rows);
  expect(kept).toBe(kinds);
});
