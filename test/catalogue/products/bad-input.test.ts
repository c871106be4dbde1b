import { splitList } from '../../../src/catalogue/products/values.js';
import { serviceOfFile } from '../../support/service.js';
import { readAllProducts, readProduct } from './requests.js';
import examples from './bad-input.json' with { type: 'json' };

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

const { texts: TEXTS } = examples;
const LINES = ['description', 'description_en', 'ai_summary', 'ai_summary_en'];
const MAX: Record<string, number> = examples.longest;

/**
 * Pushes bad items, each between two good ones, and checks that each is refused alone and nothing else is.
 * @returns what the items were refused for, `field: reason`, each once
 */
async function refusals(bad: unknown[]): Promise<string[]> {
  await service.db.none('DELETE FROM products');
  const items = bad.flatMap((item, i) => [{ code: `good-${i}`, name_cn: '好' }, item]);
  const answer = await service.push([...items, { code: 'last', name_cn: '好' }]);
  const errors = answer.errors as { index: number; field: string | null; reason: string; message: string }[];
  expect(errors.map((error) => error.index)).toEqual(bad.map((_, i) => 2 * i + 1));
  for (const error of errors) expect(error.message).toMatch(/^[\x20-\x7e]{5,200}$/);
  expect(answer).toMatchObject({ created: bad.length + 1, invalid: bad.length });
  expect([...(await readAllProducts(service)).keys()].sort()).toEqual(
    ['last', ...bad.map((_, i) => `good-${i}`)].sort(),
  );
  return [...new Set(errors.map(({ field, reason }) => `${field}: ${reason}`))];
}
const withField = (field: string, value: unknown): object => ({
  code: 'bad',
  name_cn: '坏',
  ...(field === 'category' && { category: '标准品' }),
  [field]: value,
});

