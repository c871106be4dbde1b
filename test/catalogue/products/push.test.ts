import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** The counts of an answer, which together must make the number of items. */
function counts(answer: Record<string, number>, items: number): number[] {
  const each = ['created', 'updated', 'unchanged', 'invalid'].map((name) => answer[name]!);
  expect(each.reduce((sum, count) => sum + count)).toBe(items);
  return each;
}
const codes = async (): Promise<string[]> => [...(await readAllProducts(service)).keys()];
const errorOf = (answer: { errors: object[] }): object => {
  expect(answer.errors).toHaveLength(1);
  return answer.errors[0]!;
};

describe('which product an item means', () => {
  test('an item with a code means that code alone, whoever has its CAS number', async () => {
    await service.push([{ code: 'A', name_cn: '甲', cas: '50-78-2' }]);
    const answer = await service.push([{ code: 'B', name_cn: '乙', cas: '50-78-2' }]);
    expect(answer).toMatchObject({ created: 1, codes: ['B'] });
    expect(await readProduct(service, 'A')).toMatchObject({ name_cn: '甲' });
  });

  test('codes are case-sensitive, and a number is accepted as a code', async () => {
    await service.push([
      { code: 'a', name_cn: '甲' },
      { code: 'A', name_cn: '乙' },
      { code: 1024, name_cn: '丙' },
    ]);
    expect(await codes()).toEqual(['1024', 'A', 'a']);
  });

  test('without a code, the only holder of the CAS number is meant', async () => {
    await service.push([{ code: 'A', name_cn: '甲', cas: '50-78-2' }]);
    const answer = await service.push([{ cas: ' 50-78-2 ', name_en: 'aspirin' }]);
    expect(answer).toMatchObject({ created: 0, updated: 1, codes: ['A'] });
    expect(await readProduct(service, 'A')).toMatchObject({ name_cn: '甲', name_en: 'aspirin' });
  });

  test('without a code and a holder, EXT- and the CAS number is created, and found again', async () => {
    expect(await service.push([{ cas: '50-78-2', name_cn: '甲' }])).toMatchObject({
      created: 1,
      codes: ['EXT-50-78-2'],
    });
    expect(await service.push([{ cas: '50-78-2', name_en: 'a' }])).toMatchObject({
      updated: 1,
      codes: ['EXT-50-78-2'],
    });
    expect(await codes()).toEqual(['EXT-50-78-2']);
  });

  test('without a code, EXT- and the CAS number is meant where it is among several holders', async () => {
    await service.push([
      { cas: '50-78-2', name_cn: '甲' },
      { code: 'A', name_cn: '乙', cas: '50-78-2' },
    ]);
    expect(await service.push([{ cas: '50-78-2', name_en: 'a' }])).toMatchObject({ codes: ['EXT-50-78-2'] });
    expect(await readProduct(service, 'A')).toMatchObject({ name_en: null });
  });

  test('without a code, several holders without EXT- among them are ambiguous', async () => {
    await service.push([
      { code: 'A', name_cn: '甲', cas: '50-78-2' },
      { code: 'B', name_cn: '乙', cas: '50-78-2' },
    ]);
    const answer = await service.push([{ cas: '50-78-2', name_cn: '丙' }]);
    expect(counts(answer, 1)).toEqual([0, 0, 0, 1]);
    expect(errorOf(answer)).toMatchObject({ index: 0, code: null, field: 'cas', reason: 'ambiguous_cas' });
  });

  test('without a code, an EXT- code that another CAS number has taken is not touched', async () => {
    await service.push([{ code: 'EXT-50-78-2', name_cn: '甲', cas: '64-19-7' }]);
    const answer = await service.push([{ cas: '50-78-2', name_cn: '乙' }]);
    expect(errorOf(answer)).toMatchObject({ field: 'code', reason: 'code_taken' });
    expect(await readProduct(service, 'EXT-50-78-2')).toMatchObject({ name_cn: '甲', cas: '64-19-7' });
  });

  test('without a code, one other holder is meant although the EXT- code is taken', async () => {
    await service.push([
      { code: 'EXT-50-78-2', name_cn: '甲', cas: '64-19-7' },
      { code: 'A', name_cn: '乙', cas: '50-78-2' },
    ]);
    expect(await service.push([{ cas: '50-78-2', name_en: 'b' }])).toMatchObject({ codes: ['A'] });
  });

  test('without a code, a CAS number of 26 characters makes a code, one of 27 does not', async () => {
    const answer = await service.push([
      { cas: '𝟘'.repeat(26), name_cn: '甲' },
      { cas: '9'.repeat(27), name_cn: '乙' },
    ]);
    expect(answer).toMatchObject({ created: 1, codes: [`EXT-${'𝟘'.repeat(26)}`] });
    expect(errorOf(answer)).toMatchObject({ index: 1, field: 'code', reason: 'code_too_long' });
  });

  test('without a code, a CAS number of 40 characters still finds its holder', async () => {
    const cas = '9'.repeat(40);
    await service.push([{ code: 'A', name_cn: '甲', cas }]);
    expect(await service.push([{ cas, name_en: 'a' }])).toMatchObject({ updated: 1, codes: ['A'] });
  });

  test.each(['N/A', 'n/a', ' N/a ', '', '   ', null])(
    'without a code, the CAS number %j is none: the item is invalid',
    async (cas) => {
      await service.push([{ code: 'A', name_cn: '甲' }]); // its stored CAS number is N/A: it must not match
      for (const more of [{}, { code: '' }, { code: null }, { code: '  ' }]) {
        const answer = await service.push([{ ...more, cas, name_cn: '乙' }]);
        expect(counts(answer, 1)).toEqual([0, 0, 0, 1]);
        expect(errorOf(answer)).toMatchObject({ index: 0, code: null, field: 'code', reason: 'required' });
      }
    },
  );

  test('a CAS number with a wrong check digit, or that is none at all, is one all the same', async () => {
    await service.push([
      { cas: '50-78-3', name_cn: '甲' },
      { cas: 'mixture', name_cn: '乙' },
    ]);
    expect(await codes()).toEqual(['EXT-50-78-3', 'EXT-mixture']);
  });

  test('a Chinese name is required to create, not to update', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const answer = await service.push([
      { code: 'A', name_en: 'a' },
      { code: 'B', name_en: 'b' },
      { cas: '1-2-3' },
    ]);
    expect(counts(answer, 3)).toEqual([0, 1, 0, 2]);
    expect(answer.errors).toMatchObject([
      { index: 1, code: 'B', field: 'name_cn', reason: 'required' },
      { index: 2, code: 'EXT-1-2-3', field: 'name_cn', reason: 'required' },
    ]);
  });
});

