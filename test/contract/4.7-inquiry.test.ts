import { serviceOfFile } from '../support/service.js';
import examples from './4.7-inquiry.json' with { type: 'json' };

const service = serviceOfFile();

const send = (json: unknown, key: string | null = null) => service.call('POST', '/rfq', { json, key });
const sender = { name: '王芳', email: 'wang@example.com' };

describe('4.7 POST /rfq', () => {
  test('submits a price inquiry without a key: 201 with ok and id', async () => {
    const inquiry = {
      code: 'A', cas: '50-78-2', product_name: '阿司匹林', quantity: '100 mg', name: '王芳', company: '某制药公司',
      email: 'wang@example.com', phone: '+86 10 0000 0000', country: '中国', message: '第一行\n第二行',
    }; // prettier-ignore
    const { status, body } = await send(inquiry);
    expect(status).toBe(201);
    expect(body).toEqual({ ok: true, id: expect.any(Number) });
    const {
      id: _id,
      created_at: _at,
      ...stored
    } = await service.db.one('SELECT * FROM inquiries WHERE id = $1', body.id);
    expect(stored).toMatchObject(inquiry);
  });

  test('a key is not needed; one that is sent is recorded, a refused one is a 401', async () => {
    expect((await send({ code: 'A', ...sender }, service.key)).status).toBe(201);
    expect(await service.db.one(`SELECT status FROM sync_log WHERE path LIKE '%/rfq'`)).toEqual({
      status: 201,
    });
    expect((await send({ code: 'A', ...sender }, 'pds_wrong')).status).toBe(401);
  });

  test.each([{ code: 'A' }, { cas: '50-78-2' }, { product_name: '阿司匹林' }, { code: 'A', items: null }])('one of the names of a product is enough: %j', async (named) => {
    expect((await send({ ...named, ...sender })).status).toBe(201);
  }); // prettier-ignore

  test('a product number may be a number, as in pushes', async () => {
    const { body } = await send({ code: 5, ...sender });
    expect(await service.db.one('SELECT code FROM inquiries WHERE id = $1', body.id)).toEqual({ code: '5' });
    expect((await send({ items: [{ code: 5 }], ...sender })).status).toBe(201);
    expect(await send({ code: 2 ** 60, ...sender })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'code', code: 'inexact_number' }] },
    });
  });

  test.each([
    { name: '王芳', email: 'a@b.cn' },
    { name: 'J', phone: '1' },
  ])('one of email and phone is enough: %j', async (from) => {
    expect((await send({ code: 'A', ...from, quantity: 2 })).status).toBe(201);
  });

  test('100 lines are taken, in Chinese and with each character escaped; more than 64 KB are not', async () => {
    const lines = (length: number) =>
      Array.from({ length: 100 }, () => ({ product_name: '药'.repeat(length), quantity: '2 g' }));
    const headers = { 'Content-Type': 'application/json' };
    const escaped = JSON.stringify({ items: lines(80), ...sender }).replaceAll('药', '\\u836f');
    expect((await service.call('POST', '/rfq', { body: escaped, headers })).status).toBe(201);
    expect((await send({ items: lines(200), ...sender })).status).toBe(201);
    expect((await send({ items: lines(200), ...sender, message: 'x'.repeat(4_000) })).status).toBe(413);
  });

  test.each(examples.refused as [string, object | string, string, said?: object][])(
    '%s is a 400 that points at it',
    async (_, json, path, said = {}) => {
      const answer = await service.call('POST', '/rfq', { json, headers: { 'Accept-Language': 'zh' } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path, ...said }] } });
    },
  );

  test('an unknown parameter is refused, as of every write', async () => {
    const json = { code: 'A', ...sender };
    expect((await service.call('POST', '/rfq?dryrun=true', { json })).body.errors[0].path).toBe('dryrun');
  });

  test.each(Object.entries(examples.lengths))('%s has at most %i characters', async (field, max) => {
    const form = (length: number) => ({ code: 'A', ...sender, [field]: '字'.repeat(length) });
    expect((await send(form(max))).status).toBe(201);
    expect((await send(form(max + 1))).status).toBe(400);
  });

  test('asks for up to 100 products at once, in the order given; CAS numbers in their usual form', async () => {
    const items = [
      { code: 'A', quantity: 2, unit: 'g', purity: '98 %', note: '要 COA' },
      { cas: 'CAS 50—78—2', quantity: '100 mg' },
      { product_name: '布洛芬杂质A', suggested: 'PDS-1' },
    ];
    const given = { items: items.map((each) => ({ ...each, qty: 3 })), ...sender, unit: 'g' };
    const { status, body } = await send(given);
    expect(status).toBe(201);
    expect(body).toEqual({ ok: true, id: expect.any(Number), ignored_fields: ['unit', 'qty'] });
    const lines = await service.db.any(
      `SELECT line, code, cas, product_name, quantity, unit, purity, note, suggested, status FROM inquiry_lines
        WHERE inquiry_id = $1 ORDER BY line`,
      [body.id],
    );
    const none = { code: null, cas: null, product_name: null, quantity: null, unit: null, purity: null, note: null, suggested: null }; // prettier-ignore
    expect(lines).toEqual([
      { ...none, ...items[0], quantity: '2', line: 1, status: 'new' },
      { ...none, cas: '50-78-2', quantity: '100 mg', line: 2, status: 'new' },
      { ...none, product_name: '布洛芬杂质A', suggested: 'PDS-1', line: 3, status: 'new' },
    ]);
    const many = (count: number) => ({
      items: Array.from({ length: count }, () => ({ code: 'A' })),
      ...sender,
    });
    expect((await send(many(100))).status).toBe(201);
    expect(await send(many(101))).toMatchObject({ status: 400, body: { errors: [{ path: 'items' }] } });
  });

  test.each(examples.refused_lines as [string, object, string][])('of several, %s is a 400 that points at it, and nothing is stored', async (_, json, path) => {
    const count = () => service.db.one('SELECT count(*) AS n FROM inquiries');
    const before = await count();
    expect(await send({ ...json, ...sender })).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    expect(await count()).toEqual(before);
  }); // prettier-ignore
});
