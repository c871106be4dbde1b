import type { ItemWarning } from '../../../src/catalogue/products/warnings.js';
import { serviceOfFile } from '../../support/service.js';
import { readAllProducts } from './requests.js';
import examples from './warnings.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** What a push warns of, as `index field: reason`; all items are accepted. */
async function warned(items: object[], query = ''): Promise<string[]> {
  const answer = await service.push(items, query);
  expect(answer).toMatchObject({ invalid: 0, errors: [] });
  return answer.warnings.map(({ index, field, reason }: ItemWarning) => `${index} ${field}: ${reason}`);
}
const product = (values: object): object => ({ code: 'A', name_cn: '甲', ...values });

describe('warnings', () => {
  test.each(examples.warned as [object, string[]][])('%j', async (values, warnings) => {
    expect(await warned([product(values)])).toEqual(warnings);
  });

  test('name the item, its product, and the value as it was given', async () => {
    const { warnings } = await service.push([{ name_cn: '甲', cas: ' CAS 50-78-3 ' }]);
    expect(warnings).toEqual([
      { index: 0, code: 'EXT-CAS 50-78-3', field: 'cas', reason: 'check_digit', message: expect.any(String), value: ' CAS 50-78-3 ' },
    ]); // prettier-ignore
  });

  test('of an item that is repeated', async () => {
    expect(await warned([product({}), product({}), { code: 'B', name_cn: '乙' }])).toEqual([
      '1 code: repeated',
    ]);
  });

  test('of a code, tag or category that looks like another one, in the call and in the catalogue', async () => {
    const twins = [
      product({ code: 'X1' }),
      product({ code: 'X\ufe0f1' }),
      product({ code: 'B', tags: '进口;caf\u00e9' }),
      product({ code: 'C', tags: 'cafe\u0301' }),
    ];
    const all = ['0 code: lookalike', '1 code: lookalike', '2 tags: lookalike', '3 tags: lookalike'];
    expect(await warned(twins)).toEqual(all);
    expect(await warned([twins[1]!])).toEqual(['0 code: lookalike']);
    expect(await warned([product({ code: 'X\u20601' })])).toContain('0 code: lookalike');
    expect(await warned([product({ code: 'D', tags: '进\u200b口' })])).toEqual(['0 tags: lookalike']);
    const json = { name: '标准\u200b品' };
    expect((await service.write('POST', '/categories', json)).status).toBe(200);
    expect(await warned([product({ category: '标准品' })])).toEqual(['0 category: lookalike']);
    expect(await warned([product({ category: '中间体', tags: '口' })])).toEqual([]);
    const { changes: _, ...dry } = await service.push([product({ code: 'x1' }), twins[1]!], '?dry_run=true');
    expect(dry.warnings.map(({ index }: ItemWarning) => index)).toEqual([1]);
  });

  test('of a series that looks like another one, and of names that are added by themselves', async () => {
    await service.push([product({ series: '他汀类', tags: '有证' })]);
    const series = '他​汀类';
    expect(await warned([product({ code: 'B', series })])).toEqual(['0 series: lookalike']);
    expect(await warned([product({ code: 'C', series: '沙坦类' })])).toEqual([]);
    const send = async (path: string, json: object): Promise<unknown> =>
      (await service.write('POST', path, json)).body.warnings;
    const [tag, name] = ['有​证', '中​间体'];
    const warning = (field: string, value: string): object[] => [
      { field, reason: 'lookalike', message: expect.any(String), value },
    ];
    expect(await send('/categories', { names: [name, '新类'] })).toEqual(warning('category', name));
    expect(await send('/tags', { tag })).toEqual(warning('tags', tag));
    expect(await send('/tags/apply', { codes: ['A'], tags: [tag] })).toEqual(warning('tags', tag));
    expect(await send('/tags', { tag: '别的' })).toBeUndefined();
  });

  test('of one CAS number with two names or formulas, in the call and in the catalogue, each time', async () => {
    const items = [
      { code: 'A', name_cn: '甲', name_en: 'Aspirin', cas: '50-78-2', formula: 'C9H8O4' },
      { code: 'B', name_cn: '乙', name_en: 'aspirin', cas: '50-78-2', formula: 'C9H8O5' },
    ];
    const all = ['0 name_cn: several_names', '0 formula: several_formulas', '1 name_cn: several_names', '1 formula: several_formulas']; // prettier-ignore
    expect(await warned(items)).toEqual(all);
    expect(await warned(items)).toEqual(all);
    expect(await warned([{ code: 'A', name_cn: '丙' }])).toEqual(['0 name_cn: several_names']);
    expect(await warned([{ code: 'A', name_cn: '乙' }])).toEqual([]);
  });

  test('are counted to 1,000', async () => {
    const items = Array.from({ length: 1_001 }, (_, i) => ({ code: `P${i}`, name_cn: '甲', cas: '50-78-3' }));
    const answer = await service.push(items);
    expect(answer).toMatchObject({ created: 1_001, warnings_truncated: true });
    expect(answer.warnings).toHaveLength(1_000);
  });
});

test('a dry run answers as a push would, tells what would change, and writes nothing but the sync log', async () => {
  await service.push([{ code: 'A', name_cn: '甲', mw: 1 }, { code: 'C', name_cn: '丙' }]); // prettier-ignore
  const before = await readAllProducts(service);
  const items = [{ code: 'A', mw: '2' }, { code: 'B', name_cn: '乙', stock: 1 }, { code: 'D' }, { code: 'C', name_cn: '丙' }]; // prettier-ignore
  const { changes, ...dry } = await service.push(items, '?dry_run=true');
  expect(changes).toEqual([
    { code: 'B', fields: ['code', 'name_cn', 'status'] },
    { code: 'A', fields: ['mw'] },
    { code: 'C', fields: [] },
  ]);
  expect(await readAllProducts(service)).toEqual(before);
  const logged = await service.db.one('SELECT path FROM sync_log ORDER BY id DESC LIMIT 1');
  expect(logged.path).toBe('/api/v1/sync/push?dry_run=true');
  expect(await service.push(items)).toEqual({ ...dry, import_id: expect.any(Number) });
});