describe('items of one call', () => {
  test('for the same product apply in order: one created, the others updates of it', async () => {
    const answer = await service.push([
      { code: 'A', name_cn: '甲', name_en: 'one', formula: 'CH4' },
      { code: 'A', name_en: 'two' },
      { code: 'A', name_cn: '乙', mw: 16 },
    ]);
    expect(counts(answer, 3)).toEqual([1, 2, 0, 0]);
    expect(answer.codes).toEqual(['A']);
    expect(await readProduct(service, 'A')).toMatchObject({
      name_cn: '乙',
      name_en: 'two',
      formula: 'CH4',
      mw: 16,
    });
  });

  test('see what earlier ones did to a CAS number: created, moved away, moved here', async () => {
    await service.push([{ code: 'A', name_cn: '甲', cas: '1-1-1' }]);
    const answer = await service.push([
      { cas: '1-1-1', name_en: 'finds A' },
      { code: 'A', cas: '2-2-2' },
      { cas: '1-1-1', name_cn: '新' }, // nobody has it any more
      { cas: '2-2-2', name_en: 'finds A again' },
      { code: 'B', name_cn: '乙', cas: '2-2-2' },
      { cas: '2-2-2', name_en: 'A or B?' },
      { code: 'B', cas: '' },
      { cas: '2-2-2', formula: 'CH4' }, // A alone again
    ]);
    expect(counts(answer, 8)).toEqual([2, 5, 0, 1]);
    expect(answer.codes).toEqual(['A', 'EXT-1-1-1', 'B']);
    expect(errorOf(answer)).toMatchObject({ index: 5, reason: 'ambiguous_cas' });
    expect(await readProduct(service, 'A')).toMatchObject({ name_en: 'finds A again', formula: 'CH4' });
  });

  test('that are invalid change nothing for later ones', async () => {
    const answer = await service.push([
      { code: 'A', name_cn: '甲', status: 'sold' },
      { code: 'A', name_en: 'not there yet' },
      { code: 'A', name_cn: '甲' },
    ]);
    expect(counts(answer, 3)).toEqual([1, 0, 0, 2]);
    expect(answer.errors).toMatchObject([
      { index: 0, field: 'status' },
      { index: 1, field: 'name_cn' },
    ]);
  });

  test('name their codes in order of first appearance, each once, invalid ones not', async () => {
    await service.push([
      { code: 'Z', name_cn: '甲' },
      { code: 'M', name_cn: '乙', cas: '1-1-1' },
    ]);
    const answer = await service.push([
      { code: 'Y', name_cn: '新' },
      { code: 'Q', name_en: 'invalid' },
      { cas: '1-1-1' },
      { code: 'Z' },
      { code: 'Y' },
      { code: 'M' },
    ]);
    expect(answer.codes).toEqual(['Y', 'M', 'Z']);
  });
});

