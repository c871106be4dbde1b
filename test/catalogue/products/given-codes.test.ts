import { importFile } from '../../../src/exchange/import/load.js';
import { workbook } from '../../exchange/import/workbook.js';
import { serviceOfFile } from '../../support/service.js';
import { fileOf } from '../../infra/launch.js';

// A JSON number of more than 15 digits is another number once it is read: 12345678901234567 is ...568.
const SENT = '12345678901234567';
const NEIGHBOUR = '12345678901234568';

const service = serviceOfFile();
beforeEach(async () => {
  await service.db.none('DELETE FROM products');
  await service.push([{ code: NEIGHBOUR, name_cn: '甲' }]);
});
const stored = (): Promise<unknown> => service.db.any('SELECT code, name_cn, tags FROM products');
const untouched = [{ code: NEIGHBOUR, name_cn: '甲', tags: null }];

const send = (method: string, path: string, body: string) =>
  service.call(method, path, { key: service.key, body, headers: { 'Content-Type': 'application/json' } });

describe('a number that JSON does not keep is no product number', () => {
  test('in a push: the item is invalid, and says why', async () => {
    const { status, body } = await send('POST', '/sync/push', `[{"code":${SENT},"name_cn":"乙"}]`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 0, updated: 0, invalid: 1 });
    expect(body.errors).toEqual([
      {
        index: 0,
        code: null,
        field: 'code',
        reason: 'inexact_number',
        message: expect.any(String),
        value: null,
      },
    ]);
    expect(await stored()).toEqual(untouched);
  });

  test.each([
    ['DELETE', '/products/batch', `{"codes":[${SENT}]}`, 'codes.0'],
    ['DELETE', '/products/batch', `{"codes":[1e21]}`, 'codes.0'],
    ['DELETE', '/products/batch', `{"codes":[1234567890123.4567]}`, 'codes.0'],
    ['POST', '/tags/apply', `{"codes":["A",${SENT}],"tags":["x"]}`, 'codes.1'],
    ['PUT', `/products/${NEIGHBOUR}`, `{"code":${SENT},"name_cn":"乙"}`, 'code'],
  ])('%s %s %s is a 400 that changes nothing', async (method, path, json, at) => {
    const { status, body } = await send(method, path, json);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: at, code: 'inexact_number', message: expect.any(String) }]);
    expect(await stored()).toEqual(untouched);
  });

  test.each([
    ['a JSON array', `[{"code":${SENT},"name_cn":"乙"}]`],
    ['JSON lines', `{"code":${SENT},"name_cn":"乙"}\n`],
    [
      'a workbook',
      workbook([
        ['code', 'name_cn'],
        [Number(SENT), '乙'],
      ]),
    ],
  ])('nor in a file that is imported: %s', async (_, content) => {
    const { invalid, errors } = await importFile(service.db, fileOf(content), 'file');
    expect(invalid).toBe(1);
    expect(errors).toMatchObject([{ field: 'code', reason: 'inexact_number' }]);
    expect(await stored()).toEqual(untouched);
  });
});

test('half of a surrogate pair names no product: Postgres would read it as another character', async () => {
  const damaged = '\ufffd1'; // what a file that was decoded wrongly leaves
  await service.push([{ code: damaged, name_cn: '乙' }]);
  const before = await stored();
  for (const [method, path, body] of [
    ['DELETE', '/products/batch', String.raw`{"codes":["\ud8001"]}`],
    ['POST', '/tags/apply', String.raw`{"codes":["\ud8001"],"tags":["x"]}`],
  ] as const) {
    const { status, body: refused } = await send(method, path, body);
    expect(status).toBe(400);
    expect(refused.errors).toMatchObject([{ path: 'codes.0' }]);
  }
  expect(await stored()).toEqual(before);
});

test('numbers that JSON keeps are product numbers as before', async () => {
  const codes = [7, 1.5, 9_007_199_254_740_991, 1234567890.12345];
  const { created } = await service.push(codes.map((code) => ({ code, name_cn: '乙' })));
  expect(created).toBe(4);
  const { body } = await send('DELETE', '/products/batch', JSON.stringify({ codes }));
  expect(body.deleted).toEqual(['7', '1.5', '9007199254740991', '1234567890.12345']);
});

describe('the code in an edit is read as one before it is compared', () => {
  const nest = (depth: number) => `{"code":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  test.each([
    ['an object with a toString of its own', `{"code":{"toString":1}}`],
    ['an object with a valueOf of its own', `{"code":{"toString":null,"valueOf":1}}`],
    ['an array of the code', `{"code":["${NEIGHBOUR}"]}`],
    ['nested arrays', nest(90)],
    ['arrays as deep as a body may be', nest(1_900)],
    ['null', `{"code":null}`],
    ['true', `{"code":true}`],
    ['a __proto__', `{"__proto__":{"name_cn":"乙"}}`],
    ['a constructor', `{"constructor":{"prototype":{"name_cn":"乙"}}}`],
  ])('%s is a 400 that changes nothing', async (_what, json) => {
    const { status, body } = await send('PUT', `/products/${NEIGHBOUR}`, json);
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(1);
    expect(await stored()).toEqual(untouched);
  });

  test('arrays deeper than that are a 413 that changes nothing', async () => {
    expect((await send('PUT', `/products/${NEIGHBOUR}`, nest(20_000))).status).toBe(413);
    expect(await stored()).toEqual(untouched);
  });

  test('the number of the path is the code of the path', async () => {
    await service.push([{ code: 7, name_cn: '甲' }]);
    const { body } = await send('PUT', '/products/7', `{"code":7,"name_en":"a"}`);
    expect(body.updated_fields).toEqual(['name_en']);
  });
});
