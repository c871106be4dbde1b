import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const read = async (code: string) => (await service.call('GET', `/products/${code}`)).body.data;
const post = (path: string, json: unknown) => service.call('POST', path, { key: service.key, json });

describe.each(['/sync/push', '/products'])('4.2 POST %s', (path) => {
  const code = (name: string): string => `${path.at(1)}-${name}`;

  test('the body is {products: [...]} or the array itself', async () => {
    const product = { code: code('body'), name_cn: '甲' };
    expect((await post(path, { products: [product] })).body).toMatchObject({ ok: true, created: 1 });
    expect((await post(path, [product])).body).toMatchObject({ ok: true, updated: 1 });
    for (const neither of [{}, { products: {} }, 'text', 7, null])
      expect([neither, (await post(path, neither)).status]).toEqual([neither, 400]);
  });

  test('the answer: ok, created, updated, invalid, codes, and what was wrong', async () => {
    const { status, body } = await post(path, [
      { code: code('answer'), name_cn: '甲', colour: 'red' },
      { code: code('answer'), name_en: 'a' },
      { code: code('no name') },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      created: 1,
      updated: 1,
      unchanged: 0,
      invalid: 1,
      codes: [code('answer')],
      errors: [
        {
          index: 2,
          code: code('no name'),
          field: 'name_cn',
          reason: 'required',
          message: expect.any(String),
        },
      ],
      warnings: [expect.objectContaining({ index: 1, reason: 'repeated' })],
      ignored_fields: ['colour'],
      import_id: expect.any(Number),
    });
  });

  test('matching: by code, and by cas when there is no code', async () => {
    const cas = path === '/products' ? '67-56-1' : '67-64-1';
    await post(path, [{ code: code('match'), name_cn: '甲', cas }]);
    await post(path, [
      { code: code('match'), name_en: 'by code' },
      { cas, formula: 'by cas' },
    ]);
    expect(await read(code('match'))).toMatchObject({ name_en: 'by code', formula: 'by cas' });
  });

  test('an existing product has only the supplied fields overwritten', async () => {
    const whole = {
      code: code('keep'),
      name_cn: '甲',
      name_en: 'a',
      series: 's',
      mw: 1,
      tags: 'x',
      description: 'd',
    };
    await post(path, [whole]);
    await post(path, [{ code: code('keep'), name_en: 'b', series: null }]);
    expect(await read(code('keep'))).toMatchObject({ ...whole, name_en: 'b' });
  });

  test('a product that does not exist is created', async () => {
    expect((await post(path, [{ code: code('new'), name_cn: '甲' }])).body).toMatchObject({
      created: 1,
      updated: 0,
    });
    expect(await read(code('new'))).toMatchObject({ name_cn: '甲' });
  });
});

// 4.2 not shown: unchanged=skip: products/push.test.ts.