describe('an item that cannot be stored is named and its neighbours are saved', () => {
  test('what is no object', async () => {
    const values = [7, 'text', true, null, [], [{ code: 'A', name_cn: '甲' }]];
    expect(await refusals(values)).toEqual(['null: wrong_type']);
  });

  test.each([...TEXTS, ...LINES, 'status'])(
    '%s that is no text: numbers, booleans, arrays, objects',
    async (field) => {
      const values: unknown[] = [7, 0, true, false, [], ['a'], {}, { toString: 'a' }];
      expect(await refusals(values.map((value) => withField(field, value)))).toEqual([
        `${field}: wrong_type`,
      ]);
    },
  );

  test('a code that is neither text nor number', async () => {
    const values = [true, [], ['A'], {}];
    expect(await refusals(values.map((value) => withField('code', value)))).toEqual(['code: wrong_type']);
  });

  test.each(['mw', 'stock'])('%s that is no number: other types, and texts that are none', async (field) => {
    const fieldSet = (values: unknown[]): object[] => values.map((value) => withField(field, value));
    const texts = ['abc', 'Infinity', '-Infinity', '1,5', '1 000', '0x10', '1e', '1.2.3', '--1', '1,23,456', '1_0', '.', '180 g/mol']; // prettier-ignore
    expect(await refusals(fieldSet([true, [], [1], {}]))).toEqual([`${field}: wrong_type`]);
    expect(await refusals(fieldSet(texts))).toEqual([`${field}: not_a_number`]);
    expect(await refusals(fieldSet(['1e999', '9'.repeat(400)]))).toEqual([`${field}: not_finite`]);
  });

  test('a number beyond what a double holds', async () => {
    const body =
      '[{"code":"A","name_cn":"甲","mw":1e999},{"code":"B","name_cn":"乙","stock":-1e999},{"code":"C","name_cn":"丙"}]';
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.call('POST', '/sync/push', { key: service.key, body, headers });
    expect(answer.body).toMatchObject({
      created: 1,
      invalid: 2,
      errors: [{ field: 'mw' }, { field: 'stock' }],
    });
  });

  test('a negative mw', async () => {
    const values = [-1, -1e-9, '-180.16'];
    expect(await refusals(values.map((value) => withField('mw', value)))).toEqual(['mw: negative']);
  });

  test('a text longer than its bound by one code point; at the bound, emoji too, it is stored whole', async () => {
    await service.db.none(`INSERT INTO categories (name) VALUES ($1) ON CONFLICT DO NOTHING`, [
      '😀'.repeat(50),
    ]);
    const filled = (field: string, length: number): string => {
      const start = field === 'structure_url' ? 'https://example.org/' : '';
      return start + '😀'.repeat(length - start.length);
    };
    const fields = Object.keys(MAX);
    const tooLong = fields.map((field) => withField(field, filled(field, MAX[field]! + 1)));
    expect(await refusals(tooLong)).toEqual(fields.map((field) => `${field}: too_long`));
    const longest = Object.fromEntries(fields.map((field) => [field, filled(field, MAX[field]!)]));
    expect(await service.push([longest])).toMatchObject({ created: 1, errors: [] });
    expect(await readProduct(service, longest['code']!)).toMatchObject(longest);
  });

  test('white space around a text, and blanks and repeats in a list, do not count', async () => {
    const padded = {
      code: `  ${'A'.repeat(30)}  `,
      name_cn: ` ${'甲'.repeat(200)} `,
      tags: 'EP ;'.repeat(500),
      synonyms: ';'.repeat(5_000),
    };
    expect(await service.push([padded])).toMatchObject({ created: 1, errors: [] });
    expect(await readProduct(service, 'A'.repeat(30))).toMatchObject({
      name_cn: '甲'.repeat(200),
      tags: 'EP',
      synonyms: null,
    });
  });

  test.each([...TEXTS, ...LINES, 'code', 'status'])(
    '%s with NUL or another control character',
    async (field) => {
      const lines = LINES.includes(field);
      const controls = ['\0', '\x01', '\x08', '\x1b', '\x7f', '\x85', ...(lines ? [] : ['\t', '\n', '\r'])];
      const items = controls.map((control) => withField(field, `a${control}b`));
      expect(await refusals(items)).toEqual([`${field}: control_character`]);
    },
  );

  test('tabs and line breaks in descriptions and summaries are kept', async () => {
    const kept = Object.fromEntries(LINES.map((field) => [field, '一\t二\r\n三\n四']));
    expect(await service.push([{ code: 'A', name_cn: '甲', ...kept }])).toMatchObject({ created: 1 });
    expect(await readProduct(service, 'A')).toMatchObject(kept);
  });

  test.each([...TEXTS, ...LINES, 'code', 'status'])('%s with half of a surrogate pair', async (field) => {
    const halves = ['\ud83d', 'a\ude00', '\ude00\ud83d'];
    expect(await refusals(halves.map((half) => withField(field, half)))).toEqual([
      `${field}: malformed_text`,
    ]);
  });

  test('a reserved code, in any case', async () => {
    const codes = ['.', '..', 'search', 'Search', 'SUGGEST', ' batch ', 'Batch'];
    expect(await refusals(codes.map((code) => ({ code, name_cn: '坏' })))).toEqual(['code: reserved']);
  });

  test('a name_cn that is empty, on create and on update', async () => {
    const items = ['', '  ', '\u3000'].map((name_cn) => ({ code: 'bad', name_cn }));
    expect(await refusals(items)).toEqual(['name_cn: required']);
    const answer = await service.push([{ code: 'last', name_cn: '' }]);
    expect(answer).toMatchObject({ invalid: 1, errors: [{ field: 'name_cn', reason: 'required' }] });
  });

  test('a structure_url that is neither http(s) nor an image of this site', async () => {
    const addresses = ['javascript:alert(1)', 'ftp://a/b.png', 'data:image/png;base64,AA', 'a.png', '//a/b.png', '/media/', '/media/x', '/media/1/2', '/media/0', '/media/007', '/media/9007199254740993', '/media/99999999999999999', '/other/1', 'https://', 'http://a b/', 'https://[', 'https://a/b.png,c.png', 'https://a/b.png;https://a/c.png', 'mailto:a@b', '/media/../1']; // prettier-ignore
    expect(await refusals(addresses.map((url) => withField('structure_url', url)))).toEqual([
      'structure_url: bad_url',
    ]);
  });

  test('PUT refuses it too, and says why', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const json = { structure_url: '/media/007' };
    const answer = await service.write('PUT', '/products/A', json);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'structure_url', code: 'bad_url', message: expect.stringContaining('/media/<id>') }]); // prettier-ignore
    expect((await readProduct(service, 'A'))!.structure_url).toBeNull();
  });

  test('an edit with another field than there is, or a list for a text, says what is meant', async () => {
    await service.push([{ code: 'A', name_cn: '甲' }]);
    const json = { 品名: '乙', tags: ['EP'] };
    const answer = await service.write('PUT', '/products/A', json);
    expect(answer.body.errors).toMatchObject([
      { path: '品名', code: 'not_editable', message: expect.stringMatching(/there are name_cn, .*smiles/) },
      { path: 'tags', code: 'wrong_type', message: 'must be a text, with ; between its parts' },
    ]);
  });

  test('keys such as __proto__ and constructor are unknown keys like any other', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', ''];
    const hostile = names.map(
      (name) => `${JSON.stringify(name)}: {"code": "X", "polluted": true, "name_cn": "坏"}`,
    );
    const body = `{"products": [{${hostile.join()}, "code": "A", "name_cn": "甲"}, {${hostile[0]}}], ${hostile.join()}}`;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.call('POST', '/sync/push', { key: service.key, body, headers });
    expect(answer.body).toMatchObject({ created: 1, invalid: 1, codes: ['A'] });
    expect(answer.body.ignored_fields.sort()).toEqual(names.sort());
    expect({}).not.toHaveProperty('polluted');
    expect(await readProduct(service, 'A')).toMatchObject({ name_cn: '甲' });
  });

  test('very many and very long unknown keys are named within bounds', async () => {
    const item: Record<string, unknown> = { code: 'A', name_cn: '甲' };
    for (let i = 0; i < 50_000; i++) item[`key${i}`] = i;
    item['长'.repeat(1_000_000)] = 1;
    const answer = await service.write('POST', '/sync/push', [item]);
    expect(answer.body).toMatchObject({ created: 1, ignored_fields_truncated: true });
    expect(answer.body.ignored_fields).toContain('key0');
    expect(answer.text.length).toBeLessThan(20_000);
  });

  test.each<[string, string[], boolean]>([
    ['as many as are named', Array.from({ length: 100 }, (_, i) => `key${i}`), false],
    ['one more', Array.from({ length: 101 }, (_, i) => `key${i}`), true],
    ['as long as they are shown', ['x'.repeat(60)], false],
    ['two that differ beyond it', [`${'x'.repeat(60)}a`, `${'x'.repeat(60)}b`], true],
  ])('the answer says whether unknown keys are named in part: %s', async (_, keys, isCut) => {
    const item = { ...Object.fromEntries(keys.map((key) => [key, 1])), code: 'A', name_cn: '甲' };
    const { ignored_fields_truncated: told } = await service.push([item, item]);
    expect(told).toBe(isCut || undefined);
  });

  test('a list of a million parts is refused by its first ones, unless they are all the same', async () => {
    const parts = Array.from({ length: 1_000_000 }, (_, i) => `part ${i}`).join(';');
    expect(await refusals([withField('tags', parts), withField('synonyms', parts)])).toEqual([
      'tags: too_long',
      'synonyms: too_long',
    ]);
    expect(splitList(parts, 600).length).toBeLessThan(100);
    const same = { code: 'A', name_cn: '甲', tags: 'EP; '.repeat(1_000_000) };
    expect(await service.push([same])).toMatchObject({ created: 1 });
    expect(await readProduct(service, 'A')).toMatchObject({ tags: 'EP' });
  });

  test('a text of a million digits and then none is refused at once', async () => {
    const digits = `${'1'.repeat(1_000_000)}x`;
    const startedAt = performance.now();
    const items = [withField('mw', digits), withField('stock', `.${digits}`), withField('code', digits)];
    expect(await refusals(items)).toEqual(['mw: not_a_number', 'stock: not_a_number', 'code: too_long']);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }, 30_000);

  test('an error says what stood there, as far as people read, and so does each further one of the item', async () => {
    const long = 'x'.repeat(1_000);
    const item = { code: 'A', name_cn: '甲', mw: 'heavy', status: long, tags: true };
    const [{ field, value, others }] = (await service.push([item])).errors;
    expect([field, value, others]).toMatchObject([
      'mw',
      'heavy',
      [
        { field: 'status', value: long.slice(0, 100) },
        { field: 'tags', value: null },
      ],
    ]);
  });
});
