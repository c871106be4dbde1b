import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const post = (path: string, json: unknown) => service.write('POST', path, json);

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
});

// Which product is meant, what is overwritten, unchanged=skip: catalogue/products/push, push-fields.