describe('unchanged=skip', () => {
  test('leaves rows that would not change untouched and counts them', async () => {
    const products = [
      { code: 'A', name_cn: '甲', mw: 1.1, tags: 'a;b', status: 'custom', cas: '1-1-1' },
      { code: 'B', name_cn: '乙' },
    ];
    await service.push(products);
    const before = await readAllProducts(service);
    const answer = await service.push(
      [...products, { code: 'B', name_cn: '丙' }, { cas: '1-1-1' }],
      '?unchanged=skip',
    );
    expect(counts(answer, 4)).toEqual([0, 1, 3, 0]);
    expect(answer.codes).toEqual(['A', 'B']);
    const after = await readAllProducts(service);
    expect(after.get('A')).toEqual(before.get('A'));
    expect(after.get('B')!.name_cn).toBe('丙');
  });

  test('counts a change and its undoing as two updates', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const items = [
      { code: 'A', name_cn: '乙' },
      { code: 'A', name_cn: '甲' },
      { code: 'A', name_cn: '甲' },
    ];
    expect(counts(await service.push(items, '?unchanged=skip'), 3)).toEqual([0, 2, 1, 0]);
  });

  test('is the only value of the parameter', async () => {
    for (const [query, status] of [
      ['unchanged=', 200],
      ['unchanged=yes', 400],
      ['unchanged=skip&unchanged=skip', 400],
    ]) {
      const answer = await service.write('POST', `/sync/push?${query}`, []);
      expect(answer.status).toBe(status);
    }
  });

  test('no two rows of one have the same updated_at', async () => {
    const items = Array.from({ length: 300 }, (_, i) => ({ code: `P${i}`, name_cn: '甲' }));
    for (const sent of [items, [...items, { code: 'NEW', name_cn: '甲' }]]) {
      await service.push(sent);
      const { times } = await service.db.one('SELECT count(DISTINCT updated_at) AS times FROM products');
      expect(times).toBe(sent.length);
    }
  });
});

describe('the call', () => {
  test('without items answers zeros', async () => {
    for (const json of [[], { products: [] }]) {
      expect(await service.push(json)).toMatchObject({
        ok: true,
        created: 0,
        updated: 0,
        invalid: 0,
        codes: [],
      });
    }
  });

  test('names the first 1,000 errors and says when there are more; every item is counted', async () => {
    const bad = Array.from({ length: 1_000 }, (_, i) => ({ code: `A${i}` }));
    const exactly = await service.push(bad);
    expect(exactly.errors).toHaveLength(1_000);
    expect(exactly).not.toHaveProperty('errors_truncated');
    const more = await service.push([...bad, 7, { code: 'B', name_cn: '乙' }]);
    expect(counts(more, 1_002)).toEqual([1, 0, 0, 1_001]);
    expect(more.errors.map((error: { index: number }) => error.index)).toEqual(bad.map((_, i) => i));
    expect(more.errors_truncated).toBe(true);
  });

  test('is one transaction with its row in the sync log', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }, { code: 'B' }]);
    const logged = await service.db.one(
      'SELECT method, path, status, counts, xmin::text AS xid FROM sync_log ORDER BY id DESC LIMIT 1',
    );
    const product = await service.db.one('SELECT xmin::text AS xid FROM products');
    expect(logged).toEqual({
      method: 'POST',
      path: '/api/v1/sync/push',
      status: 200,
      counts: { created: 1, updated: 0, unchanged: 0, invalid: 1 },
      xid: product.xid,
    });
  });
});
