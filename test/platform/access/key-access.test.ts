import { issueKey } from '../../../src/platform/access/keys.js';
import { serviceOfFile } from '../../support/service.js';

// Which calls a key may make is held in roles.test.ts. Here: of which products.

const service = serviceOfFile();
const OWN = 'own';
const CAS = { theirs: '50-78-2', own: '103-90-2', shared: '58-08-2' };
let key: string;
const call = (method: string, path: string, json?: unknown, headers = {}) =>
  service.call(method, path, { key, json, headers });
const product = async (code: string) => (await service.call('GET', `/products/${code}`)).body?.data;

beforeEach(async () => {
  ({ key } = await issueKey(service.db, { name: OWN, source: OWN, access: 'push' }));
  await service.db.none('DELETE FROM products; DELETE FROM aliases');
  await service.push([
    { code: 'THEIRS', name_cn: '他', cas: CAS.theirs },
    { code: 'THEIRS-2', name_cn: '他', cas: CAS.shared },
  ]);
  const own = [
    { code: 'OWN', name_cn: '我', cas: CAS.own },
    { code: 'OWN-2', name_cn: '我', cas: CAS.shared },
  ];
  expect((await call('POST', '/sync/push', own)).body).toMatchObject({ created: 2, invalid: 0 });
});

describe('a key with the access push', () => {
  const items = [
    { code: 'THEIRS', name_cn: '改' },
    { cas: CAS.theirs, name_cn: '改' },
    { code: 'OWN', name_cn: '改' },
    { code: 'NEW', name_cn: '新' },
  ];
  const filler = Array.from({ length: 700 }, (_, i) => ({ code: `F-${i}`, name_cn: '大'.repeat(100) }));

  test.each([
    ['a push', '/sync/push', items],
    ['a push in another process', '/sync/push', [...items, ...filler]],
    ['a file', '/sync/file', items],
    ['a dry run', '/sync/push?dry_run=true', items],
  ])(
    '%s: an item for a product of another source is invalid, the others are written',
    async (_, path, json) => {
      const { status, body } = await call('POST', path, json);
      const changed = path.includes('dry_run') ? '我' : '改';
      expect(status).toBe(200);
      expect(body).toMatchObject({ created: json.length - 3, updated: 1, invalid: 2 });
      expect(body.errors).toMatchObject([
        { index: 0, code: 'THEIRS', field: 'code', reason: 'other_source' },
        { index: 1, code: 'THEIRS', field: 'code', reason: 'other_source' },
      ]);
      expect([await product('THEIRS'), await product('OWN')]).toMatchObject([
        { name_cn: '他' },
        { name_cn: changed },
      ]);
    },
  );

  test.each([
    ['PUT', '', { name_cn: '改' }],
    ['PUT', '', {}],
    ['DELETE', '', undefined],
    ['PUT', '/structure', { smiles: 'CCO' }],
    ['DELETE', '/structure', undefined],
  ])(
    '%s of a product%s: its own is written, one of another source is a 403 and stays',
    async (method, part, json) => {
      for (const code of ['THEIRS', 'OWN'])
        await service.write('PUT', `/products/${code}/structure`, { smiles: 'C' });
      const before = await product('THEIRS');
      const refused = await call(method, `/products/THEIRS${part}`, json);
      expect([refused.status, refused.body.type]).toEqual([403, expect.stringMatching(/#key-insufficient$/)]);
      expect(await product('THEIRS')).toEqual(before);
      expect((await service.call('GET', '/products/THEIRS/structure')).body.data.smiles).toBe('C');
      expect((await call(method, `/products/OWN${part}`, json)).status).toBe(200);
      expect((await call(method, `/products/NONE${part}`, json)).status).toBe(404);
    },
  );

  test('batch delete and tagging do what they may, and name the others', async () => {
    const codes = ['THEIRS', 'OWN', 'NONE'];
    const failed = [{ code: 'THEIRS', reason: 'other_source' }];
    const tagged = await call('POST', '/tags/apply', { codes, tags: ['a'] });
    expect(tagged.body).toEqual({ ok: true, done: 1, not_found: ['NONE'], failed });
    const removed = await call('DELETE', '/products/batch', { codes });
    expect(removed.body).toEqual({ ok: true, deleted: ['OWN'], not_found: ['NONE'], failed });
    expect(await product('THEIRS')).toMatchObject({ name_cn: '他', tags: null });
  });

  test('an alias is written where its number is that of products of the source, and of no other', async () => {
    const given = [
      { code: 'THEIRS' },
      { cas: CAS.theirs },
      { cas: CAS.shared },
      { cas: '64-17-5' },
      { code: 'NO-SUCH' },
      { code: 'OWN' },
      { cas: CAS.own },
      {},
    ];
    const aliases = given.map((each) => ({ ...each, text: 'alias' }));
    const reasons = [...Array.from({ length: 5 }, () => 'other_source'), 'one_of_two'];
    const put = await call('PUT', '/aliases', { aliases });
    expect(put.body).toMatchObject({ added: 2, invalid: 6 });
    expect(put.body.errors.map(({ reason }: { reason: string }) => reason)).toEqual(reasons);

    await service.write('PUT', '/aliases', { aliases: aliases.slice(0, 7) });
    const gone = await call('DELETE', '/aliases', { aliases });
    expect(gone.body).toMatchObject({ deleted: 2, not_found: 0, invalid: 6 });
    expect((await service.call('GET', '/aliases')).body.total).toBe(5);
  });
});

test('a key with the access all writes products of every source', async () => {
  const { body } = await service.write('DELETE', '/products/batch', { codes: ['OWN', 'THEIRS'] });
  expect(body).toEqual({ ok: true, deleted: ['OWN', 'THEIRS'], not_found: [] });
});
