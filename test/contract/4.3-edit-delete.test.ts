import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

const read = async (code: string) =>
  (await service.call('GET', `/products/${encodeURIComponent(code)}`)).body.data;
const put = (code: string, json: unknown) =>
  service.write('PUT', `/products/${encodeURIComponent(code)}`, json);
const drop = (path: string, json?: unknown) => service.write('DELETE', path, json);

const EDITS = {
  name_cn: '乙', name_en: 'b', synonyms: 's;t', cas: '50-00-0', formula: 'CH2O', mw: 30.03, category: '标准品',
  series: '甲醛', status: 'custom', structure_url: 'https://example.com/b.png', description: '说明',
  description_en: 'd', ai_summary: '摘要', ai_summary_en: 'sum', tags: 'x;y',
}; // prettier-ignore

describe('4.3 PUT /products/{code}', () => {
  test.each(Object.entries(EDITS))('editable: %s', async (field, value) => {
    const code = `P-${field}`;
    await service.push([{ code, name_cn: '甲' }]);
    const before = await read(code);
    const answer = await put(code, { [field]: value });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, code, updated_fields: [field] } });
    expect(await read(code)).toEqual({ ...before, [field]: value, updated_at: expect.any(String) });
  });

  test('omitted fields stay unchanged; null and the empty text clear one', async () => {
    await service.push([{ code: 'CLEAR', ...EDITS }]);
    const { body } = await put('CLEAR', { series: null, tags: '' });
    expect(body.updated_fields.toSorted()).toEqual(['series', 'tags']);
    expect(await read('CLEAR')).toMatchObject({ ...EDITS, series: null, tags: null });
  });

  test('updated_fields: those whose stored value changed', async () => {
    await service.push([{ code: 'SAME', name_cn: '甲', name_en: 'a' }]);
    expect((await put('SAME', { name_cn: '甲', name_en: ' a ', mw: 1 })).body.updated_fields).toEqual(['mw']);
    expect((await put('SAME', {})).body.updated_fields).toEqual([]);
  });

  test.each<[string, unknown, value?: string]>([
    ['an uneditable field', { updated_at: '2026-01-01' }],
    ['a field that only the service sets', { in_stock: true }],
    ['an unknown field', { price: 1 }],
    ['another code', { code: 'OTHER' }, 'OTHER'],
    ['an unknown status', { status: 'gone' }, 'gone'],
    ['an unknown category', { category: '未知类' }, '未知类'],
    ['a name_cn that is empty', { name_cn: '' }],
    ['a name_cn of null', { name_cn: null }],
    ['a text that is too long', { formula: 'x'.repeat(61) }, 'x'.repeat(61)],
    ['a text that is far too long', { formula: 'x'.repeat(161) }, 'x'.repeat(100)],
    ['an array', [{ name_cn: '乙' }]],
  ])('not shown: %s is a 400 that changes nothing', async (_, json, value = '') => {
    await service.push([{ code: 'STAYS', name_cn: '甲' }]);
    const before = await read('STAYS');
    const answer = await put('STAYS', json);
    expect(answer).toMatchObject({ status: 400, body: { ok: false, errors: [value ? { value } : {}] } });
    expect(await read('STAYS')).toEqual(before);
  });

  test('not shown: the code of the path is accepted in the body; an unknown code is a 404', async () => {
    await service.push([{ code: 'a/b c', name_cn: '甲' }]);
    expect((await put('a/b c', { code: 'a/b c', name_en: 'x' })).body.updated_fields).toEqual(['name_en']);
    expect((await put('none', { name_cn: '甲' })).status).toBe(404);
  });
});

describe('4.3 DELETE /products/{code}', () => {
  test('removes the product and answers ok and code', async () => {
    await service.push([{ code: 'GOES', name_cn: '甲' }]);
    expect(await drop('/products/GOES')).toMatchObject({ status: 200, body: { ok: true, code: 'GOES' } });
    expect((await service.call('GET', '/products/GOES')).status).toBe(404);
  });

  test('an unknown code is a 404', async () => {
    expect((await drop('/products/none')).status).toBe(404);
  });
});

describe('4.3 DELETE /products/batch', () => {
  test('lists deleted and not_found, each code once, in the order given', async () => {
    await service.push(['B-1', 'B-2'].map((code) => ({ code, name_cn: '甲' })));
    const { status, body } = await drop('/products/batch', { codes: ['B-2', 'none', 'B-1', 'B-2', 'none'] });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, deleted: ['B-2', 'B-1'], not_found: ['none'] });
  });

  test('500 codes work, 501 and none are a 400 that deletes nothing', async () => {
    const codes = Array.from({ length: 501 }, (_, i) => `M-${i}`);
    await service.push(codes.map((code) => ({ code, name_cn: '甲' })));
    expect((await drop('/products/batch', { codes })).status).toBe(400);
    expect((await drop('/products/batch', { codes: [] })).status).toBe(400);
    expect(await service.db.one(`SELECT count(*) FROM products WHERE code LIKE 'M-%'`)).toEqual({
      count: 501,
    });
    const { body } = await drop('/products/batch', { codes: codes.slice(0, 500) });
    expect(body.deleted).toEqual(codes.slice(0, 500));
    expect(await service.db.one(`SELECT min(code) AS code FROM products WHERE code LIKE 'M-%'`)).toEqual({
      code: 'M-500',
    });
  });

  test('a body without Content-Type is read as JSON', async () => {
    const body = Buffer.from('{"codes":["none"]}'); // fetch names no type for bytes
    const answer = await service.call('DELETE', '/products/batch', { key: service.key, body });
    expect(answer).toMatchObject({ status: 200, body: { not_found: ['none'] } });
  });

  test.each([{}, { codes: 'A' }, { codes: [{}] }, { codes: [''] }, []])('%j is a 400', async (json) => {
    expect((await drop('/products/batch', json)).status).toBe(400);
  });
});
